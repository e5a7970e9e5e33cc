import { type ReadChart, type ReadDocument, type ReadTable, readDocument } from "./document.ts";
import { asFactor, dividedBy, mayBeEqual, minus, number, type Printed, printed, unit } from "./quantity.ts";

export interface Contradiction {
  readonly rule: RuleName;
  /** The figures that disagree. */
  readonly found: string;
}

export type RuleName = keyof typeof rules;

/** Figures of a rendered report that cannot both be right, whatever was rounded: each is recomputed from those beside it. */
export function contradictionsIn(text: string, read: (text: string) => ReadDocument = readDocument): Contradiction[] {
  const document = read(text);
  return (Object.keys(rules) as RuleName[]).flatMap((rule) => rules[rule](document).map((found) => ({ rule, found })));
}

type Rule = (document: ReadDocument) => string[];

const rules = {
  /** An estimate lies within its interval. */
  interval: ({ lines }) => lines.flatMap(outsideIntervals),
  /** Base, head and the change between them. */
  change: ({ tables }) => tables.flatMap(changes),
  /** `99.0 → 130` and the change beside it. */
  fromTo: ({ tables }) => tables.flatMap(fromTo),
  /** Ratios of one figure of a line to another. */
  ratio: ({ tables }) => tables.flatMap(ratios),
  /** Differences of one figure of a line from another. */
  overhead: ({ tables }) => tables.flatMap(overheads),
  /** Lines of a table against its first. */
  againstFirst: ({ tables }) => tables.flatMap(againstFirst),
  /** In parentheses: the ratio to the best of the table. */
  best: ({ tables }) => tables.flatMap(toBest),
  /** `213 of 900` and its share. */
  share: ({ tables }) => tables.flatMap(shares),
  /** Numbers in a heading. */
  count: ({ folds, tables }) => folds.flatMap((fold) => counts(fold, tables)),
  /** Whatever is drawn stands in a table. */
  chart: ({ charts, tables }) => charts.flatMap((chart) => chartAgainstTables(chart, tables)),
  /** One thing has one figure wherever it stands. */
  same: ({ tables }) => differentFigures(tables),
} satisfies Record<string, Rule>;

const interval = new RegExp(
  `(${number}) ?(${unit})?(?: as much)?(?: \\(|; )(${number}) ?(${unit})? … (${number}) ?(${unit})?(?=[);])`,
  "g",
);

function outsideIntervals(line: string): string[] {
  return [...line.matchAll(interval)].flatMap(([text, estimate, own, low, lowUnit, high, highUnit]) => {
    const known = own ?? "";
    const [e, l, h] = [
      printed(`${estimate} ${known}`),
      printed(`${low} ${lowUnit ?? known}`),
      printed(`${high} ${highUnit ?? known}`),
    ];
    if (!e || !l || !h || e.unit !== l.unit) return [];
    return e.high < l.low || e.low > h.high ? [text] : [];
  });
}

function changes({ title, header, rows }: ReadTable): string[] {
  const [base, head, change] = ["Base", "Head", "Change"].map((name) => header.indexOf(name));
  return rows.flatMap((row) => {
    const of = (at = -1) => printed(withoutInterval(row[at] ?? ""));
    const [before, after, moved] = [of(base), of(head), of(change)];
    if (!before || !after || !moved || after.unit !== before.unit) return [];
    const factor = moved.unit === "pp" ? undefined : asFactor(moved);
    const expected = factor ? dividedBy(after, before) : minus(after, before);
    return expected && !mayBeEqual(factor ?? moved, expected) ? [told(title, row)] : [];
  });
}

function fromTo({ title, header, rows }: ReadTable): string[] {
  const change = header.indexOf("Change");
  const at = header.findIndex((name) => name.startsWith("p50"));
  return rows.flatMap((row) => {
    const [from, to] = (row[at] ?? "").split(" → ").map((text) => printed(text));
    const moved = printed(withoutInterval(row[change] ?? ""));
    const factor = moved && asFactor(moved);
    const expected = from && to && dividedBy(to, from);
    return factor && expected && !mayBeEqual(factor, expected) ? [told(title, row)] : [];
  });
}

/** `throughput (stdio)` is throughput on stdio; `throughput head` is that of head. */
function columnsOf(header: readonly string[], metric: string): Map<string, number> {
  return new Map(
    header.flatMap((label, at) => {
      const [, name, variant] = /^(.*?) (?:\((.*)\)|(base|head))$/.exec(label)?.slice(0) ?? [];
      const arm = variant ?? /(base|head)$/.exec(label)?.[1];
      return name === metric && arm !== undefined ? [[arm, at] as const] : [];
    }),
  );
}

