import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, twice } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

/** Pull requests whose outcome depends on the speed; ./equal.slow.test.ts runs the others. */
const judged = corpus.filter(({ equal, slow }) => slow.status !== equal.status);

describe("a head that takes twice as long", () => {
  test.for(judged)("in a pull request that $name", { retry: 1 }, async (everyday, { task }) => {
    // On a machine on which calls wait for a core, more than for their work, only longer ones are told apart.
    const times = task.result?.retryCount ? 8 : 1;
    check(await runEveryday(everyday, { work: twice, times }), everyday.slow, everyday.note);
  });
});
