import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, usual } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

describe("a head as fast as base", () => {
  test.each(corpus)("in a pull request that $name", { retry: 1 }, async (everyday) => {
    check(await runEveryday(everyday, { work: usual }), everyday.equal, everyday.note);
  });
});
