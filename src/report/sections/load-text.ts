import { count, duration, plural, significant } from "../../metrics/format.ts";
import type { RecordLoad } from "../../record/record.ts";

/** Describes the load of a row in a few words: `10 in flight`, `50/s`, `bursts of 20`. */
export function loadText(load: RecordLoad): string {
  const over = load.sessions === undefined ? "" : ` over ${plural(load.sessions, "session")}`;
  const pause = "delayMs" in load && load.delayMs ? `, ${duration(load.delayMs)} apart` : "";
  return `${paceText(load)}${over}${pause}`;
}

function paceText(load: RecordLoad): string {
  switch (load.kind) {
    case "closed":
      return `${count(load.concurrency)} in flight`;
    case "open":
      return load.stages ? stagesText(load.stages) : `${significant(load.ratePerSecond)}/s`;
    case "search":
      return `${short(load.lowest)} to ${short(load.highest)}/s`;
    case "batch":
      return `${batchText(load)} of ${count(load.size)}`;
  }
}

/** The rates at their ends. */
function stagesText(stages: NonNullable<(RecordLoad & { kind: "open" })["stages"]>): string {
  const rates = stages.flatMap(({ from, to }) => [from, to]);
  return `${short(Math.min(...rates))} to ${short(Math.max(...rates))}/s in ${plural(stages.length, "stage")}`;
}

function short(rate: number): string {
  return Number.isInteger(rate) ? count(rate) : significant(rate);
}

function batchText({ dispatch }: RecordLoad & { kind: "batch" }): string {
  if (dispatch.kind === "waves") return `batches in waves of ${count(dispatch.size)},`;
  return dispatch.kind === "burst" ? "bursts" : "sequences";
}

/** Describes the length of a row's load per arm and round: a number of calls (of a batch: batches), or a time. */
export function extentText({ requests, durationMs }: RecordLoad): string {
  return requests === undefined ? duration(durationMs ?? 0) : count(requests);
}
