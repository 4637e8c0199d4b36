// Matched subgraphs folded away: in a large graph the errors are what one looks for.
import type { Marks } from "./marks";
import type { DrawnGraph } from "./schema";

/** The nodes to hide, and how many of them are folded into each visible node. */
export interface Folded {
  hidden: Set<number>;
  folded: Map<number, number>;
}

export const NOTHING_FOLDED: Folded = { hidden: new Set(), folded: new Map() };

/** Fold every largest subtree in which all is matched, unless something outside points into it. */
export function foldMatched(graph: DrawnGraph, marks: Marks): Folded {
  const nodes = graph[0].length;
  const children: number[][] = Array.from({ length: nodes }, () => []);
  const parent: number[] = new Array<number>(nodes).fill(-1);
  const incoming: number[][] = Array.from({ length: nodes }, () => []);
  const right = (key: string): boolean => ["matched", "none"].includes(marks.status.get(key) ?? "none");
  const clean: boolean[] = graph[0].map((_, node) => right(`n${node}`));
  graph[1].forEach(([source, , target], branch) => {
    if (!right(`b${branch}`)) {
      clean[source] = false;
      if (target >= 0) clean[target] = false;
    }
    if (target < 0) return;
    incoming[target].push(source);
    if (target !== 0 && parent[target] < 0 && target !== source) {
      parent[target] = source;
      children[source].push(target);
    }
  });
  const order = reachable(children);
  const below = new Map<number, Set<number>>();
  for (const node of order.reverse()) {
    const inside = new Set<number>();
    for (const child of children[node]) {
      const own = below.get(child);
      if (!own) clean[node] = false;
      else for (const one of [child, ...own]) inside.add(one);
    }
    if (clean[node]) below.set(node, inside);
  }
  const result: Folded = { hidden: new Set(), folded: new Map() };
  for (const node of order.reverse()) {
    const inside = below.get(node);
    if (!inside?.size || result.hidden.has(node)) continue;
    const closed = [...inside].every((one) => incoming[one].every((source) => source === node || inside.has(source)));
    if (!closed) continue;
    for (const one of inside) result.hidden.add(one);
    result.folded.set(node, inside.size);
  }
  return result;
}

/** The nodes below the root, parents first; those on a cycle without the root are left out, and so are never folded. */
function reachable(children: number[][]): number[] {
  const order = children.length ? [0] : [];
  for (let at = 0; at < order.length; at++) order.push(...children[order[at]]);
  return order;
}
