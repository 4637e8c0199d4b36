// A window onto a drawing that is larger than its place: fit, zoom and move by mouse, touch, buttons and keys.
import { h, s } from "./dom";
import { onPrint } from "./printing";

const CLOSEST = 4;
const STEP = 1.25;
/** How far a key moves, as a share of what is seen. */
const KEY_MOVE = 0.15;
const TALLEST = 0.75;
/** A drawing that is smaller than this cannot be read, and needs room to be looked at from near. */
const READABLE = 0.5;
/** The scale at which a drawing opens that cannot be read as a whole. */
const OPENING = 0.85;
const ROOMY = 0.45;
const [MAP_WIDTH, MAP_HEIGHT] = matchMedia("(max-width: 700px)").matches ? [80, 90] : [132, 160];

/** What is seen: the middle, the scale, and how much larger that is than the whole drawing in the window. */
export interface Look {
  x: number;
  y: number;
  scale: number;
  zoom: number;
}

/** One window. Coordinates are those of the drawing; `scale` is pixels of the screen per unit. */
export class Viewport {
  readonly element: HTMLElement;
  onLook: (look: Look) => void = () => {};
  private scale = 1;
  private x = 0;
  private y = 0;
  private pointers = new Map<number, { x: number; y: number }>();
  private map = s("svg", { class: "minimap", "aria-hidden": true });
  private frame = s("rect", { class: "minimap-frame" });
  private box: HTMLElement;
  private untouched = true;
  private opened = false;

