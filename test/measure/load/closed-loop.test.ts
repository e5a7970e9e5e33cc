import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type ClosedLoopOptions, runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { FrameSupply } from "../../../src/measure/load/frame-supply.ts";
import type { LoopResult } from "../../../src/measure/load/loop-result.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import type { Frame } from "../../../src/server/protocol/session.ts";
import { type Behaviour, type Call, FakeWire, gone, ManualClock, okReply, toolError } from "../fake-server.ts";
import { SimulatedServer, Simulation } from "../simulation.ts";

interface Given
  extends Partial<
    Pick<ClosedLoopOptions, "concurrency" | "timeoutMs" | "signal" | "retainBytes" | "clock" | "waitsAwake">
  > {
  readonly requests: number;
}

async function run(behave: (call: Call) => Behaviour, given: Given): Promise<LoopResult & { wire: FakeWire }> {
  const { clock = new ManualClock() } = given;
  const wire = new FakeWire(behave, clock);
  return { ...(await runOn(wire, { ...given, clock })), wire };
}

async function runOn(wire: FakeWire, given: Given): Promise<LoopResult> {
  const { requests, clock = new ManualClock(), ...options } = given;
  const frames = Array.from({ length: requests }, () => wire.encode("ping"));
  return runClosedLoop({
    wire,
    frames,
    clock,
    concurrency: 1,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    classify: replyClassifier(),
    ...options,
  });
}

function kinds({ failures }: LoopResult): string[] {
  return Object.entries(failures.outcomes).flatMap(([kind, count]) => Array<string>(count).fill(kind));
}

/** Counts how often it is looked at: who waits awake does so in every turn of the event loop. */
class WatchedClock extends ManualClock {
  looks = 0;

  override now(): number {
    this.looks++;
    return super.now();
  }
}

test("a request that cannot be made after one that failed ends the load with its error", async () => {
  const clock = new ManualClock();
  const wire = new FakeWire(() => ({ kind: "failure", failure: { kind: "malformed", message: "no reply" } }), clock);
  const ready = [wire.encode("ping")];
  const next = () => {
    const frame = ready.shift();
    if (!frame) throw new Error("cannot be made");
    return frame;
  };
  const loop = { wire, clock, signal: new AbortController().signal, classify: replyClassifier(), timeoutMs: 5_000 };
  await expect(runClosedLoop({ ...loop, frames: { requests: 9, next }, concurrency: 1 })).rejects.toThrow("cannot be");
});

test.each([true, false])("a single request in flight is waited for awake: %s", async (waitsAwake) => {
  const controller = new AbortController();
  const clock = new WatchedClock();
  const running = run(() => ({ kind: "silence" }), { requests: 1, waitsAwake, clock, signal: controller.signal });
  const before = clock.looks;
  for (let turns = 0; turns < 3; turns++) await turn();
  const since = clock.looks - before;
  controller.abort(new Error("seen"));
  await expect(running).rejects.toThrow("seen");
  expect(since > 0).toBe(waitsAwake);
});

describe("load", () => {
  test.each([
    [1, 7],
    [4, 10],
    [10, 3],
    [50, 200],
  ])("%i in flight is reached and never exceeded, over %i requests", async (concurrency, requests) => {
    const { answers, failures, wire } = await run(() => okReply, { concurrency, requests });
    expect(wire.mostInFlight).toBe(Math.min(concurrency, requests));
    expect([answers.length, failures.total, wire.calls.length]).toEqual([requests, 0, requests]);
  });

  test("timeouts do not raise the number in flight", async () => {
    const behave = ({ index }: Call): Behaviour => (index % 3 === 1 ? { kind: "silence" } : okReply);
    const { answers, failures, wire } = await run(behave, { concurrency: 3, requests: 12, timeoutMs: 20 });
    expect(wire.mostInFlight).toBe(3);
    expect([answers.length, failures.total]).toEqual([8, 4]);
  });

  test("a wire that answers while being written to does not grow the stack", async () => {
    const clock = new ManualClock();
    const wire = new FakeWire(() => okReply, clock);
    const frames = Array.from({ length: 20_000 }, () => wire.encode("ping"));
    const direct = Object.assign(Object.create(wire) as FakeWire, {
      send: (frame: { id: number }, listener: Parameters<FakeWire["send"]>[1]) =>
        listener.onReply(frame.id, Buffer.from("{}"), clock.now()),
    });
    const result = await runClosedLoop({
      wire: direct,
      frames,
      clock,
      concurrency: 2,
      timeoutMs: 1000,
      signal: new AbortController().signal,
      classify: replyClassifier(),
    });
    expect(result.answers).toHaveLength(20_000);
  });
});

