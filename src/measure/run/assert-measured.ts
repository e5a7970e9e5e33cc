import { ServerError } from "../../errors.ts";
import type { RecordRound, RunRecord } from "../../record/record.ts";

/** Throws a ServerError with samples of what went wrong when not one call of a run succeeded; those of the control are ours. */
export function assertMeasured(record: RunRecord): void {
  const controls = new Set(record.arms.filter(({ side }) => side === "control").map(({ id }) => id));
  const measured = record.rounds.some(({ launches }) =>
    launches.some(({ arm, measurements }) => !controls.has(arm) && measurements.some(hasReply)),
  );
  if (!measured) throw nothingMeasured(record);
}

function hasReply({ outcomes }: RecordRound["launches"][number]["measurements"][number]): boolean {
  return (outcomes.ok ?? 0) > 0;
}

function nothingMeasured({ rounds, warnings }: RunRecord): ServerError {
  const measurements = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const errors = measurements.flatMap(({ row, errors }) =>
    errors.map(({ kind, message }) => `\n  ${row}: ${kind}: ${message}`),
  );
  const samples = [...new Set([...errors, ...warnings.map((warning) => `\n  ${warning}`)])].slice(0, 5);
  return new ServerError(`nothing was measured: not one call succeeded${samples.join("")}`, {
    fix: "correct the calls or the server; a call that is meant to fail needs `expect: { error: true }`",
  });
}