/** Returns which two columns a ratio is of: by its label, or of the only two. */
function pairOf(
  header: readonly string[],
  metric: string,
  label: string,
): readonly [own: number, other: number] | undefined {
  const columns = columnsOf(header, metric);
  const [, named, reference] = /\((.*) \/ (.*)\)$/.exec(label) ?? [];
  const [first, second] = [...columns.keys()];
  if (columns.size < 2 || (columns.size > 2 && named === undefined)) return undefined;
  const [own, other] = [columns.get(named ?? second ?? ""), columns.get(reference ?? first ?? "")];
  return own === undefined || other === undefined ? undefined : [own, other];
}

function ratios({ title, header, rows }: ReadTable): string[] {
  return header.flatMap((label, at) => {
    const metric = /^speed-up(?: \(|$| against base)/.test(label)
      ? "throughput"
      : (/^(.*) head \/ base$/.exec(label)?.[1] ?? /^(.*) saved/.exec(label)?.[1]);
    const pair = metric === undefined ? undefined : pairOf(header, metric, label);
    if (!pair) return [];
    return oriented(rows, pair, (row, [own, other]) => {
      const [one, two, ratio] = [printed(row[own] ?? ""), printed(row[other] ?? ""), ratioIn(row[at] ?? "")];
      const expected = one && two && dividedBy(one, two);
      return ratio && expected && !mayBeEqual(ratio, expected) ? [told(title, row)] : [];
    });
  });
}

/** `2.05x more`, `1.50x less` in parentheses or alone, or a ratio before its interval. */
function ratioIn(text: string): Printed | undefined {
  const [, times, direction] = /([\d,.]+x) (more|less)/.exec(text) ?? [];
  if (times === undefined) return printed(withoutInterval(text));
  const ratio = printed(times);
  return direction === "less" && ratio ? { low: 1 / ratio.high, high: 1 / ratio.low, unit: "x" } : ratio;
}

/** The reference is the first of two, or for all lines the second. */
function oriented(
  rows: ReadTable["rows"],
  [own, other]: readonly [number, number],
  check: (row: readonly string[], pair: readonly [number, number]) => string[],
): string[] {
  const [one, two] = [rows.flatMap((row) => check(row, [own, other])), rows.flatMap((row) => check(row, [other, own]))];
  return two.length < one.length ? two : one;
}

function overheads({ title, header, rows }: ReadTable): string[] {
  return header.flatMap((label, at) => {
    if (!label.startsWith("p50 overhead")) return [];
    const pair = pairOf(header, "p50", label);
    if (!pair) return [];
    return oriented(rows, pair, (row, [own, other]) => {
      const [one, two] = [printed(row[own] ?? ""), printed(row[other] ?? "")];
      const [difference, share] = (row[at] ?? "").split(/ \(|;/).map((text) => printed(text.replace(/\)$/, "")));
      if (!one || !two || !difference) return [];
      const factor = share && asFactor(share);
      const expected = dividedBy(one, two);
      const agrees = mayBeEqual(difference, minus(one, two)) && (!factor || !expected || mayBeEqual(factor, expected));
      return agrees ? [] : [told(title, row)];
    });
  });
}

function againstFirst({ title, header, rows }: ReadTable): string[] {
  return header.flatMap((label, at) => {
    const [, what, variant] = /^(speed-up|p50) against [^=]+=\S+?(?: \((.*)\))?$/.exec(label) ?? [];
    const metric = what === "speed-up" ? "throughput" : what;
    if (metric === undefined) return [];
    const own = columnsOf(header, metric).get(variant ?? "head") ?? header.indexOf(metric);
    const [first] = rows;
    return rows.flatMap((row) => {
      const [one, two] = [printed(row[own] ?? ""), printed(first?.[own] ?? "")];
      const ratio = printed(withoutInterval(row[at] ?? ""));
      const expected = one && two && dividedBy(one, two);
      return ratio && expected && !mayBeEqual(ratio, expected) ? [told(title, row)] : [];
    });
  });
}

function toBest({ title, header, rows }: ReadTable): string[] {
  return header.flatMap((_, at) => {
    const cells = rows.flatMap((row) => {
      const [, figure, ratio] = /^(.*?) \(([\d,]+(?:\.\d+)?)\)$/.exec(row[at] ?? "") ?? [];
      const [value, times] = [printed(figure ?? ""), printed(ratio ?? "")];
      return value && times ? [{ row, value, times }] : [];
    });
    const best = cells.find(({ row }) => (row[at] ?? "").endsWith("(1.00)"));
    return cells.flatMap(({ row, value, times }) => {
      const expected = best && dividedBy(value, best.value);
      return expected && !mayBeEqual(times, expected) ? [`${told(title, row)}: ${row[at]}`] : [];
    });
  });
}

function shares({ title, rows }: ReadTable): string[] {
  return rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      const [, part, of] = /^([\d,]+) of ([\d,]+)$/.exec(cell) ?? [];
      const share = printed(row[at + 1] ?? "");
      if (part === undefined || of === undefined || share?.unit !== "%") return [];
      const [count, total] = [part, of].map((text) => Number(text.replaceAll(",", "")));
      const expected = (100 * (count ?? 0)) / (total ?? 0);
      return expected < share.low || expected > share.high ? [told(title, row)] : [];
    }),
  );
}

