// How well confidences tell right from wrong: a reliability diagram and the risk–coverage curve.
import { overview } from "./data";
import { count, h, percent, s } from "./dom";
import type { Calibration, MetricSummary } from "./schema";
import { state } from "./state";

const [SIZE, LEFT, TOP, BOTTOM] = [240, 44, 12, 40];

/** A panel for each metric with confidences; null where there is none. */
export function calibration(): HTMLElement | null {
  const panels: HTMLElement[] = [];
  for (const metric of overview.metrics) {
    const points = metric.systems[state.system]?.calibration;
    if (points && points.risk_coverage.length) panels.push(reliability(metric, points), riskCoverage(metric, points));
  }
  return panels.length ? h("div", { class: "two-columns" }, ...panels) : null;
}

function reliability(metric: MetricSummary, points: Calibration): HTMLElement {
  const chart = frame("Reliability diagram", "confidence", "right");
  chart.append(s("line", { class: "ideal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }));
  const most = Math.max(...points.reliability.map(([leaves]) => leaves));
  for (const [leaves, accuracy, confidence] of points.reliability) {
    const dot = s("circle", { class: "point", cx: x(confidence), cy: y(accuracy), r: 3 + 7 * Math.sqrt(leaves / most) });
    dot.append(s("title", {}, `${leavesOf(leaves)}: confidence ${percent(confidence, 1)}, right ${percent(accuracy, 1)}`));
    chart.append(dot);
  }
  const leaves = points.reliability.reduce((sum, [number]) => sum + number, 0);
  return h("section", { class: "panel" }, h("h2", {}, `${metric.key}: reliability`), chart, h("p", { class: "muted" }, `${leavesOf(leaves)} in bins of confidence. On the diagonal, confidence equals accuracy.`));
}

function riskCoverage(metric: MetricSummary, points: Calibration): HTMLElement {
  const chart = frame("Risk–coverage curve", "coverage", "wrong");
  const path = points.risk_coverage.map(([coverage, risk], at) => `${at ? "L" : "M"}${x(coverage)} ${y(risk)}`).join("");
  chart.append(s("path", { class: "curve", d: path }));
  for (const [coverage, risk, confidence] of points.risk_coverage) {
    const dot = s("circle", { class: "point", cx: x(coverage), cy: y(risk), r: 3 });
    dot.append(s("title", {}, `confidence ≥ ${percent(confidence)}: ${percent(coverage, 1)} of the leaves, ${percent(risk, 1)} of them wrong`));
    chart.append(dot);
  }
  return h("section", { class: "panel" }, h("h2", {}, `${metric.key}: risk and coverage`), chart, h("p", { class: "muted" }, "Share of leaves above each confidence threshold, and share of these that are wrong."));
}

/** The unit square with its axes, in per cent. */
function frame(label: string, across: string, up: string): SVGElement {
  const svg = s("svg", { viewBox: `0 0 ${SIZE + LEFT + 16} ${SIZE + TOP + BOTTOM}`, class: "histogram calibration", role: "img", "aria-label": label });
  svg.append(s("line", { class: "axis", x1: x(0), x2: x(1), y1: y(0), y2: y(0) }), s("line", { class: "axis", x1: x(0), x2: x(0), y1: y(0), y2: y(1) }));
  for (const tick of [0, 25, 50, 75, 100]) {
    svg.append(s("text", { class: "tick", x: x(tick / 100), y: y(0) + 16, "text-anchor": "middle" }, tick), s("text", { class: "tick", x: x(0) - 6, y: y(tick / 100) + 4, "text-anchor": "end" }, tick));
  }
  svg.append(s("text", { x: x(0.5), y: y(0) + 32, "text-anchor": "middle" }, `${across}, %`));
  svg.append(s("text", { x: 11, y: y(0.5), "text-anchor": "middle", transform: `rotate(-90 11 ${y(0.5)})` }, `${up}, %`));
  return svg;
}

function leavesOf(number: number): string {
  return number === 1 ? "1 leaf" : `${count(number)} leaves`;
}

function x(share: number): number {
  return LEFT + SIZE * share;
}

function y(share: number): number {
  return TOP + SIZE * (1 - share);
}
