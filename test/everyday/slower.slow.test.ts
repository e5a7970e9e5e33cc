import { describe, test } from "vitest";
import { check } from "./check.ts";
import { corpus, twice } from "./corpus.ts";
import { runEveryday } from "./run-everyday.ts";

describe("a head that takes twice as long", () => {
  test.each(corpus)("in a pull request that $name", { retry: 1 }, async (everyday) => {
    check(await runEveryday(everyday, twice), everyday.slow, everyday.note);
  });
});
