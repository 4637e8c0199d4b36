// Systems against one another: scores, differences, whether they may be chance, and on which items they differ.
import { overview, scoreOf } from "./data";
import { count, h, percent, plural, s, words } from "./dom";
import { fieldMetric } from "./fields";
import type { Interval, SystemDifference } from "./schema";
import { go, state } from "./state";

let left = 0;
let right = 1;

export function compareTab(): HTMLElement {
  const found = overview.comparison;
  if (!found) return h("div", { class: "tab" }, h("p", { class: "empty" }, "There is one system only."));
  const tests = found.tests.map((test) => (test === "ar" ? `paired approximate randomisation (${count(found.trials)} trials)` : `paired bootstrap (${count(found.resamples)} resamples)`)).join(" and ");
  const skipped = Object.entries(found.coverage).filter(([, own]) => own.left_out || own.skipped || own.zeroed);
  const section = h("section", { class: "panel" }, h("h2", {}, "Scores and differences"), table());
  section.append(h("p", { class: "muted" }, `${plural(found.items, "item")} that all systems have; intervals at ${100 * found.level} %, bootstrap, ${found.resamples} resamples; p: ${tests} over ${found.unit}s, two-sided, ${found.adjust === "none" ? "not adjusted" : `adjusted over ${plural(found.comparisons, "comparison")} within each metric (${found.adjust})`}. ● better, ○ worse than ${found.systems[0]}, at ${+(100 * (1 - found.level)).toFixed(6)} %.`));
  for (const [name, own] of skipped) section.append(h("p", { class: "note" }, words(name), `: ${count(own.left_out)} items left out that another system lacks, ${count(own.skipped)} skipped, ${count(own.zeroed)} counted as empty`));
  return h("div", { class: "tab" }, section, fields(), items());
}

function table(): HTMLElement {
  const found = overview.comparison!;
  const tests = found.tests;
  const body = h("tbody");
  for (const metric of overview.metrics) {
    const own = found.metrics[metric.key];
    if (!own) continue;
    const ends = found.systems.flatMap((name) => own.systems[name].ci).filter((end): end is number => end !== null);
    const scale = scaleOf(ends);
    found.systems.forEach((name, at) => {
      const score = own.systems[name];
      const { value, ci: interval } = score;
      const difference = own.differences.find((one) => one.base === found.systems[0] && one.system === name);
      body.append(
        h(
          "tr",
          { class: at === 0 ? "first" : null },
          at === 0 ? h("th", { scope: "rowgroup", rowspan: found.systems.length }, words(metric.key), h("div", { class: "muted" }, own.number === "f1" ? "F1" : own.number)) : null,
          h("th", { scope: "row" }, words(name, 60)),
          h("td", { class: "number strong" }, percent(value), verdict(difference)),
          h("td", { class: "whiskers" }, range(value, interval, scale), h("span", { class: "muted" }, `${percent(interval[0])} – ${percent(interval[1])}`)),
          h("td", { class: "number" }, difference ? signed(difference.difference) : "baseline"),
          h("td", { class: "number muted" }, difference ? `${signed(difference.ci[0])} … ${signed(difference.ci[1])}` : ""),
          h("td", {}, difference ? record(difference) : ""),
          ...tests.map((test) => h("td", { class: "number" }, difference ? chance(difference.tests[test]?.adjusted ?? difference.tests[test]?.p) : "")),
        ),
      );
    });
  }
  const titles = ["metric", "system", "value", "interval", "Δ", "interval of Δ", "wins · ties · losses", ...tests.map((test) => `p (${test})`)];
  return h("div", { class: "scroller" }, h("table", { class: "plain-table compare" }, h("thead", {}, h("tr", {}, ...titles.map((title, at) => h("th", { class: [2, 4, 5].includes(at) || at > 6 ? "number" : null }, title)))), body));
}

const signed = (value: number | null): string => (value === null ? "–" : `${value > 0 ? "+" : ""}${percent(value)}`);
const chance = (p: number | null | undefined): string => (p === null || p === undefined ? "–" : p < 0.0001 ? "< 0.0001" : p.toFixed(4));

function verdict(difference: SystemDifference | undefined): HTMLElement | null {
  if (!difference || difference.better === null) return null;
  const better = difference.better === difference.system;
  return h("span", { class: better ? "better" : "worse", title: better ? "significantly better" : "significantly worse", role: "img", "aria-label": better ? "significantly better" : "significantly worse" }, better ? " ●" : " ○");
}

