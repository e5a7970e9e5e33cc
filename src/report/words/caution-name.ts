import type { Warning } from "../../decide/verdict.ts";

const names: ReadonlyMap<string, string> = new Map([
  ["unsteady", "unsteady"],
  ["tail-spike", "tail spike"],
  ["two-modes", "two modes"],
  ["few-samples", "too few samples"],
  ["backlog", "backlog"],
]);

/** Returns a warning in a few words, for the cell of a table. */
export function cautionName({ code, message }: Warning): string {
  return names.get(code) ?? message;
}
