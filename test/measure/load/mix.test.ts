import { describe, expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { CallTally, type LoopResult } from "../../../src/measure/load/loop-result.ts";
import { MixParts } from "../../../src/measure/load/mix.ts";
import { OutcomeTally } from "../../../src/measure/load/outcome.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { recordParts } from "../../../src/record/launch.ts";
import type { RecordMeasurement } from "../../../src/record/record.ts";
import { decodeSamples, encodeSamples } from "../../../src/record/samples.ts";
import type { Frame, Sender } from "../../../src/server/protocol/session.ts";
import { summariseParts } from "../../../src/table/summarise.ts";
import { ManualClock } from "../fake-server.ts";
import { loggingOver, reportOf, runConfig, summaryOf } from "../run-config.ts";
import { SimulatedServer, Simulation } from "../simulation.ts";

const block = (sent: number, more: Partial<LoopResult> = {}): LoopResult => ({
  wallMs: 1,
  answers: [],
  failures: new OutcomeTally(),
  sent,
  sentBytes: 0,
  gaveUp: false,
  ...more,
});

/** Returns what a measurement tells of the parts. */
const told = ({ parts, samples, histogram }: Pick<RecordMeasurement, "parts" | "samples" | "histogram">) =>
  summariseParts([[{ row: "mix", outcomes: {}, errors: [], blocks: [], requestBytes: 1, parts, samples, histogram }]]);

describe("the calls of a mix", () => {
  test("count for their part, failed ones too, and not those that were never sent", () => {
    const parts = new MixParts(["get", "put"]);
    parts.made(0, 0);
    parts.skip();
    for (const [place, part] of [1, 0, 1, 1, 0].entries()) parts.made(1 + place, part);
    const tally = new CallTally(parts);
    tally.addReply({ kind: "ok" }, { id: 2, latencyMs: 7, atMs: 7, bytes: 1 });
    tally.addReply({ kind: "tool-error", message: "no" }, { id: 3, latencyMs: 8, atMs: 8, bytes: 1 });
    tally.addReply({ kind: "ok" }, { id: 1, latencyMs: 9, atMs: 9, bytes: 1 });
    parts.add(block(3));
    const { attempted, latencies = [] } = parts.result(tally.ofParts);
    expect(attempted).toEqual([1, 2]);
    expect(latencies.map(({ samples }) => [...decodeSamples(samples)])).toEqual([[7], [9]]);
  });

  test("are not counted for those of a warm-up that was cut short", () => {
    const parts = new MixParts(["get", "put"]);
    for (const id of [0, 1, 2, 3]) parts.made(id, 0);
    // Three of them were sent and not answered, the last was given up.
    parts.skip();
    for (const id of [4, 5]) parts.made(id, 1);
    parts.add(block(2));
    expect(parts.result([]).attempted).toEqual([0, 2]);
  });

  test("are forgotten once they are judged, in the middle of a block too", async () => {
    const parts = new MixParts(["get", "put"]);
    const world = new Simulation();
    const server = new SimulatedServer(world, { serviceMs: () => 1 });
    const next = () => {
      const frame = server.encode();
      parts.made(frame.id, frame.id % 2);
      return frame;
    };
    const result = await world.until(
      runClosedLoop({
        wire: server,
        frames: { requests: 9, next },
        concurrency: 1,
        timeoutMs: 1000,
        clock: world,
        signal: new AbortController().signal,
        classify: replyClassifier(),
        parts,
        retainBytes: 0,
      }),
    );
    expect([1, 8, 9].map((id) => parts.partOf(id))).toEqual([undefined, undefined, 1]);
    parts.add(result);
    expect(parts.result([]).attempted).toEqual([4, 5]);
  });

  test("count where an open loop dropped them", () => {
    const parts = new MixParts(["get", "put"]);
    for (const [id, part] of [0, 1, 1].entries()) parts.made(id, part);
    parts.add(block(2, { backlog: { most: 1, dropped: 1 } }));
    expect(parts.result(new CallTally(parts).ofParts).attempted).toEqual([1, 2]);
  });
});

/** A mix of quick calls of 1 ms and slow ones of 10 ms, every fifth, in blocks of so many; every 50th fails. */
async function mixed(blocks: readonly number[]): Promise<RecordMeasurement> {
  const parts = new MixParts(["quick", "slow"]);
  const clock = new ManualClock();
  let made = 0;
  const frame = (): Frame => {
    const id = made++;
    parts.made(id, id % 5 === 0 ? 1 : 0);
    return { id, bytes: Buffer.from("{}\n") };
  };
  const [good, bad] = [{ result: {} }, { error: { code: 1, message: "no" } }].map((reply) =>
    Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 0, ...reply })),
  );
  const send: Sender["send"] = ({ id }, listener) => {
    clock.advance(id % 5 === 0 ? 10 : 1);
    listener.onReply(id, (id % 50 === 0 ? bad : good) as Buffer, clock.now());
  };
  const classify = replyClassifier();
  const recorder = new Recorder("mix", { classify, parts });
  for (const [position, size] of blocks.entries()) {
    const result = await runClosedLoop({
      wire: { send, abandon: () => {} },
      frames: Array.from({ length: size }, frame),
      concurrency: 1,
      timeoutMs: 1000,
      clock,
      signal: new AbortController().signal,
      classify,
      parts,
    });
    recorder.addBlock(position, result);
    parts.add(result);
  }
  return recorder.measurement();
}