/** The fields in which systems differ from the first one, the least likely by chance first. */
function fields(): HTMLElement | null {
  const found = overview.comparison!;
  const metric = fieldMetric();
  if (metric < 0) return null;
  const key = overview.metrics[metric].key;
  const test = found.tests[0];
  const names = [...new Set(overview.fields[metric].flatMap((system) => system.map((field) => field.name)))];
  const compared = names.filter((name) => found.metrics[`${key} ${name}`]);
  if (!compared.length) return null;
  const differing = compared
    .flatMap((name) => {
      const own = found.metrics[`${key} ${name}`];
      return own.differences.filter((one) => one.base === found.systems[0] && one.difference).map((one) => ({ name, own, one, p: one.tests[test]?.adjusted ?? one.tests[test]?.p ?? 1 }));
    })
    .sort((a, b) => a.p - b.p || Math.abs(b.one.difference ?? 0) - Math.abs(a.one.difference ?? 0));
  const body = h("tbody");
  for (const { name, own, one } of differing.slice(0, 60)) {
    const value = (system: string): string => percent(own.systems[system].value);
    body.append(h("tr", {}, h("th", { scope: "row" }, words(name, 80)), h("td", {}, words(one.system, 60)), h("td", { class: "number" }, value(one.base)), h("td", { class: "number strong" }, value(one.system), verdict(one)), h("td", { class: "number" }, signed(one.difference)), h("td", { class: "number" }, chance(one.tests[test]?.adjusted ?? one.tests[test]?.p))));
  }
  const titles = ["field", "system", `${found.systems[0]}`, "F1", "Δ", `p (${test})`];
  const panel = h("section", { class: "panel" }, h("h2", {}, "Fields that differ: ", words(key)));
  if (!differing.length) panel.append(h("p", { class: "empty" }, "All fields have the same F1."));
  else panel.append(h("div", { class: "scroller" }, h("table", { class: "plain-table compare" }, h("thead", {}, h("tr", {}, ...titles.map((title, at) => h("th", { class: at > 1 ? "number" : null }, words(title, 40))))), body)));
  panel.append(h("p", { class: "muted" }, `${plural(compared.length, "field")}; p adjusted over all of them (${found.adjust}).`));
  if (differing.length > 60) panel.append(h("p", { class: "muted" }, `and ${count(differing.length - 60)} more`));
  return panel;
}

/** From a value to its place, so that the intervals of one metric fill the width. */
function scaleOf(ends: number[]): (value: number) => number {
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = Math.max(high - low, 0.01);
  return (value) => 10 + (140 * (value - low)) / room;
}

function range(value: number | null, interval: Interval, scale: (value: number) => number): SVGElement | string {
  if (value === null || interval[0] === null || interval[1] === null) return "–";
  const svg = s("svg", { viewBox: "0 0 160 16", class: "range", role: "img", "aria-label": `${percent(interval[0])} to ${percent(interval[1])}` });
  svg.append(
    s("line", { class: "axis", x1: 0, x2: 160, y1: 8, y2: 8 }),
    s("line", { class: "span", x1: scale(interval[0]), x2: scale(interval[1]), y1: 8, y2: 8 }),
    s("circle", { cx: scale(value), cy: 8, r: 4 }),
  );
  return svg;
}

function record(difference: SystemDifference): HTMLElement {
  const total = Math.max(1, difference.wins + difference.ties + difference.losses);
  const strip = h("span", { class: "strip", role: "img", "aria-label": `${difference.wins} wins, ${difference.ties} ties, ${difference.losses} losses` });
  for (const [name, number] of [["wins", difference.wins], ["ties", difference.ties], ["losses", difference.losses]] as const) {
    const part = h("span", { class: name });
    part.style.width = `${(100 * number) / total}%`;
    strip.append(part);
  }
  return h("span", { class: "record" }, strip, h("span", {}, `${count(difference.wins)} · ${count(difference.ties)} · ${count(difference.losses)}`));
}

