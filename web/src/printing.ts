// On paper all of a view is shown: what the screen shows on demand is added before printing, and removed after it.

interface Printed {
  owner: HTMLElement;
  expand: () => () => void;
}

let views: Printed[] = [];
let undo: (() => void)[] = [];

/** Before printing call `expand` while `owner` is in the page; what it returns undoes it. */
export function onPrint(owner: HTMLElement, expand: () => () => void): void {
  views = views.filter((view) => view.owner.isConnected);
  views.push({ owner, expand });
}

addEventListener("beforeprint", () => {
  // A view may be expanded by the expansion of another one, so that the list grows meanwhile.
  for (let at = 0; at < views.length; at++) if (views[at].owner.isConnected) undo.push(views[at].expand());
});

addEventListener("afterprint", () => {
  for (const action of undo.reverse()) action();
  undo = [];
});