describe.each([
  ["few calls", [50, 50]],
  ["calls of which a histogram is kept", [25_000, 25_000]],
  ["more calls than one block keeps", [150_000]],
])("%s", (_, blocks) => {
  const all = blocks.reduce((sum, size) => sum + size, 0);

  test("are told part by part", async () => {
    const measurement = await mixed(blocks);
    expect(recordParts.safeParse(measurement.parts).error).toBeUndefined();
    const [quick, slow] = told(measurement) ?? [];
    expect(quick).toMatchObject({ part: "quick", attempted: 0.8 * all, ok: 0.8 * all });
    expect(slow).toMatchObject({ part: "slow", attempted: 0.2 * all, ok: 0.18 * all });
    for (const id of ["p50", "p99", "mean"] as const) {
      expect(Math.abs((quick?.latency?.[id] ?? 0) - 1)).toBeLessThanOrEqual(0.005);
      expect(Math.abs((slow?.latency?.[id] ?? 0) / 10 - 1)).toBeLessThanOrEqual(0.005);
    }
  });
});

test("the record of a mix takes bounded room", async () => {
  expect(JSON.stringify((await mixed([300_000])).parts).length).toBeLessThan(80_000);
});

test("a record of parts that name none is refused", () => {
  const now = { names: ["get"], attempted: [1], latencies: [{ samples: encodeSamples([1]) }] };
  expect(recordParts.safeParse(now).success).toBe(true);
  expect(recordParts.safeParse({ ...now, attempted: [] }).success).toBe(false);
  expect(recordParts.safeParse({ ...now, latencies: [] }).success).toBe(false);
});

test("a mix is told part by part, and other rows are not", async () => {
  const record = await runConfig(`
server: ${loggingOver.stdio()}
defaults: { requests: 40, warmup: 4, rounds: 2, leak_check: 0 }
benchmarks:
  - { name: mixed, mix: [ { tool: decide, weight: 2 }, { method: ping }, { tool: decide, weight: 1, expect: { text: nothing like it } } ] }
  - { tool: decide }
`);
  const [mixed, plain] = reportOf(record).head.rows;
  expect(plain).not.toHaveProperty("parts");
  expect(mixed?.parts?.map(({ part }) => part)).toEqual(["decide", "ping", "decide (part 3)"]);
  const [decide, ping, refused] = mixed?.parts ?? [];
  expect(ping).toMatchObject({ part: "ping", ok: ping?.attempted });
  expect(mixed?.parts?.map(({ attempted }) => attempted)).toEqual([40, 20, 20]);
  expect(decide?.ok).toBe(40);
  expect(refused).toMatchObject({ ok: 0, attempted: mixed?.failures.unexpected });
  expect(decide?.latency?.p50).toBeGreaterThan(0);
  expect(summaryOf(record)).toContain("Parts of 1 row");
});
