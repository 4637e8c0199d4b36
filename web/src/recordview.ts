// Records: the text with what is annotated in it, and a card for every pair, every miss and every invention.
import { count, h, words } from "./dom";
import { legend } from "./graphview";
import { Links } from "./link";
import { longList, listing } from "./listing";
import { SIGN, differingSign, flat, goldKey, worst, type Status } from "./marks";
import { columnsOf, letterOf, titleOf, type Prediction } from "./predictions";
import { running, type Stretch } from "./running";
import { treesView } from "./treeview";
import type { EncodedPair, PageSide, PartField, Parts, WordRange } from "./schema";

/** A record of the gold with what each prediction has for it, or a record that only predictions have. */
interface Card {
  status: Status;
  /** The text of the record, which is the same for both predictions. */
  gold: { part: number; table: Parts } | null;
  /** By prediction; null where it has no such record. */
  predicted: (Predicted | null)[];
}

interface Predicted {
  part: number;
  status: Status;
  pair: EncodedPair | null;
}

function cardsOf(predictions: Prediction[]): Card[] {
  const cards: Card[] = [];
  // The parts of the gold have other numbers under each system: they are known by their text.
  const known = new Map<string, Card[]>();
  predictions.forEach(({ system, alignment }, index) => {
    const [table, predTable] = system.parts;
    const seen = new Map<string, number>();
    const cardFor = (part: number): Card => {
      const text = table.shown[part];
      const again = seen.get(text) ?? 0;
      seen.set(text, again + 1);
      const listed = known.get(text) ?? [];
      if (!listed[again]) {
        listed[again] = { status: "matched", gold: { part, table }, predicted: predictions.map(() => null) };
        cards.push(listed[again]);
        known.set(text, listed);
      }
      return listed[again];
    };
    for (const [part, pair] of [...alignment[0].map((own): [number, EncodedPair | null] => [own[0], own]), ...alignment[1].map((own): [number, null] => [own, null])].sort((one, two) => one[0] - two[0])) {
      const same = pair && table.shown[pair[0]] === predTable.shown[pair[1]] && (pair[2] ?? 1) === 1;
      cardFor(part).predicted[index] = { part: pair ? pair[1] : -1, status: !pair ? "missed" : same || flawless(pair) ? "matched" : "partly", pair };
    }
    const extra = new Map<string, number>();
    for (const part of alignment[2]) {
      const text = predTable.shown[part];
      const again = extra.get(text) ?? 0;
      extra.set(text, again + 1);
      const listed = known.get(`+${text}`) ?? [];
      if (!listed[again]) {
        listed[again] = { status: "spurious", gold: null, predicted: predictions.map(() => null) };
        cards.push(listed[again]);
        known.set(`+${text}`, listed);
      }
      listed[again].predicted[index] = { part, status: "spurious", pair: null };
    }
  });
  for (const card of cards) card.status = card.gold ? worst(card.predicted.map((own) => own?.status ?? "none")) : "spurious";
  const rank: Record<Status, number> = { partly: 0, missed: 1, spurious: 2, matched: 3, none: 4 };
  return cards.sort((one, two) => rank[one.status] - rank[two.status]);
}

/** Whether everything inside a pair matched; the credit is then an amount, not a sign of an error. */
function flawless(pair: EncodedPair): boolean {
  const inner = pair[4] ?? [];
  if (!inner.length) return (pair[2] ?? 1) === 1;
  return inner.every(([, one]) => !one[1].length && !one[2].length && one[0].every(flawless));
}

