import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { TaskWire } from "../../../src/measure/wires/task-wire.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { complaint } from "../../config/complaint.ts";
import { fixture } from "../../server/support.ts";
import { FakeWire, ManualClock } from "../fake-server.ts";
import { runConfig } from "../run-config.ts";

const content = [{ type: "text", text: "done" }];
const handle = { resultType: "task", taskId: "t1", status: "working", pollIntervalMs: 40 };
const asking = { _meta: { caps: 1 } };

/** Returns what the requests of one call get, in turn; each takes 1 ms. */
async function run(replies: readonly (JsonObject | "silence")[], { fetches = false, timeoutMs = 500 } = {}) {
  const clock = new ManualClock();
  const inner = new FakeWire(({ index }) => {
    const result = replies[index] ?? "silence";
    return result === "silence" ? { kind: "silence" } : { kind: "reply", result, takesMs: 1 };
  }, clock);
  const after = (ms: number, wake: () => void) => {
    const later = setImmediate(() => {
      clock.advance(ms);
      wake();
    });
    return () => clearImmediate(later);
  };
  const wire = new TaskWire(inner, { asking: fetches ? { task: {} } : asking, fetches, after });
  const classify = wire.judging(replyClassifier());
  const frames = [wire.encode("tools/call", { name: "work" })];
  const signal = new AbortController().signal;
  const result = await runClosedLoop({ wire, frames, concurrency: 1, clock, timeoutMs, signal, classify });
  const recorder = new Recorder("work", { classify });
  recorder.addBlock(0, result);
  wire.add();
  const { outcomes, errors, samples, pollsPerCall } = recorder.measurement(wire.result());
  const asked = inner.calls.map(({ method, params }) => [method, params]);
  return { outcomes, said: errors[0]?.message, ms: [...decodeSamples(samples)], pollsPerCall, asked };
}

describe("a task of the stateless line", () => {
  test("is one call, from its write to the poll that brings the result", async () => {
    const { outcomes, ms, pollsPerCall, asked } = await run([
      handle,
      { ...handle, resultType: "complete", pollIntervalMs: 100 },
      { resultType: "complete", taskId: "t1", status: "completed", result: { content } },
    ]);
    expect([outcomes, ms, pollsPerCall]).toEqual([{ ok: 1 }, [143], 2]);
    const get = ["tasks/get", { taskId: "t1", ...asking }];
    expect(asked).toEqual([["tools/call", { name: "work", ...asking }], get, get]);
  });

  test("is a plain call where the server does not make one of it", async () => {
    const { outcomes, ms, pollsPerCall } = await run([{ resultType: "complete", content }]);
    expect([outcomes, ms, pollsPerCall]).toEqual([{ ok: 1 }, [1], 0]);
  });

  test("that is over at once is asked for once", async () => {
    const over = { ...handle, status: "completed" };
    expect(await run([over, { ...over, result: { content } }])).toMatchObject({ outcomes: { ok: 1 }, pollsPerCall: 1 });
  });

  test.each<[string, JsonObject[], string, string]>([
    ["fails as its result does", [{ status: "completed", result: { isError: true, content } }], "tool-error", "done"],
    [
      "fails with its error",
      [{ status: "failed", error: { code: -5, message: "no disk" } }],
      "rpc-error",
      "-5: no disk",
    ],
    [
      "is cancelled",
      [{ status: "cancelled", statusMessage: "shut down" }],
      "unexpected",
      "the server cancelled the task: shut down",
    ],
    ["has a status nobody knows", [{ status: "napping" }], "unexpected", 'the task has the unknown status "napping"'],
    ["has no status", [{}], "unexpected", "the task has the unknown status undefined"],
    ["has no result at its end", [{ status: "completed" }], "unexpected", "the task completed without a result"],
    ["asks for input", [{ status: "input_required" }], "unexpected", "the task asks for input, which is not given"],
  ])("%s", async (_name, polls, kind, message) => {
    const { outcomes, said, pollsPerCall } = await run([handle, ...polls]);
    expect([outcomes, said, pollsPerCall]).toEqual([{ [kind]: 1 }, message, undefined]);
  });

  test("without an id, or that the server does not know any more, is an error", async () => {
    expect(await run([{ resultType: "task", status: "working" }])).toMatchObject({
      outcomes: { unexpected: 1 },
      said: "the server answered with a task without an id",
    });
  });

  test("that never ends is given up with the call, and the server is told", async () => {
    const { outcomes, asked, ms } = await run([handle, "silence"], { timeoutMs: 20 });
    expect([outcomes, ms]).toEqual([{ timeout: 1 }, []]);
    expect(asked.at(-1)).toEqual(["tasks/cancel", { taskId: "t1", ...asking }]);
  });
});

