import { expect, test } from "vitest";
import { mergeGroupEvent, privilegedEvent, scheduleEvent, workflowDispatchEvent } from "../support/events.ts";
import { faultOnceWatched } from "../support/fault.ts";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

const inputs = { "compare-ref": "none" };

test("schedule, workflow_dispatch and merge_group give a verdict without a comment", async () => {
  await using scenario = await startScenario(tunableProject());
  const sha = scenario.repository.git("rev-parse", "HEAD");
  for (const event of [
    scheduleEvent(sha),
    workflowDispatchEvent(sha),
    mergeGroupEvent({ baseSha: sha, headSha: sha }),
  ]) {
    const outcome = await scenario.run(event, { inputs });
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(outcome.outputs.status).toBe("no-baseline");
    expect(outcome.summary).not.toBe("");
  }
  expect(scenario.api.requests.filter(({ url }) => url.includes("/issues"))).toEqual([]);
  expect(scenario.repository.remoteFiles("mcp-bench-baseline")).toEqual([]);
});

test.each(["pull_request_target", "workflow_run", "issue_comment"] as const)(
  "on %s the code under test is not run",
  async (name) => {
    const tell = "console.error('I was run'); process.exit(1);\n";
    await using scenario = await startScenario({ ...tunableProject(), "server.js": tell });
    const sha = scenario.repository.git("rev-parse", "HEAD");
    const outcome = await scenario.run(privilegedEvent(name, sha), { inputs });
    expect(outcome.exitCode, outcome.log).toBe(2);
    expect(outcome.log).toContain(name);
    expect(outcome.log).not.toContain("I was run");
    expect(scenario.api.requests).toEqual([]);
  },
);

test("a fault of our own, wherever it happens, is told in the log and by an exit code of its own", async () => {
  await using scenario = await startScenario(tunableProject());
  const event = workflowDispatchEvent(scenario.repository.git("rev-parse", "HEAD"));
  const environment = { NODE_OPTIONS: faultOnceWatched("a listener has thrown") };
  const outcome = await scenario.run(event, { inputs, environment });
  expect(outcome.exitCode, outcome.log).toBe(4);
  expect(outcome.log).toMatch(/^::error.*a fault of mcp-bench: Error: a listener has thrown/m);
  expect(outcome.outputs.status).toBe("errored");
});
