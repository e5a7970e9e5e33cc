import { bytes, duration, percent } from "../../../metrics/format.ts";
import type { Flame } from "../../../report/figures/flame.ts";

/** Pixels of one row of bars. */
const rowHeight = 20;

/** Bars narrower than this share of the graph are left out until they are widened. */
const leastShare = 0.002;

/** Differences of the whole, from which on a bar is coloured more. */
const steps = [0.01, 0.05, 0.15];

type Side = "base" | "head";

interface Bar {
  readonly name: string;
  readonly place: string;
  readonly parent: Bar | undefined;
  readonly depth: number;
  readonly value: { readonly [Key in Side]: number };
  readonly children: Bar[];
  readonly element: HTMLButtonElement;
  /** Start of the window, in the unit of the values. */
  from: number;
}

/** Draws every flame graph of the page. Texts are set as texts. */
export function drawFlames(flames: readonly Flame[]): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-flame]")) {
    const flame = flames[Number(place.dataset.flame)];
    if (flame) draw(place, flame);
  }
}

function draw(place: HTMLElement, flame: Flame): void {
  const host = place.querySelector<HTMLElement>(".bars");
  const readout = place.querySelector("output");
  const status = place.querySelector("[role=status]");
  const find = place.querySelector<HTMLInputElement>("[data-find]");
  const choice = place.querySelector<HTMLSelectElement>("[data-side]");
  const whole = place.querySelector<HTMLButtonElement>("[data-whole]");
  if (!host || !find || !choice || !whole) return;
  const bars = barsOf(flame);
  const [root] = bars;
  if (!root) return;
  place.hidden = false;
  const write = flame.unit === "ms" ? duration : bytes;
  let [zoomed, current, side]: [Bar, Bar, Side] = [root, root, "head"];

  const layOut = () => {
    const width = zoomed.value[side] || 1;
    let deepest = 0;
    for (const bar of bars) {
      const inside = isWithin(bar, zoomed);
      const above = isWithin(zoomed, bar);
      const share = bar.value[side] / width;
      const isShown = above || (inside && share >= leastShare);
      bar.element.hidden = !isShown;
      if (!isShown) continue;
      const [left, own] = above ? [0, 1] : [(bar.from - zoomed.from) / width, share];
      bar.element.style.left = `${100 * left}%`;
      bar.element.style.width = `${100 * own}%`;
      bar.element.style.top = `${rowHeight * bar.depth}px`;
      deepest = Math.max(deepest, bar.depth);
    }
    host.style.height = `${rowHeight * (deepest + 1)}px`;
  };
  const describe = (bar: Bar) => {
    const { base, head } = bar.value;
    const sign = head >= base ? "+" : "−";
    const where = bar.place === "" ? "" : `, ${bar.place}`;
    return `${bar.name}${where}: base ${write(base)}, head ${write(head)}, ${sign}${write(Math.abs(head - base))}`;
  };
  const point = (bar: Bar) => {
    if (readout) readout.textContent = describe(bar);
  };
  const go = (bar: Bar | undefined) => {
    if (!bar || bar.element.hidden) return;
    current.element.tabIndex = -1;
    current = bar;
    bar.element.tabIndex = 0;
    bar.element.focus();
  };
  const zoom = (bar: Bar) => {
    zoomed = bar;
    layOut();
    if (current.element.hidden) go(bar);
  };
  const search = () => {
    const wanted = find.value.trim().toLowerCase();
    const found = new Set(
      bars.filter((bar) => wanted !== "" && bar !== root && `${bar.name} ${bar.place}`.toLowerCase().includes(wanted)),
    );
    for (const bar of bars) bar.element.classList.toggle("found", found.has(bar));
    place.classList.toggle("searched", wanted !== "");
    // One that is called by another found is in it already.
    const outermost = [...found].filter(({ parent }) => !isAny(parent, (above) => found.has(above)));
    const sum = outermost.reduce((total, bar) => total + bar.value[side], 0);
    if (status)
      status.textContent =
        wanted === "" ? "" : `${found.size} found, ${percent(sum / (root.value[side] || 1))} of ${side}`;
  };

  for (const bar of bars) {
    bar.element.setAttribute("aria-label", describe(bar));
    bar.element.addEventListener("focus", () => point(bar));
    bar.element.addEventListener("pointerenter", () => point(bar));
    bar.element.addEventListener("click", () => {
      go(bar);
      zoom(bar);
    });
    host.append(bar.element);
  }
  host.addEventListener("keydown", (event) => {
    const next = neighbour(current, event.key);
    if (event.key === "Escape") zoom(root);
    else if (next === undefined) return;
    else go(next);
    event.preventDefault();
  });
  find.addEventListener("input", search);
  choice.addEventListener("change", () => {
    side = choice.value === "base" ? "base" : "head";
    setPlaces(bars, side);
    layOut();
    search();
  });
  whole.addEventListener("click", () => zoom(root));
  root.element.tabIndex = 0;
  setPlaces(bars, side);
  layOut();
}

/** The first holds all others. */
function barsOf({ functions, nodes }: Flame): Bar[] {
  const top = nodes.filter(([, parent]) => parent === -1);
  const total = (at: 2 | 3) => top.reduce((sum, node) => sum + node[at], 0);
  const whole = { base: total(2), head: total(3) };
  const bars: Bar[] = [bar({ name: "all", place: "", parent: undefined, value: whole, whole })];
  for (const [of, parent, base, head] of nodes) {
    const [name, place] = functions[of] ?? ["–", ""];
    bars.push(bar({ name, place, parent: bars[parent + 1], value: { base, head }, whole }));
  }
  return bars;
}

function bar({ whole, ...known }: Pick<Bar, "name" | "place" | "parent" | "value"> & { whole: Bar["value"] }): Bar {
  const element = document.createElement("button");
  element.type = "button";
  element.tabIndex = -1;
  element.textContent = known.name;
  element.className = colourOf(known.value, whole);
  const made = { ...known, depth: known.parent ? known.parent.depth + 1 : 0, children: [], element, from: 0 };
  known.parent?.children.push(made);
  return made;
}

function colourOf({ base, head }: Bar["value"], whole: Bar["value"]): string {
  const share = (head - base) / (Math.max(whole.base, whole.head) || 1);
  const strength = steps.filter((step) => Math.abs(share) >= step).length;
  return strength === 0 ? "" : `${share > 0 ? "more" : "less"}-${strength}`;
}

/** Callees begin where their caller does, one after the other. */
function setPlaces(bars: readonly Bar[], side: Side): void {
  for (const { from, children } of bars) {
    let next = from;
    for (const child of children) {
      child.from = next;
      next += child.value[side];
    }
  }
}

function isWithin(bar: Bar, other: Bar): boolean {
  return isAny(bar, (one) => one === other);
}

/** Searches a bar and its callers. */
function isAny(bar: Bar | undefined, fits: (one: Bar) => boolean): boolean {
  for (let up = bar; up; up = up.parent) if (fits(up)) return true;
  return false;
}

function neighbour(of: Bar, key: string): Bar | undefined {
  const { parent, children } = of;
  const shown = (some: readonly Bar[]) => some.filter(({ element }) => !element.hidden);
  const siblings = shown(parent?.children ?? []);
  const at = siblings.indexOf(of);
  switch (key) {
    case "ArrowUp":
      return parent;
    case "ArrowDown":
      return shown(children)[0];
    case "ArrowLeft":
      return siblings[at - 1];
    case "ArrowRight":
      return siblings[at + 1];
    default:
      return undefined;
  }
}
