// Two dependency trees over one line of text: the gold above it, the prediction below.
import { h, s, shown } from "./dom";
import type { Links } from "./link";
import { flat, type Status } from "./marks";
import type { DrawnWord, EncodedAlignment, PageSide, SystemDetail, WordRange } from "./schema";

const COLUMN = 9.5;
const MARGIN = 24;
const STEP = 22;
const LINE = 22;
/** Sentences with more words are shown by their cards alone. */
const MOST_WORDS = 400;

interface Arc {
  word: number;
  left: number;
  right: number;
  level: number;
}

const middle = (word: DrawnWord): number => MARGIN + COLUMN * ((word[1] + word[2]) / 2);

/** The arcs of a side, the short ones inside the long ones. */
function arcsOf(drawn: DrawnWord[]): Arc[] {
  const arcs: Arc[] = [];
  drawn.forEach(([, , , head], word) => {
    if (head >= 0 && head !== word) arcs.push({ word, left: Math.min(word, head), right: Math.max(word, head), level: 1 });
  });
  arcs.sort((one, two) => one.right - one.left - (two.right - two.left));
  const highest = new Array<number>(drawn.length).fill(0);
  for (const arc of arcs) {
    let level = 0;
    // An arc only has to clear what lies between its ends.
    for (let gap = arc.left; gap < arc.right; gap++) level = Math.max(level, highest[gap]);
    arc.level = level + 1;
    for (let gap = arc.left; gap < arc.right; gap++) highest[gap] = arc.level;
  }
  return arcs;
}

/** The status of each word under the metric, and the part that it is. */
function statuses(side: number, system: SystemDetail, alignment: EncodedAlignment): Map<number, [Status, number]> {
  const found = new Map<number, [Status, number]>();
  const table = system.parts[side];
  const mark = (part: number, status: Status): void => {
    for (const [first] of (table.at[part] as WordRange[] | null) ?? []) found.set(first, [status, part]);
  };
  const parts = flat(alignment);
  for (const [gold, pred, credit] of parts.pairs) mark(side ? pred : gold, credit >= 1 ? "matched" : "partly");
  for (const part of side ? parts.spurious : parts.missed) mark(part, side ? "spurious" : "missed");
  return found;
}

export function treesView(gold: PageSide, system: SystemDetail, alignment: EncodedAlignment, links: Links): HTMLElement {
  const sides = [gold.drawn ?? [], system.pred.drawn ?? []];
  if (sides.some((words) => words.length > MOST_WORDS)) return h("p", { class: "running panel", dir: "auto" }, shown((gold.tokens ?? []).join(" "), 4000));
  const same = sides[0].length === sides[1].length && sides[0].every((word, at) => word[0] === sides[1][at][0] && word[1] === sides[1][at][1]);
  const arcs = sides.map(arcsOf);
  const heights = arcs.map((listed) => STEP * (1.5 + Math.max(0, ...listed.map((arc) => arc.level))));
  const width = 2 * MARGIN + COLUMN * Math.max(1, ...sides.flat().map((word) => word[2]));
  const height = heights[0] + heights[1] + LINE * (same ? 1 : 2) + 8;
  const drawing = s("svg", { class: "trees", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Dependency trees: gold above the text, prediction below" });
  sides.forEach((words, side) => {
    const up = side === 0;
    const base = up ? heights[0] : heights[0] + LINE * (same ? 1 : 2) + 4;
    const marks = statuses(side, system, alignment);
    const top = Math.max(0, ...arcs[side].map((arc) => arc.level)) + 0.8;
    const y = (level: number): number => base + (up ? -1 : 1) * STEP * level;
    const group = (word: number): SVGElement => {
      const [status, part] = marks.get(word) ?? ["none", -1];
      const element = s("g", { class: `arc ${status}` });
      if (part >= 0) links.add(`${up ? "g" : "p"}:${part}`, element);
      drawing.append(element);
      return element;
    };
    for (const arc of arcs[side]) {
      const [x, to] = [middle(words[words[arc.word][3]]), middle(words[arc.word])];
      const element = group(arc.word);
      const turn = 6 * Math.sign(to - x);
      element.append(
        s("path", { d: `M${x + turn / 2},${base} L${x + turn},${y(arc.level)} L${to - turn},${y(arc.level)} L${to},${base}` }),
        s("circle", { cx: to, cy: base, r: 2.5 }),
        s("text", { x: (x + to) / 2, y: y(arc.level) + (up ? -3 : 11), "text-anchor": "middle" }, shown(words[arc.word][4], 24)),
      );
    }
    words.forEach((word, at) => {
      const x = middle(word);
      if (word[3] < 0) {
        const element = group(at);
        element.append(s("path", { d: `M${x},${base} L${x},${y(top)}` }), s("text", { x, y: y(top) + (up ? -3 : 11), "text-anchor": "middle" }, word[3] === -1 ? shown(word[4], 24) : "…"));
      }
      if (up || !same) drawing.append(s("text", { class: "word", x, y: up ? base + 16 : base - 7, "text-anchor": "middle" }, shown(word[0], 60)));
    });
  });
  return h("div", { class: "panel trees-panel", tabindex: 0, role: "group", "aria-label": "trees" }, drawing);
}
