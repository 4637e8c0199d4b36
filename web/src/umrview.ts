// A UMR document: one sentence at a time with the relations that touch it, then all relations of the document.
import { detail } from "./data";
import { count, h, plural, words } from "./dom";
import { graphSides, graphsTogether, legend } from "./graphview";
import { listing } from "./listing";
import { emptyMarks, flat, marksOf, type Marks } from "./marks";
import { onPrint } from "./printing";
import { predictionsOf, titleOf, type Prediction } from "./predictions";
import type { DrawnGraph, EncodedAlignment, PageSide, SentenceGraph } from "./schema";
import { onStep } from "./sentencesteps";
import { remember, state } from "./state";
import { locationOf, touches } from "./umrlocations";
import { isError, relationColumns, relationsOf, type Relation, type ToSentence } from "./umrrelations";

const NOTHING: DrawnGraph = [[], []];

/** A sentence of the gold with its partners, or a sentence that only predictions have. */
interface Sentence {
  gold: SentenceGraph | null;
  predicted: (Predicted | null)[];
}

interface Predicted {
  sentence: SentenceGraph | null;
  /** Whether the pair is not scored. */
  leftOut: boolean;
}

/** The sentences of the gold in their order; those that only a prediction has come after their predecessors. */
function sentencesOf(gold: PageSide, predictions: Prediction[]): Sentence[] {
  const sentences: Sentence[] = (gold.sentences ?? []).map((own) => ({ gold: own, predicted: predictions.map(() => null) }));
  const byGold = [...sentences];
  predictions.forEach(({ system }, index) => {
    const pairs = system.pred.pairs ?? [];
    let last = -1;
    pairs.forEach(([goldIndex, predIndex], position) => {
      const leftOut = position >= pairs.length - (system.pred.left_out ?? 0);
      const predicted = { sentence: predIndex === null ? null : (system.pred.sentences?.[predIndex] ?? null), leftOut };
      const known = goldIndex === null ? null : byGold[goldIndex];
      if (known) {
        known.predicted[index] = predicted;
        last = sentences.indexOf(known);
      } else {
        const own: Sentence = { gold: null, predicted: predictions.map(() => null) };
        own.predicted[index] = predicted;
        sentences.splice(++last, 0, own);
      }
    });
  });
  return sentences;
}

const numberOf = ({ gold, predicted }: Sentence): number => gold?.number ?? predicted.find((own) => own?.sentence)?.sentence?.number ?? 0;

/** The position of a sentence among those of a document, by its number; the first where there is none. */
export function positionOfSentence(item: number, number: number): number {
  const gold = detail(item)?.gold;
  return gold ? Math.max(0, sentencesOf(gold, predictionsOf(item)).findIndex((sentence) => numberOf(sentence) === number)) : 0;
}

/** Everything about the document that its sentences share. */
interface Document {
  sentences: Sentence[];
  predictions: Prediction[];
  aligned: ReturnType<typeof flat>[];
  relations: Relation[][];
  toSentence: (prediction: number) => ToSentence;
  /** Whether the metric counts anything in sentences. */
  inSentences: boolean;
}

