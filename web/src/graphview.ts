// Two graphs beside each other: drawn, and as text.
import { h, plural, shown } from "./dom";
import { NOTHING_FOLDED, foldMatched } from "./folding";
import { drawing, type Drawing } from "./graph";
import { Links } from "./link";
import { listing } from "./listing";
import { MEANING, SIGN, flat, graphCodes, marksOf, mergedMarks, type Marks, type Status } from "./marks";
import { penman } from "./penman";
import { columnsOf, titleOf, type Prediction } from "./predictions";
import type { DrawnGraph, PageSide } from "./schema";
import { zoomButtons, type Look, type Viewport } from "./viewport";

/** From so many nodes on, what matched is folded at first. */
const MANY = 60;

/** A graph with its marks; `key` keeps its elements apart from those of the other sides. */
export interface GraphSide {
  key: string;
  title: HTMLElement | string;
  name: string;
  graph: DrawnGraph;
  marks: Marks;
}

/** What an element is called when it is pointed at. */
export function elementName(graph: DrawnGraph, code: string): string {
  const index = Number(code.slice(1));
  if (code[0] === "n") return `${graph[0][index][0]} / ${graph[0][index][1]}`;
  const [source, role, target, constant] = graph[1][index];
  return `${graph[0][source][0]} :${role} ${target < 0 ? constant : graph[0][target][0]}`;
}

/** The gold and each prediction of it: `aligned` has the marks of both sides for each prediction. */
export function graphSides(gold: DrawnGraph, predictions: Prediction[], graphs: DrawnGraph[], aligned: [Marks, Marks][]): GraphSide[] {
  const goldMarks = aligned.length === 1 ? aligned[0][0] : mergedMarks(aligned.map(([own]) => own), predictions.map((one) => one.letter));
  const sides: GraphSide[] = [{ key: "g", title: "gold", name: "gold", graph: gold, marks: goldMarks }];
  predictions.forEach((one, index) => sides.push({ key: one.key, title: titleOf(one), name: one.name, graph: graphs[index], marks: aligned[index][1] }));
  return sides;
}

/** Partners light up together: an element of the gold, and those that it is aligned with. */
function joined(links: Links, predictions: GraphSide[], aligned: [Marks, Marks][]): void {
  const met = new Map<string, string[]>();
  aligned.forEach(([gold, pred], index) => {
    const { key } = predictions[index];
    for (const [code, partner] of gold.partner) {
      if (code[0] === "r" || partner[0] === "r") continue;
      links.join(`g:${code}`, `${key}:${partner}`);
      met.set(code, [...(met.get(code) ?? []), `${key}:${partner}`]);
    }
    for (const [code, partner] of pred.partner) if (code[0] !== "r" && partner[0] !== "r") links.join(`${key}:${code}`, `g:${partner}`);
  });
  // Elements of two systems that have met the same element of the gold.
  for (const [first, second] of met.values()) if (second) links.join(first, second);
}

