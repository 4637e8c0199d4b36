// What an alignment says about each part: matched, matched though not the same, missed, spurious.
import type { DrawnGraph, EncodedAlignment, Parts } from "./schema";

export type Status = "matched" | "partly" | "missed" | "spurious" | "none";
export const SIGN: Record<Status, string> = { matched: "=", partly: "≈", missed: "−", spurious: "+", none: "" };
export const MEANING: Record<Status, string> = {
  matched: "matched",
  partly: "partly matched",
  missed: "missed: in the gold only",
  spurious: "spurious: in the prediction only",
  none: "not counted by this metric",
};

/** One side of a drawing: the status of each element (n0 a node, b0 a branch, r0 the root) and its partner. */
export interface Marks {
  status: Map<string, Status>;
  partner: Map<string, string>;
  /** The signs of elements on which two systems differ: "−B" where only B missed it. */
  signs: Map<string, string>;
  /** Numbers of parts that are not drawn. */
  other: { part: number; status: Status }[];
}

interface Flat {
  pairs: [number, number, number][];
  missed: number[];
  spurious: number[];
}

/** All pairs and single parts of an alignment, those inside others too. */
export function flat(alignment: EncodedAlignment): Flat {
  const found: Flat = { pairs: [], missed: [], spurious: [] };
  const waiting: EncodedAlignment[] = [alignment];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const [gold, pred, credit, , inner] of one[0]) {
      found.pairs.push([gold, pred, credit ?? 1]);
      for (const [, deeper] of inner ?? []) waiting.push(deeper);
    }
    found.missed.push(...one[1]);
    found.spurious.push(...one[2]);
  }
  return found;
}

const element = (code: string): string => (code[0] === "t" ? `b${code.slice(1)}` : code);

/** The two ends of a branch, in the order in which the metric reads it. */
function ends(graph: DrawnGraph, code: string): [number, number] | null {
  if (code[0] !== "b" && code[0] !== "t") return null;
  const [source, , target] = graph[1][Number(code.slice(1))];
  if (target < 0) return null;
  return code[0] === "t" ? [target, source] : [source, target];
}

/** What an alignment says about two drawings. `codes` gives the element of a part, if it is one. */
export function marksOf(
  graphs: [DrawnGraph, DrawnGraph],
  flatAlignment: Flat,
  codes: [(part: number) => string | null, (part: number) => string | null],
): [Marks, Marks] {
  const sides: [Marks, Marks] = [emptyMarks(), emptyMarks()];
  const [gold, pred] = sides;
  const meet = (one: string, two: string): void => {
    if (!gold.partner.has(one)) gold.partner.set(one, two);
    if (!pred.partner.has(two)) pred.partner.set(two, one);
  };
  for (const [g, p, credit] of flatAlignment.pairs) {
    const one = codes[0](g);
    const two = codes[1](p);
    const status: Status = credit === 1 ? "matched" : "partly";
    if (one) set(gold, element(one), status);
    else gold.other.push({ part: g, status });
    if (two) set(pred, element(two), status);
    else pred.other.push({ part: p, status });
    if (!one || !two) continue;
    meet(element(one), element(two));
    const left = ends(graphs[0], one);
    const right = ends(graphs[1], two);
    if (left && right) for (const end of [0, 1]) meet(`n${left[end]}`, `n${right[end]}`);
    // A constant belongs to its node: where the constants met, so did the nodes.
    if (!left && !right && one[0] === "b" && two[0] === "b") {
      meet(`n${graphs[0][1][Number(one.slice(1))][0]}`, `n${graphs[1][1][Number(two.slice(1))][0]}`);
    }
  }
  for (const [side, parts, status] of [[0, flatAlignment.missed, "missed"], [1, flatAlignment.spurious, "spurious"]] as const) {
    for (const part of parts) {
      const code = codes[side](part);
      if (!code) sides[side].other.push({ part, status });
      // A node whose concept is wrong, but which has a partner, is partly matched.
      else if (code[0] === "n" && sides[side].partner.has(code)) set(sides[side], code, "partly");
      else set(sides[side], element(code), status);
    }
  }
  // A metric may count no concepts: nodes that met with different ones are worth a mark all the same.
  graphs[0][0].forEach(([, concept], node) => {
    const partner = gold.partner.get(`n${node}`);
    if (!partner || gold.status.has(`n${node}`) || pred.status.has(partner)) return;
    if (concept.toLowerCase() === graphs[1][0][Number(partner.slice(1))][1].toLowerCase()) return;
    gold.status.set(`n${node}`, "partly");
    pred.status.set(partner, "partly");
  });
  return sides;
}

export function emptyMarks(): Marks {
  return { status: new Map(), partner: new Map(), signs: new Map(), other: [] };
}

/** The sign of an element; what matched, or is not counted, has none. */
export function signOf(marks: Marks, code: string): string {
  const status = marks.status.get(code) ?? "none";
  return marks.signs.get(code) ?? (status === "matched" ? "" : SIGN[status]);
}

const GRAVITY: Status[] = ["none", "matched", "partly", "spurious", "missed"];

/** The worst of several statuses. */
export function worst(statuses: Status[]): Status {
  return GRAVITY[Math.max(...statuses.map((status) => GRAVITY.indexOf(status)))];
}

/** A sign for what systems differ in: "−B" where only B missed it, "" where they agree. */
export function differingSign(statuses: Status[], letters: string[]): string {
  if (statuses.every((status) => status === statuses[0])) return "";
  return statuses.flatMap((status, at) => (status === "matched" || status === "none" ? [] : [`${SIGN[status]}${letters[at]}`])).join(" ");
}

/** The gold under several systems at once: an element has the worst status, and a sign that says whose it is. */
export function mergedMarks(sides: Marks[], letters: string[]): Marks {
  const merged = emptyMarks();
  for (const code of new Set(sides.flatMap((marks) => [...marks.status.keys()]))) {
    const statuses = sides.map((marks): Status => marks.status.get(code) ?? "none");
    merged.status.set(code, worst(statuses));
    const sign = differingSign(statuses, letters);
    if (sign) merged.signs.set(code, sign);
  }
  return merged;
}

function set(marks: Marks, code: string, status: Status): void {
  // Under a metric that counts a part more than once, the worse is shown.
  const known = marks.status.get(code);
  if (!known || known === "matched") marks.status.set(code, status);
}

/** The element of a part of a graph. */
export function graphCodes(table: Parts): (part: number) => string | null {
  return (part) => (typeof table.at[part] === "string" ? (table.at[part] as string) : null);
}

/** A part of the gold by its text and its location: its number is another one under each system. */
export function goldKey(table: Parts, part: number): string {
  return `${table.shown[part]}\n${JSON.stringify(table.at[part])}`;
}