/** Two systems item by item: a plot, and where they differ most. */
function items(): HTMLElement {
  const names = overview.systems.map((system) => system.name);
  right = right < names.length ? right : names.length - 1;
  const root = h("div", { class: "two-columns" });
  const choose = (value: number, label: string, change: (place: number) => void): HTMLElement => {
    const select = h("select", { "aria-label": label });
    names.forEach((name, at) => select.append(h("option", { value: at, selected: at === value }, name)));
    select.addEventListener("change", () => {
      change(Number(select.value));
      root.replaceWith(items());
    });
    return select;
  };
  const pairs = overview.items.ids
    .map((_, item) => ({ item, one: scoreOf(item, state.metric, left), two: scoreOf(item, state.metric, right) }))
    .filter((pair): pair is { item: number; one: number; two: number } => pair.one !== null && pair.two !== null);
  const metric = overview.metrics[state.metric].key;
  root.append(
    h("section", { class: "panel" }, h("h2", {}, "Item by item: ", words(metric)), h("p", { class: "tool" }, choose(left, "System across", (place) => (left = place)), " → ", choose(right, "System upwards", (place) => (right = place))), scatter(pairs, names)),
    h("section", { class: "panel" }, h("h2", {}, "Where they differ most"), gains(pairs, 1, `better: ${names[right]}`), gains(pairs, -1, `better: ${names[left]}`)),
  );
  return root;
}

type Both = { item: number; one: number; two: number };

function scatter(pairs: Both[], names: string[]): SVGElement {
  const size = 420;
  const svg = s("svg", { viewBox: `-46 -12 ${size + 66} ${size + 58}`, class: "scatter", role: "img", "aria-label": `Scores of items: ${names[left]} across, ${names[right]} upwards` });
  svg.append(s("rect", { class: "frame", x: 0, y: 0, width: size, height: size }), s("line", { class: "axis", x1: 0, y1: size, x2: size, y2: 0 }));
  for (const tick of [0, 50, 100]) {
    const at = (size * tick) / 100;
    svg.append(s("text", { class: "tick", x: at, y: size + 16, "text-anchor": "middle" }, tick), s("text", { class: "tick", x: -8, y: size - at + 4, "text-anchor": "end" }, tick));
  }
  svg.append(s("text", { class: "tick", x: size / 2, y: size + 36, "text-anchor": "middle" }, names[left].slice(0, 40)), s("text", { class: "tick", transform: `translate(-34 ${size / 2}) rotate(-90)`, "text-anchor": "middle" }, names[right].slice(0, 40)));
  // One path for each group: thousands of points stay light.
  const paths = { wins: "", ties: "", losses: "" };
  for (const { one, two } of pairs) {
    const group = two > one ? "wins" : two < one ? "losses" : "ties";
    paths[group] += `M${(size * one).toFixed(1)},${(size * (1 - two)).toFixed(1)}h0`;
  }
  for (const [name, path] of Object.entries(paths)) if (path) svg.append(s("path", { class: `dots ${name}`, d: path }));
  svg.addEventListener("click", (event) => {
    const matrix = (svg as SVGSVGElement).getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint((event as MouseEvent).clientX, (event as MouseEvent).clientY).matrixTransform(matrix.inverse());
    let [best, nearest] = [-1, 144];
    for (const { item, one, two } of pairs) {
      const distance = (size * one - point.x) ** 2 + (size * (1 - two) - point.y) ** 2;
      if (distance < nearest) [best, nearest] = [item, distance];
    }
    if (best >= 0) go({ tab: "items", item: best, system: right });
  });
  return svg;
}

function gains(pairs: Both[], direction: number, title: string): HTMLElement {
  const listed = pairs.filter((pair) => direction * (pair.two - pair.one) > 0).sort((a, b) => direction * (b.two - b.one - (a.two - a.one)) || a.item - b.item).slice(0, 6);
  const list = h("ol", { class: "links" });
  for (const { item, one, two } of listed) {
    list.append(h("li", {}, h("button", { type: "button", class: "row-link", click: () => go({ tab: "items", item, system: right }) }, h("span", { class: "id" }, words(overview.items.ids[item], 60)), h("span", { class: "snippet" }, words(overview.items.texts[item], 120)), h("span", { class: `value ${two > one ? "better" : "worse"}` }, signed(two - one)))));
  }
  return h("div", {}, h("h3", {}, words(title, 80)), listed.length ? list : h("p", { class: "empty" }, "on no item"));
}
