// An alignment as a list: what matched, with what is inside it, what was missed, what was spurious.
import { count, h, plural, words } from "./dom";
import { SIGN, type Status } from "./marks";
import { onPrint } from "./printing";
import type { EncodedAlignment, EncodedPair, Parts } from "./schema";

const FIRST = 100;

function entry(status: Status, ...content: (Node | string | null)[]): HTMLElement {
  return h("li", { class: `entry ${status}` }, h("span", { class: "sign", role: "img", "aria-label": status }, SIGN[status]), h("span", { class: "entry-text" }, ...content));
}

function pairEntry(pair: EncodedPair, tables: [Parts, Parts]): HTMLElement {
  const [gold, pred, credit = 1, note = "", inner = []] = pair;
  const [one, two] = [tables[0].shown[gold], tables[1].shown[pred]];
  const status: Status = one === two && credit === 1 ? "matched" : credit === 1 && !inner.length ? "matched" : "partly";
  const found = entry(
    status,
    words(one),
    one === two ? null : h("span", {}, h("span", { class: "meets", "aria-label": "matched by" }, " ← "), words(two)),
    credit === 1 ? null : h("span", { class: "credit" }, ` ${count(credit)}`),
    note ? h("span", { class: "remark" }, ` ${note}`) : null,
  );
  for (const [name, deeper] of inner) {
    if (deeper[0].length + deeper[1].length + deeper[2].length === 0) continue;
    found.append(h("div", { class: "inner" }, name ? h("span", { class: "muted" }, name) : null, listing(deeper, tables)));
  }
  return found;
}

/** A list that shows its first entries, and the rest on demand. */
export function longList<Entry>(entries: Entry[], make: (entry: Entry) => HTMLElement, name = "listing", first = FIRST): HTMLElement {
  const list = h("ul", { class: name });
  let shown = 0;
  const more = h("button", { type: "button", class: "quiet" });
  const extend = (most: number): void => {
    more.parentElement?.remove();
    for (const one of entries.slice(shown, shown + most)) list.append(make(one));
    shown = Math.min(entries.length, shown + most);
    more.remove();
    if (shown < entries.length) {
      more.textContent = `${plural(entries.length - shown, "more")}`.replace(/mores$/, "more");
      list.append(h("li", { class: "more" }, more));
    }
  };
  more.addEventListener("click", () => extend(FIRST));
  extend(first);
  onPrint(list, () => {
    extend(entries.length);
    return () => {};
  });
  return list;
}

export function listing(alignment: EncodedAlignment, tables: [Parts, Parts]): HTMLElement {
  type Entry = { pair: EncodedPair } | { status: Status; text: string };
  const entries: Entry[] = [
    ...alignment[1].map((part) => ({ status: "missed" as Status, text: tables[0].shown[part] })),
    ...alignment[2].map((part) => ({ status: "spurious" as Status, text: tables[1].shown[part] })),
    ...alignment[0].map((pair) => ({ pair })),
  ];
  if (!entries.length) return h("p", { class: "empty" }, "Both the gold and the prediction are empty.");
  return longList(entries, (one) => ("pair" in one ? pairEntry(one.pair, tables) : entry(one.status, words(one.text))));
}
