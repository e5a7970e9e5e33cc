import type { RunRecord } from "../../record/record.ts";
import { median } from "../../stats/describe.ts";

/**
 * From here on the runner itself is a reason why figures scatter. Where between is a convention: rounds of a run alone on two cores,
 * with its leak checks, had a CPU pressure of 2 to 8 %, and beside seven times as much work as cores 87 to 100 %.
 */
const busy = { steal: 0.05, cpuPressure: 0.5, beyondCores: 1 };

/**
 * How busy the runner was in the middle round, such as `CPU pressure 62%; load 9 on 2 cores`. Undefined where it was not, or
 * nothing was read. The load, which lags by a minute and counts what came before the run, tells only where waiting is not counted.
 */
export function busyRunner(record: RunRecord): string | undefined {
  const { load, steal, pressure } = middleRound(record);
  const { cores } = record.environment;
  const isStolen = steal !== undefined && steal >= busy.steal;
  const waits = pressure === undefined ? (load ?? 0) > cores + busy.beyondCores : pressure >= busy.cpuPressure;
  if (load === undefined || (!isStolen && !waits)) return undefined;
  return [
    ...(isStolen ? [stolenText(steal)] : []),
    ...(waits && pressure !== undefined ? [pressureText(pressure)] : []),
    ...(waits ? [loadText(load, cores)] : []),
  ].join("; ");
}

/** What else the runner did in the middle round, busy or not; undefined where nothing was read. */
export function runnerReadings(record: RunRecord): string | undefined {
  const { load, steal, pressure } = middleRound(record);
  if (load === undefined) return undefined;
  return [
    loadText(load, record.environment.cores),
    ...(pressure === undefined ? [] : [pressureText(pressure)]),
    ...(steal === undefined ? [] : [stolenText(steal)]),
  ].join("; ");
}

/** The median over rounds of each reading. */
function middleRound({ rounds }: RunRecord) {
  const readings = rounds.flatMap(({ machine }) => machine ?? []);
  const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : undefined);
  return {
    load: middle(readings.map((machine) => machine.load)),
    steal: middle(readings.flatMap((machine) => machine.steal ?? [])),
    pressure: middle(readings.flatMap((machine) => machine.cpuPressure ?? [])),
  };
}

function stolenText(share: number): string {
  return `${wholePercent(share)} of its CPU time stolen`;
}

function pressureText(share: number): string {
  return `CPU pressure ${wholePercent(share)}`;
}

function loadText(load: number, cores: number): string {
  return `load ${Math.round(load)} on ${cores === 1 ? "1 core" : `${cores} cores`}`;
}

function wholePercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