export function umrView(gold: PageSide, predictions: Prediction[]): HTMLElement {
  const sentences = sentencesOf(gold, predictions);
  const shown = h("div", { class: "shown-sentence", "aria-live": "polite" });
  const strip = h("div", { class: "jumps" });
  const show = (index: number): void => {
    state.sentence = Math.max(0, Math.min(sentences.length - 1, index));
    remember();
    strip.querySelector("[aria-current]")?.removeAttribute("aria-current");
    strip.children[state.sentence]?.setAttribute("aria-current", "true");
    strip.children[state.sentence]?.scrollIntoView({ block: "nearest" });
    if (sentences.length) shown.replaceChildren(sectionOf(document, sentences[state.sentence]));
  };
  const document: Document = {
    sentences,
    predictions,
    aligned: predictions.map(({ alignment }) => flat(alignment)),
    relations: predictions.map(relationsOf),
    inSentences: predictions.some(({ system, alignment }) => flat(alignment).pairs.some(([part]) => locationOf(system.parts[0], part)?.[0] === "sentence")),
    toSentence: (prediction) => (side, number) => {
      const own = (sentence: Sentence): SentenceGraph | null | undefined => (side ? sentence.predicted[prediction]?.sentence : sentence.gold);
      const index = sentences.findIndex((sentence) => own(sentence)?.number === number);
      if (index < 0) return;
      show(index);
      shown.scrollIntoView({ block: "nearest" });
    },
  };
  const errors = sentences.map((sentence) => errorsOf(document, sentence));
  sentences.forEach((sentence, index) => strip.append(jump(String(numberOf(sentence)), errors[index], () => show(index))));
  const step = (direction: number): void => show(state.sentence + direction);
  onStep(step);
  const nextError = (): void => {
    const after = errors.findIndex((number, index) => number > 0 && index > state.sentence);
    show(after < 0 ? errors.findIndex((number) => number > 0) : after);
  };
  const tools = h(
    "div",
    { class: "sentence-tools" },
    h("button", { type: "button", title: "Previous sentence (p)", "aria-label": "Previous sentence", click: () => step(-1) }, "‹"),
    h("button", { type: "button", title: "Next sentence (n)", "aria-label": "Next sentence", click: () => step(1) }, "›"),
    errors.some(Boolean) ? h("button", { type: "button", click: nextError }, "Next with errors") : null,
    h("span", { class: "muted" }, `${plural(sentences.length, "sentence")}, ${count(errors.filter(Boolean).length)} with errors`),
  );
  const root = h("div", { class: "umr" }, legend("matched", "partly", "missed", "spurious", "none"), h("nav", { class: "panel sentence-nav", "aria-label": "Sentences" }, tools, strip), shown);
  predictions.forEach((prediction, index) => root.append(...wholeDocument(document, prediction, index)));
  show(state.sentence);
  onPrint(root, () => {
    const rest = sentences.filter((_, index) => index !== state.sentence).map((sentence) => sectionOf(document, sentence));
    shown.after(...rest);
    return () => rest.forEach((section) => section.remove());
  });
  return root;
}

function jump(label: string, errors: number, click: () => void): HTMLElement {
  const unseen = (text: string): HTMLElement => h("span", { class: "unseen" }, text);
  return h("button", { type: "button", class: errors ? "flawed" : null, click }, unseen("Sentence "), label, ...(errors ? [unseen(", errors: "), h("sup", {}, errors)] : []));
}

/** What an alignment has in a sentence. */
function within(document: Document, sentence: Sentence, index: number): ReturnType<typeof flat> {
  const tables = document.predictions[index].system.parts;
  const numbers = [sentence.gold?.number, sentence.predicted[index]?.sentence?.number];
  const inside = (side: number) => (part: number): boolean => {
    const location = locationOf(tables[side], part);
    return location !== null && location[0] === "sentence" && location[1] === numbers[side];
  };
  const [inGold, inPred] = [inside(0), inside(1)];
  const found = document.aligned[index];
  return {
    pairs: found.pairs.filter(([gold, pred]) => inGold(gold) && inPred(pred)),
    missed: found.missed.filter(inGold),
    spurious: found.spurious.filter(inPred),
  };
}

function relationsWithin(document: Document, sentence: Sentence, index: number): Relation[] {
  const numbers = [sentence.gold?.number, sentence.predicted[index]?.sentence?.number];
  return document.relations[index].filter(({ location, side }) => touches(location, numbers[side] ?? -1));
}

function errorsOf(document: Document, sentence: Sentence): number {
  return document.predictions.reduce((sum, _, index) => {
    if (sentence.predicted[index]?.leftOut) return sum;
    const own = within(document, sentence, index);
    const partly = own.pairs.filter(([, , credit]) => credit < 1).length;
    return sum + partly + own.missed.length + own.spurious.length + relationsWithin(document, sentence, index).filter(isError).length;
  }, 0);
}