function counts({ title, charts, rows }: ReadDocument["folds"][number], tables: readonly ReadTable[]): string[] {
  const named = /^(?:All )?(\d+) (row|gated result|chart|sweep)s?\b/.exec(title);
  if (!named) return [];
  const [count, what] = [Number(named[1]), named[2]];
  const gated = tables.filter((table) => table.title === title);
  const results = gated.flatMap((table) =>
    table.rows.map((row) => (row[table.header.indexOf("Metric")] ?? "").split(", ").length),
  );
  const found = {
    row: rows,
    chart: charts,
    "gated result": results.reduce((sum, one) => sum + one, 0),
    sweep: gated.filter(({ header }) => header.some((label) => label.startsWith("speed-up against"))).length,
  }[what ?? ""];
  return found === undefined || found === 0 || found === count ? [] : [`${title}, and there are ${found}`];
}

/** A chart of a sweep beside the tables with the same steps; one of changes beside the table of rows. */
function chartAgainstTables(chart: ReadChart, tables: readonly ReadTable[]): string[] {
  if (chart.title.startsWith("Head in % of base")) return changesDrawn(chart, tables);
  if (/ speed-up \(times\)/.test(chart.title)) return speedUpsDrawn(chart, tables);
  const metric = / throughput /.test(chart.title) ? "throughput" : /latency (p50|p99) /.exec(chart.title)?.[1];
  if (metric === undefined) return [];
  const scale = /\((µs|ms|s)\)/.exec(chart.title)?.[1] ?? "";
  const beside = tables.filter(({ rows }) => chart.axis.every((step) => rows.some(([first]) => first === step)));
  return chart.series.flatMap((values, place) => {
    const name = chart.names[place] ?? "head";
    const told = beside.map(({ header, rows }) => {
      const at = columnsOf(header, metric).get(name) ?? (chart.series.length === 1 ? header.indexOf(metric) : -1);
      return chart.axis.map((step) =>
        rows.filter(([first]) => first === step).flatMap((row) => printed(row[at] ?? "") ?? []),
      );
    });
    const known = told.filter((column) => column.every((cells) => cells.length > 0));
    const agrees = (column: Printed[][]) =>
      column.every((cells, step) => {
        const drawn = printed(plain(values[step] ?? Number.NaN), scale);
        return drawn && cells.some((cell) => mayBeEqual(widened(cell), drawn));
      });
    return known.length === 0 || known.some(agrees) ? [] : [`${chart.title}: ${name} ${values.join(", ")}`];
  });
}

/** For variants over their references, or of head over the first step, where a table has that column. */
function speedUpsDrawn({ title, axis, series }: ReadChart, tables: readonly ReadTable[]): string[] {
  const columns = tables.flatMap(({ header, rows }) => {
    if (!axis.every((step) => rows.some(([first]) => first === step))) return [];
    return header.flatMap((label, at) =>
      label.startsWith("speed-up")
        ? [axis.map((step) => rows.filter(([first]) => first === step).map((row) => ratioIn(row[at] ?? "")))]
        : [],
    );
  });
  const told = columns.filter((column) => column.every((cells) => cells.some((cell) => cell !== undefined)));
  return series.flatMap((values) => {
    const agrees = (column: (Printed | undefined)[][]) =>
      column.every((cells, step) => {
        const drawn = printed(`${plain(values[step] ?? Number.NaN)}x`);
        return drawn && cells.some((cell) => cell && mayBeEqual(widened(cell), drawn));
      });
    return told.length === 0 || told.some(agrees) || series.length > 1 ? [] : [`${title}: ${values.join(", ")}`];
  });
}

