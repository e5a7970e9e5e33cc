import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

test.each([
  ["token-that-pushes", true],
  ["token-of-actions", false],
] as const)("%s beside target code: warned about: %s", async (token, warned) => {
  await using scenario = await startScenario(tunableProject());
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened, { token, inputs: { "compare-ref": "none" } });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(/^::warning.*could push.*contents: read/m.test(outcome.log)).toBe(warned);
});
