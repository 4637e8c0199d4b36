// Running text with numbered brackets around stretches of it, which may be nested or cross.
import { h, plural, shown } from "./dom";
import type { Links } from "./link";
import type { Status } from "./marks";
import { onPrint } from "./printing";

const FIRST = 1500;

export interface Stretch {
  /** First and last word, both inside. */
  range: [number, number];
  label: string;
  key: string;
  colour: number;
  status: Status;
  /** A sign instead of that of the status: "−B" where only B missed it. */
  sign?: string;
}

/** Text whose stretches are marked; long texts are shown piece by piece, more of them as they are scrolled.
 *
 * `revealing` is given a function that shows all up to a word and brings the word into sight. */
export function running(
  tokens: string[], stretches: Stretch[], links: Links, breaks: number[] = [], revealing: (reveal: (word: number) => void) => void = () => {},
): HTMLElement {
  const box = h("div", { class: "running", dir: "auto" });
  const opening = new Map<number, Stretch[]>();
  const closing = new Map<number, Stretch[]>();
  for (const one of stretches) {
    push(opening, one.range[0], one);
    push(closing, one.range[1], one);
  }
  for (const listed of opening.values()) listed.sort((one, two) => two.range[1] - one.range[1]);
  for (const listed of closing.values()) listed.sort((one, two) => two.range[0] - one.range[0]);
  const sentences = new Set(breaks.filter((word) => word > 0));
  const open: Stretch[] = [];
  const at = new Map<number, HTMLElement>();
  let shownWords = 0;
  const more = h("button", { type: "button", class: "quiet" });
  const extend = (limit: number): void => {
    const end = Math.min(tokens.length, shownWords + limit);
    for (let word = shownWords; word < end; word++) {
      if (sentences.has(word)) box.append(h("br"));
      for (const one of opening.get(word) ?? []) {
        const element = bracket(one, true, links);
        if (!at.has(word)) at.set(word, element);
        box.append(element);
        open.push(one);
      }
      // The innermost stretch gives its line to the word; all of them light it up.
      const inner = open[open.length - 1];
      const element = inner ? h("span", { class: `word chain-${inner.colour} ${inner.status}` }, shown(tokens[word], 80)) : shown(tokens[word], 80);
      if (inner && element instanceof HTMLElement) for (const one of open) links.add(one.key, element);
      box.append(element);
      for (const one of closing.get(word) ?? []) {
        const place = open.lastIndexOf(one);
        if (place >= 0) open.splice(place, 1);
        box.append(bracket(one, false, links));
      }
      box.append(" ");
    }
    shownWords = end;
    more.remove();
    if (shownWords < tokens.length) {
      more.textContent = `${plural(tokens.length - shownWords, "more word")}`;
      box.append(more);
    }
  };
  more.addEventListener("click", () => extend(4 * FIRST));
  box.addEventListener("scroll", () => {
    if (box.scrollTop + 2 * box.clientHeight > box.scrollHeight) extend(FIRST);
  });
  revealing((word) => {
    if (word >= shownWords) extend(word - shownWords + FIRST);
    at.get(word)?.scrollIntoView({ block: "nearest" });
    at.get(word)?.focus({ preventScroll: true });
  });
  extend(FIRST);
  onPrint(box, () => {
    extend(tokens.length);
    return () => {};
  });
  return box;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const listed = map.get(key);
  if (listed) listed.push(value);
  else map.set(key, [value]);
}

function bracket(one: Stretch, opens: boolean, links: Links): HTMLElement {
  const attributes = { class: `bracket chain-${one.colour} ${one.status}`, "aria-hidden": opens ? null : true, tabindex: opens ? 0 : null, "data-sign": opens && one.sign ? one.sign : null };
  const element = opens
    ? h("span", attributes, "[", h("sub", {}, shown(one.label, 24)))
    : h("span", attributes, "]");
  links.add(one.key, element);
  return element;
}
