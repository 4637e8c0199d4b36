// Dark or light: as the reader's system says, until the reader says otherwise.
import { h } from "./dom";
import { onPrint } from "./printing";

const KEY = "tallystick-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // pages from disk may have no storage
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It then lasts as long as the page.
  }
}

function apply(theme: string | null): boolean {
  const dark = theme ? theme === "dark" : system.matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  return dark;
}

export function themeButton(): HTMLElement {
  let chosen = kept();
  const button = h("button", { type: "button", class: "quiet round", id: "theme" });
  const show = (): void => {
    const dark = apply(chosen);
    button.textContent = dark ? "☀" : "☾";
    button.setAttribute("aria-label", dark ? "Light colours (d)" : "Dark colours (d)");
    button.setAttribute("title", dark ? "Light colours (d)" : "Dark colours (d)");
  };
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep(chosen);
    show();
  });
  system.addEventListener("change", show);
  // Paper is light.
  onPrint(document.documentElement, () => {
    document.documentElement.dataset.theme = "light";
    return show;
  });
  show();
  return button;
}
