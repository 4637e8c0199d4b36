// Several systems: who is best under each metric, and who cannot be distinguished.
import { overview } from "./data";
import { count, h, percent, plural, scroller, words } from "./dom";
import { chanceOf, differenceBetween, pValue, signed, verdict } from "./differences";
import { intervalPlot, scaleOf } from "./intervals";
import { letterOf } from "./predictions";
import type { Interval } from "./schema";
import { go, state } from "./state";

interface RankedScore {
  value: number | null;
  interval: Interval | undefined;
  rank: number | null;
}

/** The score and the rank of each system under a metric: over the items that all systems have, if they were compared. */
function rankedScores(metric: number): RankedScore[] {
  const { key, fields, headline, systems } = overview.metrics[metric];
  const compared = overview.comparison?.metrics[key];
  if (compared) {
    return overview.systems.map(({ name }) => ({ value: compared.systems[name]?.value ?? null, interval: compared.systems[name]?.ci, rank: compared.ranks[name] ?? null }));
  }
  const values = systems.map((own) => own?.values[fields.indexOf(headline)] ?? null);
  return values.map((value, index) => ({
    value,
    interval: systems[index]?.ci[headline],
    rank: value === null ? null : 1 + values.filter((other) => other !== null && other > value).length,
  }));
}

/** The systems by their score under the chosen metric, the best first. */
export function rankedSystems(): number[] {
  const own = rankedScores(state.metric);
  return overview.systems.map((_, index) => index).sort((one, two) => (own[two].value ?? -1) - (own[one].value ?? -1) || one - two);
}

/** Systems by metrics, ranked by the chosen metric. */
export function ranking(): HTMLElement {
  const all = overview.metrics.map((_, metric) => rankedScores(metric));
  const chosen = all[state.metric];
  const scale = scaleOf(chosen.flatMap(({ value, interval }) => [value, ...(interval ?? [])]));
  const body = h("tbody");
  for (const system of rankedSystems()) {
    const { rank, value, interval } = chosen[system];
    const letter = system === state.system ? "A" : system === state.other ? "B" : "";
    body.append(
      h(
        "tr",
        {},
        h("td", { class: "rank" }, rank === null ? "–" : String(rank)),
        h("th", { scope: "row" }, h("span", { class: "system-title" }, words(overview.systems[system].name, 60), letter ? letterOf(letter) : null)),
        h("td", { class: "plot-cell" }, intervalPlot(value, interval, scale)),
        ...all.map((scores, metric) => scoreCell(scores[system], metric)),
      ),
    );
  }
  const heads = overview.metrics.map((metric, index) =>
    h("th", { scope: "col", class: `number${index === state.metric ? " chosen" : ""}`, "aria-sort": index === state.metric ? "descending" : null }, h("button", { type: "button", class: "quiet", title: metric.summary || "Rank by this metric", "data-focus": `rank ${index}`, click: () => go({ metric: index }) }, words(metric.key, 40))),
  );
  const table = h("table", { class: "plain-table ranking" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "rank"), h("th", { scope: "col" }, "system"), h("th", { scope: "col", class: "plot-cell" }, words(overview.metrics[state.metric].key, 40)), ...heads)), body);
  return h("section", { class: "panel", "aria-label": "Ranking" }, h("h2", {}, "Ranking"), scroller("Ranking of systems", table), h("p", { class: "muted" }, explanation()));
}

function scoreCell({ value, interval, rank }: RankedScore, metric: number): HTMLElement {
  const range = interval && interval[0] !== null ? `${percent(interval[0])} – ${percent(interval[1])}` : "";
  return h("td", { class: `number score-cell${metric === state.metric ? " chosen" : ""}` }, h("span", { class: rank === 1 ? "strong" : null }, percent(value)), rank === null ? null : h("span", { class: "rank-mark", title: `rank ${rank}` }, `#${rank}`), range ? h("span", { class: "range-text" }, range) : null);
}

function explanation(): string {
  const found = overview.comparison;
  if (!found) return "Ranked by score. Differences were not tested.";
  const ties = found.pairs === "all" ? `Systems share a rank if they do not differ significantly from the best of the group (at ${alpha()} %).` : "Ranked by score.";
  return `${ties} ${plural(found.items, "item")} that all systems have; ${100 * found.level} % intervals.`;
}

const alpha = (): number => +(100 * (1 - (overview.comparison?.level ?? 0.95))).toFixed(6);

/** The p-value of every pair of systems under the chosen metric; a cell chooses its pair. */
export function pairMatrix(): HTMLElement | null {
  const found = overview.comparison;
  const metric = found?.metrics[overview.metrics[state.metric].key];
  if (!found || !metric || overview.systems.length < 3) return null;
  const systems = rankedSystems();
  const name = (system: number): string => overview.systems[system].name;
  const test = found.tests[0];
  const body = h("tbody");
  systems.slice(1).forEach((row, index) => {
    const cells = systems.slice(0, -1).map((column, at) => {
      if (at > index) return h("td", { class: "void" });
      const difference = differenceBetween(metric, name(row), name(column));
      if (!difference) return h("td", { class: "pair-cell" }, "–");
      const chosen = [state.system, state.other].includes(row) && [state.system, state.other].includes(column);
      const content = [h("span", { class: "unseen" }, `${name(column)} − ${name(row)}: `), h("span", { class: "strong" }, signed(difference.difference)), verdict(difference), h("span", { class: "range-text" }, `p ${pValue(chanceOf(difference, test))}`)];
      return h("td", { class: `pair-cell${difference.better ? " significant" : ""}` }, h("button", { type: "button", class: chosen ? "quiet chosen" : "quiet", "aria-pressed": chosen ? "true" : "false", title: "Compare these two", "data-focus": `pair ${row} ${column}`, click: () => go({ system: row, other: column }) }, ...content));
    });
    body.append(h("tr", {}, h("th", { scope: "row" }, words(name(row), 40)), ...cells));
  });
  const heads = systems.slice(0, -1).map((column) => h("th", { scope: "col" }, words(name(column), 40)));
  const table = h("table", { class: "plain-table pairs" }, h("thead", {}, h("tr", {}, h("td", {}), ...heads)), body);
  return h(
    "section",
    { class: "panel", "aria-label": "Pairs of systems" },
    h("h2", {}, "Every pair of systems: ", words(overview.metrics[state.metric].key)),
    scroller("Pairs of systems", table),
    h("p", { class: "muted" }, `Differences: column minus row. p (${test})${found.adjust === "none" ? "" : `, adjusted over ${count(found.comparisons)} comparisons (${found.adjust})`}; ● significant at ${alpha()} %. Click a cell to compare the two.`),
  );
}
