// The first thing to see: the scores, what they were computed from, and how items are spread.
import { calibration } from "./calibration";
import { overview, scoreOf } from "./data";
import { bar, copyButton, count, h, idText, percent, plural, s, shown, words } from "./dom";
import { frequentErrors } from "./frequenterrors";
import { letterOf } from "./predictions";
import { ranking } from "./ranking";
import type { MetricSummary } from "./schema";
import { go, state } from "./state";

const BINS = 20;

export function overviewTab(): HTMLElement {
  return h("div", { class: "tab" }, overview.systems.length > 1 ? ranking() : null, overview.systems.length > 1 ? frequentErrors() : null, overview.systems.length > 1 ? systemHeading() : null, counts(), cards(), overview.systems.length > 1 ? null : frequentErrors(), h("div", { class: "two-columns" }, distribution(), worst()), calibration(), problems());
}

/** With several systems, what follows the ranking is about one of them. */
function systemHeading(): HTMLElement {
  return h("h2", { class: "system-heading" }, letterOf("A"), " ", words(overview.systems[state.system].name, 80));
}

function counts(): HTMLElement {
  const system = overview.systems[state.system];
  const facts: [string, string, boolean?][] = [[count(system.items), system.items === 1 ? "item" : "items"]];
  facts.push([count(system.skipped), `${overview.part === "item" ? "" : `${overview.part}s `}skipped`, system.skipped > 0]);
  facts.push([count(system.zeroed), "counted as empty", system.zeroed > 0]);
  for (const [label, number] of system.coverage) facts.push([count(number), label, number > 0 && label !== system.coverage[0][0]]);
  const average = overview.average === "micro" ? "micro average" : overview.average === "macro" ? "mean over items" : `mean weighted by ${overview.average}`;
  const list = h("dl", { class: "facts", "aria-label": "What was scored" });
  for (const [number, label, loud] of facts) list.append(h("div", { class: loud ? "fact loud" : "fact" }, h("dt", {}, label), h("dd", {}, number)));
  list.append(h("div", { class: "fact" }, h("dt", {}, "numbers × 100"), h("dd", { class: "small" }, average)));
  const notes = [];
  if (overview.items.detailed < overview.items.ids.length) {
    notes.push(h("p", { class: "note", role: "note" }, `${plural(overview.items.detailed, "item")} of ${count(overview.items.ids.length)} can be opened: the page includes details only for the lowest scores (--worst). All items are listed and counted.`));
  }
  for (const note of system.notes) notes.push(h("p", { class: "muted" }, words(note, 500)));
  if (system.unproved) notes.push(h("p", { class: "note", role: "note" }, system.unproved));
  return h("section", { "aria-label": "Counts" }, list, ...notes);
}

function cards(): HTMLElement {
  const grid = h("div", { class: "cards" });
  overview.metrics.forEach((metric, place) => {
    const card = cardOf(metric, place);
    if (card) grid.append(card);
  });
  return h("section", { "aria-labelledby": "scores-title" }, h("h2", { class: "unseen", id: "scores-title" }, "Scores"), grid);
}

function cardOf(metric: MetricSummary, place: number): HTMLElement | null {
  const numbers = metric.systems[state.system];
  if (!numbers) return null;
  const headline = metric.fields.indexOf(metric.headline);
  const value = numbers.values[headline];
  const interval = numbers.ci[metric.headline];
  const chosen = place === state.metric;
  const name = h("button", { type: "button", class: "metric-name", "aria-pressed": chosen ? "true" : "false", title: "Show this metric", "data-focus": `card ${place}`, click: () => go({ metric: place }) }, words(metric.key));
  const meter = h("div", { class: "meter", role: "img", "aria-label": `${metric.key} ${percent(value)}` }, bar(value, percent(value)));
  if (interval && interval[0] !== null && interval[1] !== null) {
    const whisker = h("span", { class: "whisker", "aria-hidden": true });
    whisker.style.left = `${100 * interval[0]}%`;
    whisker.style.width = `${100 * (interval[1] - interval[0])}%`;
    meter.append(whisker);
  }
  const small = h("dl", { class: "numbers" });
  metric.fields.forEach((field, at) => {
    if (field === metric.headline && metric.fields.length === 1) return;
    small.append(h("div", {}, h("dt", {}, field.replaceAll("_", " ")), h("dd", {}, percent(numbers.values[at]))));
  });
  const [pred, gold] = numbers.totals;
  const same = numbers.matched[0] === numbers.matched[1];
  const matched = same ? count(numbers.matched[0]) : `${count(numbers.matched[0])} / ${count(numbers.matched[1])}`;
  const total = pred || gold ? `${matched} matched · ${count(pred)} predicted · ${count(gold)} gold` : "";
  const [proved, items] = numbers.proved;
  return h(
    "article",
    { class: chosen ? "card chosen" : "card" },
    h("header", {}, h("h3", {}, name), h("span", { class: "headline-name" }, metric.headline === "f1" ? "F1" : metric.headline)),
    h("p", { class: "big" }, percent(value), interval ? h("span", { class: "interval", title: `${100 * (overview.level ?? 0.95)} % bootstrap interval, ${count(overview.resamples)} resamples, seed ${overview.seed}` }, ` ${percent(interval[0])} – ${percent(interval[1])}`) : null),
    meter,
    small,
    h("p", { class: "muted" }, total),
    proved < items ? h("p", { class: "note" }, `${count(items - proved)} not proved optimal`) : null,
    h("p", { class: "muted summary" }, shown(metric.summary)),
    h("details", {}, h("summary", {}, "definition and signature"), metric.definition ? h("p", { class: "definition" }, shown(metric.definition)) : null, metric.reference ? h("p", { class: "muted" }, shown(metric.reference)) : null, h("p", { class: "signature" }, h("code", {}, shown(metric.signature, 2000)), copyButton(metric.signature, "the signature"))),
  );
}

