// Two dependency trees over one line of text: the gold above it, the prediction below.
import { h, s, shown } from "./dom";
import type { Links } from "./link";
import { flat, goldKey, type Status } from "./marks";
import type { Prediction } from "./predictions";
import type { DrawnWord, EncodedAlignment, MultiwordToken, PageSide, SystemDetail, WordRange } from "./schema";

const COLUMN = 9.5;
const MARGIN = 24;
const STEP = 22;
const LINE = 22;
/** The room of the forms of multiword tokens. */
const TOKENS = 14;
/** The width of a letter of a label. */
const LETTER = 6.2;
/** Sentences with more words are shown by their cards alone. */
const MOST_WORDS = 400;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

interface Edge {
  word: number;
  /** The index of the head; -1 for the root, -2 for a word that is not shown. */
  head: number;
  label: string;
  status: Status;
  /** The part that it is under the metric; -1 for none. */
  part: number;
  level: number;
}

interface Side {
  words: DrawnWord[];
  edges: Edge[];
  multiword: MultiwordToken[];
  /** The level of the highest edge. */
  top: number;
}

/** The edges that the metric compares, and those of the tree for words that it does not attach. */
function edgesOf(side: number, words: DrawnWord[], system: SystemDetail, alignment: EncodedAlignment): Edge[] {
  const table = system.parts[side];
  const statusOf = new Map<number, [Status, number]>();
  const attached = new Set<number>();
  const edges: Edge[] = [];
  const mark = (part: number, status: Status): void => {
    for (const [word] of (table.at[part] as WordRange[] | null) ?? []) {
      const head = table.heads?.[part] ?? null;
      if (head === null) statusOf.set(word, [status, part]);
      else {
        const relation = table.fields?.[part].find(([name]) => name === "relation")?.[1] ?? words[word][4];
        attached.add(word);
        edges.push({ word, head, label: String(relation), status, part, level: 0 });
      }
    }
  };
  const parts = flat(alignment);
  for (const [gold, pred, credit] of parts.pairs) mark(side ? pred : gold, credit >= 1 ? "matched" : "partly");
  for (const part of side ? parts.spurious : parts.missed) mark(part, side ? "spurious" : "missed");
  words.forEach(([, , , head, label], word) => {
    const [status, part] = statusOf.get(word) ?? ["none", -1];
    if (!attached.has(word)) edges.push({ word, head, label, status, part, level: 0 });
  });
  return edges;
}

const isArc = (edge: Edge): boolean => edge.head >= 0 && edge.head !== edge.word;
const left = (edge: Edge): number => Math.min(edge.word, edge.head);
const right = (edge: Edge): number => Math.max(edge.word, edge.head);

/** Lifts the edges, the short ones inside the long ones; roots clear what is above their words. Returns the top. */
function lift(edges: Edge[], words: number): number {
  const highest = new Array<number>(words + 1).fill(0);
  const arcs = edges.filter(isArc).sort((one, two) => right(one) - left(one) - (right(two) - left(two)));
  for (const arc of arcs) {
    // An arc only has to clear what lies between its ends.
    const between = highest.slice(left(arc), right(arc));
    arc.level = Math.max(...between) + 1;
    highest.fill(arc.level, left(arc), right(arc));
  }
  for (const edge of edges) if (!isArc(edge)) edge.level = Math.max(highest[edge.word], edge.word ? highest[edge.word - 1] : 0) + 0.8;
  return Math.max(0, ...edges.map((edge) => edge.level));
}

/** Where columns are drawn: further apart where a label between neighbours is longer than their words. */
function columns(sides: Side[]): (column: number) => number {
  const wider: [number, number][] = [];
  const x = (column: number): number => wider.reduce((sum, [from, more]) => (from <= column ? sum + more : sum), MARGIN + COLUMN * column);
  const labels = sides.flatMap(({ words, edges }) =>
    edges.filter((edge) => isArc(edge) && right(edge) - left(edge) === 1).map((edge) => ({ from: words[left(edge)], to: words[right(edge)], room: LETTER * shown(edge.label, 24).length + 10 })),
  );
  labels.sort((one, two) => one.from[2] - two.from[2]);
  for (const { from, to, room } of labels) {
    const lacking = room - (x(middle(to)) - x(middle(from)));
    if (lacking > 0) wider.push([from[2], lacking]);
  }
  return x;
}

