// Two graphs beside each other: drawn, and as text.
import { h, plural, shown } from "./dom";
import { drawing } from "./graph";
import { Links } from "./link";
import { listing } from "./listing";
import { MEANING, SIGN, flat, graphCodes, marksOf, type Marks, type Status } from "./marks";
import { penman } from "./penman";
import type { DrawnGraph, EncodedAlignment, PageSide, Parts, SystemDetail } from "./schema";

const SIDES = ["gold", "prediction"] as const;
const KEYS = ["g", "p"] as const;

/** What an element is called when it is pointed at. */
export function elementName(graph: DrawnGraph, code: string): string {
  const place = Number(code.slice(1));
  if (code[0] === "n") return `${graph[0][place][0]} / ${graph[0][place][1]}`;
  const [source, role, target, constant] = graph[1][place];
  return `${graph[0][source][0]} :${role} ${target < 0 ? constant : graph[0][target][0]}`;
}

/** Two drawings and two texts whose elements light up together. */
export function pairOfGraphs(graphs: [DrawnGraph, DrawnGraph], marks: [Marks, Marks], titles: [string, string]): HTMLElement {
  const root = h("div", { class: "pair" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const named = (key: string): string => elementName(graphs[key[0] === "g" ? 0 : 1], key.slice(2));
  const links = new Links(root, (key, partners) => {
    const side = key[0] === "g" ? 0 : 1;
    const own = marks[side].status.get(key.slice(2)) ?? "none";
    const met = partners.length ? ` ↔ ${partners.map(named).join(", ")}` : "";
    return shown(`${SIDES[side]}  ${named(key)}${met}  (${MEANING[own]})`);
  });
  for (const [code, partner] of marks[0].partner) if (code[0] !== "r" && partner[0] !== "r") links.join(`g:${code}`, `p:${partner}`);
  for (const [code, partner] of marks[1].partner) if (code[0] !== "r" && partner[0] !== "r") links.join(`p:${code}`, `g:${partner}`);
  const panels = graphs.map((graph, side) =>
    h(
      "section",
      { class: "panel side", "aria-label": SIDES[side] },
      h("h3", {}, titles[side]),
      drawing(graph, marks[side], `${KEYS[side]}:`, links, `${SIDES[side]} graph, ${plural(graph[0].length, "node")}`),
      h("details", { open: graph[0].length <= 60, class: "text-of-graph" }, h("summary", {}, "PENMAN"), penman(graph, marks[side], `${KEYS[side]}:`, links)),
    ),
  );
  root.append(status, h("div", { class: "two-sides" }, ...panels));
  links.start(status);
  return root;
}

/** What lines and shapes mean. */
export function legend(...statuses: Status[]): HTMLElement {
  const list = h("ul", { class: "legend", "aria-label": "What the marks mean" });
  for (const status of statuses) list.append(h("li", { class: status }, h("span", { class: "swatch", "aria-hidden": true }, SIGN[status]), status === "none" ? "not counted" : status === "partly" ? "in part" : status));
  return list;
}

export function graphView(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment): HTMLElement {
  const graphs: [DrawnGraph, DrawnGraph] = [gold.graph ?? [[], []], system.pred.graph ?? [[], []]];
  const marks = marksOf(graphs, flat(alignment), [graphCodes(system.parts[0]), graphCodes(system.parts[1])]);
  return h(
    "div",
    {},
    legend("matched", "partly", "missed", "spurious", "none"),
    pairOfGraphs(graphs, marks, ["gold", "prediction"]),
    others(marks, alignment, system.parts),
  );
}

/** Everything that is counted, as a list: also what is no element of the drawing. */
function others(marks: [Marks, Marks], alignment: EncodedAlignment, tables: [Parts, Parts]): HTMLElement {
  const undrawn = marks[0].other.length + marks[1].other.length;
  const note = undrawn ? ` (${plural(undrawn, "part")} not in the drawing)` : "";
  return h("details", { class: "panel", open: undrawn > 0 && undrawn < 40 }, h("summary", {}, `Everything that is counted${note}`), listing(alignment, tables));
}
