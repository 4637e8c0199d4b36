// Records: the text with what is annotated in it, and a card for every pair, every miss and every invention.
import { count, h, words } from "./dom";
import { legend } from "./graphview";
import { Links } from "./link";
import { longList, listing } from "./listing";
import { SIGN, flat, type Status } from "./marks";
import { running, type Stretch } from "./running";
import { treesView } from "./treeview";
import type { EncodedAlignment, EncodedPair, PageSide, Parts, SystemDetail, WordRange } from "./schema";

interface Card {
  status: Status;
  gold: number;
  pred: number;
  pair: EncodedPair | null;
}

function cardsOf(alignment: EncodedAlignment, tables: [Parts, Parts]): Card[] {
  const found: Card[] = [];
  for (const part of alignment[1]) found.push({ status: "missed", gold: part, pred: -1, pair: null });
  for (const part of alignment[2]) found.push({ status: "spurious", gold: -1, pred: part, pair: null });
  for (const pair of alignment[0]) {
    const same = tables[0].shown[pair[0]] === tables[1].shown[pair[1]] && (pair[2] ?? 1) === 1;
    found.push({ status: same || flawless(pair) ? "matched" : "partly", gold: pair[0], pred: pair[1], pair });
  }
  const rank: Record<Status, number> = { partly: 0, missed: 1, spurious: 2, matched: 3, none: 4 };
  return found.sort((one, two) => rank[one.status] - rank[two.status]);
}

/** Whether everything inside a pair matched; the credit is then an amount, not a sign of an error. */
function flawless(pair: EncodedPair): boolean {
  const inner = pair[4] ?? [];
  if (!inner.length) return (pair[2] ?? 1) === 1;
  return inner.every(([, one]) => !one[1].length && !one[2].length && one[0].every(flawless));
}

export function recordView(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment): HTMLElement {
  const root = h("div", { class: "records" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const tables = system.parts;
  const links = new Links(root, (key, partners) =>
    [key, ...partners].map((one) => `${one[0] === "g" ? "gold" : "prediction"}  ${tables[one[0] === "g" ? 0 : 1].shown[Number(one.slice(2))]}`).join("  ↔  ").slice(0, 500),
  );
  for (const [one, two] of flat(alignment).pairs) links.join(`g:${one}`, `p:${two}`);
  root.append(legend("matched", "partly", "missed", "spurious"), status);
  const texts = gold.drawn ? treesView(gold, system, alignment, links) : texted(gold, system, alignment, links);
  if (texts) root.append(texts);
  const cards = cardsOf(alignment, tables);
  root.append(cards.length ? longList(cards, (card) => cardOf(card, tables, links), "record-cards") : h("p", { class: "empty" }, "Nothing to be found, and nothing predicted."));
  links.start(status);
  return root;
}

function texted(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment, links: Links): HTMLElement | null {
  const sides = [gold, system.pred];
  if (!sides.some((side) => side.tokens)) {
    return gold.text ? h("p", { class: "running panel", dir: "auto" }, words(gold.text, 4000)) : null;
  }
  const found = flat(alignment);
  const panels = sides.map((side, at) => {
    const table = system.parts[at];
    const stretches: Stretch[] = [];
    const add = (part: number, status: Status): void => {
      // What contains other records is shown by them; of a record alone every range is shown.
      for (const range of (table.at[part] as WordRange[] | null)?.slice(0, 1) ?? []) {
        stretches.push({ range, label: labelOf(table, part), key: `${at ? "p" : "g"}:${part}`, colour: status === "matched" ? 0 : 8, status });
      }
    };
    for (const [one, two, credit] of found.pairs) add(at ? two : one, credit >= 1 ? "matched" : "partly");
    for (const part of at ? found.spurious : found.missed) add(part, at ? "spurious" : "missed");
    return h("section", { class: "panel side", "aria-label": at ? "prediction" : "gold" }, h("h3", {}, at ? "prediction" : "gold"), side.tokens ? running(side.tokens, unique(stretches), links) : h("p", { class: "empty" }, "no words"));
  });
  return h("div", { class: "two-sides" }, ...panels);
}

function unique(stretches: Stretch[]): Stretch[] {
  const seen = new Set<string>();
  return stretches.filter((one) => {
    const key = `${one.range} ${one.label} ${one.key}`;
    return !seen.has(key) && seen.add(key);
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

function cardOf(card: Card, tables: [Parts, Parts], links: Links): HTMLElement {
  const element = h("li", { class: `record-card ${card.status}`, tabindex: 0 });
  const key = card.gold >= 0 ? `g:${card.gold}` : `p:${card.pred}`;
  links.add(key, element);
  const credit = card.pair?.[2] ?? 1;
  const note = card.pair?.[3] ?? "";
  element.append(h("header", {}, h("span", { class: "sign", "aria-hidden": true }, SIGN[card.status]), h("span", { class: "verdict" }, card.status === "partly" ? "in part" : card.status), card.pair && credit !== 1 ? h("span", { class: "credit" }, `credit ${count(credit)}`) : null, note ? h("span", { class: "remark" }, note) : null));
  element.append(fieldsOf(card, tables));
  for (const [name, inner] of card.pair?.[4] ?? []) {
    if (inner[0].length + inner[1].length + inner[2].length === 0) continue;
    element.append(h("details", { open: card.status !== "matched" }, h("summary", {}, name || "inside"), listing(inner, tables)));
  }
  return element;
}

/** The fields of both sides beside each other; those that differ stand out. */
function fieldsOf(card: Card, tables: [Parts, Parts]): HTMLElement {
  const sides = [card.gold, card.pred].map((part, at) => (part >= 0 ? (tables[at].fields?.[part] ?? []) : null));
  const plain = [card.gold, card.pred].map((part, at) => (part >= 0 ? tables[at].shown[part] : null));
  if (!sides[0]?.length && !sides[1]?.length) return h("p", { class: "plain" }, words(plain[0] ?? plain[1] ?? ""));
  const table = h("table", { class: "fields" }, h("thead", {}, h("tr", {}, h("th", {}), plain[0] === null ? null : h("th", { scope: "col" }, "gold"), plain[1] === null ? null : h("th", { scope: "col" }, "prediction"))));
  const body = h("tbody");
  const names = [...new Set([...(sides[0] ?? []), ...(sides[1] ?? [])].map(([name]) => name))];
  for (const name of names) {
    const cells = sides.map((fields) => (fields ? (fields.find(([own]) => own === name)?.[1] ?? "") : null));
    const differs = cells[0] !== null && cells[1] !== null && JSON.stringify(cells[0]) !== JSON.stringify(cells[1]);
    body.append(h("tr", { class: differs ? "differs" : null }, h("th", { scope: "row" }, words(name)), ...cells.map((value) => (value === null ? null : h("td", {}, ...lines(value))))));
  }
  table.append(body);
  return table;
}

function lines(value: string | string[]): Node[] {
  if (typeof value === "string") return [words(value)];
  return value.slice(0, 50).map((one) => h("div", {}, words(one))).concat(value.length > 50 ? [h("div", { class: "muted" }, `and ${value.length - 50} more`)] : []);
}
