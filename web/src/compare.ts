// Systems compared: scores, differences, whether they may be chance, and on which items they differ.
import { overview, scoreOf } from "./data";
import { chanceOf, differenceBetween, pValue, signed, verdict } from "./differences";
import { count, h, idText, percent, plural, s, scroller, shown, words } from "./dom";
import { fieldMetric } from "./fields";
import { intervalPlot, scaleOf } from "./intervals";
import { letterOf } from "./predictions";
import { pairMatrix } from "./ranking";
import type { SystemDifference } from "./schema";
import { go, state } from "./state";

export function compareTab(): HTMLElement {
  const found = overview.comparison;
  if (!found) return h("div", { class: "tab" }, h("p", { class: "empty" }, "Only one system."));
  const tests = found.tests.map((test) => (test === "ar" ? `paired approximate randomisation (${count(found.trials)} trials)` : `paired bootstrap (${count(found.resamples)} resamples)`)).join(" and ");
  const skipped = Object.entries(found.coverage).filter(([, own]) => own.left_out || own.skipped || own.zeroed);
  const section = h("section", { class: "panel" }, h("h2", {}, "Scores and differences"), table());
  section.append(h("p", { class: "muted" }, `${plural(found.items, "item")} that all systems have; intervals at ${100 * found.level} %, bootstrap, ${count(found.resamples)} resamples; p: ${tests} over ${found.unit}s, two-sided, ${found.adjust === "none" ? "not adjusted" : `adjusted over ${plural(found.comparisons, "comparison")} within each metric (${found.adjust})`}. ● better, ○ worse than ${overview.systems[state.system].name}, at ${+(100 * (1 - found.level)).toFixed(6)} %.`));
  for (const [name, own] of skipped) section.append(h("p", { class: "note" }, words(name), `: ${coverage(own)}`));
  return h("div", { class: "tab" }, pairMatrix(), section, items(), fields());
}

/** The items of a system that were not scored as they are. */
function coverage({ left_out, skipped, zeroed }: { left_out: number; skipped: number; zeroed: number }): string {
  const left = left_out ? `${plural(left_out, "item")} left out (missing in another system)` : "";
  return [left, skipped ? `${count(skipped)} skipped` : "", zeroed ? `${count(zeroed)} counted as empty` : ""].filter(Boolean).join(", ");
}

function table(): HTMLElement {
  const found = overview.comparison!;
  const base = overview.systems[state.system].name;
  const body = h("tbody");
  for (const metric of overview.metrics) {
    const own = found.metrics[metric.key];
    if (!own) continue;
    const scale = scaleOf(found.systems.flatMap((name) => [own.systems[name].value, ...own.systems[name].ci]));
    found.systems.forEach((name, index) => {
      const { value, ci: interval } = own.systems[name];
      const difference = name === base ? null : differenceBetween(own, base, name);
      const letter = name === base ? "A" : state.other >= 0 && name === overview.systems[state.other].name ? "B" : "";
      body.append(
        h(
          "tr",
          { class: index === 0 ? "first" : null },
          index === 0 ? h("th", { scope: "rowgroup", rowspan: found.systems.length }, words(metric.key), h("div", { class: "muted" }, own.number === "f1" ? "F1" : own.number)) : null,
          h("th", { scope: "row" }, h("span", { class: "system-title" }, words(name, 60), letter ? letterOf(letter) : null)),
          h("td", { class: "number strong" }, percent(value), verdict(difference)),
          h("td", { class: "whiskers" }, intervalPlot(value, interval, scale) ?? "–", h("span", { class: "muted" }, `${percent(interval[0])} – ${percent(interval[1])}`)),
          h("td", { class: "number" }, difference ? signed(difference.difference) : name === base ? "baseline" : "–"),
          h("td", { class: "number muted" }, difference ? `${signed(difference.ci[0])} … ${signed(difference.ci[1])}` : ""),
          h("td", {}, difference ? record(difference) : ""),
          ...found.tests.map((test) => h("td", { class: "number" }, difference ? pValue(chanceOf(difference, test)) : "")),
        ),
      );
    });
  }
  const titles = ["metric", "system", "value", "interval", "Δ", "interval of Δ", "wins · ties · losses", ...found.tests.map((test) => `p (${test})`)];
  return scroller("Scores and differences", h("table", { class: "plain-table compare" }, h("thead", {}, h("tr", {}, ...titles.map((title, index) => h("th", { scope: "col", class: [2, 4, 5].includes(index) || index > 6 ? "number" : null }, title)))), body));
}

