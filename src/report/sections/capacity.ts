import { type Capacity, capacitiesOf } from "../../metrics/capacity.ts";
import { nothing, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { measured, type Statistic } from "../../metrics/summary.ts";
import { isSearch } from "../../model/load.ts";
import { medianInterval } from "../../stats/median-interval.ts";
import { nameColumns, rowsAmong } from "../arm-lines.ts";
import type { Block, Section } from "../block.ts";
import { armsOf } from "../figures/samples.ts";
import { type Column, table } from "../table.ts";
import type { RowView, View } from "../view.ts";
import { loadText } from "./load-text.ts";

interface Line {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly statistic: (Statistic & { state: "measured" }) | undefined;
  /** Capacities of the rounds that have one. */
  readonly capacities: readonly Capacity[];
}

const confidence = 0.95;

function columnsOf(lines: readonly Line[]): Column<Line>[] {
  return [
    ...nameColumns(lines),
    { label: "looked for", align: "right", cell: ({ view }) => loadText(view.row.load) },
    { label: "capacity", align: "right", cell: ({ statistic, capacities }) => figureText(statistic, capacities) },
    { label: "over rounds", align: "right", cell: ({ statistic }) => spreadText(statistic?.rounds ?? []) },
    { label: "The next rate", align: "left", cell: ({ capacities }) => endText(capacities) },
  ];
}

/** `at least` and `below` where most rounds came to a bound. */
function figureText(statistic: Line["statistic"], capacities: readonly Capacity[]): string {
  if (!statistic) return "not known";
  const figure = formatValue("capacity", statistic.value);
  const isMost = (bound: Capacity["bound"]) =>
    2 * capacities.filter((one) => one.bound === bound).length > capacities.length;
  if (isMost("least")) return `at least ${figure}`;
  return isMost("most") ? `below ${figure}` : figure;
}

function spreadText(rounds: readonly number[]): string {
  if (rounds.length < 2) return nothing;
  const interval = medianInterval(rounds, confidence);
  const { low, high } = interval ?? { low: Math.min(...rounds), high: Math.max(...rounds) };
  const range = `${formatValue("capacity", low)} to ${formatValue("capacity", high)}`;
  return interval ? range : `${range} (${plural(rounds.length, "round")})`;
}

/** Gives one example of why a search ended, from the last round. */
function endText(capacities: readonly Capacity[]): string {
  const last = capacities.at(-1);
  if (!last) return nothing;
  return last.end === "top" ? "was not tried: the range ends" : (last.reason ?? "was not tried");
}

/** Searches: the highest rate that held. */
export function capacitySection({ rows, report }: View): Section {
  const arms = armsOf(report);
  const line = (view: RowView, arm: "base" | "head"): Line => {
    const series = arms[arm] === undefined ? undefined : view.row[arm];
    return {
      view,
      arm,
      statistic: measured(view[arm]?.statistics, "capacity"),
      capacities: series ? capacitiesOf(series.readings, view.row.load) : [],
    };
  };
  const lines = rows
    .filter(({ row }) => isSearch(row.load))
    .flatMap((view) => [...(view.base ? [line(view, "base")] : []), ...(view.head ? [line(view, "head")] : [])]);
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "The highest rate of calls at which the conditions held and no backlog grew: the median over rounds, each of which ",
      "searches anew, with the 95% interval of the median, or of fewer than six rounds their lowest and highest.",
    ],
  };
  return {
    id: "capacity",
    title: `Capacity of ${rowsAmong(lines)}`,
    folded: false,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
