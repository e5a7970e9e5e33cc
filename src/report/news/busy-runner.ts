import { machineLoad } from "../../table/machine-load.ts";
import type { Table } from "../../table/table.ts";

/** Describes how busy the runner was, such as `CPU pressure 62%; load 9 on 2 cores`; undefined where it was not. */
export function busyRunner(run: Table): string | undefined {
  const { isStolen, waits, texts } = readingsOf(run);
  if (!isStolen && !waits) return undefined;
  return [...(isStolen ? texts.stolen : []), ...(waits ? [...texts.pressure, ...texts.load] : [])].join("; ");
}

/** Describes the load of the runner by other programs, busy or not; empty where nothing was read. */
export function runnerReadings(run: Table): string {
  const { load, pressure, stolen } = readingsOf(run).texts;
  return [...load, ...pressure, ...stolen].join("; ");
}

/** The middle round in words, with nothing for what was not read. */
function readingsOf(run: Table) {
  const { load, steal, pressure, ...rest } = machineLoad(run);
  const { cores } = run.environment;
  const texts = {
    load: load === undefined ? [] : [`load ${Math.round(load)} on ${cores === 1 ? "1 core" : `${cores} cores`}`],
    pressure: pressure === undefined ? [] : [`CPU pressure ${wholePercent(pressure)}`],
    stolen: steal === undefined ? [] : [`${wholePercent(steal)} of its CPU time stolen`],
  };
  return { ...rest, texts };
}

function wholePercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
