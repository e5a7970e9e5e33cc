import { describe, expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import type { LoopResult } from "../../../src/measure/load/loop-result.ts";
import { runOpenLoop } from "../../../src/measure/load/open-loop.ts";
import type { Classifier } from "../../../src/measure/load/outcome.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

const reply = '{"jsonrpc":"2.0","id":1,"result":{}}';
/** Room for two replies: the third is one too many. */
const retainBytes = 2.5 * reply.length;
const judgingMs = 40;

interface World {
  readonly world: Simulation;
  readonly server: SimulatedServer;
  /** Says how many replies were judged while the loop ran. */
  judged: number;
  readonly options: Omit<Parameters<typeof runClosedLoop>[0], "frames" | "concurrency">;
}

/** A server that needs 10 ms for a call, and a classifier that takes four times as long. */
function worldOf(given: Partial<ServerBehaviour> & { retainBytes?: number } = {}): World {
  const world = new Simulation();
  const server = new SimulatedServer(world, { serviceMs: () => 10, ...given });
  const judge = replyClassifier();
  const classify: Classifier = (body) => {
    made.judged++;
    world.busy(judgingMs);
    return judge(body);
  };
  const made: World = {
    world,
    server,
    judged: 0,
    options: {
      wire: server,
      clock: world,
      timeoutMs: 1000,
      signal: new AbortController().signal,
      classify,
      retainBytes: given.retainBytes ?? retainBytes,
    },
  };
  return made;
}

function latencies({ answers, further }: LoopResult): number[] {
  return [...answers.map(({ latencyMs }) => latencyMs), ...decodeSamples(further?.latencies.stored().samples ?? "")];
}

describe("replies that do not fit into memory", () => {
  test("are judged between segments, in no figure of a closed loop", async () => {
    const made = worldOf();
    const { world, server, options } = made;
    const running = runClosedLoop({ ...options, frames: server.frames(9), concurrency: 1 });
    const result = await world.until(running);
    expect([result.answers.length, result.further?.outcomes.outcomes]).toEqual([3, { ok: 6 }]);
    expect([result.wallMs, latencies(result)]).toEqual([90, Array(9).fill(10)]);
    expect([result.sent, result.sentBytes, made.judged]).toEqual([9, 18, 9]);
    expect(server.sentAt.slice(5, 7)).toEqual([50 + 3 * judgingMs, 60 + 6 * judgingMs]);
  });

  test("are judged once each, before there are further calls that one might be to", async () => {
    const { world, server, options } = worldOf();
    const sentBefore: number[] = [];
    const classify: Classifier = (body, id) => {
      sentBefore.push(server.sentAt.length);
      return options.classify(body, id);
    };
    const running = runClosedLoop({ ...options, classify, frames: server.frames(9), concurrency: 1 });
    const recorder = new Recorder("row", { classify });
    recorder.addBlock(0, await world.until(running));
    expect(sentBefore).toEqual([3, 3, 3, 6, 6, 6, 9, 9, 9]);
    expect(recorder.measurement().outcomes).toEqual({ ok: 9 });
  });

  test("wait until nothing is in flight, where several are", async () => {
    const { world, server, options } = worldOf();
    const running = runClosedLoop({ ...options, frames: server.frames(12), concurrency: 2 });
    const result = await world.until(running);
    expect(server.mostUnanswered).toBe(2);
    expect([result.wallMs, latencies(result)]).toEqual([120, Array(3).fill([10, 20, 20, 20]).flat()]);
  });

  test("do not shorten a duration", async () => {
    const made = worldOf();
    const frames = made.server.frames(50);
    const running = runClosedLoop({ ...made.options, frames, concurrency: 1, durationMs: 95 });
    const { sent, wallMs, gaveUp } = await made.world.until(running);
    expect([sent, wallMs, gaveUp, made.judged]).toEqual([10, 100, false, 10]);
  });

  test("are in no figure of an open loop, whose schedule stands still", async () => {
    const { world, server, options } = worldOf({ serviceMs: () => 4 });
    const running = runOpenLoop({
      ...options,
      frames: server.frames(9),
      alarm: world.alarm,
      ratePerSecond: 100,
      maxInFlight: 10,
    });
    const result = await world.until(running);
    expect(latencies(result).map((ms) => Number(ms.toFixed(4)))).toEqual(Array(9).fill(4));
    expect(result.wallMs).toBeCloseTo(90, 6);
    expect(result.backlog).toEqual({ most: 1, dropped: 0 });
    expect((server.sentAt[6] ?? 0) - (server.sentAt[5] ?? 0)).toBeGreaterThan(3 * judgingMs);
  });

  test("do not hide a connection that is lost later", async () => {
    const failure = (index: number) => (index === 7 ? ({ kind: "disconnected", message: "gone" } as const) : undefined);
    const { world, server, options } = worldOf({ failure });
    const result = await world.until(runClosedLoop({ ...options, frames: server.frames(20), concurrency: 1 }));
    expect([result.disconnected, result.failures.outcomes]).toEqual(["gone", { disconnected: 13 }]);
    expect(latencies(result)).toHaveLength(7);
  });

  test("do not hide a server that has stopped answering", async () => {
    const { world, server, options } = worldOf({ serviceMs: (index) => (index < 4 ? 10 : null) });
    const running = runClosedLoop({ ...options, timeoutMs: 20, frames: server.frames(20), concurrency: 1 });
    const result = await world.until(running);
    expect([result.gaveUp, result.sent, result.failures.outcomes]).toEqual([true, 7, { timeout: 3 }]);
  });

  test("end the loop where judging them fails", async () => {
    const { world, server, options } = worldOf();
    const classify = () => {
      throw new Error("the pattern takes too long");
    };
    const running = runClosedLoop({ ...options, classify, frames: server.frames(9), concurrency: 1 });
    await expect(world.until(running)).rejects.toThrow("the pattern takes too long");
  });
});

test("replies that fit into memory are given back as they are, in one segment", async () => {
  const made = worldOf({ retainBytes: 9 * reply.length });
  const running = runClosedLoop({ ...made.options, frames: made.server.frames(9), concurrency: 2 });
  const result = await made.world.until(running);
  expect([result.answers.length, result.further, made.judged]).toEqual([9, undefined, 0]);
  expect(result.wallMs).toBe(90);
});
