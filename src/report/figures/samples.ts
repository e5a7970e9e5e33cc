import type { RowReading } from "../../metrics/reading.ts";
import type { Sample } from "../../stats/pool.ts";
import type { Report } from "../report.ts";

/** Latencies of the ok calls of one row in one round, in milliseconds. */
export interface RoundSamples {
  /** Counted from one. */
  readonly round: number;
  readonly base?: Sample | undefined;
  readonly head?: Sample | undefined;
}

/** The arms whose samples the record holds. A base of another run is known by its figures only. */
export function armsOf({ run, head, base, comparison }: Report): { head: string; base?: string } {
  const measuredHere = comparison.reference.kind === "paired" && run.arms.some(({ id }) => id === base?.arm);
  return { head: head.arm, ...(base && measuredHere ? { base: base.arm } : {}) };
}

/** The ok calls of a row, round by round; rounds without any are left out. */
export function samplesOf(report: Report, row: string): RoundSamples[] {
  const arms = armsOf(report);
  const series = report.run.rows.find(({ id }) => id === row);
  return report.run.rounds.flatMap(({ index }, place): RoundSamples[] => {
    const on = (side: "base" | "head") =>
      arms[side] === undefined ? undefined : latenciesOf(series?.[side]?.cells[place]);
    const [head, base] = [on("head"), on("base")];
    return head || base ? [{ round: index + 1, base, head }] : [];
  });
}

function latenciesOf(cell: RowReading | undefined): Sample | undefined {
  return cell && cell.calls > 0 ? cell.latencies : undefined;
}
