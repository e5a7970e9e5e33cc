import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, twice } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

/** Pull requests whose outcome depends on the speed; ./equal.slow.test.ts runs the others. */
const judged = corpus.filter(({ equal, slow }) => slow.status !== equal.status);

describe("a head that takes twice as long", () => {
  test.each(judged)("in a pull request that $name", { retry: 1 }, async (everyday) => {
    check(await runEveryday(everyday, twice), everyday.slow, everyday.note);
  });
});
