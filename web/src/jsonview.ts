// JSON documents side by side, in the order of the gold: what met is on one line.
import { documentLines, differentLines, isLeaf, type DocumentLine, type Documents, type PredictedCell } from "./documentrows";
import { count, h, plural, words } from "./dom";
import { onPrint } from "./printing";
import { titleOf, type Prediction } from "./predictions";
import type { Sign, SystemDetail } from "./schema";

const FIRST = 300;
const MEANING: Record<Sign, string> = { "": "", "=": "equal", "≈": "partly matched", "≠": "wrong", "−": "missed", "+": "spurious" };
const NAMES: Record<Sign, string> = { "": "container", "=": "matched", "≈": "partly", "≠": "wrong", "−": "missed", "+": "spurious" };
/** From harmless to grave. */
const GRAVITY: Sign[] = ["", "=", "≈", "+", "≠", "−"];

let differencesOnly = false;

export function jsonView(predictions: Prediction[], metric: string): HTMLElement {
  const root = h("div", { class: "documents" });
  for (const prediction of predictions) root.append(...notesOf(prediction));
  if (predictions.some(({ system }) => system.rows_of?.[metric] === undefined)) root.append(h("p", { class: "muted" }, "This metric does not compare leaves."));
  const documents = predictions.map(({ system }): Documents => ({ rows: rowsOf(system, metric), values: system.values ?? [] }));
  const lines = documentLines(documents);
  if (lines) root.append(tableOf(lines, predictions));
  else documents.forEach((one, index) => root.append(tableOf(documentLines([one]) ?? [], [predictions[index]])));
  return root;
}

function rowsOf(system: SystemDetail, metric: string): Documents["rows"] {
  return system.rows?.[system.rows_of?.[metric] ?? 0] ?? [];
}

function notesOf(prediction: Prediction): HTMLElement[] {
  const { system, letter } = prediction;
  const owner = (): HTMLElement | null => (letter ? h("span", {}, titleOf(prediction), " ") : null);
  const note = (title: string, text: string): HTMLElement => h("p", { class: "note", role: "note" }, owner(), title, words(text));
  const notes = (system.pred.repairs ?? []).slice(0, 20).map((repair) => note("Repaired: ", repair));
  for (const [kind, text] of system.findings ?? []) {
    if (kind === "invalid" || kind === "conflict") notes.push(note(kind === "invalid" ? "Not valid: " : "Type conflicts: ", text));
  }
  return notes;
}

function tableOf(lines: DocumentLine[], predictions: Prediction[]): HTMLElement {
  if (!lines.length) return h("p", { class: "empty" }, "The documents have no leaves.");
  const body = h("tbody");
  const more = h("button", { type: "button", class: "quiet" });
  const titles = predictions.flatMap((prediction) => [h("th", { scope: "col", class: "meeting-head" }, h("span", { class: "unseen" }, "result")), h("th", { scope: "col" }, titleOf(prediction))]);
  const table = h("table", { class: `document-table${predictions.length > 1 ? " two-predictions" : ""}` }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "gold"), ...titles)), body);
  let listed: DocumentLine[] = [];
  let shown = 0;
  const extend = (most: number): void => {
    for (const line of listed.slice(shown, shown + most)) body.append(rowOf(line, predictions));
    shown = Math.min(listed.length, shown + most);
    more.hidden = shown >= listed.length;
    more.textContent = `Show ${plural(listed.length - shown, "more line")}`;
  };
  const fill = (): void => {
    listed = differencesOnly ? differentLines(lines) : lines;
    shown = 0;
    body.replaceChildren();
    extend(FIRST);
    if (!listed.length) body.append(h("tr", {}, h("td", { colspan: 1 + 2 * predictions.length, class: "empty" }, "The documents do not differ.")));
  };
  more.addEventListener("click", () => extend(FIRST));
  onPrint(table, () => {
    extend(listed.length);
    return () => {};
  });
  const choice = h("input", { type: "checkbox", checked: differencesOnly, "data-focus": "differences" });
  choice.addEventListener("change", () => {
    differencesOnly = choice.checked;
    fill();
  });
  fill();
  const legends = h("div", { class: "document-legends" }, ...predictions.map((prediction, index) => legend(lines, prediction, index)));
  return h("section", { class: "panel", "aria-label": "Documents side by side" }, h("div", { class: "document-tools" }, legends, h("label", { class: "tool" }, choice, "differences only")), table, more);
}

function legend(lines: DocumentLine[], prediction: Prediction, index: number): HTMLElement {
  const list = h("div", { class: "document-legend" }, prediction.letter ? titleOf(prediction) : null);
  for (const sign of ["=", "≈", "≠", "−", "+"] as const) {
    const leaves = lines.filter((line) => line.cells[index]?.sign === sign && isLeaf(line)).length;
    list.append(h("span", { class: NAMES[sign] }, h("span", { class: "sign", "aria-hidden": true }, sign), ` ${count(leaves)} ${MEANING[sign]}`));
  }
  return list;
}

function rowOf(line: DocumentLine, predictions: Prediction[]): HTMLElement {
  const signs = line.cells.flatMap((cell): Sign[] => (cell ? [cell.sign] : []));
  const gravest = GRAVITY[Math.max(0, ...signs.map((sign) => GRAVITY.indexOf(sign)))];
  const joins = (cell: PredictedCell | null): boolean =>
    cell !== null && cell.label !== null && line.label !== null && cell.sign !== "" && (line.value === null || line.label.startsWith("["));
  const same = (cell: PredictedCell | null): boolean => cell !== null && !cell.note && line.label === cell.label && line.value === cell.value;
  const alike = line.cells.every(same);
  const element = h("tr", { class: `${NAMES[gravest]}${line.cells.some(joins) ? " joined" : ""}${alike ? " alike" : ""}` }, sideOf(`gold ${NAMES[gravest]}`, line.label, line.value, "gold"));
  line.cells.forEach((cell, index) => {
    const name = predictions[index].name;
    if (!cell) {
      element.append(h("td", { class: "meeting nothing" }), h("td", { class: "pred nothing" }));
      return;
    }
    const status = `${NAMES[cell.sign]}${joins(cell) ? " joined" : ""}`;
    const side = sideOf(`pred ${status}`, cell.label, cell.value, name);
    if (cell.note) side.append(" ", h("span", { class: "remark" }, cell.note));
    else if (same(cell)) side.classList.add("same");
    element.append(h("td", { class: `meeting ${status}`, "data-letter": predictions[index].letter || null }, h("span", { class: "sign", role: MEANING[cell.sign] ? "img" : null, "aria-label": MEANING[cell.sign] || null }, cell.sign)), side);
  });
  element.style.setProperty("--depth", String(Math.min(line.depth, 12)));
  return element;
}

function sideOf(side: string, label: string | null, value: string | null, owner: string): HTMLElement {
  if (label === null) return h("td", { class: `${side} nothing` });
  return h("td", { class: side, "data-side": owner }, label ? h("span", { class: "document-key" }, words(label, 120)) : null, " ", value === null ? null : h("span", { class: "document-value" }, words(value)));
}