  constructor(private svg: SVGSVGElement, private width: number, private height: number, label: string, private start: { x: number; y: number }) {
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.box = h("div", {
      class: "viewport", tabindex: 0, role: "group",
      "aria-label": `${label}; arrow keys pan, plus and minus zoom, 0 fits the view`,
    }, svg);
    this.element = h("div", { class: "viewport-frame" }, this.box, this.map as unknown as Node);
    this.drawMap();
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.box);
    onPrint(this.element, () => {
      this.print();
      return () => this.refresh();
    });
  }

  /** Show the whole drawing at the width of the paper. */
  print(): void {
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.style.height = "auto";
    this.svg.style.maxWidth = `${this.width}px`;
  }

  /** Show what was seen before the page was printed. */
  refresh(): void {
    this.svg.style.height = this.svg.style.maxWidth = "";
    this.changed(true);
  }

  /** Show all of it where it can be read so, and where it begins otherwise. */
  private open(): void {
    this.opened = true;
    this.fit(true);
    if (this.scale >= READABLE) return;
    this.untouched = false;
    this.scale = OPENING;
    this.x = this.start.x;
    this.y = this.start.y;
    this.changed(true);
  }

  /** Show all of it, never larger than it is. */
  fit(quietly = false): void {
    this.untouched = true;
    this.heighten();
    this.scale = this.fitting();
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.changed(quietly);
  }

  zoom(factor: number, quietly = false): void {
    this.untouched = false;
    this.scale = Math.min(CLOSEST, Math.max(this.fitting() / 2, this.scale * factor));
    this.changed(quietly);
  }

  /** Bring a place of the drawing into the middle, large enough to be read. */
  show(x: number, y: number): void {
    this.untouched = false;
    this.x = x;
    this.y = y;
    this.scale = Math.max(this.scale, Math.min(1, CLOSEST));
    this.changed();
  }

  /** Look where another window looks: at the same place, or at the same share of the drawing where none corresponds. */
  follow(look: Look, place: { x: number; y: number } | null, from: Viewport): void {
    if (look.zoom <= 1) return this.fit(true);
    this.untouched = false;
    this.scale = Math.min(CLOSEST, look.scale);
    this.x = place ? place.x : (look.x / from.width) * this.width;
    this.y = place ? place.y : (look.y / from.height) * this.height;
    this.changed(true);
  }

  private fitting(): number {
    const { clientWidth, clientHeight } = this.box;
    return Math.min(1, (clientWidth || this.width) / this.width, (clientHeight || this.height) / this.height);
  }

  private resized(): void {
    if (!this.box.clientWidth) return;
    if (!this.opened) this.open();
    else if (this.untouched) this.fit(true);
    else this.changed(true);
  }

  /** Make the window as high as the drawing needs at this width, within reason; higher where it is seen from near. */
  private heighten(): void {
    const fitting = Math.min(1, this.box.clientWidth / this.width);
    const near = !this.untouched && fitting < READABLE;
    const needed = Math.ceil(this.height * (near ? OPENING : fitting));
    const height = Math.max(160, Math.min(needed, Math.round((near ? ROOMY : TALLEST) * window.innerHeight)));
    if (this.box.style.height !== `${height}px`) this.box.style.height = `${height}px`;
  }

  private changed(quietly = false): void {
    if (this.box.clientWidth) this.heighten();
    const { clientWidth, clientHeight } = this.box;
    const [wide, high] = [clientWidth / this.scale, clientHeight / this.scale];
    // Some of the drawing always stays in sight; what fits is in the middle.
    const within = (at: number, seen: number, size: number): number =>
      seen >= size ? size / 2 : Math.min(size - seen / 2, Math.max(seen / 2, at));
    this.x = within(this.x, wide, this.width);
    this.y = within(this.y, high, this.height);
    this.svg.setAttribute("viewBox", `${this.x - wide / 2} ${this.y - high / 2} ${wide} ${high}`);
    for (const [name, value] of Object.entries({ x: this.x - wide / 2, y: this.y - high / 2, width: wide, height: high })) {
      this.frame.setAttribute(name, String(value));
    }
    this.map.classList.toggle("needed", wide < this.width - 1 || high < this.height - 1);
    if (!quietly) this.onLook({ x: this.x, y: this.y, scale: this.scale, zoom: this.scale / this.fitting() });
  }

  private drawMap(): void {
    const ratio = Math.min(MAP_WIDTH / this.width, MAP_HEIGHT / this.height);
    this.map.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.map.setAttribute("width", String(Math.max(24, this.width * ratio)));
    this.map.setAttribute("height", String(Math.max(24, this.height * ratio)));
    for (const node of this.svg.querySelectorAll(".node .shape")) {
      const status = node.parentElement?.getAttribute("class") ?? "";
      const copy = node.cloneNode() as SVGElement;
      copy.setAttribute("class", `dot ${status}`);
      this.map.append(copy);
    }
    this.map.append(this.frame);
    this.map.addEventListener("pointerdown", (event) => {
      const place = this.map.getBoundingClientRect();
      this.untouched = false;
      this.x = ((event.clientX - place.left) / place.width) * this.width;
      this.y = ((event.clientY - place.top) / place.height) * this.height;
      this.changed();
    });
  }

  private listen(): void {
    const { box } = this;
    box.addEventListener("wheel", (event) => {
      // Without a modifier the wheel scrolls the page: a drawing must not catch a reader who passes by.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoomAt(Math.exp(-event.deltaY / 300), event);
    }, { passive: false });
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (event.pointerType === "mouse") box.setPointerCapture(event.pointerId);
      box.classList.add("moving");
    });
    box.addEventListener("pointermove", (event) => this.dragged(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"] as const) {
      box.addEventListener(name, (event) => {
        this.pointers.delete(event.pointerId);
        if (!this.pointers.size) box.classList.remove("moving");
      });
    }
    box.addEventListener("dblclick", (event) => this.zoomAt(STEP * STEP, event));
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("focusin", (event) => this.focused(event));
  }

  private zoomAt(factor: number, at: { clientX: number; clientY: number }): void {
    const place = this.box.getBoundingClientRect();
    const [dx, dy] = [at.clientX - place.left - place.width / 2, at.clientY - place.top - place.height / 2];
    const before = this.scale;
    this.zoom(factor, true);
    // The point under the pointer stays where it is.
    this.x += dx / before - dx / this.scale;
    this.y += dy / before - dy / this.scale;
    this.changed();
  }

  private dragged(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pointers.set(event.pointerId, now);
    if (others.length) {
      const far = (point: { x: number; y: number }): number => Math.hypot(point.x - others[0].x, point.y - others[0].y) || 1;
      this.zoomAt(far(now) / far(before), { clientX: (now.x + others[0].x) / 2, clientY: (now.y + others[0].y) / 2 });
      return;
    }
    this.untouched = false;
    this.x -= (now.x - before.x) / this.scale;
    this.y -= (now.y - before.y) / this.scale;
    this.changed();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (move) {
      this.untouched = false;
      this.x += (move[0] * KEY_MOVE * this.box.clientWidth) / this.scale;
      this.y += (move[1] * KEY_MOVE * this.box.clientHeight) / this.scale;
      this.changed();
    } else if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A node that has the focus is in sight. */
  private focused(event: Event): void {
    const target = event.target instanceof SVGGraphicsElement && event.target.matches(".node") ? event.target : null;
    if (!target) return;
    const [node, seen] = [target.getBoundingClientRect(), this.box.getBoundingClientRect()];
    if (node.left >= seen.left && node.right <= seen.right && node.top >= seen.top && node.bottom <= seen.bottom) return;
    const place = target.getBBox();
    this.x = place.x + place.width / 2;
    this.y = place.y + place.height / 2;
    this.untouched = false;
    this.changed();
  }
}

/** The buttons of a window. */
export function zoomButtons(windows: () => Viewport[]): HTMLElement[] {
  const button = (label: string, title: string, act: (viewport: Viewport) => void): HTMLElement =>
    h("button", { type: "button", class: "quiet", title, click: () => windows().forEach(act) }, label);
  return [
    button("Fit", "Fit to view (0)", (viewport) => viewport.fit()),
    button("−", "Zoom out (−)", (viewport) => viewport.zoom(1 / STEP, true)),
    button("+", "Zoom in (+)", (viewport) => viewport.zoom(STEP, true)),
  ];
}
