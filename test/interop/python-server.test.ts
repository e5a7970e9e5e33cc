import { expect, test } from "vitest";
import { startScenario } from "../support/scenario.ts";
import { findTool } from "../support/tool.ts";

const timeServer = findTool("mcp-server-time");

test.skipIf(timeServer === undefined)("a Python server", async () => {
  const configuration = `server: { command: ${JSON.stringify(timeServer)} }
benchmarks:
  - { tool: get_current_time, arguments: { timezone: UTC }, expect: { text: /UTC/ } }
  - { method: tools/list }
defaults: { requests: 10, warmup: 1, rounds: 2, leak_check: 0 }
`;
  await using scenario = await startScenario({ "mcp-bench.yml": configuration });
  const pullRequest = await scenario.openPullRequest({ "NOTES.md": "A change.\n" });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
  expect(outcome.exitCode, outcome.log).toBe(0);
  const [comment] = await scenario.api.comments(pullRequest.number);
  expect(comment?.body).toContain("get_current_time");
});
