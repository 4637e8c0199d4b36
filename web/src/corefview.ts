// A text with its chains on both sides, and a card for every entity: found, missing, extra.
import { h, plural, words } from "./dom";
import { legend } from "./graphview";
import { Links } from "./link";
import { longList, listing } from "./listing";
import { SIGN, differingSign, flat, worst, type Status } from "./marks";
import { columnsOf, titleOf, type Prediction } from "./predictions";
import { running, type Stretch } from "./running";
import type { PageSide, Parts, SystemDetail, WordRange } from "./schema";

const COLOURS = 8;
/** So many mentions of a complete entity are listed at once. */
const FEW = 6;
/** So many errors of an entity are listed at once, so that cards beside each other are of similar height. */
const MOST_ERRORS = 10;

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
  const all = (entity: Entity): string => entity.mentions.map((mention) => JSON.stringify(found.ranges.get(mention))).sort().join();
  // The numbers of entities must not depend on the system that they were compared with.
  found.entities.sort((one, two) => first(one) - first(two) || (all(one) < all(two) ? -1 : 1));
  found.entities.forEach((entity, at) => entity.mentions.forEach((mention) => found.owner.set(mention, at)));
  return found;
}

/** A prediction and the gold as it was compared with it. */
interface Matching {
  prediction: Prediction;
  golds: Chains;
  preds: Chains;
  met: Met;
}

function matchingOf(prediction: Prediction): Matching {
  const [golds, preds] = [chainsOf(prediction.system.parts[0]), chainsOf(prediction.system.parts[1])];
  const met = mentionsMet(prediction.system, golds, preds);
  name(golds, preds, met);
  return { prediction, golds, preds, met };
}

