import { expect, test } from "vitest";
import type { Fault } from "../support/github/api.ts";
import type { Token } from "../support/github/identities.ts";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

async function runWith({ token = "token-of-actions", fault }: { token?: Token; fault?: Fault }) {
  await using scenario = await startScenario(tunableProject());
  if (fault) scenario.api.inject(fault);
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened, { token, inputs: { "compare-ref": "none" } });
  return { outcome, comments: await scenario.api.comments(pullRequest.number) };
}

test("a read-only token: a warning with the permission, everything else as usual", async () => {
  const { outcome, comments } = await runWith({ token: "token-read-only" });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs.status).toBe("no-baseline");
  expect(outcome.outputs["comment-url"]).toBeUndefined();
  expect(outcome.log).toMatch(/^::warning.*pull-requests: write/m);
  expect(outcome.summary).toMatch(/no baseline/i);
  expect(JSON.parse(outcome.files["results-json"] ?? "")).toMatchObject({ kind: "mcp-bench-record" });
  expect(outcome.files["report-markdown"]).toContain("search");
  expect(comments).toEqual([]);
});

test("a rate limit is waited out", async () => {
  const headers = { "retry-after": "1" };
  const fault = { method: "POST", path: /comments$/, status: 429, message: "slow down", headers, times: 1 };
  const { outcome, comments } = await runWith({ fault });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(comments).toHaveLength(1);
  expect(outcome.log).not.toMatch(/^::warning/m);
});

test("a rate limit without an end in sight costs the comment, not the verdict", async () => {
  const headers = { "retry-after": "3600" };
  const fault = { method: "POST", path: /comments$/, status: 429, message: "slow down", headers };
  const { outcome, comments } = await runWith({ fault });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs.status).toBe("no-baseline");
  expect(outcome.log).toMatch(/^::warning.*rate limit/m);
  expect(comments).toEqual([]);
});
