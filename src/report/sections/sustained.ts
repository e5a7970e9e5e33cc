import { trendIds, trends } from "../../metrics/definitions/trends.ts";
import { duration, noBreak, plural } from "../../metrics/format.ts";
import { numberText, unitFor } from "../../metrics/format-value.ts";
import { measured } from "../../metrics/summary.ts";
import type { RowSeries } from "../../table/series.ts";
import { paragraph, type Section } from "../block.ts";
import type { RowView, View } from "../report.ts";
import { firstFew, joined, type Text } from "../text.ts";

type TrendId = (typeof trendIds)[number];

const rowsShown = 8;

export function sustainedSection({ rows }: View): Section {
  const texts = rows.map(lineOf).filter(({ length }) => length > 0);
  const shown = firstFew(texts, rowsShown, (hidden) => [`and ${plural(hidden, "more row")}.`]);
  return { id: "sustained", title: "Sustained load", blocks: shown.flatMap((text) => paragraph(...text)) };
}

/** Nothing of a load that is not drawn over time. */
function lineOf(view: RowView): Text {
  const { row, head, warnings } = view;
  const [timeline] = row.head.measurements.flatMap((one) => one.timeline ?? []);
  const known = trendIds.filter((id) => measured(head?.statistics, id));
  if (!timeline || known.length === 0) return [];
  const mark = warnings.some(({ code }) => code === "decay") ? "⚠️ " : "";
  const length = duration(timeline.ok.length * timeline.sliceMs);
  const names = { p95_trend: "p95", throughput_loss: "throughput", memory_trend: "memory" };
  const texts = known.map((id): Text => [`${names[id]} ${trendsText(id, view)}`]);
  return [mark, { name: row.id }, ` over ${length}, ${warmUpText(row.head)}: `, ...joined(texts, "; "), "."];
}

/** The trends of both versions with their intervals in one unit, such as `+1.2 MB/h (+0.9 … +1.5), base +0.1 (−0.1 … +0.3)`. */
function trendsText(id: TrendId, { head, base }: Pick<RowView, "head" | "base">): string {
  const unit = unitFor(id, Math.abs(measured(head?.statistics, id)?.value ?? 0));
  // A loss is shown as what becomes of the throughput.
  const sign = id === "throughput_loss" ? -1 : 1;
  const write = (value: number) => `${sign * value < 0 ? "−" : "+"}${numberText(id, Math.abs(value), unit)}`;
  const unitName = /^\p{L}/u.test(unit.name) ? `${noBreak}${unit.name}` : unit.name;
  let isNamed = false;
  const texts = [head, base].flatMap((summary): string[] => {
    const statistic = measured(summary?.statistics, id);
    if (!statistic) return [];
    const { interval, value } = statistic;
    if (interval && saysNothing(id, interval)) return ["too noisy to tell"];
    const name = isNamed ? "" : unitName;
    isNamed = true;
    const ends = interval ? [interval.low, interval.high].sort((one, other) => sign * (one - other)) : [];
    return [`${write(value)}${name}${ends.length > 0 ? ` (${ends.map(write).join(" … ")})` : ""}`];
  });
  return texts.join(", base ");
}

/** Changes in ten minutes, or bytes in an hour, that no interval should leave open. */
const widest: Readonly<Record<TrendId, number>> = { p95_trend: 1, throughput_loss: 1, memory_trend: 1e9 };

/** Tests whether an interval leaves open anything from a server that recovers to one that fails. */
function saysNothing(id: TrendId, { low, high }: { readonly low: number; readonly high: number }): boolean {
  return low < 0 && high > 0 && high - low > widest[id];
}

function warmUpText({ measurements, row }: RowSeries): string {
  const ends = measurements.flatMap((one) => trendIds.flatMap((id) => trends[id].trend(one, row)?.warmUntil ?? []));
  return ends.length > 0 ? `the first ${duration(Math.max(...ends))} of it warm-up` : "without a warm-up";
}
