// A value with its interval, drawn on a scale that it shares with others.
import { percent, s } from "./dom";
import type { Interval } from "./schema";

const [WIDTH, HEIGHT, MARGIN] = [160, 16, 10];

/** From a value to its position, so that the intervals of one metric fill the width. */
export function scaleOf(values: (number | null)[]): (value: number) => number {
  const known = values.filter((value): value is number => value !== null);
  if (!known.length) return () => WIDTH / 2;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(high - low, 0.01);
  return (value) => MARGIN + ((WIDTH - 2 * MARGIN) * (value - low)) / room;
}

/** A point with its interval; the point alone where there is no interval, null where the value is undefined. */
export function intervalPlot(value: number | null, interval: Interval | undefined, scale: (value: number) => number): SVGElement | null {
  if (value === null) return null;
  const [low, high] = interval ?? [null, null];
  const label = low === null || high === null ? percent(value) : `${percent(low)} to ${percent(high)}`;
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "range", role: "img", "aria-label": label });
  svg.append(s("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  if (low !== null && high !== null) svg.append(s("line", { class: "span", x1: scale(low), x2: scale(high), y1: HEIGHT / 2, y2: HEIGHT / 2 }));
  svg.append(s("circle", { cx: scale(value), cy: HEIGHT / 2, r: 4 }));
  return svg;
}
