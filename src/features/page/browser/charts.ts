import uPlot from "uplot";
import { significant } from "../../../metrics/format.ts";
import type { Picture } from "../../../report/figures/picture.ts";
import { chartOptions } from "./chart-options.ts";
import { readColours } from "./colours.ts";

/** Charts drawn before the page is shown: about a quarter of a second. */
const atOnce = 60;

interface Place {
  readonly host: HTMLElement;
  readonly picture: Picture;
  plot?: uPlot;
}

/** Draws each chart once it comes near the view, and lets the arrow keys read it. Canvases take colours when drawn. */
export function drawCharts(pictures: readonly Picture[]): void {
  const places = [...document.querySelectorAll<HTMLElement>(".plot[data-chart]")].flatMap((host): Place[] => {
    const picture = pictures[Number(host.dataset.chart)];
    return picture ? [{ host, picture }] : [];
  });
  const placeOf = new Map(places.map((place) => [place.host as Element, place]));
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const place = placeOf.get(target);
        if (isIntersecting && place && !place.plot) draw(place);
      }
    },
    { rootMargin: "600px" },
  );
  const sized = new ResizeObserver((entries) => {
    for (const { target } of entries) resize(placeOf.get(target));
  });
  // What is unfolded is drawn at once, so that paper and screenshots have it; of very many the rest as they come near.
  for (const place of places.filter(({ host }) => host.checkVisibility()).slice(0, atOnce)) draw(place);
  for (const place of places) {
    near.observe(place.host);
    sized.observe(place.host);
    listen(place);
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const place of places.filter(({ plot }) => plot)) draw(place);
  });
}

function draw(place: Place): void {
  place.plot?.destroy();
  const { host, picture } = place;
  const colours = readColours(host);
  const size = { width: host.clientWidth, height: host.clientHeight || 240 };
  const data = [picture.x, ...picture.series.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const say = (index: number | null | undefined) => {
    const readout = host.parentElement?.querySelector(".readout");
    if (readout) readout.textContent = index === null || index === undefined ? "" : pointText(picture, index);
  };
  place.plot = new uPlot(chartOptions(picture, { colours, size, say }), data, host);
}

function resize(place: Place | undefined): void {
  const { plot, host } = place ?? {};
  if (!plot || !host || host.clientWidth === 0 || host.clientWidth === plot.width) return;
  plot.setSize({ width: host.clientWidth, height: host.clientHeight });
}

/** Left and right go from point to point, Home and End to the ends. */
function listen(place: Place): void {
  const { host, picture } = place;
  let index = -1;
  host.addEventListener("keydown", (event) => {
    const last = picture.x.length - 1;
    const next = { ArrowLeft: Math.max(0, index - 1), ArrowRight: Math.min(last, index + 1), Home: 0, End: last }[
      event.key
    ];
    const at = picture.x[next ?? -1];
    const { plot } = place;
    if (next === undefined || at === undefined || !plot) return;
    event.preventDefault();
    index = next;
    plot.setCursor({ left: plot.valToPos(at, "x"), top: plot.over.clientHeight / 2 });
  });
  host.addEventListener("blur", () => place.plot?.setCursor({ left: -10, top: -10 }));
}

/** One point of a chart in words, such as `round 3: base 1.21 ms, head 1.35 ms`. */
function pointText(picture: Picture, index: number): string {
  const x = picture.xTexts?.[index] ?? significant(picture.x[index] ?? Number.NaN);
  const values = picture.series.flatMap(({ label, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${label} ${significant(value)} ${picture.unit}`.trim()];
  });
  return `${picture.xLabel} ${x}: ${values.length > 0 ? values.join(", ") : "no value"}`;
}
