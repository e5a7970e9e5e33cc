import { usualInstrument } from "../record/instrument.ts";
import { median } from "../stats/describe.ts";
import type { Table } from "./table.ts";

/**
 * Load of the runner by other programs while a run was measured, in the middle round; undefined where it was not read.
 */
interface MachineLoad {
  readonly load: number | undefined;
  /** Share of its CPU time that the host gave to others. */
  readonly steal: number | undefined;
  /** Share of the time in which something waited for a core. */
  readonly pressure: number | undefined;
  readonly isStolen: boolean;
  /** True where programs waited for cores; by the load, which lags by a minute, only where waiting is not counted. */
  readonly waits: boolean;
  /** True where either holds, or other work was made way for in most rounds: cores slept that do not on this machine else. */
  readonly isBusy: boolean;
}

/**
 * From here on the runner itself is a reason why figures scatter. Where between is a convention: rounds of a run alone on two cores,
 * with its leak checks, had a CPU pressure of 2 to 8 %, and beside seven times as much work as cores 87 to 100 %.
 */
const busy = { steal: 0.05, cpuPressure: 0.5, beyondCores: 1 };

export function machineLoad({ rounds, environment }: Pick<Table, "rounds" | "environment">): MachineLoad {
  const isQuietElse = environment.instrument !== undefined && usualInstrument(environment.instrument) !== "asleep";
  const readings = rounds.flatMap(({ machine }) => machine ?? []);
  const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : undefined);
  const load = middle(readings.flatMap((machine) => machine.load ?? []));
  const steal = middle(readings.flatMap((machine) => machine.steal ?? []));
  const pressure = middle(readings.flatMap((machine) => machine.cpuPressure ?? []));
  const isStolen = steal !== undefined && steal >= busy.steal;
  const waits =
    pressure === undefined ? (load ?? 0) > environment.cores + busy.beyondCores : pressure >= busy.cpuPressure;
  const madeWay = isQuietElse && 2 * readings.filter(({ awake }) => awake === false).length > readings.length;
  return { load, steal, pressure, isStolen, waits, isBusy: isStolen || waits || madeWay };
}
