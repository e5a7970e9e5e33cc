import { describe, expect, test } from "vitest";
import { type BatchLoopOptions, runBatchLoop } from "../../../src/measure/load/batch-loop.ts";
import type { LoopResult } from "../../../src/measure/load/loop-result.ts";
import type { OutcomeTally } from "../../../src/measure/load/outcome.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { FakeWire, ManualClock, okReply } from "../fake-server.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

type Given = Partial<Omit<BatchLoopOptions, "wire" | "encode" | "clock" | "delay" | "classify">>;

async function run(behaviour: ServerBehaviour, given: Given = {}): Promise<LoopResult & { server: SimulatedServer }> {
  const world = new Simulation();
  const server = new SimulatedServer(world, behaviour);
  const result = await world.until(
    runBatchLoop({
      wire: server,
      encode: server.encode,
      size: 4,
      dispatch: { kind: "burst" },
      until: { batches: 3 },
      delayMs: 0,
      delay: world.delay,
      timeoutMs: 100,
      clock: world,
      signal: new AbortController().signal,
      classify: replyClassifier(),
      ...given,
    }),
  );
  return { ...result, server };
}

function outcomes({ further }: LoopResult): OutcomeTally["outcomes"] {
  return further?.outcomes.outcomes ?? {};
}

function latencies({ further }: LoopResult): number[] {
  return [...decodeSamples(further?.latencies.stored().samples ?? "")];
}

const tenMs: ServerBehaviour = { serviceMs: () => 10 };
const toolError = '{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"locked"}]}}';

describe("dispatch", () => {
  test.each([
    ["burst", { kind: "burst" } as const, 4],
    ["sequential", { kind: "sequential" } as const, 1],
    ["waves of 3", { kind: "waves", size: 3 } as const, 3],
  ])("%s: all calls of a batch are one operation", async (_, dispatch, inFlight) => {
    const result = await run(tenMs, { dispatch });
    expect(result.server.mostUnanswered).toBe(inFlight);
    expect(result.server.sentAt).toHaveLength(12);
    expect(latencies(result)).toEqual([40, 40, 40]);
    expect(outcomes(result)).toEqual({ ok: 3 });
    expect([result.wallMs, result.sent, result.sentBytes]).toEqual([120, 3, 24]);
  });

  test("the next wave leaves when the one before is answered", async () => {
    const { server } = await run(tenMs, { dispatch: { kind: "waves", size: 2 }, until: { batches: 1 } });
    expect(server.sentAt).toEqual([0, 0, 20, 20]);
  });
});

describe("failures", () => {
  test("one call that fails makes the whole batch that failure", async () => {
    const ok = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const result = await run({ ...tenMs, reply: (index) => (index === 6 ? toolError : ok) });
    expect(outcomes(result)).toEqual({ ok: 2, "tool-error": 1 });
    expect(result.failures.total).toBe(0);
  });

  test("a batch with an unanswered call is no latency", async () => {
    const result = await run({ serviceMs: (index) => (index === 5 ? null : 10) });
    expect(latencies(result)).toEqual([40, 40]);
    expect(result.failures.outcomes).toEqual({ timeout: 1 });
  });

  test("a server that has stopped answering ends it after three batches", async () => {
    const result = await run({ serviceMs: () => null }, { until: { batches: 50 } });
    expect([result.gaveUp, result.failures.total, result.sent]).toEqual([true, 3, 3]);
  });

  test("of many that fail, few messages are kept", async () => {
    const reply = (index: number) =>
      JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: 1, message: `${index} ${"x".repeat(5000)}` } });
    const { answers, further } = await run({ ...tenMs, reply }, { size: 1, until: { batches: 1000 } });
    expect([answers.length, further?.outcomes.outcomes]).toEqual([0, { "rpc-error": 1000 }]);
    const messages = further?.outcomes.samples.map(({ message }) => message.length);
    expect(messages).toEqual([500, 500, 500, 500, 500]);
  });

  test("a lost connection counts the batches it left unsent", async () => {
    const failure = () => ({ kind: "disconnected", message: "gone" }) as const;
    const result = await run({ ...tenMs, failure }, { until: { batches: 20 } });
    expect(result.disconnected).toBe("gone");
    expect(result.failures.total).toBe(20);
    expect(result.sent).toBe(1);
  });

  describe("over connections of their own", () => {
    const failure = { kind: "failure", failure: { kind: "disconnected", message: "ECONNRESET" } } as const;
    const runOn = (isLost: (index: number) => boolean, given: Pick<BatchLoopOptions, "size" | "until">) => {
      const clock = new ManualClock();
      const wire = new FakeWire(({ index }) => (isLost(index) ? failure : okReply), clock, { perRequest: true });
      return runBatchLoop({
        wire,
        encode: () => wire.encode("ping"),
        dispatch: { kind: "burst" },
        delayMs: 0,
        delay: async () => {},
        timeoutMs: 100,
        clock,
        signal: new AbortController().signal,
        classify: replyClassifier(),
        ...given,
      });
    };

    test.each([1, 4])(
      "one lost at the very end of batches of %i does not mean that the server is gone",
      async (size) => {
        const { disconnected, failures, sent } = await runOn((index) => index === 5 * size - 1, {
          size,
          until: { batches: 5 },
        });
        expect([disconnected, failures.total, sent]).toEqual([undefined, 1, 5]);
      },
    );

    test.each([
      [1, 3],
      [4, 1],
    ])("all lost do: of batches of %i after %i of them", async (size, sent) => {
      const result = await runOn(() => true, { size, until: { batches: 20 } });
      expect([result.disconnected, result.failures.total, result.sent]).toEqual(["ECONNRESET", 20, sent]);
    });
  });
});

describe("pauses", () => {
  test("lie between batches and are in neither latency nor wall time", async () => {
    const result = await run(tenMs, { size: 1, delayMs: 120, until: { batches: 5 } });
    expect(result.server.sentAt).toEqual([120, 250, 380, 510, 640]);
    expect(latencies(result)).toEqual([10, 10, 10, 10, 10]);
    expect(result.wallMs).toBe(50);
  });

  test("count towards a duration, so that the loop ends when it should", async () => {
    const result = await run(tenMs, { size: 1, delayMs: 90, until: { durationMs: 1000 } });
    expect(result.sent).toBe(10);
  });
});