const middle = (word: DrawnWord): number => (word[1] + word[2]) / 2;

export function treesView(gold: PageSide, { key, name, system, alignment }: Prediction, links: Links): HTMLElement {
  const texts = [gold, system.pred];
  if (texts.some(({ drawn }) => (drawn ?? []).length > MOST_WORDS)) return h("p", { class: "running panel", dir: "auto" }, shown((gold.tokens ?? []).join(" "), 4000));
  const sides = texts.map(({ drawn = [], multiword = [] }, side): Side => {
    const edges = edgesOf(side, drawn, system, alignment);
    return { words: drawn, edges, multiword, top: lift(edges, drawn.length) };
  });
  const placed = sides.map(({ words, multiword }) => JSON.stringify([words.map(([form, start]) => [form, start]), multiword]));
  const lines = placed[0] === placed[1] ? [sides[0]] : sides;
  const heights = sides.map(({ top }) => STEP * (top + 0.7));
  const rows = lines.map(({ multiword }) => LINE + (multiword.length ? TOKENS : 0));
  const textHeight = rows.reduce((sum, row) => sum + row, 4);
  const at = columns(sides);
  const width = at(Math.max(1, ...sides.flatMap(({ words }) => words.map((word) => word[2])))) + MARGIN;
  const height = heights[0] + heights[1] + textHeight + 4;
  const mirrored = RIGHT_TO_LEFT.test((gold.tokens ?? []).join(" "));
  const x = (column: number): number => (mirrored ? width - at(column) : at(column));
  const drawing = s("svg", { class: "trees", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": shown(`Dependency trees: gold above the text, ${name} below`) });
  sides.forEach((side, number) => {
    const up = number === 0;
    const base = up ? heights[0] : heights[0] + textHeight;
    drawEdges(drawing, side, { base, up, x }, (part, group) => links.add(up ? `g:${goldKey(system.parts[0], part)}` : `${key}:${part}`, group));
    if (lines.includes(side)) drawWords(drawing, side, { base, up, x });
  });
  return h("div", { class: "panel trees-panel", tabindex: 0, role: "group", "aria-label": "trees" }, drawing);
}

/** Where a side is drawn: from a line up or down, its columns at x. */
interface Frame {
  base: number;
  up: boolean;
  x: (column: number) => number;
}

function drawEdges(drawing: SVGElement, { words, edges }: Side, { base, up, x }: Frame, link: (part: number, group: SVGElement) => void): void {
  const y = (level: number): number => base + (up ? -1 : 1) * STEP * level;
  for (const edge of edges) {
    const group = s("g", { class: `arc ${edge.status}` });
    if (edge.part >= 0) link(edge.part, group);
    const [to, height] = [x(middle(words[edge.word])), y(edge.level)];
    const from = isArc(edge) ? x(middle(words[edge.head])) : to;
    const turn = 6 * Math.sign(to - from);
    const path = isArc(edge) ? `M${from + turn / 2},${base} L${from + turn},${height} L${to - turn},${height} L${to},${base}` : `M${to},${base} L${to},${height}`;
    group.append(s("path", { d: path }), s("text", { x: (from + to) / 2, y: height + (up ? -3 : 11), "text-anchor": "middle" }, edge.head === -2 ? "…" : shown(edge.label, 24)));
    if (isArc(edge)) group.append(s("circle", { cx: to, cy: base, r: 2.5 }));
    drawing.append(group);
  }
}

/** The words next to their tree; beyond them, the forms of multiword tokens. */
function drawWords(drawing: SVGElement, { words, multiword }: Side, { base, up, x }: Frame): void {
  for (const word of words) drawing.append(s("text", { class: "word", x: x(middle(word)), y: up ? base + 16 : base - 7, "text-anchor": "middle" }, shown(word[0], 60)));
  for (const [first, last, form] of multiword) {
    const [from, to] = [x(words[first][1]), x(words[last][2])];
    const line = up ? base + 21 : base - 21;
    const group = s("g", { class: "multiword" }, s("path", { d: `M${from},${line} L${to},${line}` }));
    group.append(s("text", { x: (from + to) / 2, y: up ? line + 11 : line - 4, "text-anchor": "middle" }, shown(form, 60)));
    drawing.append(group);
  }
}
