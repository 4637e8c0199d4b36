// A UMR document: sentence by sentence, then what is annotated between sentences.
import { count, h, plural, words } from "./dom";
import { legend, pairOfGraphs } from "./graphview";
import { longList, listing } from "./listing";
import { SIGN, emptyMarks, flat, marksOf, type Status } from "./marks";
import type { DrawnGraph, EncodedAlignment, PageSide, Parts, SentenceGraph, SystemDetail, UmrLocation } from "./schema";

const NOTHING: DrawnGraph = [[], []];

const placeOf = (table: Parts, part: number): UmrLocation | null => (Array.isArray(table.at[part]) ? (table.at[part] as UmrLocation) : null);

export function umrView(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment): HTMLElement {
  const relations = documentLevel(alignment, system.parts);
  const sentences = h("section", { "aria-label": "Sentences" });
  const list = gold.pairs ?? [];
  const found = flat(alignment);
  const jumps = h("nav", { class: "jumps", "aria-label": "Parts of the document" }, h("span", { class: "muted" }, "sentences"));
  let errors = 0;
  list.forEach(([one, two], at) => {
    const both: [SentenceGraph | null, SentenceGraph | null] = [one === null ? null : (gold.sentences?.[one] ?? null), two === null ? null : (system.pred.sentences?.[two] ?? null)];
    const made = sentenceOf(both, found, system.parts, at >= list.length - (gold.left_out ?? 0));
    errors += made.errors;
    sentences.append(made.section);
    jumps.append(jump(made.section, String(both[0]?.number ?? both[1]?.number ?? at + 1), made.errors));
  });
  const root = h("div", { class: "umr" }, legend("matched", "partly", "missed", "spurious", "none"), jumps);
  if (relations) jumps.append(jump(relations, "relations of the document", 0));
  // A metric of the document level alone has nothing to show in sentences: its relations come first.
  const first = relations && !errors && !found.pairs.some(([part]) => placeOf(system.parts[0], part)?.[0] === "sentence");
  root.append(...(first ? [relations, sentences] : [sentences, ...(relations ? [relations] : [])]));
  const rest = elsewhere(alignment, system.parts);
  if (rest) root.append(rest);
  return root;
}

function jump(target: HTMLElement, label: string, errors: number): HTMLElement {
  const spoken = errors ? `${label}, ${plural(errors, "difference")}` : label;
  return h("button", { type: "button", "aria-label": spoken, click: () => target.scrollIntoView({ block: "start" }) }, label, errors ? h("sup", {}, errors) : null);
}

function sentenceOf(both: [SentenceGraph | null, SentenceGraph | null], found: ReturnType<typeof flat>, tables: [Parts, Parts], leftOut: boolean): { section: HTMLElement; errors: number } {
  const graphs: [DrawnGraph, DrawnGraph] = [both[0]?.graph ?? NOTHING, both[1]?.graph ?? NOTHING];
  const within = (side: number) => (part: number): boolean => {
    const place = placeOf(tables[side], part);
    return place !== null && place[0] === "sentence" && place[1] === both[side]?.number;
  };
  const [inGold, inPred] = [within(0), within(1)];
  const own = {
    pairs: found.pairs.filter(([gold, pred]) => inGold(gold) && inPred(pred)),
    missed: found.missed.filter(inGold),
    spurious: found.spurious.filter(inPred),
  };
  const code = (side: number) => (part: number): string | null => placeOf(tables[side], part)?.[5] ?? null;
  const marks = leftOut ? ([emptyMarks(), emptyMarks()] as const) : marksOf(graphs, own, [code(0), code(1)]);
  const number = both[0]?.number ?? both[1]?.number ?? 0;
  const text = both[0]?.text || both[1]?.text || "";
  const section = h("section", { class: "sentence", id: `sentence-${number}`, "aria-label": `Sentence ${number}` });
  const errors = own.missed.length + own.spurious.length;
  section.append(
    h("h3", {}, `snt${number} `, h("span", { class: "muted" }, both[0] && both[1] ? "" : both[0] ? "only in the gold " : "only in the prediction "), h("span", { class: "tally" }, leftOut ? "not in the release: not counted" : `${count(own.pairs.length)} matched · ${count(own.missed.length)} missed · ${count(own.spurious.length)} spurious`)),
    h("p", { class: "running", dir: "auto" }, words(text, 2000)),
  );
  const place = h("div", { class: "waiting" }, "…");
  section.append(place);
  section.classList.toggle("flawless", !errors);
  whenSeen(place, () => place.replaceWith(pairOfGraphs(graphs, [marks[0], marks[1]], ["gold", "prediction"])));
  return { section, errors };
}

const waiting = new Map<Element, () => void>();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) reveal(entry.target);
  },
  { rootMargin: "400px" },
);

