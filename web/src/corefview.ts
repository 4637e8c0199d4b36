// A text with its chains on both sides, and a card for every entity: found, missing, extra.
import { h, plural, words } from "./dom";
import { legend } from "./graphview";
import { Links } from "./link";
import { longList, listing } from "./listing";
import { SIGN, flat, type Status } from "./marks";
import { running, type Stretch } from "./running";
import type { EncodedAlignment, PageSide, Parts, SystemDetail, WordRange } from "./schema";

const COLOURS = 8;

interface Entity {
  part: number;
  mentions: number[];
  /** Its counterpart: the entity with most mentions in common, −1 for none. */
  partner: number;
  colour: number;
  label: string;
}

interface Chains {
  entities: Entity[];
  ranges: Map<number, WordRange[]>;
  owner: Map<number, number>;
}

function chainsOf(table: Parts): Chains {
  const found: Chains = { entities: [], ranges: new Map(), owner: new Map() };
  table.at.forEach((place, part) => {
    if (!Array.isArray(place)) return;
    if (place[0] === "mention") found.ranges.set(part, place.slice(1) as WordRange[]);
    const mentions = place[0] === "entity" ? (place.slice(1) as number[]) : place[0] === "set" ? (place[1] as number[]) : null;
    if (mentions) found.entities.push({ part, mentions, partner: -1, colour: -1, label: "" });
  });
  const first = (entity: Entity): number => Math.min(...entity.mentions.map((mention) => found.ranges.get(mention)?.[0]?.[0] ?? Infinity));
  found.entities.sort((one, two) => first(one) - first(two));
  found.entities.forEach((entity, at) => entity.mentions.forEach((mention) => found.owner.set(mention, at)));
  return found;
}

