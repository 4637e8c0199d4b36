// A document as one graph: its sentences and its chains side by side, and the graph of a sentence or of the whole.
import { h, plural, words } from "./dom";
import { documentGraph, marksWithin, subgraph, type Chain, type DocumentGraph } from "./documentgraph";
import { graphSides, graphsTogether, legend } from "./graphview";
import { listing, longList } from "./listing";
import { SIGN, flat, graphCodes, marksOf, type Marks } from "./marks";
import { letterOf, type Prediction } from "./predictions";
import { onPrint } from "./printing";
import type { DrawnGraph, PageSide } from "./schema";
import { onStep } from "./sentencesteps";
import { remember, state } from "./state";

/** A prediction with its graph, its sentences, and the marks of both sides. */
interface Predicted {
  prediction: Prediction;
  graph: DrawnGraph;
  document: DocumentGraph;
  marks: [Marks, Marks];
}

export function documentView(gold: PageSide, predictions: Prediction[]): HTMLElement {
  const graph = gold.graph ?? [[], []];
  const document = documentGraph(graph);
  const predicted = predictions.map((prediction): Predicted => {
    const own = prediction.system.pred.graph ?? [[], []];
    const marks = marksOf([graph, own], flat(prediction.alignment), [graphCodes(prediction.system.parts[0]), graphCodes(prediction.system.parts[1])]);
    return { prediction, graph: own, document: documentGraph(own), marks };
  });
  const texts = (gold.text ?? "").split("<next_sent>").map((text) => text.trim());
  const shown = h("div", {});
  const list = h("ol", { class: "sentence-list" });
  /** Show a sentence by its number, from 1; 0 for the whole document. */
  const show = (number: number): void => {
    state.sentence = Math.max(0, Math.min(document.sentences.length, number));
    remember();
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.children[state.sentence]?.querySelector("button")?.setAttribute("aria-current", "true");
    shown.replaceChildren(drawings(graph, document, predicted, state.sentence));
  };
  const row = (number: number, label: string, text: string, errors: number): HTMLElement =>
    h("li", {}, h("button", { type: "button", class: "quiet sentence-row", click: () => show(number) }, h("strong", {}, label), h("span", { dir: "auto" }, words(text, 400)), errors ? h("span", { class: "flag" }, plural(errors, "error")) : null));
  list.append(row(0, "all", "The whole document", 0));
  document.sentences.forEach((_, index) => list.append(row(index + 1, `snt${index + 1}`, texts[index] ?? "", errorsIn(graph, document, predicted, index))));
  onStep((direction) => show(state.sentence + direction));
  const root = h(
    "div",
    { class: "document-graph" },
    legend("matched", "partly", "missed", "spurious", "none"),
    h(
      "div",
      { class: "two-sides" },
      h("section", { class: "panel", "aria-label": "Sentences" }, h("h3", {}, `${plural(document.sentences.length, "sentence")}`), list),
      h("section", { class: "panel", "aria-label": "Chains" }, h("h3", {}, `${plural(document.chains.length, "chain")} across sentences`), chainList(graph, document, predicted, show)),
    ),
    shown,
    ...predictions.map((one) => h("details", { class: "panel" }, h("summary", {}, `${one.letter ? `${one.letter}: ` : ""}All counted parts`), listing(one.alignment, one.system.parts))),
  );
  show(state.sentence);
  onPrint(root, () => {
    const before = state.sentence;
    show(0);
    return () => show(before);
  });
  return root;
}

/** The errors of all predictions in a sentence: missed there, or spurious in its counterpart. */
function errorsIn(graph: DrawnGraph, document: DocumentGraph, predicted: Predicted[], index: number): number {
  return predicted.reduce((sum, own) => sum + errorsAmong(own.marks[0], graph, document.sentences[index]) + errorsAmong(own.marks[1], own.graph, own.document.sentences[index]), 0);
}

function errorsAmong(marks: Marks, graph: DrawnGraph, nodes: number[] | undefined): number {
  const inside = new Set(nodes);
  let errors = 0;
  for (const [code, status] of marks.status) {
    const index = Number(code.slice(1));
    const node = code[0] === "n" ? index : code[0] === "b" ? graph[1][index][0] : -1;
    if (inside.has(node) && (status === "missed" || status === "spurious")) errors += 1;
  }
  return errors;
}

