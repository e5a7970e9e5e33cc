import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { preciseAlarm } from "../../../src/measure/load/alarm.ts";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import type { LoopResult } from "../../../src/measure/load/loop-result.ts";
import { type OpenLoopOptions, runOpenLoop } from "../../../src/measure/load/open-loop.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

type Given = Partial<Pick<OpenLoopOptions, "ratePerSecond" | "maxInFlight" | "timeoutMs" | "signal">> & {
  readonly requests: number;
};

async function run(
  behaviour: ServerBehaviour,
  given: Given,
): Promise<LoopResult & { endedAt: number; server: SimulatedServer }> {
  const world = new Simulation();
  const server = new SimulatedServer(world, behaviour);
  const { requests, ...options } = given;
  const result = await world.until(
    runOpenLoop({
      wire: server,
      frames: server.frames(requests),
      clock: world,
      alarm: world.alarm,
      ratePerSecond: 100,
      maxInFlight: 1000,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      classify: replyClassifier(),
      ...options,
    }).then((ended) => ({ ...ended, endedAt: world.now() })),
  );
  return { ...result, server };
}

function latencies({ answers }: LoopResult): number[] {
  return answers.map(({ latencyMs }) => latencyMs);
}

function rounded(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toFixed(6)));
}

test("a request that cannot be made when it is due ends the load with its error", async () => {
  const world = new Simulation();
  const wire = new SimulatedServer(world, { serviceMs: () => 0.4 });
  const ready = wire.frames(2);
  const fault = new Error("cannot be made");
  const next = () => {
    const frame = ready.shift();
    if (!frame) throw fault;
    return frame;
  };
  const { signal } = new AbortController();
  const loop = { wire, clock: world, alarm: world.alarm, signal, classify: replyClassifier(), timeoutMs: 30_000 };
  const frames = { requests: 9, next };
  const ended = runOpenLoop({ ...loop, frames, ratePerSecond: 100, maxInFlight: 1000 }).catch((error) => error);
  expect(await world.until(ended)).toBe(fault);
});

describe("schedule", () => {
  test.each([
    [100, 10],
    [3, 1000 / 3],
    [1000, 1],
  ])("at %i/s a request leaves every %d ms, however long replies take", async (ratePerSecond, interval) => {
    const { server } = await run({ serviceMs: () => 0.4 }, { requests: 20, ratePerSecond });
    expect(rounded(server.sentAt)).toEqual(rounded(Array.from({ length: 20 }, (_, index) => index * interval)));
  });

  test("the load lasts as long as its schedule while the rate is held, so ok replies per second are the rate", async () => {
    const { wallMs, answers, backlog, endedAt } = await run({ serviceMs: () => 2 }, { requests: 50 });
    expect([wallMs, endedAt, answers.length]).toEqual([500, 500, 50]);
    expect(backlog).toEqual({ most: 1, dropped: 0 });
  });
});

describe("coordinated omission", () => {
  const stalling: ServerBehaviour = { serviceMs: () => 1, stall: [500, 1500] };

  test("a stall of one second at 100/s is felt by the hundred requests that were due in it", async () => {
    const result = await run(stalling, { requests: 300 });
    const slow = latencies(result).filter((latency) => latency > 5);
    expect(slow.length).toBeGreaterThanOrEqual(99);
    expect(slow.length).toBeLessThanOrEqual(115);
    expect(Math.max(...slow)).toBe(1001);
    // Request k was due 10 k ms after the first one that met the stall, so it waited about 10 k ms less.
    expect(rounded(slow.slice(0, 4))).toEqual([1001, 992, 983, 974]);
    expect(result.backlog?.most).toBeGreaterThanOrEqual(99);
    expect(result.wallMs).toBe(3000);
  });

  test("a closed loop on the same server sees a single slow request", async () => {
    const world = new Simulation();
    const server = new SimulatedServer(world, stalling);
    const result = await world.until(
      runClosedLoop({
        wire: server,
        frames: server.frames(1000),
        concurrency: 1,
        clock: world,
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        classify: replyClassifier(),
      }),
    );
    expect(latencies(result).filter((latency) => latency > 5)).toEqual([1001]);
  });

  test("a server without stalls shows none", async () => {
    const result = await run({ serviceMs: () => 1 }, { requests: 300 });
    expect(Math.max(...latencies(result))).toBe(1);
  });
});

