import { seriesColours } from "../../../report/figures/picture.ts";

/** Custom properties of the style sheet. */
const names = ["quiet", "grid", "level", "bad", ...seriesColours] as const;

export type Colours = Readonly<Record<(typeof names)[number], string>>;

/** The colours of the style sheet as a canvas understands them; custom properties alone would stay unresolved. */
export function readColours(place: HTMLElement): Colours {
  const probe = place.appendChild(document.createElement("span"));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(names.map((name) => [name, read(name)])) as Colours;
  probe.remove();
  return colours;
}
