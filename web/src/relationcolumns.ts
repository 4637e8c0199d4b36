// The parts of UMR documents and their alignments, made from columns of numbers.
import type { AlignedRelations, DrawnBranch, DrawnColumns, DrawnGraph, EncodedAlignment, EncodedPair, PageSide, Parts, RelationColumns, RelationRows, SystemDetail, UmrLocation } from "./schema";

const COMPONENTS = ["sentence", "modal", "temporal", "coref"];

/** The parts of one side, as they are without regard to what they are compared with. */
interface Side {
  part: number;
  /** The first part of each component; at the end, the number of parts. */
  starts: number[];
  locations: UmrLocation[];
}

/** Draw the sentences whose graphs are in columns. */
export function completeSentences(side: PageSide): void {
  for (const sentence of side.sentences ?? []) {
    if (sentence.columns) sentence.graph = graphOf(sentence.columns);
    delete sentence.columns;
  }
}

function graphOf(columns: DrawnColumns): DrawnGraph {
  const lines = (text: string | undefined): string[] => (text ? text.split("\n") : []);
  const concepts = columns.concepts.split("\n");
  const roles = columns.roles.split("\n");
  const constants = lines(columns.constants);
  let constant = 0;
  const branches = columns.sources.map((source, branch): DrawnBranch => {
    const target = columns.targets[branch];
    return target < 0 ? [source, roles[branch], target, constants[constant++]] : [source, roles[branch], target];
  });
  return [lines(columns.variables).map((variable, node) => [variable, concepts[node]]), branches];
}

/** Write the parts and the alignments of a system that are in columns as all others are. */
export function completeRelations(system: SystemDetail, gold: PageSide): void {
  const rows = system.parts.map((table) => table.relations ?? []);
  if (!rows[0].length) return;
  const sides = [rows[0].map((own) => sideOf(own, gold)), rows[1].map((own) => sideOf(own, system.pred))];
  const known = new Map<string, [EncodedPair[], number[], number[]]>();
  system.columns?.forEach((column, index) => {
    if (!column || Array.isArray(column) || !("components" in column)) return;
    system.alignments[index] = alignmentOf(column, rows[1], sides, known);
    (system.columns as unknown[])[index] = null;
  });
  system.parts.forEach((table, side) => insert(table, sides[side]));
}

function sideOf(rows: RelationRows, side: PageSide): Side {
  const sentences = side.sentences ?? [];
  const nodes = sentences.flatMap(({ graph }) => (graph as DrawnGraph)[0].map((node) => node.join("/")));
  const locations: UmrLocation[] = [];
  const others = new Map(rows.others);
  const add = (location: UmrLocation): void => void locations.push(location);
  const takeOthers = (): void => {
    for (let other = others.get(locations.length); other; other = others.get(locations.length)) add(other);
  };
  for (const [index, ...codes] of rows.graphs) {
    const { number, graph } = sentences[index];
    for (const code of codes) add(code < 0 ? (others.get(locations.length) as UmrLocation) : relationOf(number, graph as DrawnGraph, code));
  }
  takeOthers();
  rows.columns.forEach((columns, index) => {
    const end = (own: number): string => (own < 0 ? rows.words[-1 - own] : nodes[own]);
    const words = (source: number, role: number, target: number): string[] => [end(source), rows.words[role], end(target)];
    columns.sources.forEach((source, row) => {
      const sentence = columns.sentences[row];
      const origin = (columns.origins?.[row] ?? []).map((step) => annotated(columns, step, words));
      add([COMPONENTS[index + 1], sentence < 0 ? null : sentences[sentence].number, columns.clusters?.[row] ?? null, words(source, columns.roles[row], columns.targets[row]), origin, null]);
    });
    takeOthers();
  });
  let start = 0;
  return { part: rows.part, starts: [0, ...rows.sizes.map((size) => (start += size))], locations };
}

function annotated({ annotated: columns }: RelationColumns, index: number, words: (source: number, role: number, target: number) => string[]): string[] {
  const [sources, roles, targets] = columns as number[][];
  return words(sources[index], roles[index], targets[index]);
}

/** A relation of a sentence, as its branch is written, or in the other direction. */
function relationOf(sentence: number, [nodes, branches]: DrawnGraph, code: number): UmrLocation {
  const [source, role, target, constant] = branches[code >> 1];
  const start = nodes[source].join("/");
  const end = constant === undefined ? nodes[target].join("/") : plain(constant);
  const written = role.toLowerCase();
  const words = code & 1 ? [end, written.slice(0, -"-of".length), start] : [start, written, end];
  return ["sentence", sentence, null, words, [], `${code & 1 ? "t" : "b"}${code >> 1}`];
}