describe("a rate the server cannot hold", () => {
  test("ends, and shows how far it fell behind", async () => {
    const { answers, wallMs, backlog, failures } = await run({ serviceMs: () => 20 }, { requests: 100 });
    expect([answers.length, failures.total]).toEqual([100, 0]);
    expect(wallMs).toBe(2000);
    expect(backlog).toEqual({ most: 51, dropped: 0 });
  });

  test("beyond the bound requests are not sent, and each is a failure", async () => {
    const { answers, failures, backlog, server } = await run(
      { serviceMs: () => 20 },
      { requests: 100, maxInFlight: 10 },
    );
    expect(server.mostUnanswered).toBe(10);
    expect(backlog?.most).toBe(10);
    expect(backlog?.dropped).toBe(failures.total);
    expect(failures.total).toBeGreaterThan(30);
    expect(answers.length + failures.total).toBe(100);
    const message = "not sent when it was due: 10 requests were unanswered";
    expect(failures.samples).toEqual([{ kind: "dropped", message, count: backlog?.dropped }]);
  });

  test("a server that answers nothing ends within its timeout, and the rest is not sent", async () => {
    const result = await run({ serviceMs: () => null }, { requests: 10_000, timeoutMs: 50, ratePerSecond: 1000 });
    expect(result.answers).toEqual([]);
    expect([result.gaveUp, result.sent]).toEqual([true, 52]);
    expect(result.failures.samples).toEqual([{ kind: "timeout", message: "no reply within 50 ms", count: 52 }]);
    expect(result.wallMs).toBeLessThan(110);
  });
});

test("a lost connection counts what is unanswered and unsent, and ends the loop", async () => {
  const failure = (index: number) => (index >= 5 ? ({ kind: "disconnected", message: "gone" } as const) : undefined);
  const result = await run({ serviceMs: () => 1, failure }, { requests: 20 });
  expect(result.answers).toHaveLength(5);
  expect(result.failures.total).toBe(15);
  expect(result.disconnected).toBe("gone");
});

test("an interruption rejects and sends nothing more", async () => {
  const world = new Simulation();
  const server = new SimulatedServer(world, { serviceMs: () => 1 });
  const controller = new AbortController();
  world.schedule(205, () => controller.abort(new Error("SIGINT")));
  const running = runOpenLoop({
    wire: server,
    frames: server.frames(100),
    clock: world,
    alarm: world.alarm,
    ratePerSecond: 100,
    maxInFlight: 10,
    timeoutMs: 1000,
    signal: controller.signal,
    classify: replyClassifier(),
  });
  await expect(world.until(running)).rejects.toThrow("SIGINT");
  expect(server.sentAt).toHaveLength(21);
});

describe("the precise alarm", () => {
  test("never rings early and not at once", async () => {
    const rung: number[] = [];
    const at = systemClock.now() + 5;
    await new Promise<void>((resolve) => {
      preciseAlarm(systemClock)(at, () => {
        rung.push(systemClock.now());
        resolve();
      });
      expect(rung).toEqual([]);
    });
    expect(rung[0]).toBeGreaterThanOrEqual(at);
  });

  test("rings in a later turn even when its time has passed", async () => {
    const rung: string[] = [];
    preciseAlarm(systemClock)(0, () => void rung.push("now"));
    rung.push("asked");
    await turn();
    expect(rung).toEqual(["asked", "now"]);
  });

  test("is silent once cancelled", async () => {
    const rung: string[] = [];
    const alarm = preciseAlarm(systemClock);
    alarm(0, () => void rung.push("early"))();
    alarm(systemClock.now() + 4, () => void rung.push("late"))();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(rung).toEqual([]);
  });
});
