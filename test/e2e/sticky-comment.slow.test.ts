import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

test("our comment is found behind a hundred others and a forged marker", async () => {
  await using scenario = await startScenario(tunableProject());
  const { api } = scenario;
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const forged = "<!-- mcp-bench: key=default run=1.1 -->\nAll is well.";
  await api.comment(pullRequest.number, forged, "token-of-mallory");
  for (let index = 0; index < 100; index++) await api.comment(pullRequest.number, `remark ${index}`, "token-of-alice");

  const inputs = { "compare-ref": "none" };
  const first = await scenario.run(pullRequest.opened, { inputs });
  const second = await scenario.run(pullRequest.push({ "README.md": "A better server.\n" }), { inputs });
  expect(first.exitCode, first.log).toBe(0);
  expect(second.exitCode, second.log).toBe(0);

  const comments = await api.comments(pullRequest.number);
  expect(comments).toHaveLength(102);
  expect(comments[0]?.body).toBe(forged);
  expect(comments.at(-1)?.body).toMatch(/^<!-- mcp-bench: key=default run=102\.1 head=/);
  expect(second.outputs["comment-url"]).toBe(first.outputs["comment-url"]);
});
