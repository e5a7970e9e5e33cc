import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, twice } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

/** Where the speed changes nothing of what is expected, ./equal.slow.test.ts asks already. */
const judged = corpus.filter(({ equal, slow }) => slow.status !== equal.status);

describe("a head that takes twice as long", () => {
  test.each(judged)("in a pull request that $name", { retry: 1 }, async (everyday) => {
    check(await runEveryday(everyday, twice), everyday.slow, everyday.note);
  });
});