describe("times", () => {
  test("latency runs from write to arrival, wall time from the first write to the last end", async () => {
    const clock = new ManualClock();
    const behave = ({ index }: Call): Behaviour => ({
      ...(okReply as Behaviour & { kind: "reply" }),
      takesMs: index + 1,
    });
    const { answers, wallMs } = await run(behave, { requests: 4, clock });
    expect(answers.map(({ latencyMs }) => latencyMs)).toEqual([1, 2, 3, 4]);
    expect(wallMs).toBe(10);
  });

  test("with several in flight, waiting behind others counts as latency", async () => {
    const clock = new ManualClock();
    const behave = (): Behaviour => ({ ...(okReply as Behaviour & { kind: "reply" }), takesMs: 5 });
    const { answers, wallMs } = await run(behave, { requests: 4, concurrency: 2, clock });
    expect(answers.map(({ latencyMs }) => latencyMs)).toEqual([5, 10, 10, 10]);
    expect(wallMs).toBe(20);
  });

  test("on connections of their own, requests leave together once the replies that have come are read", async () => {
    const clock = new ManualClock();
    const behave = (): Behaviour => ({ ...(okReply as Behaviour & { kind: "reply" }), takesMs: 5 });
    const wire = new FakeWire(behave, clock, { perRequest: true });
    const { answers } = await runOn(wire, { requests: 4, concurrency: 2, clock });
    expect(answers.map(({ latencyMs }) => latencyMs)).toEqual([5, 10, 5, 10]);
    expect(wire.mostInFlight).toBe(2);
  });
});

