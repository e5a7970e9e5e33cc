import type { Drawing } from "./charts.ts";

type Theme = "light" | "dark";
const storageKey = "mcp-bench-theme";

/** The button for the other theme; the choice is kept. Paper is always light. Canvases take colours when drawn, so they are drawn anew. */
export function offerThemes(drawing: Drawing): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>("button.theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = remembered();

  const apply = () => {
    if (chosen) root.dataset.theme = chosen;
    else delete root.dataset.theme;
    if (button) button.textContent = current() === "dark" ? "Light theme" : "Dark theme";
    drawing.redraw();
  };
  const current = (): Theme => chosen ?? (system.matches ? "dark" : "light");

  button?.addEventListener("click", () => {
    chosen = current() === "dark" ? "light" : "dark";
    remember(chosen);
    apply();
  });
  system.addEventListener("change", apply);
  addEventListener("beforeprint", () => {
    root.dataset.theme = "light";
    drawing.print();
  });
  addEventListener("afterprint", apply);

  if (button) button.hidden = false;
  apply();
}

/** Browsers may refuse storage to files; then the choice lasts as long as the page. */
function remembered(): Theme | undefined {
  try {
    const theme = localStorage.getItem(storageKey);
    return theme === "light" || theme === "dark" ? theme : undefined;
  } catch {
    return undefined;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // See above.
  }
}
