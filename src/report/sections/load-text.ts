import { count, duration, plural, significant } from "../../metrics/format.ts";
import { type Load, loadLabel, pauseOf } from "../../model/load.ts";

/** Describes the load of a row in a few words: `10 in flight`, `50/s`, `bursts of 20`. */
export function loadText(load: Load): string {
  const over = load.sessions === undefined ? "" : ` over ${plural(load.sessions, "session")}`;
  const pause = pauseOf(load) > 0 ? `, ${duration(pauseOf(load))} apart` : "";
  return `${loadLabel(load, { count, significant, plural })}${over}${pause}`;
}

/** Describes the length of a row's load per arm and round: a number of calls (of a batch: batches), or a time. */
export function extentText({ requests, durationMs }: Load): string {
  return requests === undefined ? duration(durationMs ?? 0) : count(requests);
}
