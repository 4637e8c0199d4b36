// On paper all of a view is shown: what the screen shows on demand is added before printing, and removed after it.

const expansions = new WeakMap<Element, () => () => void>();
let undo: (() => void)[] = [];

/** Before printing call `expand` if `owner` is in the page; what it returns undoes it. */
export function onPrint(owner: Element, expand: () => () => void): void {
  expansions.set(owner, expand);
  owner.setAttribute("data-expands", "");
}

addEventListener("beforeprint", () => {
  const expanded = new Set<Element>();
  // An expansion may add views that expand in turn.
  for (;;) {
    const waiting = [...document.querySelectorAll("[data-expands]")].filter((owner) => !expanded.has(owner));
    if (!waiting.length) return;
    for (const owner of waiting) {
      expanded.add(owner);
      const expand = expansions.get(owner);
      if (expand) undo.push(expand());
    }
  }
});

addEventListener("afterprint", () => {
  for (const action of undo.reverse()) action();
  undo = [];
});
