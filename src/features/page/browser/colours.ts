export interface Colours {
  readonly text: string;
  readonly grid: string;
  readonly base: string;
  readonly head: string;
  readonly third: string;
  readonly fourth: string;
  readonly fifth: string;
  readonly sixth: string;
  readonly level: string;
  readonly mark: string;
  readonly surface: string;
}

/** The colours of the style sheet as a canvas understands them; custom properties alone would stay unresolved. */
export function readColours(place: HTMLElement): Colours {
  const probe = place.appendChild(document.createElement("span"));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: read("quiet"),
    grid: read("grid"),
    base: read("base"),
    head: read("head"),
    third: read("third"),
    fourth: read("fourth"),
    fifth: read("fifth"),
    sixth: read("sixth"),
    level: read("level"),
    mark: read("bad"),
    surface: read("surface"),
  };
  probe.remove();
  return colours;
}