/** Drawings and texts side by side whose elements light up together. */
export function graphsTogether(sides: GraphSide[], aligned: [Marks, Marks][]): HTMLElement {
  const root = h("div", { class: "pair" });
  const status = h("p", { class: "pointed", role: "status", "aria-live": "polite" });
  const sideOf = (key: string): GraphSide => sides.find((side) => side.key === key[0]) as GraphSide;
  const named = (key: string): string => elementName(sideOf(key).graph, key.slice(2));
  const links = new Links(root, (key, partners) => {
    const { name, marks } = sideOf(key);
    const own = marks.status.get(key.slice(2)) ?? "none";
    const met = partners.length ? ` ↔ ${partners.map(named).join(", ")}` : "";
    return shown(`${name}  ${named(key)}${met}  (${marks.signs.get(key.slice(2)) ?? MEANING[own]})`);
  });
  joined(links, sides.slice(1), aligned);
  const drawings: (Drawing | null)[] = sides.map(() => null);
  const windows = (): Viewport[] => drawings.flatMap((one) => (one ? [one.viewport] : []));
  const largest = Math.max(...sides.map(({ graph }) => graph[0].length));
  const together = h("input", { type: "checkbox", checked: true });
  const folding = h("input", { type: "checkbox", checked: largest > MANY });
  const figures = sides.map(() => h("div", {}));
  const draw = (): void =>
    sides.forEach(({ graph, marks, key, name }, index) => {
      const folded = folding.checked ? foldMatched(graph, marks) : NOTHING_FOLDED;
      const label = `${name} graph, ${plural(graph[0].length, "node")}`;
      figures[index].replaceChildren(
        drawing(graph, marks, `${key}:`, links, label, folded, (drawn) => {
          drawings[index] = drawn;
          drawn.viewport.onLook = (look) => {
            if (!together.checked) return;
            drawings.forEach((other, at) => {
              if (other && at !== index) other.viewport.follow(look, correspondingPlace(look, drawn, other, (node) => partnerOf(aligned, index, at, node)), drawn.viewport);
            });
          };
        }),
      );
    });
  folding.addEventListener("change", draw);
  const panels = sides.map(({ graph, marks, key, name, title }, index) =>
    h(
      "section",
      { class: "panel side", "aria-label": name },
      h("h3", {}, title),
      figures[index],
      h("details", { open: graph[0].length <= 60, class: "text-of-graph" }, h("summary", {}, "PENMAN"), penman(graph, marks, `${key}:`, links)),
    ),
  );
  const tools = h(
    "div",
    { class: "graph-tools", role: "toolbar", "aria-label": "drawings" },
    ...zoomButtons(windows),
    h("label", {}, together, " move together"),
    h("label", {}, folding, " collapse matched parts"),
    nextError(drawings),
    nodeSearch(drawings),
  );
  root.append(status, tools, columnsOf(panels));
  draw();
  links.start(status);
  return root;
}

/** The node of one side that a node of another side is aligned with: side 0 is the gold; −1 for none. */
function partnerOf(aligned: [Marks, Marks][], from: number, to: number, node: number): number {
  const across = (marks: Marks | undefined, code: string | undefined): string | undefined => (code === undefined ? undefined : marks?.partner.get(code));
  const gold = from === 0 ? `n${node}` : across(aligned[from - 1]?.[1], `n${node}`);
  const code = to === 0 ? gold : across(aligned[to - 1]?.[0], gold);
  return code?.[0] === "n" ? Number(code.slice(1)) : -1;
}

/** The place in another drawing that corresponds to what is looked at: as far from the partner of the nearest node as from the node. */
function correspondingPlace(look: Look, from: Drawing, to: Drawing, partner: (node: number) => number): { x: number; y: number } | null {
  const places = new Map(to.nodes.map((place) => [place.node, place]));
  let [best, least]: [{ x: number; y: number } | null, number] = [null, Infinity];
  for (const { node, x, y } of from.nodes) {
    const far = Math.hypot(x - look.x, y - look.y);
    const place = far < least ? places.get(partner(node)) : undefined;
    if (place) [best, least] = [{ x: place.x + look.x - x, y: place.y + look.y - y }, far];
  }
  return best;
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
  const list = h("ul", { class: "legend", "aria-label": "Legend" });
  for (const status of statuses) list.append(h("li", { class: status }, h("span", { class: "swatch", "aria-hidden": true }, SIGN[status]), status === "none" ? "not counted" : status === "partly" ? "partly matched" : status));
  return list;
}

export function graphView(gold: PageSide, predictions: Prediction[]): HTMLElement {
  const graph = gold.graph ?? [[], []];
  const graphs = predictions.map(({ system }): DrawnGraph => system.pred.graph ?? [[], []]);
  const aligned = predictions.map(({ system, alignment }, index) =>
    marksOf([graph, graphs[index]], flat(alignment), [graphCodes(system.parts[0]), graphCodes(system.parts[1])]),
  );
  return h(
    "div",
    {},
    legend("matched", "partly", "missed", "spurious", "none"),
    graphsTogether(graphSides(graph, predictions, graphs, aligned), aligned),
    ...predictions.map((one, index) => others(aligned[index], one)),
  );
}

/** All counted parts as a list, including parts that are not drawn. */
function others(marks: [Marks, Marks], prediction: Prediction): HTMLElement {
  const undrawn = marks[0].other.length + marks[1].other.length;
  const note = undrawn ? ` (${plural(undrawn, "part")} not in the drawing)` : "";
  const owner = prediction.letter ? `${prediction.letter}: ` : "";
  return h("details", { class: "panel", open: undrawn > 0 && undrawn < 40 }, h("summary", {}, `${owner}All counted parts${note}`), listing(prediction.alignment, prediction.system.parts));
}
