import { plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { judgedOf } from "../finding.ts";
import { isClean, type Pair, type Pivot, type PivotLine } from "../pivot.ts";
import { directionOf, needsInterval, type Ratio, ratioOf, ratioText, shareText, speedUpText } from "../ratio.ts";
import { firstOf, joined, type Text } from "../text.ts";

/** Names a pivot and says what it shows, as far as intervals bear it out. */
export function pivotSentence(pivot: Pivot): Text {
  if (!pivot.sweep) {
    const name: Text = pivot.group === undefined ? [{ strong: "Benchmarks" }] : [{ name: pivot.group }];
    const found = rowClauses(pivot);
    return found.length === 0 ? name : [...name, ": ", ...joined(found, "; "), "."];
  }
  const { benchmark, field, within } = pivot.sweep;
  const beside: Text = within === undefined ? [] : [" with ", { prose: within }];
  const name: Text = [{ name: benchmark }, ...beside, " over ", { prose: field }];
  const growth = pivot.isOfVariants ? "" : field === "rate" ? heldRate(pivot) : scaling(pivot);
  const clauses: Text[] = [
    ...(growth === "" ? [] : [[growth]]),
    ...pivot.pairs.map((pair): Text => [{ prose: pairClause(pivot, pair) }]),
  ];
  if (clauses.length === 0 && !pivot.isOfVariants) {
    const isAnyClean = pivot.lines.some((line) => isClean(line, ["head"]));
    clauses.push([isAnyClean ? `not compared (${needsInterval})` : "no row without errors to compare"]);
  }
  return [...name, ...(clauses.length > 0 ? [": ", ...joined(clauses, "; ")] : []), "."];
}

/** Adds what a study asks: how much longer a call takes where it has more to do, and what a variant needs of memory. */
export function pivotFindings(pivot: Pivot): Text {
  return joined([pivotSentence(pivot), ...growthSentence(pivot), ...costSentences(pivot)], " ");
}

function pairClause(pivot: Pivot, { own, other }: Pair): string {
  const points = pivot.lines.flatMap((line) => {
    const ratio = speedUp(pivot, line, { own, other });
    return line.x === undefined || ratio === undefined || !isClean(line, [own, other]) ? [] : [{ x: line.x, ...ratio }];
  });
  if (points.length === 0) return `no row without errors to compare ${own} with ${other}`;
  const why = pivot.isSideBySide ? needsInterval : `${other} was measured in another run`;
  return `${own} is ${speedUpText(points, { than: other, why }).join("; ")}`;
}

/** The throughput of a series against that of another. */
export function speedUp(pivot: Pivot, line: PivotLine, pair: Pair): Ratio | undefined {
  // The time of failed calls is the time limit's as much as the server's.
  return isClean(line, [pair.own, pair.other]) ? pairRatio(pivot, line, { ...pair, id: "throughput" }) : undefined;
}

/** A series against another: of versions as it was judged. Rounds that were not measured side by side give no interval. */
export function pairRatio(
  { isOfVariants, isSideBySide }: Pivot,
  { any, on }: PivotLine,
  { id, own, other }: Pair & { readonly id: MetricId },
): Ratio | undefined {
  const judged = isOfVariants ? undefined : judgedOf(any.findings, id)?.change;
  if (!judged) {
    const found = ratioOf(id, on.get(own), on.get(other));
    return found && !isSideBySide ? { ratio: found.ratio } : found;
  }
  const { estimate, low, high } = judged;
  const interval = low === undefined || high === undefined ? {} : { interval: { low: 1 + low, high: 1 + high } };
  return { ratio: 1 + estimate, ...interval };
}

export function againstFirst({ lines: [first] }: Pivot, line: PivotLine): Ratio | undefined {
  return ratioOf("throughput", line.on.get("head"), first?.on.get("head"));
}

/** Fields that send the server more at a time, so that throughput can grow with them. */
const scales = ["concurrency", "sessions"];

/** Growth of throughput over growth of the swept value, 1 where it scales perfectly; undefined where it cannot. */
export function efficiency(pivot: Pivot, line: PivotLine): number | undefined {
  const growth = againstFirst(pivot, line);
  const [{ x: first } = {}] = pivot.lines;
  if (!growth || !first || !line.x || !scales.includes(pivot.sweep?.field ?? "")) return undefined;
  return (growth.ratio * first) / line.x;
}

/** A rate is held where no more of the calls are missing, as a share. */
const leeway = 0.05;

/** The highest rate at which head answers as many calls as are sent. A rate above the first that is missed does not count. */
function heldRate({ lines }: Pivot): string {
  const throughput = ({ on }: PivotLine) => figureOf(on.get("head")?.statistics, "throughput") ?? 0;
  const broken = lines.findIndex((line) => throughput(line) < (1 - leeway) * (line.x ?? 0));
  const held = lines.slice(0, broken === -1 ? lines.length : broken).at(-1);
  return held ? `the rate is held up to ${held.x}/s` : "no rate is held";
}

/** Describes where throughput peaks, seen from the first line without errors; nothing where there are no intervals. */
function scaling(pivot: Pivot): string {
  const usable = { ...pivot, lines: pivot.lines.filter((line) => isClean(line)) };
  const [first, ...others] = usable.lines;
  const ratios = others.flatMap((line) => {
    const ratio = againstFirst(usable, line);
    return ratio?.interval ? [{ x: line.x, ...ratio }] : [];
  });
  const [last, best] = [ratios.at(-1), ratios.toSorted((a, b) => b.ratio - a.ratio)[0]];
  if (!first || !last || !best) return "";
  if (directionOf(best) === "more") return `throughput grows ${ratioText(best)} from ${first.x} to ${best.x}`;
  if (directionOf(last) === "less") return `throughput falls to ${ratioText(last)} from ${first.x} to ${last.x}`;
  return `throughput is not shown to grow beyond ${first.x}`;
}

/** Rows that a sentence names; those beyond are counted. */
const rowsNamed = 3;

const directions = {
  more: "slower than",
  less: "faster than",
  open: "indistinguishable from",
  unknown: "not compared with",
} as const;

function rowClauses({ pairs, lines }: Pivot): Text[] {
  const all = pairs.flatMap((pair) =>
    lines.flatMap((line) => {
      const ratio = ratioOf("p50", line.on.get(pair.own), line.on.get(pair.other));
      return ratio && isClean(line, [pair.own, pair.other]) ? [{ pair, name: line.name, ratio }] : [];
    }),
  );
  return pairs.flatMap((pair) =>
    (["more", "less", "open", "unknown"] as const).flatMap((direction): Text[] => {
      const found = all.filter((one) => one.pair === pair && directionOf(one.ratio) === direction);
      if (found.length === 0) return [];
      const named = found.map(({ name, ratio }): Text => {
        return [{ name }, direction === "more" || direction === "less" ? ` (p50 ${shareText(ratio)})` : ""];
      });
      const rows = firstOf(named, rowsNamed, (hidden) => ` and ${plural(hidden, "more row")}`);
      const why = direction === "unknown" ? ` (${needsInterval})` : "";
      return [[{ prose: `${pair.own} is ${directions[direction]} ${pair.other} in` }, " ", ...rows, why]];
    }),
  );
}

/** Fields that send the server more at a time, and give a call no more to do. */
const loadFields = [...scales, "rate"];

/** Describes how much longer a call takes at the end of a sweep than at its beginning, where it has more to do there. */
function growthSentence({ isOfVariants, sweep, lines, series }: Pivot): Text[] {
  const usable = lines.filter((line) => isClean(line));
  const [first, last] = [usable[0], usable.at(-1)];
  if (!isOfVariants || !sweep || loadFields.includes(sweep.field) || !first || !last || first === last) return [];
  const grows = series.flatMap((one): Text[] => {
    const ratio = ratioOf("p50", last.on.get(one), first.on.get(one));
    return ratio && directionOf(ratio) === "more" ? [[`${ratioText(ratio)} on `, { prose: one }]] : [];
  });
  return grows.length === 0 ? [] : [[`From ${first.x} to ${last.x} p50 grows `, ...joined(grows, ", "), "."]];
}

const memory: MetricId = "load_peak_rss";

function costSentences({ isOfVariants, sweep, lines, pairs }: Pivot): Text[] {
  const last = lines.at(-1);
  if (!isOfVariants || !sweep || !last || lines.length < 2) return [];
  return pairs.flatMap(({ own, other }): Text[] => {
    const ratio = ratioOf(memory, last.on.get(own), last.on.get(other));
    if (!ratio?.interval || directionOf(ratio) === "open") return [];
    return [[{ prose: `${own} needs ${ratioText(ratio)} the ${metric(memory).label} of ${other} at ${last.x}.` }]];
  });
}
