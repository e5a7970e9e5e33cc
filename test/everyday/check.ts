import { expect } from "vitest";
import type { Expected } from "./corpus.ts";
import type { Seen } from "./run-everyday.ts";

/** Holds what a run gave against what a maintainer expects of it. */
export function check(seen: Seen, expected: Expected, note: RegExp | undefined): void {
  const { exit, status, says = [] } = expected;
  // A machine that is busy with other tests may leave an equally fast head undecided: it is green all the same.
  const isOpen = status === "pass" && seen.status === "inconclusive";
  expect([seen.exit, isOpen ? status : seen.status], seen.log).toEqual([exit, status]);
  for (const fact of says) expect(seen.sentence, seen.log).toMatch(fact);
  if (note && seen.status !== undefined) expect(seen.note).toMatch(note);
}
