import uPlot from "uplot";
import { significant } from "../../../metrics/format.ts";
import { type Picture, type PictureSeries, seriesColours } from "../../../report/figures/picture.ts";

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
  // Unfolded charts are drawn at once, so that prints and screenshots have them; of very many, the rest when scrolled to.
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

/** Custom properties of the style sheet. */
const colourNames = ["quiet", "grid", "level", "bad", ...seriesColours] as const;

type Colours = Readonly<Record<(typeof colourNames)[number], string>>;

/** The colours of the style sheet as a canvas understands them; custom properties alone would stay unresolved. */
function readColours(place: HTMLElement): Colours {
  const probe = place.appendChild(document.createElement("span"));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(colourNames.map((name) => [name, read(name)])) as Colours;
  probe.remove();
  return colours;
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

interface Setting {
  readonly colours: Colours;
  readonly size: { readonly width: number; readonly height: number };
  /** Called with the index of the point under the cursor. */
  say(index: number | null | undefined): void;
}

const font = "12px system-ui, sans-serif";

/** A chart of ours in the terms of the library. */
function chartOptions(picture: Picture, { colours, size, say }: Setting): uPlot.Options {
  const edges = picture.series.flatMap(({ shape }, index) => (shape === "edge" ? [index + 1] : []));
  const [lower, upper] = edges;
  const axis: uPlot.Axis = {
    stroke: colours.quiet,
    font,
    labelFont: font,
    labelSize: 18,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { stroke: colours.grid, width: 1, size: 4 },
  };
  return {
    ...size,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: false, range: xRange(picture) },
      y: { range: [picture.y[0], picture.y[1]], ...(picture.logarithmic ? { distr: 3 as const } : {}) },
    },
    series: [{}, ...picture.series.map((series) => seriesOptions(series, colours))],
    bands: lower && upper ? [{ series: [upper, lower], fill: faded(colours.head, 0.18) }] : [],
    axes: [
      { ...axis, grid: { show: false }, size: 26, label: picture.xLabel, ...xTicks(picture) },
      {
        ...axis,
        size: (_, texts) => 14 + 7 * longest(texts ?? []),
        values: (_, at) => at.map((value) => (value === null ? "" : axisNumber(value))),
        label: picture.yLabel,
        ...yTicks(picture),
      },
    ],
    hooks: {
      drawAxes: picture.isPaired ? [(plot) => joinPairs(plot, colours.quiet)] : [],
      draw: [(plot) => drawMarks(plot, { marks: picture.marks ?? [], colour: colours.bad })],
      setCursor: [(plot) => say(plot.cursor.idx)],
    },
  };
}

/** The library would leave out some of the ticks of a logarithmic axis. */
function yTicks({ yTicks: ticks }: Picture): Partial<uPlot.Axis> {
  return ticks ? { splits: () => [...ticks], filter: (_, at) => at } : {};
}

/** Round numbers without the zeros that tell precision elsewhere. */
function axisNumber(value: number): string {
  return significant(value).replace(/\.0+$|(\.\d*[1-9])0+$/, "$1");
}

/** Points do not stand on the frame. */
function xRange({ x, xFirst }: Picture): [number, number] {
  const [first, last] = [xFirst ?? x[0] ?? 0, x.at(-1) ?? 1];
  const margin = (last - first || 1) * 0.02;
  return [first - margin, last + margin];
}

function xTicks({ x, ticks, xTexts }: Picture): Partial<uPlot.Axis> {
  const all = ticks ?? xTexts?.map((text, index) => [x[index] ?? 0, text] as const);
  if (!all) return { values: (_, at) => at.map(axisNumber) };
  const texts = new Map(all);
  return {
    // Shows as many as do not run into each other.
    splits: (plot) => {
      const shown: number[] = [];
      let free = Number.NEGATIVE_INFINITY;
      for (const [at, text] of all) {
        const left = plot.valToPos(at, "x");
        if (left < free) continue;
        shown.push(at);
        free = left + 14 + 7 * text.length;
      }
      return shown;
    },
    values: (_, at) => at.map((one) => texts.get(one) ?? ""),
  };
}

function seriesOptions({ colour, shape, label }: PictureSeries, colours: Colours): uPlot.Series {
  const stroke = colours[colour];
  switch (shape) {
    case "line":
      return { label, stroke, width: 2, points: { size: 6, fill: stroke, width: 0 } };
    case "points":
      return { label, stroke, paths: () => null, points: { show: true, size: 7, fill: stroke, width: 0 } };
    case "steps":
      return { label, stroke, width: 2, dash: [6, 5], paths: steps, points: { show: false } };
    case "edge":
      return { label, stroke: faded(stroke, 0.35), width: 1, points: { show: false } };
  }
}

const steps: uPlot.Series.PathBuilder = (plot, index, from, to) =>
  uPlot.paths.stepped?.({ align: 1 })(plot, index, from, to) ?? null;

function drawMarks(plot: uPlot, { marks, colour }: { marks: readonly number[]; colour: string }): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const mark of marks) {
    const x = Math.round(plot.valToPos(mark, "x", true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** A line from the lowest to the highest value at each x. */
function joinPairs(plot: uPlot, colour: string): void {
  const [xs = [], ...series] = plot.data;
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = faded(colour, 0.6);
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const [place, at] of xs.entries()) {
    const values = series.flatMap((one) => one[place] ?? []);
    if (values.length < 2) continue;
    const x = plot.valToPos(at, "x", true);
    ctx.beginPath();
    ctx.moveTo(x, plot.valToPos(Math.min(...values), "y", true));
    ctx.lineTo(x, plot.valToPos(Math.max(...values), "y", true));
    ctx.stroke();
  }
  ctx.restore();
}

/** A colour as the browser computes it (`rgb(…)`), let through. */
function faded(colour: string, alpha: number): string {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);
}

function longest(texts: readonly (string | number)[]): number {
  return Math.max(1, ...texts.map((text) => String(text ?? "").length));
}