/** The fields in which systems differ from A, the least likely by chance first. */
function fields(): HTMLElement | null {
  const found = overview.comparison!;
  const metric = fieldMetric();
  if (metric < 0) return null;
  const key = overview.metrics[metric].key;
  const test = found.tests[0];
  const base = overview.systems[state.system].name;
  const names = [...new Set(overview.fields[metric].flatMap((system) => system.map((field) => field.name)))];
  const compared = names.filter((name) => found.metrics[`${key} ${name}`]);
  if (!compared.length) return null;
  const differing = compared
    .flatMap((name) => {
      const own = found.metrics[`${key} ${name}`];
      const differences = found.systems.flatMap((system) => differenceBetween(own, base, system) ?? []);
      return differences.filter((one) => one.difference).map((one) => ({ name, own, one, p: chanceOf(one, test) ?? 1 }));
    })
    .sort((a, b) => a.p - b.p || Math.abs(b.one.difference ?? 0) - Math.abs(a.one.difference ?? 0));
  const body = h("tbody");
  for (const { name, own, one } of differing.slice(0, 60)) {
    const value = (system: string): string => percent(own.systems[system].value);
    body.append(h("tr", {}, h("th", { scope: "row" }, words(name, 80)), h("td", {}, words(one.system, 60)), h("td", { class: "number" }, value(one.base)), h("td", { class: "number strong" }, value(one.system), verdict(one)), h("td", { class: "number" }, signed(one.difference)), h("td", { class: "number" }, pValue(chanceOf(one, test)))));
  }
  const titles = ["field", "system", base, "F1", "Δ", `p (${test})`];
  const panel = h("section", { class: "panel" }, h("h2", {}, "Fields that differ: ", words(key)));
  if (!differing.length) panel.append(h("p", { class: "empty" }, "All fields have the same F1."));
  else panel.append(scroller("Fields that differ", h("table", { class: "plain-table compare" }, h("thead", {}, h("tr", {}, ...titles.map((title, at) => h("th", { scope: "col", class: at > 1 ? "number" : null }, words(title, 40))))), body)));
  panel.append(h("p", { class: "muted" }, `${plural(compared.length, "field")}; p adjusted over all of them (${found.adjust}).`));
  if (differing.length > 60) panel.append(h("p", { class: "muted" }, `and ${count(differing.length - 60)} more`));
  return panel;
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
function items(): HTMLElement | null {
  if (state.other < 0) return h("p", { class: "empty" }, "Choose a system B to compare A with, item by item.");
  const names: [string, string] = [overview.systems[state.system].name, overview.systems[state.other].name];
  const pairs = overview.items.ids
    .map((_, item) => ({ item, one: scoreOf(item, state.metric, state.system), two: scoreOf(item, state.metric, state.other) }))
    .filter((pair): pair is Both => pair.one !== null && pair.two !== null);
  return h(
    "div",
    { class: "two-columns" },
    h("section", { class: "panel" }, h("h2", {}, "Item by item: ", words(overview.metrics[state.metric].key)), h("p", { class: "muted" }, letterOf("A"), " ", words(names[0], 60), " across, ", letterOf("B"), " ", words(names[1], 60), " upwards. Click a point to open its item."), scatter(pairs, names)),
    h("section", { class: "panel" }, h("h2", {}, "Largest differences"), gains(pairs, 1, letterOf("B"), names[1]), gains(pairs, -1, letterOf("A"), names[0])),
  );
}

type Both = { item: number; one: number; two: number };

function scatter(pairs: Both[], [across, upwards]: [string, string]): SVGElement {
  const size = 420;
  const svg = s("svg", { viewBox: `-46 -12 ${size + 66} ${size + 58}`, class: "scatter", role: "img", "aria-label": shown(`Scores of items: ${across} across, ${upwards} upwards`) });
  svg.append(s("rect", { class: "frame", x: 0, y: 0, width: size, height: size }), s("line", { class: "axis", x1: 0, y1: size, x2: size, y2: 0 }));
  for (const tick of [0, 50, 100]) {
    const at = (size * tick) / 100;
    svg.append(s("text", { class: "tick", x: at, y: size + 16, "text-anchor": "middle" }, tick), s("text", { class: "tick", x: -8, y: size - at + 4, "text-anchor": "end" }, tick));
  }
  svg.append(s("text", { class: "tick", x: size / 2, y: size + 36, "text-anchor": "middle" }, shown(across, 40)), s("text", { class: "tick", transform: `translate(-34 ${size / 2}) rotate(-90)`, "text-anchor": "middle" }, shown(upwards, 40)));
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
    if (best >= 0) go({ tab: "items", item: best });
  });
  return svg;
}

function gains(pairs: Both[], direction: number, letter: HTMLElement, name: string): HTMLElement {
  const listed = pairs.filter((pair) => direction * (pair.two - pair.one) > 0).sort((a, b) => direction * (b.two - b.one - (a.two - a.one)) || a.item - b.item).slice(0, 6);
  const list = h("ol", { class: "links" });
  for (const { item, one, two } of listed) {
    list.append(h("li", {}, h("button", { type: "button", class: "row-link", click: () => go({ tab: "items", item }) }, h("span", { class: "id" }, idText(overview.items.ids[item])), h("span", { class: "snippet" }, words(overview.items.texts[item], 120)), h("span", { class: `value ${two > one ? "better" : "worse"}` }, signed(two - one)))));
  }
  return h("div", {}, h("h3", {}, letter, " ", words(name, 80), " is better"), listed.length ? list : h("p", { class: "empty" }, "on no item"));
}
