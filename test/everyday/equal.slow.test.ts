import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, usual } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

describe("a head as fast as base", () => {
  test.each(corpus)("in a pull request that $name", async (everyday) => {
    const measured = () => runEveryday(everyday, { work: usual });
    const seen = await measured();
    try {
      check(seen, everyday.equal, everyday.note);
    } catch (error) {
      // A busy machine may cost a run its result; a false alarm is a fault of the product.
      if (seen.status === "regressed") throw error;
      check(await measured(), everyday.equal, everyday.note);
    }
  });
});
