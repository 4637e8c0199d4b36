// Two JSON documents side by side, in the order of the gold: what met is on one line.
import { count, h, plural, words } from "./dom";
import type { DocumentRow, Sign, SystemDetail } from "./schema";

const FIRST = 300;
const MEANING: Record<Sign, string> = { "": "", "=": "equal", "≈": "in part", "≠": "wrong", "−": "missed", "+": "spurious" };
const NAMES: Record<Sign, string> = { "": "container", "=": "matched", "≈": "partly", "≠": "wrong", "−": "missed", "+": "spurious" };

let differencesOnly = false;

export function jsonView(system: SystemDetail, metric: number): HTMLElement {
  const root = h("div", { class: "documents" });
  for (const repair of (system.pred.repairs ?? []).slice(0, 20)) root.append(h("p", { class: "note", role: "note" }, "Repaired: ", words(repair)));
  for (const [kind, text] of system.findings ?? []) {
    if (kind === "invalid" || kind === "conflict") root.append(h("p", { class: "note", role: "note" }, kind === "invalid" ? "Not valid: " : "Shapes in conflict: ", words(text)));
  }
  const place = system.rows_of?.[metric];
  const rows = system.rows?.[place ?? 0];
  if (place === null) root.append(h("p", { class: "muted" }, "This metric compares no leaves."));
  if (!rows?.length) root.append(h("p", { class: "empty" }, "Neither document has a leaf."));
  else root.append(sideBySide(rows, system.values ?? []));
  return root;
}

function sideBySide(rows: DocumentRow[], values: string[]): HTMLElement {
  const body = h("tbody");
  const more = h("button", { type: "button", class: "quiet" });
  const table = h("table", { class: "document-table" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "gold"), h("th", { scope: "col", "aria-label": "result" }), h("th", { scope: "col" }, "prediction"))), body);
  let listed: DocumentRow[] = [];
  let shown = 0;
  const extend = (): void => {
    for (const row of listed.slice(shown, shown + FIRST)) body.append(rowOf(row, values));
    shown = Math.min(listed.length, shown + FIRST);
    more.hidden = shown >= listed.length;
    more.textContent = `Show more of ${plural(listed.length - shown, "line")}`;
  };
  const fill = (): void => {
    listed = differencesOnly ? different(rows) : rows;
    shown = 0;
    body.replaceChildren();
    extend();
    if (!listed.length) body.append(h("tr", {}, h("td", { colspan: 3, class: "empty" }, "The documents do not differ.")));
  };
  more.addEventListener("click", extend);
  const choice = h("input", { type: "checkbox", checked: differencesOnly, "data-focus": "differences" });
  choice.addEventListener("change", () => {
    differencesOnly = choice.checked;
    fill();
  });
  fill();
  return h("section", { class: "panel", "aria-label": "Documents side by side" }, h("div", { class: "document-tools" }, legend(rows), h("label", { class: "tool" }, choice, "differences only")), table, more);
}

function legend(rows: DocumentRow[]): HTMLElement {
  const list = h("span", { class: "document-legend" });
  for (const sign of ["=", "≈", "≠", "−", "+"] as const) {
    const leaves = rows.filter((row) => row[1] === sign && (row[4] !== null || row[5] !== null)).length;
    list.append(h("span", { class: NAMES[sign] }, h("span", { class: "sign", "aria-hidden": true }, sign), ` ${count(leaves)} ${MEANING[sign]}`));
  }
  return list;
}

/** The leaves that differ, and the containers around them. */
function different(rows: DocumentRow[]): DocumentRow[] {
  const kept: DocumentRow[] = [];
  // Backwards: a container around the rows kept so far is the first one that is less deep.
  let depthKept = 0;
  for (const row of [...rows].reverse()) {
    const [depth, sign, , , gold, pred] = row;
    const isLeaf = gold !== null || pred !== null;
    if (isLeaf ? sign === "=" : depth >= depthKept) continue;
    kept.push(row);
    depthKept = depth;
  }
  return kept.reverse();
}

function rowOf([depth, sign, goldLabel, predLabel, gold, pred, note]: DocumentRow, values: string[]): HTMLElement {
  const joined = goldLabel !== null && predLabel !== null;
  const isItem = joined && sign !== "" && (gold === null || goldLabel.startsWith("["));
  const predCell = sideOf("pred", predLabel, pred, values);
  if (note) predCell.append(" ", h("span", { class: "remark" }, note));
  else if (goldLabel === predLabel && gold === pred) predCell.classList.add("same");
  const element = h(
    "tr",
    { class: `${NAMES[sign]}${isItem ? " joined" : ""}` },
    sideOf("gold", goldLabel, gold, values),
    h("td", { class: "meeting" }, h("span", { class: "sign", role: "img", "aria-label": MEANING[sign] || null }, sign)),
    predCell,
  );
  element.style.setProperty("--depth", String(Math.min(depth, 12)));
  return element;
}

function sideOf(side: string, label: string | null, value: number | null, values: string[]): HTMLElement {
  if (label === null) return h("td", { class: `${side} nothing` });
  return h("td", { class: side }, label ? h("span", { class: "document-key" }, words(label, 120)) : null, " ", value === null ? null : h("span", { class: "document-value" }, words(values[value])));
}