function changesDrawn({ title, axis, series: [drawn = []] }: ReadChart, tables: readonly ReadTable[]): string[] {
  const changes = new Map(
    tables.flatMap(({ header, rows }) => {
      const [name, change] = [header.indexOf("Benchmark"), header.indexOf("Change")];
      return change < 0 || name < 0
        ? []
        : rows.flatMap((row) => {
            const factor = printed(withoutInterval(row[change] ?? ""));
            const found = factor && asFactor(factor);
            return found ? [[row[name] ?? "", found] as const] : [];
          });
    }),
  );
  return axis.flatMap((name, place) => {
    const change = changes.get(name);
    const value = printed(plain(drawn[place] ?? Number.NaN));
    const share = value && { low: value.low / 100, high: value.high / 100, unit: "x" };
    return change && share && !mayBeEqual(change, share) ? [`${title}: ${name} ${drawn[place]}`] : [];
  });
}

/** Rounds as a chart does: four digits. */
function plain(value: number): string {
  return String(value).replace("-", "−");
}

/** A chart rounds to four digits, after a table did to three. */
function widened({ low, high, unit }: Printed): Printed {
  return { low: low * (1 - 1e-3), high: high * (1 + 1e-3), unit };
}

/** p50 and throughput by row and arm, in whichever tables they stand. */
function differentFigures(tables: readonly ReadTable[]): string[] {
  const known = new Map<string, { readonly figure: Printed; readonly text: string }[]>();
  const add = (key: string, text: string, inUnit = "") => {
    const figure = printed(text.replace(/ \([\d,.]+\)$/, ""), inUnit);
    if (figure) known.set(key, [...(known.get(key) ?? []), { figure, text }]);
  };
  for (const { header, rows, title } of tables) {
    if (/Without samples|First call|Parts of|Memory/.test(title)) continue;
    for (const row of rows) for (const [key, text, inUnit] of figuresIn(header, row)) add(key, text, inUnit);
  }
  return [...known].flatMap(([key, all]) => {
    const [first] = all;
    const other = all.find(
      ({ figure }) => first && figure.unit === first.figure.unit && !mayBeEqual(figure, first.figure),
    );
    return first && other ? [`${key}: ${first.text} and ${other.text}`] : [];
  });
}

function figuresIn(
  header: readonly string[],
  row: readonly string[],
): (readonly [key: string, text: string, inUnit: string])[] {
  const of = (name: string) => row[header.indexOf(name)];
  const name = of("Benchmark") ?? of("Row");
  if (name === undefined || header.includes("Removed")) return [];
  const on = of("On");
  const id = on && on !== "–" ? `${name} [${on}]` : name;
  const arm = of("Version") ?? of("Arm") ?? "head";
  const found: (readonly [string, string, string])[] = [];
  for (const [label, metric] of [
    ["p50", "p50"],
    ["median", "p50"],
    ["throughput", "throughput"],
    ["ops", "throughput"],
    ["p99", "p99"],
  ] as const) {
    const cell = of(label);
    if (cell !== undefined) found.push([`${id} ${arm} ${metric}`, cell, ""]);
    for (const [variant, at] of columnsOf(header, label))
      if (variant === "base" || variant === "head") found.push([`${id} ${variant} ${metric}`, row[at] ?? "", ""]);
      else found.push([`${id} [${variant}] ${arm} ${metric}`, row[at] ?? "", ""]);
  }
  for (const [at, label] of header.entries()) {
    const [, metric, inUnit = ""] = /^(p50|p99|throughput) \((µs|ms|s|\/s)\)$/.exec(label) ?? [];
    const [from, to] = (row[at] ?? "").split(" → ");
    if (metric !== undefined && to !== undefined && from !== undefined)
      found.push([`${id} base ${metric}`, from, inUnit], [`${id} head ${metric}`, to, inUnit]);
  }
  if (of("Metric") === "p50" || of("Metric") === "throughput")
    found.push(
      [`${id} base ${of("Metric")}`, of("Base") ?? "", ""],
      [`${id} head ${of("Metric")}`, of("Head") ?? "", ""],
    );
  return found;
}

function withoutInterval(text: string): string {
  return text.replace(/(?: \(|;).*$/, "");
}

function told(title: string, row: readonly string[]): string {
  return `${title}: ${row.join(" | ")}`;
}
