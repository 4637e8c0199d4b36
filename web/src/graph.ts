// Graphs drawn in layers, as SVG, with the status of every node, constant and branch.
import dagre from "@dagrejs/dagre";
import { columns, h, plural, s, shown } from "./dom";
import type { Folded } from "./folding";
import type { Links } from "./link";
import { MEANING, signOf, type Marks, type Status } from "./marks";
import type { DrawnGraph } from "./schema";
import { Viewport } from "./viewport";

const SIGN_WIDTH = 7.25;
const ROW = 17;
const PADDING = 9;
/** More than this takes too long to lay out unless requested. */
const MOST_NODES = 1500;
const LONGEST = 42;

interface Box {
  rows: { text: string; key: string; status: Status }[];
  width: number;
  height: number;
}

interface Place {
  text: string;
  x: number;
  y: number;
  element: Element;
}

/** A drawing in a window, and the places of its nodes. */
export interface Drawing {
  viewport: Viewport;
  /** Text and place of each node that is drawn, and its number in the graph. */
  nodes: (Place & { node: number })[];
  /** Nodes and edges that are not as they should be, from top to bottom. */
  errors: Place[];
}

/** A graph as a figure; `prefix` keeps the keys of its elements distinct. `ready` is called when it is drawn. */
export function drawing(
  graph: DrawnGraph, marks: Marks, prefix: string, links: Links, label: string, folded: Folded, ready: (drawn: Drawing) => void,
): HTMLElement {
  const figure = h("figure", { class: "drawing", "aria-label": label });
  const nodes = graph[0].length - folded.hidden.size;
  const draw = (): void => {
    const drawn = svgOf(graph, marks, prefix, links, label, folded);
    figure.replaceChildren(drawn.viewport.element);
    ready(drawn);
  };
  if (!graph[0].length) {
    figure.append(h("p", { class: "empty" }, "no graph"));
  } else if (nodes > MOST_NODES) {
    figure.append(
      h("p", { class: "empty" }, `${plural(nodes, "node")}: drawing them takes a while. `, h("button", { type: "button", click: draw }, "Draw them")),
    );
  } else {
    draw();
  }
  return figure;
}

const isError = (status: Status): boolean => status !== "matched" && status !== "none";

const text = (value: string): string => shown(value, LONGEST);

/** Text with the sign of its element. */
const signed = (marks: Marks, code: string, value: string): string => `${signOf(marks, code)} ${value}`.trimStart();

function boxesOf(graph: DrawnGraph, marks: Marks, folded: Folded): Box[] {
  const row = (key: string, value: string): Box["rows"][number] => {
    const status = marks.status.get(key) ?? "none";
    return { text: signed(marks, key, value), key, status };
  };
  const boxes: Box[] = graph[0].map(([name, concept], node) => ({
    rows: [row(`n${node}`, `${text(name)} / ${text(concept)}`)], width: 0, height: 0,
  }));
  graph[1].forEach(([source, role, target, constant], branch) => {
    if (target < 0) boxes[source].rows.push(row(`b${branch}`, `:${text(role)} ${text(constant ?? "")}`));
  });
  for (const [node, below] of folded.folded) boxes[node].rows.push({ text: `▸ ${plural(below, "matched node")}`, key: "", status: "matched" });
  for (const box of boxes) {
    box.width = Math.max(...box.rows.map((one) => columns(one.text))) * SIGN_WIDTH + 2 * PADDING;
    box.height = box.rows.length * ROW + 2 * PADDING - 4;
  }
  return boxes;
}

function svgOf(graph: DrawnGraph, marks: Marks, prefix: string, links: Links, label: string, folded: Folded): Drawing {
  const boxes = boxesOf(graph, marks, folded);
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({
    rankdir: "TB", nodesep: 16, edgesep: 12, ranksep: 26, marginx: 10, marginy: 10,
    ranker: graph[0].length > 120 ? "tight-tree" : "network-simplex",
  });
  boxes.forEach((box, node) => {
    if (!folded.hidden.has(node)) layout.setNode(String(node), { width: box.width, height: box.height });
  });
  graph[1].forEach(([source, role, target], branch) => {
    if (target < 0 || folded.hidden.has(source) || folded.hidden.has(target)) return;
    const width = (columns(signed(marks, `b${branch}`, `:${text(role)}`)) + 1) * SIGN_WIDTH;
    layout.setEdge({ v: String(source), w: String(target), name: String(branch) }, { width, height: ROW, labelpos: "c" });
  });
  dagre.layout(layout);
  const size = layout.graph();
  const width = Math.ceil(size.width ?? 0);
  const height = Math.ceil(size.height ?? 0);
  if (backwards(graph, layout)) mirror(layout, width);
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label, class: "graph" }) as SVGSVGElement;
  const errors: Place[] = [];
  const edges = s("g", {});
  const labels = s("g", {});
  for (const edge of layout.edges()) {
    const branch = Number(edge.name);
    const status = marks.status.get(`b${branch}`) ?? "none";
    const [source, role, target] = graph[1][branch];
    const described = `${graph[0][source][0]} :${role} ${graph[0][target][0]}, ${MEANING[status]}`;
    const found = layout.edge(edge) as { points: { x: number; y: number }[]; x: number; y: number; width: number };
    const group = s("g", { class: `edge ${status}`, tabindex: -1, role: "img", "aria-label": shown(described) });
    const path = curve(found.points);
    group.append(s("path", { d: path, class: "reach" }), s("path", { d: path, class: "line" }), arrow(found.points));
    edges.append(group);
    const name = signed(marks, `b${branch}`, `:${text(role)}`);
    const tag = s("g", { class: `edge-label ${status}` });
    const wide = columns(name) * SIGN_WIDTH + 6;
    tag.append(
      s("rect", { x: found.x - wide / 2, y: found.y - ROW / 2, width: wide, height: ROW, rx: 4 }),
      s("text", { x: found.x, y: found.y + 4, "text-anchor": "middle" }, name),
    );
    labels.append(tag);
    if (isError(status)) errors.push({ text: described, x: found.x, y: found.y, element: tag });
    links.add(`${prefix}b${branch}`, group);
    links.add(`${prefix}b${branch}`, tag);
  }
  const drawn = s("g", {});
  const nodes: Drawing["nodes"] = [];
  boxes.forEach((box, node) => {
    if (folded.hidden.has(node)) return;
    const place = layout.node(String(node)) as { x: number; y: number };
    const element = nodeOf(box, node, place, graph, marks, prefix, links);
    const known = { text: box.rows.map((row) => row.text).join(" ").toLowerCase(), x: place.x, y: place.y, element, node };
    nodes.push(known);
    if (box.rows.some((row) => isError(row.status))) errors.push(known);
    drawn.append(element);
  });
  svg.append(edges, labels, drawn);
  errors.sort((one, two) => one.y - two.y || one.x - two.x);
  return { viewport: new Viewport(svg, width, height, label, nodes[0] ?? { x: 0, y: 0 }), nodes, errors };
}