/** A constant without quotation marks and in lower case. */
function plain(constant: string): string {
  const quoted = constant.length > 1 && constant.startsWith('"') && constant.endsWith('"');
  return (quoted ? constant.slice(1, -1) : constant).toLowerCase();
}

/** Join the alignments of components. What an inferred link follows from is the note of a pair, if it matched. */
function alignmentOf(column: AlignedRelations, rows: RelationRows[], sides: Side[][], known: Map<string, [EncodedPair[], number[], number[]]>): EncodedAlignment {
  // Both sides have the same lists. One without parts on either side begins where the next one does, and has no alignment.
  const list = sides[1].findIndex(({ part, locations }, index) => part === column.pred && sides[0][index].part === column.gold && locations.length + sides[0][index].locations.length > 0);
  const alignment: [EncodedPair[], number[], number[]] = [[], [], []];
  if (list < 0) return alignment;
  const [gold, pred] = [sides[0][list], sides[1][list]];
  for (const component of column.components) {
    const key = `${list} ${component}`;
    let own = known.get(key);
    if (!own) known.set(key, (own = componentOf(component, rows[list], gold, pred)));
    own.forEach((parts, index) => (alignment[index] as unknown[]).push(...parts));
  }
  return alignment;
}

function componentOf(component: number, rows: RelationRows, gold: Side, pred: Side): [EncodedPair[], number[], number[]] {
  const compared = (rows.compared ?? [])[component];
  const credits = new Map<number, number>();
  sums(compared.credited ?? [], -1).forEach((pair, index) => credits.set(pair, (compared.credits ?? [])[index]));
  const [golds, preds] = [sums(compared.golds, gold.starts[component] - 1), sums(compared.preds, pred.starts[component] - 1)];
  const matched = golds.map((own, pair): EncodedPair => [gold.part + own, pred.part + preds[pair], credits.get(pair) ?? 1, noteOf(gold.locations[own], pred.locations[preds[pair]])]);
  return [matched, others(gold, component, golds), others(pred, component, preds)];
}

/** Numbers that are counted from those before. */
function sums(steps: number[], start: number): number[] {
  let sum = start;
  return steps.map((step) => (sum += step));
}

/** The parts of a component that are in no pair. */
function others({ part, starts }: Side, component: number, taken: number[]): number[] {
  const known = new Set(taken);
  const left: number[] = [];
  for (let own = starts[component]; own < starts[component + 1]; own++) if (!known.has(own)) left.push(part + own);
  return left;
}

/** On which side a matched link is inferred, and from what. */
function noteOf(gold: UmrLocation, pred: UmrLocation): string {
  const [golds, preds] = [chainOf(gold[4]), chainOf(pred[4])];
  gold[4] = pred[4] = [];
  if (golds && golds === preds) return `inferred from ${golds}`;
  return [golds && `inferred in gold from ${golds}`, preds && `inferred in pred from ${preds}`].filter(Boolean).join("; ");
}

const chainOf = (origin: string[][]): string => origin.map(triple).join(", ");
const triple = ([source, role, target]: string[]): string => `(${source} :${role} ${target})`;

/** Insert the parts of all columns where they are numbered. */
function insert(table: Parts, sides: Side[]): void {
  const [shown, at] = [table.shown, table.at];
  [table.shown, table.at] = [[], []];
  const take = (until: number): void => {
    const count = Math.min(until - table.shown.length, shown.length);
    table.shown.push(...shown.splice(0, count));
    table.at.push(...at.splice(0, count));
  };
  for (const { part, locations } of sides) {
    take(part);
    for (const location of locations) {
      table.shown.push(textOf(location));
      table.at.push(location);
    }
  }
  take(Infinity);
  delete table.relations;
}

/** A part in one line. */
function textOf([component, sentence, cluster, words, origin]: UmrLocation): string {
  const places = [sentence === null ? "" : `snt${sentence}`, cluster === null ? "" : `cluster ${cluster}`].filter(Boolean).join(", ");
  const text = words.length === 3 ? triple(words) : words[0];
  return `${component} ${places}${places ? ": " : ""}${text}${origin.length ? `  inferred from ${chainOf(origin)}` : ""}`;
}
