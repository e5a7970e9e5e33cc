import { usualInstrument } from "../record/instrument.ts";
import { middle } from "../stats/describe.ts";
import type { Table } from "./table.ts";

/**
 * From here on the runner itself is a reason why figures scatter. Where between is a convention: rounds of a run alone on two
 * cores, with its leak checks, had a CPU pressure of 2 to 8 %, and beside seven times as much work as cores 87 to 100 %.
 */
const busy = { steal: 0.05, cpuPressure: 0.5, beyondCores: 1 };

/** Load of the runner by other programs while a run was measured, in the middle round; undefined where it was not read. */
export function machineLoad({ rounds, environment }: Pick<Table, "rounds" | "environment">) {
  const readings = rounds.flatMap(({ machine }) => machine ?? []);
  const load = middle(readings.map((machine) => machine.load));
  /** Share of its CPU time that the host gave to others. */
  const steal = middle(readings.map((machine) => machine.steal));
  /** Share of the time in which something waited for a core. */
  const pressure = middle(readings.map(({ cpuPressure }) => cpuPressure));
  const isStolen = steal !== undefined && steal >= busy.steal;
  /** True where programs waited for cores; by the load, which lags by a minute, only where waiting is not counted. */
  const waits =
    pressure === undefined ? (load ?? 0) > environment.cores + busy.beyondCores : pressure >= busy.cpuPressure;
  // Most rounds made way for other work: cores slept that are usually kept awake on this machine.
  const isQuietElse = environment.instrument !== undefined && usualInstrument(environment.instrument) !== "asleep";
  const madeWay = isQuietElse && 2 * readings.filter(({ awake }) => awake === false).length > readings.length;
  return { load, steal, pressure, isStolen, waits, isBusy: isStolen || waits || madeWay };
}
