// Partners light up together: whatever is pointed at or has the focus, and its counterpart on the other side.

/** Elements by their key; a key is a side, a place and an element: "g:n0". */
export class Links {
  private known = new Map<string, Element[]>();
  private partners = new Map<string, string[]>();
  private lit: Element[] = [];

  constructor(private root: HTMLElement, private say: (key: string, partners: string[]) => string = () => "") {}

  add(key: string, element: Element): void {
    const listed = this.known.get(key);
    if (listed) listed.push(element);
    else this.known.set(key, [element]);
    element.setAttribute("data-key", key);
  }

  /** Say that two keys belong together, in both directions. */
  join(one: string, two: string): void {
    for (const [from, to] of [[one, two], [two, one]]) {
      const listed = this.partners.get(from) ?? [];
      if (!listed.includes(to)) listed.push(to);
      this.partners.set(from, listed);
    }
  }

  /** Begin to listen. */
  start(status: HTMLElement): void {
    const show = (event: Event): void => {
      const target = event.target instanceof Element ? event.target.closest("[data-key]") : null;
      this.light(target?.getAttribute("data-key") ?? null, status);
    };
    this.root.addEventListener("mouseover", show);
    this.root.addEventListener("focusin", show);
    this.root.addEventListener("mouseleave", () => this.light(null, status));
    this.root.addEventListener("focusout", () => this.light(null, status));
  }

  private light(key: string | null, status: HTMLElement): void {
    for (const element of this.lit) element.classList.remove("lit", "lit-partner");
    this.lit = [];
    const partners = key ? (this.partners.get(key) ?? []) : [];
    if (key) for (const element of this.known.get(key) ?? []) this.switchOn(element, "lit");
    for (const partner of partners) for (const element of this.known.get(partner) ?? []) this.switchOn(element, "lit-partner");
    this.root.classList.toggle("linking", this.lit.length > 0);
    status.textContent = key ? this.say(key, partners) : "";
  }

  private switchOn(element: Element, name: string): void {
    element.classList.add(name);
    this.lit.push(element);
  }
}
