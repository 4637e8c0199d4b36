// The data of the page: unpacked once (the overview) or when it is asked for (the items, fifty at a time).
import { unzlibSync, strFromU8 } from "fflate";

/** A pair: gold part, pred part, credit, note, what is inside by name. */
export type Pair = [number, number, number?, string?, [string, Encoded][]?];
/** Matched, missed, spurious. */
export type Encoded = [Pair[], number[], number[]];
/** Nodes as [variable, concept]; branches as [source, role, target, constant]. */
export type Drawn = [[string, string][], [number, string, number, string?][]];

export interface Numbers {
  values: (number | null)[];
  ci: Record<string, [number | null, number | null]>;
  matched: [number, number];
  totals: [number, number];
  proved: [number, number];
  undefined: Record<string, number>;
}

export interface Metric {
  key: string;
  summary: string;
  definition: string;
  reference: string;
  signature: string;
  fields: string[];
  headline: string;
  systems: (Numbers | null)[];
}

export interface System {
  name: string;
  items: number;
  skipped: number;
  zeroed: number;
  coverage: [string, number][];
  unproved: string;
  problems: [string, string][];
  more_problems: number;
}

export interface Confusions {
  confused: [string, string, string, number, number[]][];
  more: number;
  labels: [string, string, number, number, number][];
  more_labels: number;
  remarks: [string, number][];
}

export interface Verdict {
  p: number | null;
  adjusted: number | null;
  trials: number;
  exact: boolean;
}

export interface Difference {
  base: string;
  system: string;
  difference: number | null;
  ci: [number | null, number | null];
  wins: number;
  ties: number;
  losses: number;
  incomparable: number;
  better: string | null;
  tests: Record<string, Verdict>;
}

export interface Comparison {
  systems: string[];
  items: number;
  unit: string;
  units: number;
  level: number;
  tests: string[];
  adjust: string;
  comparisons: number;
  trials: number;
  resamples: number;
  metrics: Record<
    string,
    {
      number: string;
      systems: Record<string, Record<string, unknown> & { ci: Record<string, [number | null, number | null]> }>;
      differences: Difference[];
    }
  >;
  coverage: Record<string, { items: number; skipped: number; zeroed: number; left_out: number }>;
}

export interface Overview {
  tallystick: string;
  title: string;
  task: string;
  kind: "graph" | "umr" | "coref" | "records";
  part: string;
  average: string;
  level: number | null;
  systems: System[];
  metrics: Metric[];
  items: {
    ids: string[];
    texts: string[];
    where: ([number, number] | null)[];
    detailed: number;
    sizes: (number | null)[];
    /** By metric, system, field, item. */
    scores: ((number | null)[][] | null)[][];
    zeroed: number[][];
  };
  confusions: Confusions[][];
  comparison: Comparison | null;
}

export interface Sentence {
  number: number;
  text: string;
  graph: Drawn;
}

export interface Side {
  text?: string;
  tokens?: string[];
  breaks?: number[];
  graph?: Drawn;
  sentences?: Sentence[];
  pairs?: [number | null, number | null][];
  left_out?: number;
}

export interface Table {
  shown: string[];
  at: unknown[];
  fields?: [string, string | string[]][][];
}

export interface SystemDetail {
  pred: Side;
  parts: [Table, Table];
  metrics: (Encoded | null)[];
}

export interface Detail {
  gold: Side;
  systems: (SystemDetail | null)[];
}

function unpack(id: string): unknown {
  const text = document.getElementById(id)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return JSON.parse(strFromU8(unzlibSync(bytes)));
}

export const overview = unpack("overview") as Overview;

const opened = new Map<number, Detail[]>();
const MOST_OPEN = 8;

/** Everything about an item; null where the page was made without its details. */
export function detail(item: number): Detail | null {
  const where = overview.items.where[item];
  if (!where) return null;
  const [pack, place] = where;
  let found = opened.get(pack);
  if (!found) {
    found = unpack(`pack${pack}`) as Detail[];
    opened.set(pack, found);
    if (opened.size > MOST_OPEN) opened.delete(opened.keys().next().value as number);
  }
  return found[place] ?? null;
}

/** The headline number of an item. */
export function scoreOf(item: number, metric: number, system: number): number | null {
  return fieldOf(item, metric, system, overview.metrics[metric].headline);
}

export function fieldOf(item: number, metric: number, system: number, field: string): number | null {
  const place = overview.metrics[metric].fields.indexOf(field);
  return overview.items.scores[metric][system]?.[place]?.[item] ?? null;
}
