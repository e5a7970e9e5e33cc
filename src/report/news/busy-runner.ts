import { noBreak } from "../../metrics/format.ts";
import type { RunRecord } from "../../record/record.ts";
import { median } from "../../stats/describe.ts";

/**
 * From here on the runner itself is a reason why figures scatter. A run alone on its runner keeps a client and a server
 * running, and for its leak checks two servers: what they wait for each other lies below.
 */
const busy = { steal: 0.05, cpuPressure: 0.5, beyondCores: 1 };

/**
 * How busy the runner was in the middle round, such as `CPU pressure 62 %; load 9 on 2 cores`. Undefined where it was not, or
 * nothing was read. The load, which lags by a minute and counts what came before the run, tells only where waiting is not counted.
 */
export function busyRunner({ rounds, environment: { cores } }: RunRecord): string | undefined {
  const readings = rounds.flatMap(({ machine }) => machine ?? []);
  const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : undefined);
  const load = middle(readings.map((machine) => machine.load));
  const steal = middle(readings.flatMap((machine) => machine.steal ?? []));
  const pressure = middle(readings.flatMap((machine) => machine.cpuPressure ?? []));
  const isStolen = steal !== undefined && steal >= busy.steal;
  const waits = pressure === undefined ? (load ?? 0) > cores + busy.beyondCores : pressure >= busy.cpuPressure;
  if (load === undefined || (!isStolen && !waits)) return undefined;
  const parts = [
    ...(isStolen ? [`${wholePercent(steal)} of its CPU time stolen`] : []),
    ...(waits && pressure !== undefined ? [`CPU pressure ${wholePercent(pressure)}`] : []),
    ...(waits ? [`load ${Math.round(load)} on ${cores === 1 ? "1 core" : `${cores} cores`}`] : []),
  ];
  return parts.join("; ");
}

function wholePercent(share: number): string {
  return `${Math.round(100 * share)}${noBreak}%`;
}
