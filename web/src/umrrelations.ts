// What a UMR document annotates between sentences: modal, temporal and coreference relations.
import { count, h, words } from "./dom";
import { longList } from "./listing";
import { SIGN, type Status } from "./marks";
import type { Prediction } from "./predictions";
import type { UmrLocation } from "./schema";
import { locationOf, sentenceOfVariable } from "./umrlocations";

export interface Relation {
  status: Status;
  location: UmrLocation;
  /** The side of the location: 0 for the gold, 1 for the prediction. */
  side: number;
  partner: UmrLocation | null;
  note: string;
  credit: number;
}

/** Leads to a sentence by its number on a side. */
export type ToSentence = (side: number, number: number) => void;

/** The relations of the document level: missed, spurious, then matched. */
export function relationsOf({ system, alignment }: Prediction): Relation[] {
  const [gold, pred] = system.parts;
  const found: Relation[] = [];
  const add = (status: Status, side: number, location: UmrLocation | null, partner: UmrLocation | null = null, note = "", credit = 0): void => {
    if (location && location[0] !== "sentence") found.push({ status, side, location, partner, note, credit });
  };
  for (const part of alignment[1]) add("missed", 0, locationOf(gold, part));
  for (const part of alignment[2]) add("spurious", 1, locationOf(pred, part));
  for (const [own, other, credit = 1, note = ""] of alignment[0]) {
    add(credit === 1 ? "matched" : "partly", 0, locationOf(gold, own), locationOf(pred, other), note, credit);
  }
  return found;
}

export const isError = (relation: Relation): boolean => relation.status !== "matched";

/** A column for every component that has relations. */
export function relationColumns(relations: Relation[], toSentence: ToSentence): HTMLElement {
  const components = new Map<string, Relation[]>();
  for (const relation of relations) components.set(relation.location[0], [...(components.get(relation.location[0]) ?? []), relation]);
  const columns = h("div", { class: "components" });
  for (const [name, own] of components) {
    const number = (...statuses: Status[]): string => count(own.filter(({ status }) => statuses.includes(status)).length);
    const tally = `${number("matched", "partly")} matched · ${number("missed")} missed · ${number("spurious")} spurious`;
    columns.append(h("div", { class: "component", role: "group", "aria-label": name }, h("h4", {}, name, " ", h("span", { class: "tally" }, tally)), longList(own, (relation) => entryOf(relation, toSentence))));
  }
  return columns;
}

function entryOf(relation: Relation, toSentence: ToSentence): HTMLElement {
  const [, sentence, cluster, relationWords, origin] = relation.location;
  const where = [sentence === null ? "inferred" : `snt${sentence}`, cluster === null ? "" : `cluster ${cluster}`].filter(Boolean).join(", ");
  const inferred = sentence === null || origin.length > 0 || relation.note.includes("inferred");
  const own = triple(relationWords, (number) => toSentence(relation.side, number));
  const entry = h(
    "li",
    { class: `entry ${relation.status}${inferred ? " inferred" : ""}` },
    h("span", { class: "sign", role: "img", "aria-label": relation.status }, SIGN[relation.status]),
    h("span", { class: "entry-text" }, own, h("span", { class: "where" }, ` ${where}`), relation.credit && relation.credit !== 1 ? h("span", { class: "credit" }, ` ${count(relation.credit)}`) : null),
  );
  const theirs = relation.partner?.[3];
  if (theirs && theirs.join(" ") !== relationWords.join(" ")) entry.append(h("div", { class: "inner muted" }, "← ", triple(theirs, (number) => toSentence(1, number))));
  const lead = (number: number): void => toSentence(relation.side, number);
  if (origin.length) entry.append(h("div", { class: "inner muted" }, "from ", ...origin.flatMap((one, index) => (index ? [", ", triple(one, lead)] : [triple(one, lead)]))));
  else if (relation.note) entry.append(h("div", { class: "inner muted" }, words(relation.note)));
  return entry;
}

function triple(relation: string[], lead: (number: number) => void): HTMLElement {
  const end = (word: string): HTMLElement => {
    const number = sentenceOfVariable(word);
    return number === null ? words(word) : h("button", { type: "button", class: "quiet variable", title: `Show sentence ${number}`, click: () => lead(number) }, words(word));
  };
  if (relation.length < 3) return h("span", { class: "triple" }, end(relation[0] ?? ""));
  return h("span", { class: "triple" }, end(relation[0]), h("span", { class: "role" }, " :", words(relation[1]), " "), end(relation[2]));
}