/** How the scores of items are spread; a click on a bar shows its items. */
function distribution(): HTMLElement {
  const metric = overview.metrics[state.metric];
  const bins = new Array<number>(BINS).fill(0);
  let undefinedItems = 0;
  let perfect = 0;
  overview.items.ids.forEach((_, item) => {
    const value = scoreOf(item, state.metric, state.system);
    if (value === null) undefinedItems += 1;
    else {
      bins[Math.min(BINS - 1, Math.floor(value * BINS))] += 1;
      perfect += value === 1 ? 1 : 0;
    }
  });
  const most = Math.max(1, ...bins);
  const [width, height, base] = [560, 180, 150];
  const step = width / BINS;
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram of-items", role: "group", "aria-label": `Items by ${metric.key}` });
  bins.forEach((number, at) => {
    const tall = number ? Math.max(2, (base - 20) * (number / most)) : 0;
    const [low, high] = [at / BINS, (at + 1) / BINS];
    const group = s("g", { class: "bin", role: "button", tabindex: number ? 0 : -1, "aria-label": `${percent(low, 0)} to ${percent(high, 0)}: ${plural(number, "item")}` });
    group.append(
      s("rect", { class: "hit", x: at * step, y: 0, width: step, height: base }),
      s("rect", { class: "column", x: at * step + 2, y: base - tall, width: step - 4, height: tall, rx: 2 }),
    );
    if (number) group.append(s("text", { x: (at + 0.5) * step, y: base - tall - 5, "text-anchor": "middle" }, count(number)));
    const openBin = (): void => go({ tab: "items", low, high, filter: "", subset: null });
    if (number) {
      group.addEventListener("click", openBin);
      group.addEventListener("keydown", (event) => {
        if ((event as KeyboardEvent).key === "Enter") {
          event.stopPropagation();
          openBin();
        }
      });
    }
    svg.append(group);
  });
  svg.append(s("line", { class: "axis", x1: 0, x2: width, y1: base, y2: base }));
  for (const tick of [0, 25, 50, 75, 100]) {
    svg.append(s("text", { class: "tick", x: (width * tick) / 100, y: base + 18, "text-anchor": tick === 0 ? "start" : tick === 100 ? "end" : "middle" }, tick));
  }
  const remarks = [perfect ? `${plural(perfect, "item")} at 100` : "", undefinedItems ? `${plural(undefinedItems, "item")} undefined` : ""].filter(Boolean);
  return h("section", { class: "panel" }, h("h2", {}, "Items by ", words(metric.key)), svg, h("p", { class: "muted" }, remarks.join(" · ") || "Click a bar to list its items."));
}

function worst(): HTMLElement {
  const scored = overview.items.ids.map((_, item) => ({ item, value: scoreOf(item, state.metric, state.system) }));
  const lowest = scored.filter((one) => one.value !== null).sort((one, two) => (one.value as number) - (two.value as number)).slice(0, 8);
  const list = h("ol", { class: "links" });
  for (const { item, value } of lowest) {
    const link = h("button", { type: "button", class: "row-link", click: () => go({ tab: "items", item }) }, h("span", { class: "id" }, idText(overview.items.ids[item])), h("span", { class: "snippet" }, words(overview.items.texts[item], 120)), bar(value, percent(value)), h("span", { class: "value" }, percent(value, 1)));
    list.append(h("li", {}, link));
  }
  return h("section", { class: "panel" }, h("h2", {}, "Lowest scores"), list);
}

function problems(): HTMLElement | null {
  const system = overview.systems[state.system];
  if (!system.problems.length) return null;
  const list = h("ul", { class: "problems" });
  for (const [level, message] of system.problems) list.append(h("li", {}, h("span", { class: `level ${level}` }, level), " ", words(message, 500)));
  const more = system.more_problems ? h("p", { class: "muted" }, `and ${count(system.more_problems)} more; tallystick check lists them all`) : null;
  const total = system.problems.length + system.more_problems;
  return h("section", { class: "panel" }, h("details", {}, h("summary", {}, `${plural(total, "remark")} on the files`), list, more));
}