/** The graphs of a sentence on all sides; of the whole document for 0. */
function drawings(graph: DrawnGraph, document: DocumentGraph, predicted: Predicted[], number: number): HTMLElement {
  const predictions = predicted.map(({ prediction }) => prediction);
  if (number === 0) {
    const aligned = predicted.map(({ marks }) => marks);
    return graphsTogether(graphSides(graph, predictions, predicted.map((own) => own.graph), aligned), aligned);
  }
  const gold = subgraph(graph, document.sentences[number - 1] ?? []);
  const parts = predicted.map((own) => subgraph(own.graph, own.document.sentences[number - 1] ?? []));
  const aligned = predicted.map(({ marks }, index): [Marks, Marks] => [marksWithin(marks[0], gold, parts[index]), marksWithin(marks[1], parts[index], gold)]);
  return graphsTogether(graphSides(gold.graph, predictions, parts.map((part) => part.graph), aligned), aligned);
}

/** The chains of the gold with what each prediction has for them, then those that only predictions have. */
function chainList(graph: DrawnGraph, document: DocumentGraph, predicted: Predicted[], show: (number: number) => void): HTMLElement {
  const met = predicted.map(() => new Set<number>());
  const entries = document.chains.map((chain) => {
    const found = predicted.map((own, index) => {
      const partner = own.marks[0].partner.get(`n${chain.node}`);
      const node = partner ? Number(partner.slice(1)) : -1;
      met[index].add(node);
      return { own, node, sentences: sentencesOf(own.document, node) };
    });
    return () => chainEntry(graph, chain, sentencesOf(document, chain.node), found, show);
  });
  predicted.forEach((own, index) => {
    for (const chain of own.document.chains) {
      if (met[index].has(chain.node)) continue;
      const [name, concept] = own.graph[0][chain.node];
      entries.push(() => h("li", { class: "entry spurious" }, h("span", { class: "sign", role: "img", "aria-label": "spurious" }, SIGN.spurious), h("span", { class: "entry-text" }, own.prediction.letter ? letterOf(own.prediction.letter) : null, " ", words(`${name} / ${concept}`), " ", ...links(sentencesOf(own.document, chain.node), show))));
    }
  });
  return entries.length ? longList(entries, (make) => make()) : h("p", { class: "empty" }, "No node is mentioned in two sentences.");
}

/** The numbers of the sentences in which a node is, from 1. */
function sentencesOf(document: DocumentGraph, node: number): number[] {
  return document.sentences.flatMap((nodes, index) => (nodes.includes(node) ? [index + 1] : []));
}

function links(sentences: number[], show: (number: number) => void): HTMLElement[] {
  return sentences.map((number) => h("button", { type: "button", class: "quiet variable", click: () => show(number) }, `snt${number}`));
}

function chainEntry(graph: DrawnGraph, chain: Chain, sentences: number[], found: { own: Predicted; node: number; sentences: number[] }[], show: (number: number) => void): HTMLElement {
  const [name, concept] = graph[0][chain.node];
  const complete = found.every((other) => other.node >= 0 && sentences.every((number) => other.sentences.includes(number)));
  const status = complete ? "matched" : found.every(({ node }) => node < 0) ? "missed" : "partly";
  const entry = h("li", { class: `entry ${status}` }, h("span", { class: "sign", role: "img", "aria-label": status }, SIGN[status]), h("span", { class: "entry-text" }, words(`${name} / ${concept}`), h("span", { class: "where" }, ` ${plural(chain.mentions.length, "mention")} `), ...links(sentences, show)));
  if (complete) return entry;
  for (const { own, node, sentences: theirs } of found) {
    const missing = sentences.filter((number) => !theirs.includes(number));
    if (!missing.length && node >= 0) continue;
    const text = node < 0 ? "no such node" : `${own.graph[0][node].join(" / ")}, not in `;
    entry.append(h("div", { class: "inner muted" }, own.prediction.letter ? letterOf(own.prediction.letter) : null, " ", words(text), ...(node < 0 ? [] : links(missing, show))));
  }
  return entry;
}