describe("a task of the stateful line", () => {
  const task = { taskId: "t1", status: "working", pollInterval: 40 };

  test.each([[null], [[]], ["t1"]])("that is %j is an error", async (none) => {
    expect(await run([{ task: none }], { fetches: true })).toMatchObject({
      outcomes: { unexpected: 1 },
      said: "the server answered with a task that is no object",
    });
  });

  test("brings its result when that is asked for", async () => {
    const { outcomes, ms, asked } = await run([{ task }, { ...task, status: "completed" }, { content }], {
      fetches: true,
    });
    expect([outcomes, ms]).toEqual([{ ok: 1 }, [43]]);
    expect(asked.map(([method]) => method)).toEqual(["tools/call", "tasks/get", "tasks/result"]);
  });

  test("that wants input is waited for until its result is there", async () => {
    const asks = { task: { ...task, status: "input_required" } };
    expect(await run([asks, { content }], { fetches: true })).toMatchObject({ outcomes: { ok: 1 }, ms: [2] });
  });
});

test.each([
  ["{ resource: 'a:b', task: true }", /`task` needs `tool`/],
  ["{ tool: a, task: true, progress: true }", /write `task` or `progress`/],
  ["{ tool: a, task: true, sessions: 2 }", /known to the session that began it/],
])("%s is refused", (benchmark, message) => {
  expect(complaint(`server: x\nbenchmarks:\n  - ${benchmark}\n`)).toMatch(message);
});

const node = JSON.stringify(process.execPath);

test("a server of the stateless line learns that tasks are taken; one that never ends costs its call the time-out", async () => {
  const record = await runConfig(`
server: { command: ${node}, args: [${JSON.stringify(fixture("tasks.js"))}] }
defaults: { rounds: 1, requests: 3, warmup: 1, leak_check: 0 }
benchmarks:
  - { name: task, tool: work, arguments: { for: 50 }, task: true }
  - { name: never, tool: work, arguments: { never: true }, task: true, timeout: 100ms, requests: 1, warmup: 0 }
  - { name: call, tool: work, expect: { text: without a task } }
`);
  const [task, never, call] = record.rounds[0]?.launches[0]?.measurements ?? [];
  expect([task?.outcomes, never?.outcomes, call?.outcomes]).toEqual([{ ok: 3 }, { timeout: 1 }, { ok: 3 }]);
  expect(task?.blocks[0]?.medianMs).toBeGreaterThanOrEqual(50);
  expect(task?.pollsPerCall).toBeGreaterThanOrEqual(1);
});

test("where a server offers no tasks, the benchmark is skipped and the reason told", async () => {
  const server = (args: string) => `{ command: ${node}, args: [${args}] }`;
  const record = await runConfig(`
server: ${server(`${JSON.stringify(fixture("misbehave.js"))}, fine`)}
defaults: { rounds: 1, requests: 2, warmup: 0, leak_check: 0 }
benchmarks: [{ name: task, tool: call, task: true }, { tool: call }]
`);
  expect(record.skipped).toEqual([
    { benchmark: "task", reason: "the server does not offer tasks (no capability `tasks`)" },
  ]);
});