function reveal(element: Element): void {
  watcher.unobserve(element);
  waiting.get(element)?.();
  waiting.delete(element);
}

/** Do something when an element comes into view, or when the page is printed. */
function whenSeen(element: HTMLElement, action: () => void): void {
  for (const known of waiting.keys()) if (!known.isConnected && known !== element && waiting.size > 500) waiting.delete(known);
  waiting.set(element, action);
  watcher.observe(element);
}

addEventListener("beforeprint", () => {
  for (const element of [...waiting.keys()]) if (element.isConnected) reveal(element);
});

interface Relation {
  status: Status;
  place: UmrLocation;
  partner: UmrLocation | null;
  note: string;
  credit: number;
}

/** The relations between sentences by component: matched, missed, spurious, and what they are inferred from. */
function documentLevel(alignment: EncodedAlignment, tables: [Parts, Parts]): HTMLElement | null {
  const components = new Map<string, Relation[]>();
  const add = (relation: Relation): void => {
    const name = relation.place[0];
    if (name === "sentence") return;
    const listed = components.get(name);
    if (listed) listed.push(relation);
    else components.set(name, [relation]);
  };
  for (const part of alignment[1]) {
    const place = placeOf(tables[0], part);
    if (place) add({ status: "missed", place, partner: null, note: "", credit: 0 });
  }
  for (const part of alignment[2]) {
    const place = placeOf(tables[1], part);
    if (place) add({ status: "spurious", place, partner: null, note: "", credit: 0 });
  }
  for (const [gold, pred, credit = 1, note = ""] of alignment[0]) {
    const place = placeOf(tables[0], gold);
    if (place) add({ status: credit === 1 ? "matched" : "partly", place, partner: placeOf(tables[1], pred), note, credit });
  }
  if (!components.size) return null;
  const columns = h("div", { class: "components" });
  for (const [name, relations] of components) columns.append(componentOf(name, relations));
  return h("section", { class: "panel sentence", "aria-label": "Relations of the document" }, h("h3", {}, "Relations of the document"), columns);
}

function componentOf(name: string, relations: Relation[]): HTMLElement {
  const number = (status: Status): number => relations.filter((one) => one.status === status).length;
  const tally = `${count(number("matched") + number("partly"))} matched · ${count(number("missed"))} missed · ${count(number("spurious"))} spurious`;
  return h("section", { class: "component", "aria-label": name }, h("h4", {}, name, " ", h("span", { class: "tally" }, tally)), longList(relations, relationOf));
}

function relationOf(relation: Relation): HTMLElement {
  const [, sentence, cluster, relationWords, origin] = relation.place;
  const where = [sentence === null ? "inferred" : `snt${sentence}`, cluster === null ? "" : `cluster ${cluster}`].filter(Boolean).join(", ");
  const inferred = sentence === null || origin.length > 0 || relation.note.includes("inferred");
  const found = h(
    "li",
    { class: `entry ${relation.status}${inferred ? " inferred" : ""}` },
    h("span", { class: "sign", "aria-label": relation.status }, SIGN[relation.status]),
    h("span", { class: "entry-text" }, triple(relationWords), h("span", { class: "where" }, ` ${where}`), relation.credit && relation.credit !== 1 ? h("span", { class: "credit" }, ` ${count(relation.credit)}`) : null),
  );
  const theirs = relation.partner?.[3].join(" ");
  if (relation.partner && theirs !== relationWords.join(" ")) found.append(h("div", { class: "inner muted" }, "← ", triple(relation.partner[3])));
  if (origin.length) found.append(h("div", { class: "inner muted" }, "from ", ...origin.flatMap((one, at) => (at ? [", ", triple(one)] : [triple(one)]))));
  else if (relation.note) found.append(h("div", { class: "inner muted" }, words(relation.note)));
  return found;
}

function triple(relation: string[]): HTMLElement {
  if (relation.length < 3) return h("span", { class: "triple" }, words(relation[0] ?? ""));
  return h("span", { class: "triple" }, words(relation[0]), h("span", { class: "role" }, " :", words(relation[1]), " "), words(relation[2]));
}

/** Parts that are neither of a sentence nor of the document level: nothing is to be lost. */
function elsewhere(alignment: EncodedAlignment, tables: [Parts, Parts]): HTMLElement | null {
  const rest: EncodedAlignment = [
    alignment[0].filter(([gold]) => !placeOf(tables[0], gold)),
    alignment[1].filter((part) => !placeOf(tables[0], part)),
    alignment[2].filter((part) => !placeOf(tables[1], part)),
  ];
  const number = rest[0].length + rest[1].length + rest[2].length;
  if (!number) return null;
  return h("details", { class: "panel", open: number < 60 }, h("summary", {}, `Other parts that are counted (${plural(number, "part")})`), listing(rest, tables));
}
