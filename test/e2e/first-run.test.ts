import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

test("the first pull request has no baseline: said loudly, and the job does not fail", async () => {
  await using scenario = await startScenario(tunableProject());
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });

  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs).toMatchObject({ status: "no-baseline", regressed: "[]", improved: "[]" });
  const [comment, ...others] = await scenario.api.comments(pullRequest.number);
  expect(others).toEqual([]);
  expect(comment?.user.login).toBe("github-actions[bot]");
  expect(comment?.body).toMatch(/^<!-- mcp-bench: key=default run=101\.1 head=[0-9a-f]{40} -->\n/);
  expect(comment?.body).toMatch(/no baseline/i);
  expect(outcome.outputs["comment-url"]).toContain(`#issuecomment-${comment?.id}`);
  expect(outcome.summary).toMatch(/no baseline/i);
});

test("fail-on: no-baseline makes it fail", async () => {
  await using scenario = await startScenario(tunableProject());
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const inputs = { "compare-ref": "none", "fail-on": "no-baseline" };
  const outcome = await scenario.run(pullRequest.opened, { inputs });
  expect(outcome.exitCode, outcome.log).toBe(1);
  expect(outcome.outputs.status).toBe("no-baseline");
});