function sectionOf(document: Document, sentence: Sentence): HTMLElement {
  const { predictions } = document;
  const graph = sentence.gold?.graph ?? NOTHING;
  const graphs = sentence.predicted.map((own) => own?.sentence?.graph ?? NOTHING);
  const inside = predictions.map((_, index) => within(document, sentence, index));
  const aligned = predictions.map(({ system }, index): [Marks, Marks] => {
    const code = (side: number) => (part: number): string | null => locationOf(system.parts[side], part)?.[5] ?? null;
    return sentence.predicted[index]?.leftOut ? [emptyMarks(), emptyMarks()] : marksOf([graph, graphs[index]], inside[index], [code(0), code(1)]);
  });
  const number = numberOf(sentence);
  const text = sentence.gold?.text || sentence.predicted.find((own) => own?.sentence?.text)?.sentence?.text || "";
  const section = h("section", { class: "sentence", id: `sentence-${number}`, "aria-label": `Sentence ${number}` });
  section.append(h("h3", {}, `snt${number} `, ...predictions.map((one, index) => tallyOf(sentence, one, index, inside[index]))), h("p", { class: "running", dir: "auto" }, words(text, 2000)));
  const drawings = graphsTogether(graphSides(graph, predictions, graphs, aligned), aligned);
  const relations = predictions.flatMap((one, index) => relationPanel(document, sentence, one, index));
  // A metric of the document level alone has nothing to show in graphs: its relations come first.
  const below = relations.length ? h("div", { class: relations.length > 1 ? "two-sides" : null }, ...relations) : null;
  section.append(...(document.inSentences ? [drawings, ...(below ? [below] : [])] : [...(below ? [below] : []), drawings]));
  return section;
}

/** The relations that touch a sentence. */
function relationPanel(document: Document, sentence: Sentence, prediction: Prediction, index: number): HTMLElement[] {
  const relations = relationsWithin(document, sentence, index);
  if (!relations.length) return [];
  const name = `Relations of sentence ${numberOf(sentence)}`;
  const title = h("h4", { class: "system-title" }, prediction.letter ? titleOf(prediction) : null, name);
  return [h("section", { class: "panel sentence-relations", "aria-label": `${name} ${prediction.letter}`.trim() }, title, relationColumns(relations, document.toSentence(index)))];
}

function tallyOf(sentence: Sentence, prediction: Prediction, index: number, own: ReturnType<typeof flat>): HTMLElement {
  const predicted = sentence.predicted[index];
  const only = !sentence.gold ? "only in the prediction · " : !predicted?.sentence ? "only in the gold · " : "";
  const numbers = `${count(own.pairs.length)} matched · ${count(own.missed.length)} missed · ${count(own.spurious.length)} spurious`;
  return h("span", { class: "tally" }, prediction.letter ? titleOf(prediction) : null, " ", predicted?.leftOut ? "not in the release: not counted" : `${only}${numbers}`, " ");
}

/** All relations of the document, and what is neither there nor in a sentence: nothing is to be lost. */
function wholeDocument(document: Document, prediction: Prediction, index: number): HTMLElement[] {
  const owner = prediction.letter ? `${prediction.letter}: ` : "";
  const relations = document.relations[index];
  const parts: HTMLElement[] = [];
  if (relations.length) {
    const all = h("details", { class: "panel document-relations", open: document.sentences.length < 2 }, h("summary", {}, `${owner}Relations of the document (${count(relations.length)})`), relationColumns(relations, document.toSentence(index)));
    parts.push(all);
  }
  const tables = prediction.system.parts;
  const rest: EncodedAlignment = [
    prediction.alignment[0].filter(([part]) => !locationOf(tables[0], part)),
    prediction.alignment[1].filter((part) => !locationOf(tables[0], part)),
    prediction.alignment[2].filter((part) => !locationOf(tables[1], part)),
  ];
  const number = rest[0].length + rest[1].length + rest[2].length;
  if (number) parts.push(h("details", { class: "panel", open: number < 60 }, h("summary", {}, `${owner}Other parts that are counted (${plural(number, "part")})`), listing(rest, tables)));
  return parts;
}
