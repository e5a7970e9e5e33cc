import { expect, test } from "vitest";
import { pushEvent } from "../support/events.ts";
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

test("a commit that is only in the checkout is found from a folder of it", async () => {
  const files = Object.entries(tunableProject()).map(([file, text]) => [`servers/search/${file}`, text]);
  await using scenario = await startScenario(Object.fromEntries(files));
  const before = scenario.repository.commit("Not pushed", { "README.md": "A server.\n" });
  const after = scenario.repository.commit("Not pushed either", { "README.md": "Better.\n" });
  const inputs = { "working-directory": "servers/search", "compare-ref": before };
  const outcome = await scenario.run(pushEvent({ before, after }), { inputs });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.log).not.toContain("could not be fetched");
});