type Layout = InstanceType<typeof dagre.graphlib.Graph>;

/** Whether most children are in the wrong order: the layout ignores it, readers do not. */
function backwards(graph: DrawnGraph, layout: Layout): boolean {
  const last = new Map<number, number>();
  let balance = 0;
  for (const [source, , target] of graph[1]) {
    if (target < 0 || !layout.hasNode(String(target)) || !layout.hasNode(String(source))) continue;
    const x = (layout.node(String(target)) as Point).x;
    const before = last.get(source);
    if (before !== undefined) balance += Math.sign(x - before);
    last.set(source, x);
  }
  return balance < 0;
}

function mirror(layout: Layout, width: number): void {
  for (const name of layout.nodes()) {
    const node = layout.node(name) as Point;
    node.x = width - node.x;
  }
  for (const name of layout.edges()) {
    const edge = layout.edge(name) as Point & { points: Point[] };
    edge.x = width - edge.x;
    for (const point of edge.points) point.x = width - point.x;
  }
}

function nodeOf(
  box: Box, node: number, place: { x: number; y: number }, graph: DrawnGraph, marks: Marks, prefix: string, links: Links,
): SVGElement {
  const status = marks.status.get(`n${node}`) ?? "none";
  const [name, concept] = graph[0][node];
  const left = place.x - box.width / 2;
  const top = place.y - box.height / 2;
  const group = s("g", {
    class: `node ${status}`, tabindex: 0, role: "img", "aria-label": shown(`${name}, ${concept}: ${MEANING[status]}`),
  });
  if (node === 0) {
    // The root has a second line around it; where it is counted, with its own status.
    const root = marks.status.get("r0") ?? "none";
    group.append(s("rect", { class: `root ${root}`, x: left - 3.5, y: top - 3.5, width: box.width + 7, height: box.height + 7, rx: 10 }));
  }
  group.append(shape(status, left, top, box.width, box.height));
  box.rows.forEach((row, index) => {
    const line = s(
      "text",
      { x: left + PADDING, y: top + PADDING + 10 + index * ROW, class: `${index ? "constant" : "concept"} ${row.status}` },
      row.text,
    );
    if (index && row.key) links.add(`${prefix}${row.key}`, line);
    group.append(line);
  });
  links.add(`${prefix}n${node}`, group);
  return group;
}

/** Matched is round, missed has cut corners, spurious is square, partly matched is round with a broken line. */
function shape(status: Status, x: number, y: number, width: number, height: number): SVGElement {
  if (status === "missed") {
    const cut = 7;
    const points = [
      [x + cut, y], [x + width - cut, y], [x + width, y + cut], [x + width, y + height - cut],
      [x + width - cut, y + height], [x + cut, y + height], [x, y + height - cut], [x, y + cut],
    ];
    return s("polygon", { class: "shape", points: points.map((point) => point.join(",")).join(" ") });
  }
  return s("rect", { class: "shape", x, y, width, height, rx: status === "spurious" ? 0 : 8 });
}

type Point = { x: number; y: number };
const round = (value: number): number => Math.round(10 * value) / 10;

function curve(points: Point[]): string {
  const [first, ...rest] = points;
  let path = `M${round(first.x)},${round(first.y)}`;
  for (let i = 0; i < rest.length - 1; i++) {
    const middle = { x: (rest[i].x + rest[i + 1].x) / 2, y: (rest[i].y + rest[i + 1].y) / 2 };
    path += `Q${round(rest[i].x)},${round(rest[i].y)} ${round(middle.x)},${round(middle.y)}`;
  }
  const last = rest[rest.length - 1] ?? first;
  return `${path}L${round(last.x)},${round(last.y)}`;
}

function arrow(points: Point[]): SVGElement {
  const tip = points[points.length - 1];
  const before = points[points.length - 2] ?? tip;
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const corner = (turn: number): string =>
    `${round(tip.x - 8 * Math.cos(angle + turn))},${round(tip.y - 8 * Math.sin(angle + turn))}`;
  return s("polygon", { class: "tip", points: `${round(tip.x)},${round(tip.y)} ${corner(0.4)} ${corner(-0.4)}` });
}
