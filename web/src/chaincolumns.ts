// Mentions, entities and their alignments, made from columns of numbers.
import type { Chains, AlignedChains, ComparedChains, EncodedAlignment, EncodedPair, PartLocation, Parts, SystemDetail } from "./schema";

/** The chains of one side, with absolute numbers. */
interface Side {
  part: number;
  mentions: number;
  /** The mentions of each entity, by index. */
  entities: number[][];
}

/** Write the parts and the alignments of a system that are in columns as all others are. */
export function completeChains(system: SystemDetail): void {
  const [golds, preds] = system.parts.map((table) => sidesOf(table.chains ?? [], table.shown.length));
  const lists = system.parts[1].chains ?? [];
  for (const table of system.parts) insert(table, table === system.parts[0] ? golds : preds);
  const known = new Map<ComparedChains, Comparison>();
  system.columns?.forEach((column, index) => {
    if (!column || !("chains" in column)) return;
    const { chains } = column;
    const compared = (lists[chains].compared as ComparedChains[])[column.compared];
    let comparison = known.get(compared);
    if (!comparison) known.set(compared, (comparison = new Comparison(compared, golds[chains], preds[chains])));
    system.alignments[index] = comparison.alignment(column);
    (system.columns as unknown[])[index] = null;
  });
}

/** Numbers that are counted from those before. */
function sums(steps: number[], start = 0): number[] {
  let sum = start;
  return steps.map((step) => (sum += step));
}

/** Lists of chains, one after another, from the part with this number on. */
function sidesOf(lists: Chains[], part: number): Side[] {
  return lists.map((chains) => {
    const side = sideOf(chains, part);
    part += side.mentions + side.entities.length;
    return side;
  });
}

function sideOf({ starts, entities }: Chains, part: number): Side {
  let before = 0;
  const all = entities.map((own) => {
    const mentions = sums(own, before);
    before = mentions[0] ?? before;
    return mentions;
  });
  return { part, mentions: starts.length, entities: all };
}

/** Add the mentions and entities of all columns. */
function insert(table: Parts, sides: Side[]): void {
  table.chains?.forEach((chains, list) => {
    const side = sides[list];
    const starts = sums(chains.starts);
    const mentions = starts.map((start, mention): PartLocation => ["mention", [start, start + chains.more_words[mention]]]);
    const texts = mentions.map(() => "");
    for (const [mention, text, place] of chains.unusual ?? []) [texts[mention], mentions[mention]] = [text, place];
    const entities = side.entities.map((members): PartLocation => ["entity", ...members.map((mention) => side.part + mention)]);
    const entityTexts = entities.map(() => "");
    for (const [entity, text, elements] of chains.sets ?? []) {
      entityTexts[entity] = text;
      entities[entity] = ["set", side.entities[entity].map((mention) => side.part + mention), elements.map((mention) => side.part + mention)];
    }
    table.shown.push(...texts, ...entityTexts);
    table.at.push(...mentions, ...entities);
  });
  delete table.chains;
}

/** The mentions and entities of two sides as some metrics match them. */
class Comparison {
  /** By gold mention its partner, and the other way round. */
  readonly pred = new Map<number, number>();
  readonly gold = new Map<number, number>();
  readonly pairs: [number, number][];
  readonly entities: [number[], number[]];
  /** By mention, its entity. */
  readonly owners: [Map<number, number>, Map<number, number>];
  readonly differing: Set<number>;
  private readonly inside = new Map<number, [string, EncodedAlignment]>();

  constructor(
    compared: ComparedChains,
    readonly golds: Side,
    readonly preds: Side,
  ) {
    let before = -1;
    compared.partners.forEach((step, mention) => {
      if (!step) return;
      before += step;
      this.pred.set(mention, before);
      this.gold.set(before, mention);
    });
    const all = (side: Side): number[] => side.entities.map((_, entity) => entity);
    this.entities = [compared.gold_entities ?? all(golds), compared.pred_entities ?? all(preds)];
    const preceding = sums(compared.preds);
    this.pairs = sums(compared.golds).map((gold, pair) => [this.entities[0][gold], this.entities[1][preceding[pair]]]);
    this.owners = [ownersOf(golds, this.entities[0]), ownersOf(preds, this.entities[1])];
    this.differing = new Set(compared.differing_sets);
  }

  alignment({ credits }: AlignedChains): EncodedAlignment {
    if (!credits) return this.mentions([...this.owners[0].keys()], [...this.owners[1].keys()]);
    const matched: EncodedPair[] = [];
    const [golds, preds] = [new Set<number>(), new Set<number>()];
    credits.forEach((credit, index) => {
      if (!credit) return;
      const [gold, pred] = this.pairs[index];
      const [note, inner] = this.inner(index);
      matched.push([this.golds.part + this.golds.mentions + gold, this.preds.part + this.preds.mentions + pred, credit, note, [["", inner]]]);
      golds.add(gold);
      preds.add(pred);
    });
    const others = (side: Side, entities: number[], met: Set<number>): number[] =>
      entities.filter((entity) => !met.has(entity)).map((entity) => side.part + side.mentions + entity);
    return [matched, others(this.golds, this.entities[0], golds), others(this.preds, this.entities[1], preds)];
  }

  /** The note of a pair of entities, and what matched inside; every metric has the same. */
  private inner(index: number): [string, EncodedAlignment] {
    let known = this.inside.get(index);
    if (!known) {
      const [gold, pred] = this.pairs[index];
      const [golds, preds] = [this.golds.entities[gold], this.preds.entities[pred]];
      this.inside.set(index, (known = [this.note(golds, preds, this.differing.has(index)), this.mentions(golds, preds)]));
    }
    return known;
  }

  /** The mentions of two entities, or of all: found, missed, spurious. */
  private mentions(golds: number[], preds: number[]): EncodedAlignment {
    const claimed = new Set(preds);
    const own = new Set(golds);
    const matched: EncodedPair[] = [];
    const missed: number[] = [];
    for (const mention of [...golds].sort(ascending)) {
      const partner = this.pred.get(mention);
      if (partner !== undefined && claimed.has(partner)) matched.push([this.golds.part + mention, this.preds.part + partner]);
      else missed.push(this.golds.part + mention);
    }
    const spurious = [...preds].sort(ascending).filter((mention) => !own.has(this.gold.get(mention) ?? -1));
    return [matched, missed, spurious.map((mention) => this.preds.part + mention)];
  }

  /** What is wrong with a pair of entities, as explanations say it. */
  private note(golds: number[], preds: number[], setsDiffer: boolean): string {
    const missing = golds.filter((mention) => !this.pred.has(mention)).length;
    const extra = preds.filter((mention) => !this.gold.has(mention)).length;
    const parts = different(golds, this.pred, this.owners[1]);
    const sources = different(preds, this.gold, this.owners[0]);
    return [
      missing ? `${missing} missing` : "",
      extra ? `${extra} spurious` : "",
      parts > 1 ? `split into ${parts}` : "",
      sources > 1 ? `merged from ${sources}` : "",
      setsDiffer ? "another set" : "",
    ].filter(Boolean).join(", ");
  }
}

const ascending = (one: number, two: number): number => one - two;

function ownersOf(side: Side, entities: number[]): Map<number, number> {
  const owners = new Map<number, number>();
  for (const entity of entities) for (const mention of side.entities[entity]) owners.set(mention, entity);
  return owners;
}

/** How many entities the partners of some mentions belong to. */
function different(mentions: number[], partners: Map<number, number>, owners: Map<number, number>): number {
  return new Set(mentions.flatMap((mention) => owners.get(partners.get(mention) ?? -1) ?? [])).size;
}
