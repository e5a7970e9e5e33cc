import { expect, test } from "vitest";
import { referenceServer } from "../plans.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const node = JSON.stringify(process.execPath);

test("a tool of a real server that works only as a task is measured as one call; without `task` it fails", async () => {
  const record = await runConfig(`
server: { command: ${node}, args: [${JSON.stringify(referenceServer("everything"))}, stdio] }
defaults: { rounds: 1, requests: 2, concurrency: 2, warmup: 0, leak_check: 0 }
benchmarks:
  - { name: task, tool: simulate-research-query, arguments: { topic: mcp }, task: true }
  - { name: call, tool: simulate-research-query, arguments: { topic: mcp } }
`);
  const [task, call] = record.rounds[0]?.launches[0]?.measurements ?? [];
  expect(task?.outcomes).toEqual({ ok: 2 });
  expect(task?.blocks[0]?.medianMs).toBeGreaterThan(3900);
  expect(task?.pollsPerCall).toBeGreaterThanOrEqual(4);
  expect(call?.outcomes.ok).toBeUndefined();
  expect(summaryOf(record)).toContain("polls per call");
});