describe("faults", () => {
  test("a lost reply is a timeout and does not stall the rest", async () => {
    const behave = ({ index }: Call): Behaviour => (index === 2 ? { kind: "silence" } : okReply);
    const { answers, wire, ...result } = await run(behave, { requests: 6, timeoutMs: 20 });
    expect(answers).toHaveLength(5);
    expect(result.failures.samples).toEqual([{ kind: "timeout", message: "no reply within 20 ms", count: 1 }]);
    expect(wire.abandoned).toHaveLength(1);
    expect(result.gaveUp).toBe(false);
  });

  test("a reply that comes after its timeout is counted once, as the timeout", async () => {
    const behave = ({ index }: Call): Behaviour => (index === 1 ? { kind: "late" } : okReply);
    const result = await run(behave, { requests: 4, timeoutMs: 20 });
    expect([result.answers.length, kinds(result)]).toEqual([3, ["timeout"]]);
  });

  test("a disconnection ends the block; what is in flight and what is unsent is counted", async () => {
    const behave = ({ index }: Call): Behaviour => (index === 5 ? gone : okReply);
    const result = await run(behave, { requests: 20, concurrency: 4 });
    expect(result.disconnected).toBe("the server exited with code 7");
    expect(result.answers).toHaveLength(5);
    expect(kinds(result)).toEqual(Array(15).fill("disconnected"));
    expect(result.wire.calls.length).toBeLessThan(20);
  });

  test.each([0, 9, 8])("a connection that is lost for good at request %i of 10 is told", async (last) => {
    const result = await run(({ index }) => (index === last ? gone : okReply), { requests: 10 });
    expect(result.disconnected).toBe("the server exited with code 7");
    expect([result.answers.length, kinds(result)]).toEqual([last, Array(10 - last).fill("disconnected")]);
  });

  describe("connections of their own", () => {
    const reset: Behaviour = { kind: "failure", failure: { kind: "disconnected", message: "ECONNRESET" } };
    const resetFrom = (first: number, last = first) =>
      new FakeWire(({ index }) => (index >= first && index <= last ? reset : okReply), new ManualClock(), {
        perRequest: true,
      });

    test.each([0, 3, 9])("a single one lost, at request %i of 10, does not end the block", async (at) => {
      const result = await runOn(resetFrom(at), { requests: 10 });
      expect([result.answers.length, kinds(result), result.disconnected]).toEqual([9, ["disconnected"], undefined]);
    });

    test("all lost end the block", async () => {
      const wire = resetFrom(0, 9);
      const result = await runOn(wire, { requests: 10 });
      expect([kinds(result), wire.calls.length]).toEqual([Array(10).fill("disconnected"), 3]);
      expect(result.disconnected).toBe("ECONNRESET");
    });

    test("the last three lost say that the server is gone", async () => {
      const result = await runOn(resetFrom(7, 9), { requests: 10 });
      expect([result.answers.length, result.disconnected]).toEqual([7, "ECONNRESET"]);
    });
  });

  test("malformed replies and HTTP errors are counted and the loop goes on", async () => {
    const faults: Record<number, Behaviour> = {
      1: { kind: "failure", failure: { kind: "malformed", message: "a line of 100 MB" } },
      2: { kind: "failure", failure: { kind: "http-status", status: 503, message: "HTTP 503: try later" } },
    };
    const result = await run(({ index }) => faults[index] ?? okReply, { requests: 5 });
    expect(result.answers).toHaveLength(3);
    expect(result.failures.samples).toEqual([
      { kind: "malformed", message: "a line of 100 MB", count: 1 },
      { kind: "rpc-error", message: "HTTP 503: try later", count: 1 },
    ]);
  });

  test("a server that answers nothing is given up after three timeouts in a row", async () => {
    const result = await run(() => ({ kind: "silence" }), { requests: 100, timeoutMs: 10 });
    expect([kinds(result), result.gaveUp]).toEqual([["timeout", "timeout", "timeout"], true]);
  });

  test("timeouts with replies between them are no reason to give up", async () => {
    const behave = ({ index }: Call): Behaviour => (index % 2 === 0 ? { kind: "silence" } : okReply);
    const result = await run(behave, { requests: 10, timeoutMs: 10 });
    expect([kinds(result).length, result.answers.length, result.gaveUp]).toEqual([5, 5, false]);
  });

  test("calls that hang one by one until no slot is left are no reason to give up", async () => {
    const behave = ({ index }: Call): Behaviour => (index % 4 === 0 ? { kind: "silence" } : okReply);
    const result = await run(behave, { requests: 40, concurrency: 5, timeoutMs: 20 });
    expect([kinds(result).length, result.answers.length, result.gaveUp]).toEqual([10, 30, false]);
  });

  test("a server that stops answering in the middle is given up", async () => {
    const behave = ({ index }: Call): Behaviour => (index < 10 ? okReply : { kind: "silence" });
    const result = await run(behave, { requests: 1000, concurrency: 5, timeoutMs: 20 });
    expect([result.answers.length, result.gaveUp]).toEqual([10, true]);
    expect(result.failures.total).toBeLessThan(20);
  });

  test("an abort rejects with its reason and gives up what is in flight", async () => {
    const controller = new AbortController();
    const behave = ({ index }: Call): Behaviour => {
      if (index === 3) setImmediate(() => controller.abort(new Error("SIGINT")));
      return index >= 2 ? { kind: "silence" } : okReply;
    };
    await expect(run(behave, { requests: 9, concurrency: 2, signal: controller.signal })).rejects.toThrow("SIGINT");
  });

  test("an abort from before rejects without sending", async () => {
    const sent: number[] = [];
    const behave = ({ index }: Call): Behaviour => {
      sent.push(index);
      return okReply;
    };
    await expect(run(behave, { requests: 2, signal: AbortSignal.abort(new Error("SIGTERM")) })).rejects.toThrow(
      "SIGTERM",
    );
    expect(sent).toEqual([]);
  });
});