export function corefView(gold: PageSide, predictions: Prediction[]): HTMLElement {
  const matchings = predictions.map(matchingOf);
  const root = h("div", { class: "coref" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const names = new Map(predictions.map((one) => [one.key as string, one.letter ? one.name : "predicted"]));
  const links = new Links(root, (key, partners) => [key, ...partners].map((one) => `${names.get(one[0]) ?? "gold"} entity ${one.slice(2)}`).join(" ↔ "));
  for (const { prediction, golds, preds } of matchings) {
    const { key } = prediction;
    for (const entity of golds.entities) if (entity.partner >= 0) links.join(`g:${entity.label}`, `${key}:${preds.entities[entity.partner].label}`);
    for (const entity of preds.entities) if (entity.partner >= 0) links.join(`${key}:${entity.label}`, `g:${golds.entities[entity.partner].label}`);
  }
  const reveal: ((word: number) => void)[] = [gold, ...predictions].map(() => () => {});
  const panel = (title: HTMLElement | string, spoken: string, side: PageSide, chains: Chains, marked: Stretch[], index: number): HTMLElement => {
    const text = side.tokens
      ? running(side.tokens, marked, links, side.breaks, (show) => (reveal[index] = show))
      : h("p", { class: "empty" }, "The file does not contain the words of this document: mentions are shown as word positions.");
    const tally = h("span", { class: "tally" }, `${plural(chains.entities.length, "entity").replace("entitys", "entities")} · ${plural(chains.owner.size, "mention")}`);
    return h("section", { class: "panel side", "aria-label": spoken }, h("h3", {}, title, " ", tally), text);
  };
  const panels = [
    panel("gold", "gold", gold, matchings[0].golds, goldStretches(matchings), 0),
    ...matchings.map(({ prediction, golds, preds, met }, index) => panel(titleOf(prediction), prediction.name, prediction.system.pred, preds, predictedStretches(preds, golds, met, prediction.key), index + 1)),
  ];
  scrollTogether(panels.map((one) => one.querySelector<HTMLElement>(".running")));
  root.append(legend("matched", "partly", "missed", "spurious"), status, columnsOf(panels));
  const entities = matchings.map((one, index) => cards(one, links, { chains: [one.golds, one.preds], reveal: [0, index + 1].map((side) => (word: number) => reveal[side](word)) }));
  root.append(entities.length > 1 ? h("div", { class: "two-sides" }, ...entities) : entities[0]);
  for (const { letter, alignment, system } of predictions) {
    root.append(h("details", { class: "panel" }, h("summary", {}, `${letter ? `${letter}: ` : ""}What earned what under this metric`), listing(alignment, system.parts)));
  }
  links.start(status);
  return root;
}

interface Met {
  /** By gold mention its partner, and the other way round. */
  pred: Map<number, number>;
  gold: Map<number, number>;
}

/** The mentions that met, under whatever metric lists them. */
function mentionsMet(system: SystemDetail, golds: Chains, preds: Chains): Met {
  const met: Met = { pred: new Map(), gold: new Map() };
  for (const one of system.alignments) {
    for (const [gold, pred] of flat(one).pairs) {
      if (!golds.ranges.has(gold) || !preds.ranges.has(pred)) continue;
      met.pred.set(gold, pred);
      met.gold.set(pred, gold);
    }
  }
  // Entities that share a single mention may earn nothing together: mentions of the same words have met all the same.
  const waiting = new Map<string, number>();
  for (const [pred, ranges] of preds.ranges) if (!met.gold.has(pred)) waiting.set(JSON.stringify(ranges), pred);
  for (const [gold, ranges] of golds.ranges) {
    const pred = met.pred.has(gold) ? undefined : waiting.get(JSON.stringify(ranges));
    if (pred === undefined) continue;
    met.pred.set(gold, pred);
    met.gold.set(pred, gold);
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

function predictedStretches(preds: Chains, golds: Chains, met: Met, key: string): Stretch[] {
  return preds.entities.flatMap((entity) =>
    entity.mentions.flatMap((mention) => {
      const status = statusOf(mention, entity, 1, met, golds);
      return (preds.ranges.get(mention) ?? []).map((range) => ({ range, label: entity.label, key: `${key}:${entity.label}`, colour: entity.colour, status }));
    }),
  );
}

/** The mentions of the gold with their worst status, and a sign where the systems differ. */
function goldStretches(matchings: Matching[]): Stretch[] {
  const mentions = new Map<string, { entity: Entity; ranges: WordRange[]; statuses: Status[] }>();
  matchings.forEach(({ golds, preds, met }, index) => {
    for (const entity of golds.entities) {
      for (const mention of entity.mentions) {
        const ranges = golds.ranges.get(mention) ?? [];
        const id = `${entity.label} ${JSON.stringify(ranges)}`;
        const known = mentions.get(id) ?? { entity, ranges, statuses: matchings.map((): Status => "none") };
        known.statuses[index] = statusOf(mention, entity, 0, met, preds);
        mentions.set(id, known);
      }
    }
  });
  const letters = matchings.map(({ prediction }) => prediction.letter);
  return [...mentions.values()].flatMap(({ entity, ranges, statuses }) =>
    ranges.map((range) => ({ range, label: entity.label, key: `g:${entity.label}`, colour: entity.colour, status: worst(statuses), sign: differingSign(statuses, letters) })),
  );
}

/** Texts that are read side by side. */
function scrollTogether(boxes: (HTMLElement | null)[]): void {
  const all = boxes.filter((box): box is HTMLElement => box !== null);
  let leader: HTMLElement | null = null;
  for (const box of all) {
    const lead = (): void => void (leader = box);
    for (const event of ["wheel", "pointerdown", "keydown", "touchstart"]) box.addEventListener(event, lead, { passive: true });
    box.addEventListener("scroll", () => {
      // Only the text that the reader moves leads: the others would lead back.
      if (leader !== box || box.scrollHeight <= box.clientHeight) return;
      const share = box.scrollTop / (box.scrollHeight - box.clientHeight);
      for (const other of all) if (other !== box) other.scrollTop = share * (other.scrollHeight - other.clientHeight);
    });
  }
}

interface Sides {
  chains: readonly [Chains, Chains];
  reveal: ((word: number) => void)[];
}

interface Card {
  gold: Entity | null;
  pred: Entity | null;
  members: Members;
  errors: number;
}

const FILTERS: [string, (card: Card) => boolean][] = [
  ["all", () => true],
  ["with errors", (card) => card.errors > 0],
  ["missed", (card) => !card.pred],
  ["only predicted", (card) => !card.gold],
  ["split or merged", (card) => card.members.elsewhere.length > 0 || card.members.foreign.length > 0],
  ["complete", (card) => card.errors === 0],
];

function cards({ prediction, golds, preds, met }: Matching, links: Links, sides: Sides): HTMLElement {
  const tables = prediction.system.parts;
  const card = (gold: Entity | null, pred: Entity | null): Card => {
    const members = membersOf(gold, pred, golds, met);
    return { gold, pred, members, errors: members.missing.length + members.elsewhere.length + members.extra.length + members.foreign.length };
  };
  const all = golds.entities.map((entity) => card(entity, entity.partner >= 0 ? preds.entities[entity.partner] : null));
  for (const entity of preds.entities) if (entity.partner < 0) all.push(card(null, entity));
  all.sort((one, two) => two.errors - one.errors);
  const choice = h("select", { "aria-label": "Entities shown" });
  for (const [name, wanted] of FILTERS) choice.append(h("option", { value: name }, `${name} (${all.filter(wanted).length})`));
  const place = h("div", {});
  const show = (): void => {
    const wanted = FILTERS.find(([name]) => name === choice.value)?.[1] ?? FILTERS[0][1];
    place.replaceChildren(longList(all.filter(wanted), (one) => cardOf(one, prediction.key, tables, links, sides), "entity-cards"));
  };
  choice.addEventListener("change", show);
  show();
  return h("section", { "aria-label": `Entities ${prediction.letter}`.trim() }, h("h3", { class: "with-choice" }, prediction.letter ? titleOf(prediction) : null, "Entities, most errors first ", choice), place);
}

interface Members {
  found: number[];
  missing: number[];
  /** Gold mentions that are in another predicted entity. */
  elsewhere: number[];
  extra: number[];
  /** Predicted mentions that are of another gold entity. */
  foreign: number[];
}

function membersOf(gold: Entity | null, pred: Entity | null, golds: Chains, met: Met): Members {
  const members: Members = { found: [], missing: [], elsewhere: [], extra: [], foreign: [] };
  const claimed = new Set(pred?.mentions ?? []);
  for (const mention of gold?.mentions ?? []) {
    const partner = met.pred.get(mention);
    (partner === undefined ? members.missing : claimed.has(partner) ? members.found : members.elsewhere).push(mention);
  }
  const own = gold ? golds.owner.get(gold.mentions[0]) : undefined;
  for (const mention of pred?.mentions ?? []) {
    const partner = met.gold.get(mention);
    if (partner === undefined) members.extra.push(mention);
    else if (own === undefined || golds.owner.get(partner) !== own) members.foreign.push(mention);
  }
  return members;
}

function cardOf({ gold, pred, members, errors }: Card, key: string, tables: [Parts, Parts], links: Links, sides: Sides): HTMLElement {
  const wrong: [Status, number, number, string][] = [
    ...members.missing.map((mention): [Status, number, number, string] => ["missed", 0, mention, ""]),
    ...members.elsewhere.map((mention): [Status, number, number, string] => ["partly", 0, mention, "in another predicted entity"]),
    ...members.extra.map((mention): [Status, number, number, string] => ["spurious", 1, mention, ""]),
    ...members.foreign.map((mention): [Status, number, number, string] => ["spurious", 1, mention, "of another gold entity"]),
  ];
  const line = ([status, side, mention, remark]: [Status, number, number, string]): HTMLElement => {
    const word = sides.chains[side].ranges.get(mention)?.[0]?.[0];
    const text = h("button", { type: "button", class: "quiet mention", title: "Show it in the text", click: () => word !== undefined && sides.reveal[side](word) }, words(tables[side].shown[mention], 120));
    return h("li", { class: `entry ${status}` }, h("span", { class: "sign", "aria-label": status }, SIGN[status]), h("span", { class: "entry-text" }, text, remark ? h("span", { class: "remark" }, ` ${remark}`) : null));
  };
  const found = members.found.map((mention): [Status, number, number, string] => ["matched", 0, mention, ""]);
  const entity = (gold ?? pred) as Entity;
  const chip = h("span", { class: `chip chain-${entity.colour}`, tabindex: 0 }, entity.label);
  links.add(`${gold ? "g" : key}:${entity.label}`, chip);
  const verdict = !gold ? "only in the prediction" : !pred ? "missed" : errors ? "" : "complete";
  const numbers = `${members.found.length} found · ${members.missing.length + members.elsewhere.length} missing · ${members.extra.length + members.foreign.length} extra`;
  return h(
    "li",
    { class: `entity-card ${!gold ? "spurious" : !pred ? "missed" : ""}` },
    h("header", {}, chip, h("span", { class: "muted" }, numbers), verdict ? h("span", { class: "flag" }, verdict) : null),
    wrong.length ? longList(wrong, line, "listing", MOST_ERRORS) : null,
    found.length ? h("details", { open: !errors && found.length <= FEW }, h("summary", {}, plural(found.length, "mention") + " found"), longList(found, line)) : null,
  );
}
