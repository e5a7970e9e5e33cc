import { describe, expect, test } from "vitest";
import { corpus, type Expected, twice, usual } from "./corpus.ts";
import { runEveryday, type Seen } from "./run-everyday.ts";

function check(seen: Seen, expected: Expected, note: RegExp | undefined): void {
  const { exit, status, says = [] } = expected;
  // A machine that is busy with other tests may leave an equally fast head undecided: it is green all the same.
  const isOpen = status === "pass" && seen.status === "inconclusive";
  expect([seen.exit, isOpen ? status : seen.status], seen.log).toEqual([exit, status]);
  for (const fact of says) expect(seen.sentence, seen.log).toMatch(fact);
  if (note && seen.status !== undefined) expect(seen.note).toMatch(note);
}

describe.each(corpus)("a pull request that $name", (everyday) => {
  test("with a head as fast as base", { retry: 1 }, async () => {
    check(await runEveryday(everyday, usual), everyday.equal, everyday.note);
  });

  test("with a head that takes twice as long", { retry: 1 }, async () => {
    check(await runEveryday(everyday, twice), everyday.slow, everyday.note);
  });
});