describe("of a block that fails, little is kept", () => {
  const requests = 10_000;
  const long = (index: number) => `${index} ${"x".repeat(5_000)}`;

  /** Bodies and messages, in characters. */
  const kept = ({ answers, failures, further }: LoopResult): number =>
    [...failures.samples, ...(further?.outcomes.samples ?? [])].reduce((sum, { message }) => sum + message.length, 0) +
    answers.reduce((sum, { body }) => sum + body.byteLength, 0);

  test("where every request is refused", async () => {
    const behave = ({ index }: Call): Behaviour => ({
      kind: "failure",
      failure: { kind: "http-status", status: 500, message: long(index) },
    });
    const result = await run(behave, { requests, concurrency: 50 });
    expect(result.failures.outcomes).toEqual({ "rpc-error": requests });
    expect(result.failures.samples).toHaveLength(5);
    expect(kept(result)).toBeLessThanOrEqual(2500);
  });

  test("where replies beyond the bytes to keep are errors", async () => {
    const behave = ({ index }: Call): Behaviour => toolError(long(index));
    const result = await run(behave, { requests, retainBytes: 50_000 });
    expect(result.answers.length + (result.further?.outcomes.total ?? 0)).toBe(requests);
    expect(kept(result)).toBeLessThanOrEqual(60_000);
  });
});

describe("a time instead of a number of requests", () => {
  async function timed(durationMs: number, { made = 1000, concurrency = 2, serviceMs = 10 } = {}) {
    const world = new Simulation();
    const server = new SimulatedServer(world, { serviceMs: () => serviceMs });
    const frames: Frame[] = [];
    const supply = new FrameSupply(() => {
      const frame = server.encode();
      frames.push(frame);
      return frame;
    });
    supply.prepare(made);
    const result = await world.until(
      runClosedLoop({
        wire: server,
        frames: supply.take(Number.POSITIVE_INFINITY),
        concurrency,
        clock: world,
        timeoutMs: 5_000,
        signal: new AbortController().signal,
        classify: replyClassifier(),
        durationMs,
      }),
    );
    return { result, server, frames };
  }

  test("nothing is sent once it is over; what was sent is waited for", async () => {
    const { result, server } = await timed(95);
    expect(Math.max(...server.sentAt)).toBe(90);
    expect([result.sent, result.answers.length, result.wallMs]).toEqual([11, 11, 110]);
    expect(result.gaveUp).toBe(false);
  });

  test("frames that do not last are made on the way, in order", async () => {
    const { result, frames } = await timed(95, { made: 3 });
    expect(result.sent).toBe(11);
    expect(frames.map(({ id }) => id)).toEqual(Array.from({ length: frames.length }, (_, index) => index + 1));
    expect(result.answers.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  });

  test("a connection that is lost ends it without counting requests nobody asked for", async () => {
    const wire = new FakeWire(() => gone, new ManualClock());
    const { failures, disconnected } = await runClosedLoop({
      wire,
      frames: new FrameSupply(() => wire.encode("ping")).take(Number.POSITIVE_INFINITY),
      concurrency: 4,
      clock: new ManualClock(),
      timeoutMs: 5_000,
      signal: new AbortController().signal,
      classify: replyClassifier(),
      durationMs: 60_000,
    });
    expect(disconnected).toBe("the server exited with code 7");
    expect(failures.total).toBeLessThan(10);
  });
});
