// Elements are made here, and text is only ever set as text: nothing from the data is read as markup.
type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Record<string, Value>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** An element of HTML. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** An element of SVG. */
export function s(name: string, attributes: Record<string, Value> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

const LONGEST = 400;
const WORTH_TELLING = 1000;

/** Signs that cannot be seen, and those that turn the direction of what follows. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Text that can be read whatever is in it: signs without a shape are named, very long text is cut and says so. */
export function shown(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? text.slice(0, longest) : text;
  const visible = cut.replace(UNSEEN, (sign) => `‹${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}›`);
  if (text.length <= longest) return visible;
  return text.length > WORTH_TELLING ? `${visible}… (${text.length.toLocaleString("en")} characters)` : `${visible}…`;
}

/** A word that may be wider than its column, so that it must be broken. */
const LONG_WORD = /\S{26}/;

/** Longer text is not an id: it has spaces. */
const MOST_BREAKS = 300;

/** A long id breaks behind its punctuation before it breaks anywhere else. */
function breakable(text: string): (Node | string)[] {
  return text.split(/(?<=[_./:=&?-])(?=\w)/).flatMap((part, at) => (at ? [h("wbr"), part] : [part]));
}

/** Text from the data, in whichever direction it is written, isolated from the text around it. */
export function words(text: string, longest?: number): HTMLElement {
  const visible = shown(text, longest);
  if (!LONG_WORD.test(visible)) return h("bdi", { dir: "auto" }, visible);
  return h("bdi", { dir: "auto", class: "long" }, ...(visible.length > MOST_BREAKS ? [visible] : breakable(visible)));
}

/** So many signs of an id are never cut: ids differ at their ends. */
const ID_END = 10;

/** An id that is cut in its middle where there is no room for all of it. */
export function idText(id: string): HTMLElement {
  const text = shown(id, 200);
  const cut = Math.max(0, text.length - ID_END);
  return h("bdi", { class: "id-text", dir: "auto", title: text }, h("span", { class: "id-start" }, text.slice(0, cut)), h("span", { class: "id-end" }, text.slice(cut)));
}

/** A fraction × 100; a dash where it is undefined. */
export function percent(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? "–" : (100 * value).toFixed(digits);
}

export function count(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toLocaleString("en", { maximumFractionDigits: 2 });
}

export function plural(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? "" : "s"}`;
}

/** How good a score is, in five steps, for colours. */
export function grade(value: number | null): string {
  if (value === null) return "none";
  return value >= 0.9 ? "5" : value >= 0.75 ? "4" : value >= 0.5 ? "3" : value >= 0.25 ? "2" : "1";
}

/** A bar for a score; its length is set by the script, which the policy of the page allows. */
export function bar(value: number | null, label: string): HTMLElement {
  const inner = h("span", { class: "bar-fill", "data-grade": grade(value) });
  inner.style.width = `${100 * (value ?? 0)}%`;
  return h("span", { class: "bar", role: "img", "aria-label": label }, inner);
}

/** A bar below a number: its share of the largest one in the table. */
export function strength(share: number): HTMLElement {
  const element = h("span", { class: "strength", "aria-hidden": true });
  element.style.setProperty("--share", String(share));
  return element;
}

/** What may be wider than its panel: it is moved with the pointer or with keys. */
export function scroller(label: string, content: HTMLElement): HTMLElement {
  return h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": label }, content);
}

/** A button that copies text. */
export function copyButton(text: string, what: string): HTMLElement {
  const button = h("button", { class: "quiet copy", type: "button", title: `Copy ${what}` }, "copy");
  button.addEventListener("click", async () => {
    button.textContent = (await copied(text)) ? "copied" : "not copied";
    setTimeout(() => (button.textContent = "copy"), 1500);
  });
  return button;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from disk may not have the clipboard: the old way works without leave.
    const area = h("textarea", { "aria-hidden": true, class: "offscreen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Text with its number of columns in a fixed-width font: wide signs take two. */
export function columns(text: string): number {
  let total = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) || code >= 0x1f300;
    total += wide ? 2 : 1;
  }
  return total;
}
