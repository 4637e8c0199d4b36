// A graph as PENMAN text. Every node, constant and branch is an element that can be highlighted.
import { h, shown } from "./dom";
import type { Links } from "./link";
import { signOf, type Marks } from "./marks";
import type { DrawnGraph } from "./schema";

const INDENT = "    ";
const LONGEST = 120;

/** The text of a graph. It is written without recursion: graphs may be as deep as they like. */
export function penman(graph: DrawnGraph, marks: Marks, prefix: string, links: Links): HTMLElement {
  const [nodes, branches] = graph;
  if (!nodes.length) return h("pre", { class: "penman empty" }, "(no graph)");
  const out = h("pre", { class: "penman", dir: "ltr" });
  const outgoing: number[][] = nodes.map(() => []);
  branches.forEach(([source], branch) => outgoing[source].push(branch));
  const declared = new Set<number>();
  const piece = (key: string, text: string): HTMLElement => {
    const status = marks.status.get(key) ?? "none";
    const element = h("span", { class: `part ${status}`, dir: "auto", "data-sign": signOf(marks, key) || null }, shown(text, LONGEST));
    links.add(`${prefix}${key}`, element);
    return element;
  };
  const open = (node: number): void => {
    declared.add(node);
    out.append("(", piece(`n${node}`, `${nodes[node][0]} / ${nodes[node][1]}`));
  };
  const visit = (start: number): void => {
    open(start);
    const path = [{ node: start, next: 0 }];
    for (let top = path[path.length - 1]; top; top = path[path.length - 1]) {
      const branch = outgoing[top.node][top.next++];
      if (branch === undefined) {
        out.append(")");
        path.pop();
        continue;
      }
      const [, role, target, constant] = branches[branch];
      out.append(`\n${INDENT.repeat(Math.min(path.length, 40))}`);
      if (target < 0) {
        out.append(piece(`b${branch}`, `:${role} ${constant}`));
        continue;
      }
      out.append(piece(`b${branch}`, `:${role}`), " ");
      if (declared.has(target)) {
        out.append(shown(nodes[target][0], LONGEST));
      } else {
        open(target);
        path.push({ node: target, next: 0 });
      }
    }
  };
  visit(0);
  // Nodes that the root does not lead to: there are none in what was read, but nothing is to be lost.
  nodes.forEach((_, node) => {
    if (declared.has(node)) return;
    out.append("\n");
    visit(node);
  });
  return out;
}