export function corefView(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment): HTMLElement {
  const [golds, preds] = [chainsOf(system.parts[0]), chainsOf(system.parts[1])];
  const met = mentionsMet(system, golds, preds);
  name(golds, preds, met);
  const root = h("div", { class: "coref" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const links = new Links(root, (key, partners) => [key, ...partners].map((one) => `${one[0] === "g" ? "gold" : "predicted"} entity ${one.slice(2)}`).join(" ↔ "));
  golds.entities.forEach((entity) => {
    if (entity.partner >= 0) links.join(`g:${entity.label}`, `p:${preds.entities[entity.partner].label}`);
  });
  preds.entities.forEach((entity) => {
    if (entity.partner >= 0) links.join(`p:${entity.label}`, `g:${golds.entities[entity.partner].label}`);
  });
  const tokens = [gold.tokens, system.pred.tokens];
  const panels = ([golds, preds] as const).map((chains, side) => {
    const own = tokens[side];
    const text = own
      ? running(own, stretches(chains, met, side, side === 0 ? preds : golds), links, (side === 0 ? gold : system.pred).breaks)
      : h("p", { class: "empty" }, "The words of this document are not in the file: chains are shown by the numbers of their words.");
    return h("section", { class: "panel side", "aria-label": side ? "prediction" : "gold" }, h("h3", {}, side ? "prediction" : "gold", " ", h("span", { class: "tally" }, `${plural(chains.entities.length, "entity").replace("entitys", "entities")} · ${plural(chains.owner.size, "mention")}`)), text);
  });
  root.append(legend("matched", "partly", "missed", "spurious"), status, h("div", { class: "two-sides" }, ...panels), cards(golds, preds, met, system.parts, links));
  root.append(h("details", { class: "panel" }, h("summary", {}, "What earned what under this metric"), listing(alignment, system.parts)));
  links.start(status);
  return root;
}

interface Met {
  /** By gold mention its partner, and the other way round. */
  pred: Map<number, number>;
  gold: Map<number, number>;
}

/** The mentions that met, under whatever metric tells of them. */
function mentionsMet(system: SystemDetail, golds: Chains, preds: Chains): Met {
  const met: Met = { pred: new Map(), gold: new Map() };
  for (const one of system.metrics) {
    if (!one) continue;
    for (const [gold, pred] of flat(one).pairs) {
      if (!golds.ranges.has(gold) || !preds.ranges.has(pred)) continue;
      met.pred.set(gold, pred);
      met.gold.set(pred, gold);
    }
  }
  return met;
}

/** Numbers and colours: a predicted entity has those of the gold entity that it shares most with. */
function name(golds: Chains, preds: Chains, met: Met): void {
  golds.entities.forEach((entity, at) => {
    entity.label = String(at + 1);
    entity.colour = at % COLOURS;
    entity.partner = mostShared(entity, met.pred, preds.owner);
  });
  const used = new Map<string, number>();
  let extra = 0;
  preds.entities.forEach((entity) => {
    entity.partner = mostShared(entity, met.gold, golds.owner);
    const base = entity.partner >= 0 ? golds.entities[entity.partner].label : `+${++extra}`;
    const times = used.get(base) ?? 0;
    used.set(base, times + 1);
    // The second predicted entity that shares most with gold entity 3 is 3b.
    entity.label = times ? `${base}${String.fromCharCode(97 + Math.min(times, 25))}` : base;
    entity.colour = entity.partner >= 0 ? golds.entities[entity.partner].colour : COLOURS;
  });
}

function mostShared(entity: Entity, partners: Map<number, number>, owner: Map<number, number>): number {
  const counts = new Map<number, number>();
  for (const mention of entity.mentions) {
    const other = owner.get(partners.get(mention) ?? -1);
    if (other !== undefined) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  let [best, most] = [-1, 0];
  for (const [other, number] of counts) if (number > most) [best, most] = [other, number];
  return best;
}

function statusOf(mention: number, entity: Entity, side: number, met: Met, others: Chains): Status {
  const partner = (side === 0 ? met.pred : met.gold).get(mention);
  if (partner === undefined) return side === 0 ? "missed" : "spurious";
  return others.owner.get(partner) === entity.partner ? "matched" : "partly";
}

function stretches(chains: Chains, met: Met, side: number, others: Chains): Stretch[] {
  const found: Stretch[] = [];
  for (const entity of chains.entities) {
    for (const mention of entity.mentions) {
      const status = statusOf(mention, entity, side, met, others);
      for (const range of chains.ranges.get(mention) ?? []) {
        found.push({ range, label: entity.label, key: `${side ? "p" : "g"}:${entity.label}`, colour: entity.colour, status });
      }
    }
  }
  return found;
}

function cards(golds: Chains, preds: Chains, met: Met, tables: [Parts, Parts], links: Links): HTMLElement {
  type Card = { gold: Entity | null; pred: Entity | null };
  const all: Card[] = golds.entities.map((entity) => ({ gold: entity, pred: entity.partner >= 0 ? preds.entities[entity.partner] : null }));
  for (const entity of preds.entities) if (entity.partner < 0) all.push({ gold: null, pred: entity });
  return h("section", { "aria-label": "Entities" }, h("h3", {}, "Entities"), longList(all, (one) => cardOf(one.gold, one.pred, golds, met, tables, links), "entity-cards"));
}

function cardOf(gold: Entity | null, pred: Entity | null, golds: Chains, met: Met, tables: [Parts, Parts], links: Links): HTMLElement {
  const list = h("ul", { class: "listing" });
  const [found, missing, elsewhere, extra]: [number[], number[], number[], number[]] = [[], [], [], []];
  const claimed = new Set(pred?.mentions ?? []);
  for (const mention of gold?.mentions ?? []) {
    const partner = met.pred.get(mention);
    (partner === undefined ? missing : claimed.has(partner) ? found : elsewhere).push(mention);
  }
  for (const mention of pred?.mentions ?? []) {
    const partner = met.gold.get(mention);
    if (partner === undefined || !gold || golds.owner.get(partner) !== golds.entities.indexOf(gold)) extra.push(mention);
  }
  const add = (status: Status, side: number, mentions: number[], remark: string): void => {
    for (const mention of mentions) {
      list.append(h("li", { class: `entry ${status}` }, h("span", { class: "sign", "aria-label": status }, SIGN[status]), h("span", { class: "entry-text" }, words(tables[side].shown[mention], 120), remark ? h("span", { class: "remark" }, ` ${remark}`) : null)));
    }
  };
  add("matched", 0, found, "");
  add("partly", 0, elsewhere, "in another predicted entity");
  add("missed", 0, missing, "");
  for (const mention of extra) add("spurious", 1, [mention], met.gold.has(mention) ? "of another gold entity" : "");
  const entity = (gold ?? pred) as Entity;
  const chip = h("span", { class: `chip chain-${entity.colour}`, tabindex: 0 }, entity.label);
  links.add(`${gold ? "g" : "p"}:${entity.label}`, chip);
  const verdict = !gold ? "only in the prediction" : !pred ? "missed" : missing.length + elsewhere.length + extra.length ? "" : "complete";
  return h("li", { class: `entity-card ${!gold ? "spurious" : !pred ? "missed" : ""}` }, h("header", {}, chip, h("span", { class: "muted" }, `${found.length} found · ${missing.length + elsewhere.length} missing · ${extra.length} extra`), verdict ? h("span", { class: "flag" }, verdict) : null), list);
}