export function recordView(gold: PageSide, predictions: Prediction[]): HTMLElement {
  const root = h("div", { class: "records" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const links = new Links(root, (key, partners) => [key, ...partners].map((one) => named(one, predictions)).join("  ↔  ").slice(0, 500));
  for (const { key, system, alignment } of predictions) {
    for (const [one, two] of flat(alignment).pairs) links.join(`g:${goldKey(system.parts[0], one)}`, `${key}:${two}`);
  }
  root.append(legend("matched", "partly", "missed", "spurious"), status);
  if (gold.drawn) for (const one of predictions) root.append(...(one.letter ? [h("h3", {}, "gold above, below it ", titleOf(one))] : []), treesView(gold, one, links));
  else {
    const texts = texted(gold, predictions, links);
    if (texts) root.append(texts);
  }
  const cards = cardsOf(predictions);
  root.append(cards.length ? longList(cards, (card) => cardOf(card, predictions, links), predictions.length > 1 ? "record-cards wide-cards" : "record-cards") : h("p", { class: "empty" }, "Both the gold and the prediction are empty."));
  links.start(status);
  return root;
}

/** What a key stands for: the side, and the record. */
function named(key: string, predictions: Prediction[]): string {
  if (key[0] === "g") return `gold  ${key.slice(2).split("\n")[0]}`;
  const owner = predictions.find((one) => one.key === key[0]);
  return `${owner?.name}  ${owner?.system.parts[1].shown[Number(key.slice(2))]}`;
}

function texted(gold: PageSide, predictions: Prediction[], links: Links): HTMLElement | null {
  if (!gold.tokens && !predictions.some(({ system }) => system.pred.tokens)) {
    return gold.text ? h("p", { class: "running panel", dir: "auto" }, words(gold.text, 4000)) : null;
  }
  const panel = (title: HTMLElement | string, name: string, side: PageSide, stretches: Stretch[]): HTMLElement =>
    h("section", { class: "panel side", "aria-label": name }, h("h3", {}, title), side.tokens ? running(side.tokens, stretches, links) : h("p", { class: "empty" }, "no words"));
  const panels = predictions.map((one) => panel(titleOf(one), one.name, one.system.pred, predictedStretches(one)));
  return columnsOf([panel("gold", "gold", gold, goldStretches(predictions)), ...panels]);
}

/** The first range of a part: what contains other records is shown by them. */
const rangesOf = (table: Parts, part: number): WordRange[] => (table.at[part] as WordRange[] | null)?.slice(0, 1) ?? [];

const colourOf = (status: Status): number => (status === "matched" ? 0 : 8);

function predictedStretches({ key, system, alignment }: Prediction): Stretch[] {
  const table = system.parts[1];
  const statuses = new Map<number, Status>();
  const found = flat(alignment);
  for (const [, part, credit] of found.pairs) statuses.set(part, credit >= 1 ? "matched" : "partly");
  for (const part of found.spurious) statuses.set(part, "spurious");
  return [...statuses].flatMap(([part, status]) =>
    rangesOf(table, part).map((range) => ({ range, label: labelOf(table, part), key: `${key}:${part}`, colour: colourOf(status), status })),
  );
}

/** The records of the gold with their worst status, and a sign where the systems differ. */
function goldStretches(predictions: Prediction[]): Stretch[] {
  const records = new Map<string, { range: WordRange; label: string; key: string; statuses: Status[] }>();
  predictions.forEach(({ system, alignment }, index) => {
    const table = system.parts[0];
    const add = (part: number, status: Status): void => {
      for (const range of rangesOf(table, part)) {
        const label = labelOf(table, part);
        const id = `${range} ${label} ${table.shown[part]}`;
        const known = records.get(id) ?? { range, label, key: `g:${goldKey(table, part)}`, statuses: predictions.map((): Status => "none") };
        known.statuses[index] = status;
        records.set(id, known);
      }
    };
    const found = flat(alignment);
    for (const [part, , credit] of found.pairs) add(part, credit >= 1 ? "matched" : "partly");
    for (const part of found.missed) add(part, "missed");
  });
  const letters = predictions.map(({ letter }) => letter);
  return [...records.values()].map(({ range, label, key, statuses }) => {
    const status = worst(statuses);
    return { range, label, key, colour: colourOf(status), status, sign: differingSign(statuses, letters) };
  });
}

/** A word for a record: its type, role or relation. */
function labelOf(table: Parts, part: number): string {
  const fields = table.fields?.[part] ?? [];
  for (const [, value] of fields) if (typeof value === "string" && !/^\[|^[\d.]*$/.test(value)) return value;
  for (const [, value] of fields) {
    const word = typeof value === "string" ? /^\[[^\]]*\] ([^\s“]+)/.exec(value) : null;
    if (word) return word[1];
  }
  return "";
}

function cardOf(card: Card, predictions: Prediction[], links: Links): HTMLElement {
  const element = h("li", { class: `record-card ${card.status}`, tabindex: 0 });
  const first = card.predicted.findIndex((own) => own !== null && own.part >= 0);
  links.add(card.gold ? `g:${goldKey(card.gold.table, card.gold.part)}` : `${predictions[first].key}:${card.predicted[first]?.part}`, element);
  const header = h("header", {}, h("span", { class: "sign", "aria-hidden": true }, SIGN[card.status]));
  if (predictions.length === 1) header.append(...verdictOf(card.predicted[0]));
  else predictions.forEach(({ letter }, index) => header.append(h("span", { class: "system-verdict" }, letterOf(letter), ...verdictOf(card.predicted[index]))));
  element.append(header, fieldsOf(card, predictions));
  card.predicted.forEach((own, index) => {
    for (const [name, inner] of own?.pair?.[4] ?? []) {
      if (inner[0].length + inner[1].length + inner[2].length === 0) continue;
      const { letter, system } = predictions[index];
      element.append(h("details", { open: own?.status !== "matched" }, h("summary", {}, `${letter ? `${letter}: ` : ""}${name || "inside"}`), listing(inner, system.parts)));
    }
  });
  return element;
}

function verdictOf(own: Predicted | null): HTMLElement[] {
  if (!own) return [h("span", { class: "verdict muted" }, "absent")];
  const credit = own.pair?.[2] ?? 1;
  const note = own.pair?.[3] ?? "";
  const parts = [h("span", { class: `verdict ${own.status}` }, own.status === "partly" ? "partly matched" : own.status)];
  if (own.pair && credit !== 1) parts.push(h("span", { class: "credit" }, `credit ${count(credit)}`));
  if (note) parts.push(h("span", { class: "remark" }, note));
  return parts;
}

/** A column of a card. */
interface FieldColumn {
  title: HTMLElement | string;
  fields: PartField[];
  text: string;
}

/** The fields of all sides beside each other; those that differ stand out. */
function fieldsOf(card: Card, predictions: Prediction[]): HTMLElement {
  const columns: FieldColumn[] = [];
  const add = (title: HTMLElement | string, table: Parts, part: number): void => void columns.push({ title, fields: table.fields?.[part] ?? [], text: table.shown[part] });
  if (card.gold) add("gold", card.gold.table, card.gold.part);
  card.predicted.forEach((own, index) => {
    if (own && own.part >= 0) add(predictions[index].letter ? letterOf(predictions[index].letter) : "prediction", predictions[index].system.parts[1], own.part);
  });
  if (!columns.some(({ fields }) => fields.length)) return h("p", { class: "plain" }, words(columns[0]?.text ?? ""));
  const table = h("table", { class: "fields" }, h("thead", {}, h("tr", {}, h("td", {}), ...columns.map(({ title }) => h("th", { scope: "col" }, title)))));
  const body = h("tbody");
  for (const name of new Set(columns.flatMap(({ fields }) => fields.map(([own]) => own)))) {
    const cells = columns.map(({ fields }) => fields.find(([own]) => own === name)?.[1] ?? "");
    const differs = cells.some((value) => JSON.stringify(value) !== JSON.stringify(cells[0]));
    body.append(h("tr", { class: differs ? "differs" : null }, h("th", { scope: "row" }, words(name)), ...cells.map((value) => h("td", { class: JSON.stringify(value) === JSON.stringify(cells[0]) ? null : "differs" }, ...lines(value)))));
  }
  table.append(body);
  return table;
}

function lines(value: string | string[]): Node[] {
  if (typeof value === "string") return [words(value)];
  return value.slice(0, 50).map((one) => h("div", {}, words(one))).concat(value.length > 50 ? [h("div", { class: "muted" }, `and ${value.length - 50} more`)] : []);
}
