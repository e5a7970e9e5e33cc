import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

test("a pull request is measured beside its base commit unless told otherwise", async () => {
  await using scenario = await startScenario(tunableProject());
  const baseSha = scenario.repository.git("rev-parse", "main");
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened);
  expect(outcome.exitCode, outcome.log).toBe(0);
  const { arms }: { arms: { side: string; commit?: string }[] } = JSON.parse(outcome.files["results-json"] ?? "");
  expect(arms).toContainEqual(expect.objectContaining({ side: "head", commit: pullRequest.opened.sha }));
  expect(arms).toContainEqual(expect.objectContaining({ side: "base", commit: baseSha }));
  expect(scenario.repository.git("status", "--porcelain")).toBe("");
});
