// Two graphs beside each other: drawn, and as text.
import { h, plural, shown } from "./dom";
import { NOTHING_FOLDED, foldMatched } from "./folding";
import { drawing, type Drawing } from "./graph";
import { Links } from "./link";
import { listing } from "./listing";
import { MEANING, SIGN, flat, graphCodes, marksOf, type Marks, type Status } from "./marks";
import { penman } from "./penman";
import type { DrawnGraph, EncodedAlignment, PageSide, Parts, SystemDetail } from "./schema";
import { zoomButtons, type Viewport } from "./viewport";

/** From so many nodes on, what matched is folded at first. */
const MANY = 60;
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
  const drawings: [Drawing | null, Drawing | null] = [null, null];
  const windows = (): Viewport[] => drawings.flatMap((one) => (one ? [one.viewport] : []));
  const largest = Math.max(graphs[0][0].length, graphs[1][0].length);
  const together = h("input", { type: "checkbox", checked: true });
  const folding = h("input", { type: "checkbox", checked: largest > MANY });
  const figures = graphs.map(() => h("div", {}));
  const draw = (): void =>
    graphs.forEach((graph, side) => {
      const folded = folding.checked ? foldMatched(graph, marks[side]) : NOTHING_FOLDED;
      const label = `${SIDES[side]} graph, ${plural(graph[0].length, "node")}`;
      figures[side].replaceChildren(
        drawing(graph, marks[side], `${KEYS[side]}:`, links, label, folded, (drawn) => {
          drawings[side] = drawn;
          drawn.viewport.onLook = (look) => {
            if (together.checked) drawings[1 - side]?.viewport.follow(look);
          };
        }),
      );
    });
  folding.addEventListener("change", draw);
  const panels = graphs.map((graph, side) =>
    h(
      "section",
      { class: "panel side", "aria-label": SIDES[side] },
      h("h3", {}, titles[side]),
      figures[side],
      h("details", { open: graph[0].length <= 60, class: "text-of-graph" }, h("summary", {}, "PENMAN"), penman(graph, marks[side], `${KEYS[side]}:`, links)),
    ),
  );
  const tools = h(
    "div",
    { class: "graph-tools", role: "toolbar", "aria-label": "drawings" },
    ...zoomButtons(windows),
    h("label", {}, together, " together"),
    h("label", {}, folding, " fold what matched"),
    nextError(drawings),
    nodeSearch(drawings),
  );
  root.append(status, tools, h("div", { class: "two-sides" }, ...panels));
  draw();
  links.start(status);
  return root;
}

/** A button that leads from error to error, on both sides. */
function nextError(drawings: readonly (Drawing | null)[]): HTMLElement {
  const result = h("span", { class: "muted", role: "status" });
  let at = -1;
  const next = (): void => {
    const all = drawings.flatMap((one) => (one ? one.errors.map((place) => ({ place, viewport: one.viewport })) : []));
    for (const { place } of all) place.element.classList.remove("found");
    if (!all.length) {
      result.textContent = "no errors in the drawings";
      return;
    }
    at = (at + 1) % all.length;
    const { place, viewport } = all[at];
    place.element.classList.add("found");
    viewport.show(place.x, place.y);
    result.textContent = `${at + 1} of ${all.length}`;
  };
  return h("span", { class: "node-search" }, h("button", { type: "button", click: next }, "Next error"), result);
}

/** A field that finds nodes by variable, concept or constant; Enter goes from one to the next. */
function nodeSearch(drawings: readonly (Drawing | null)[]): HTMLElement {
  const field = h("input", { type: "search", placeholder: "find a node", "aria-label": "Find a node" });
  const result = h("span", { class: "muted", role: "status" });
  let at = 0;
  const find = (next: boolean): void => {
    const wanted = field.value.trim().toLowerCase();
    const all = drawings.flatMap((one) => (one ? one.nodes.map((node) => ({ ...node, viewport: one.viewport })) : []));
    const found = wanted ? all.filter((node) => node.text.includes(wanted)) : [];
    for (const node of all) node.element.classList.toggle("found", found.includes(node));
    at = next && found.length ? (at + 1) % found.length : 0;
    result.textContent = wanted ? (found.length ? `${at + 1} of ${found.length}` : "no such node") : "";
    if (found.length) found[at].viewport.show(found[at].x, found[at].y);
  };
  field.addEventListener("input", () => find(false));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") find(true);
    event.stopPropagation();
  });
  return h("span", { class: "node-search" }, field, result);
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

/** Everything that is counted, as a list, including parts that are not drawn. */
function others(marks: [Marks, Marks], alignment: EncodedAlignment, tables: [Parts, Parts]): HTMLElement {
  const undrawn = marks[0].other.length + marks[1].other.length;
  const note = undrawn ? ` (${plural(undrawn, "part")} not in the drawing)` : "";
  return h("details", { class: "panel", open: undrawn > 0 && undrawn < 40 }, h("summary", {}, `Everything that is counted${note}`), listing(alignment, tables));
}
