import { machineLoad } from "../../table/machine-load.ts";
import type { Table } from "../../table/table.ts";

/**
 * Describes how busy the runner was in the middle round, such as `CPU pressure 62%; load 9 on 2 cores`. Undefined where
 * it was not, or nothing was read.
 */
export function busyRunner(run: Table): string | undefined {
  const { load, steal = 0, pressure, isStolen, waits } = machineLoad(run);
  const { cores } = run.environment;
  if (!isStolen && !waits) return undefined;
  return [
    ...(isStolen ? [stolenText(steal)] : []),
    ...(waits && pressure !== undefined ? [pressureText(pressure)] : []),
    ...(waits && load !== undefined ? [loadText(load, cores)] : []),
  ].join("; ");
}

/**
 * Describes the load of the runner by other programs in the middle round, busy or not; undefined where nothing was
 * read.
 */
export function runnerReadings(run: Table): string | undefined {
  const { load, steal, pressure } = machineLoad(run);
  const texts = [
    ...(load === undefined ? [] : [loadText(load, run.environment.cores)]),
    ...(pressure === undefined ? [] : [pressureText(pressure)]),
    ...(steal === undefined ? [] : [stolenText(steal)]),
  ];
  return texts.length > 0 ? texts.join("; ") : undefined;
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
