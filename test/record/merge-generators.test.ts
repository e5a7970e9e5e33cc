import { describe, expect, test } from "vitest";
import { summarise } from "../../src/metrics/summarise.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import type { RecordGenerators } from "../../src/record/generators.ts";
import { mergeRecords } from "../../src/record/merge.ts";
import type { RecordBlock, RecordMeasurement, RunRecord } from "../../src/record/record.ts";
import { decodeSamples, encodeHistogram, encodeSamples, latenciesOf, mostSamples } from "../../src/record/samples.ts";
import { Histogram } from "../../src/stats/histogram.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { makeRecord } from "../compare/records.ts";

const startAt = "2026-11-23T20:00:00Z";

/** One call: which round, block and part it is of, how it ended and when. */
interface Call {
  readonly round: number;
  readonly block: number;
  readonly part: number;
  readonly at: number;
  readonly latencyMs: number;
  readonly outcome: "ok" | "timeout" | "tool-error";
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

const blockMs = 1000;

function drawCalls(random: () => number, { rounds, calls }: { rounds: number; calls: number }): Call[] {
  return Array.from({ length: calls }, () => {
    const outcome = random() < 0.9 ? "ok" : random() < 0.5 ? "timeout" : "tool-error";
    return {
      round: Math.floor(random() * rounds),
      block: Math.floor(random() * 2),
      part: Math.floor(random() * 3),
      at: random() * blockMs,
      latencyMs: Math.fround(0.1 - Math.log(1 - random())),
      outcome,
      sentBytes: 100 + Math.floor(random() * 50),
      receivedBytes: 1000 + Math.floor(random() * 50),
    };
  });
}

function stored(latencies: readonly number[]) {
  if (latencies.length <= mostSamples) return { samples: encodeSamples(latencies) };
  return { samples: encodeSamples(latencies.slice(0, 100)), histogram: encodeHistogram(Histogram.of(latencies)) };
}

/** What a process records that has made these calls of a round. */
function measurementOf(calls: readonly Call[]): RecordMeasurement {
  const ok = calls.filter(({ outcome }) => outcome === "ok");
  const count = (kind: Call["outcome"]) => calls.filter(({ outcome }) => outcome === kind).length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const total = (of: (call: Call) => number) => calls.reduce((sum, call) => sum + of(call), 0);
  return {
    row: "search",
    outcomes: { ok: ok.length, timeout: count("timeout"), "tool-error": count("tool-error") },
    errors: [{ kind: "timeout", message: "no reply within 1 s", count: count("timeout") }],
    blocks: [0, 1].map((block): RecordBlock => {
      const own = calls.filter((call) => call.block === block);
      const answered = own.filter(({ outcome }) => outcome === "ok");
      const startMs = 5000 + 10_000 * block + Math.min(...own.map(({ at }) => at));
      const endMs = 5000 + 10_000 * block + Math.max(...own.map(({ at, latencyMs }) => at + latencyMs));
      return {
        position: block,
        startMs,
        wallMs: endMs - startMs,
        attempted: own.length,
        ok: answered.length,
        meanMs: mean(answered.map(({ latencyMs }) => latencyMs)),
        backlog: { most: 3, dropped: 0 },
      };
    }),
    ...stored(ok.map(({ latencyMs }) => latencyMs)),
    requestBytes: mean(calls.map(({ sentBytes }) => sentBytes)),
    responseBytes: mean(ok.map(({ receivedBytes }) => receivedBytes)),
    network: {
      sentBytes: total(({ sentBytes }) => sentBytes),
      receivedBytes: total(({ receivedBytes }) => receivedBytes),
      requests: calls.length,
      opened: 1,
      failed: 0,
    },
    parts: {
      names: ["a", "b", "c"],
      attempted: [0, 1, 2].map((part) => calls.filter((call) => call.part === part).length),
      latencies: [0, 1, 2].map((part) =>
        stored(ok.filter((call) => call.part === part).map(({ latencyMs }) => latencyMs)),
      ),
    },
  };
}

interface Made {
  readonly rounds: number;
  readonly generators?: RecordGenerators;
  readonly run?: Partial<RunRecord>;
}

function recordOf(calls: readonly Call[], { rounds, generators, run }: Made): RunRecord {
  const record = makeRecord({
    rows: { search: { head: Array.from({ length: rounds }, () => ({ latencies: [1] })) } },
    fields: { search: { load: { kind: "closed", concurrency: 8, durationMs: blockMs, warmup: 0, timeoutMs: 1000 } } },
    run: { ...(generators ? { generators } : {}), ...run },
  });
  const measured = record.rounds.map((round, index) => ({
    ...round,
    launches: round.launches.map((launch) => ({
      ...launch,
      measurements: [measurementOf(calls.filter((call) => call.round === index))],
    })),
  }));
  return readRecord(JSON.parse(JSON.stringify({ ...record, rounds: measured })), "record.json");
}

const one = (index: number, count: number, more: Partial<RecordGenerators> = {}): RecordGenerators => ({
  kind: "one",
  index,
  count,
  startAt,
  ...(more as object),
});

function named(records: readonly RunRecord[]) {
  return records.map((record, index) => ({ name: `generator-${index + 1}.json`, record }));
}

/** In order of value, as generators do not know which of their replies came first. */
function sortedLatencies(measurement: RecordMeasurement): number[] {
  return [...decodeSamples(measurement.samples)].sort((a, b) => a - b);
}

function measurementsOf(record: RunRecord): RecordMeasurement[] {
  return record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
}

describe("the sum over all generators", () => {
  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "is what one process would have recorded, however the calls are dealt out (seed %i)",
    (seed) => {
      const random = seededRandom(seed);
      const count = 2 + Math.floor(random() * 7);
      const rounds = 1 + Math.floor(random() * 3);
      // Some of them have more latencies than are kept one by one.
      const calls = drawCalls(random, { rounds, calls: seed === 0 ? 45_000 * rounds : 400 * count * rounds });
      const owners = calls.map(() => Math.floor(random() * count));
      const whole = recordOf(calls, { rounds });
      const parts = Array.from({ length: count }, (_, place) =>
        recordOf(
          calls.filter((_call, index) => owners[index] === place),
          { rounds, generators: one(place + 1, count) },
        ),
      );
      const merged = readRecord(JSON.parse(JSON.stringify(mergeRecords(named(parts)))), "merged.json");
      for (const [place, expected] of measurementsOf(whole).entries()) {
        const sum = measurementsOf(merged)[place] as RecordMeasurement;
        expect(sum.outcomes).toEqual(expected.outcomes);
        expect(sum.errors).toEqual(expected.errors);
        expect(sum.network).toEqual({ ...expected.network, opened: count });
        expect(sum.requestBytes).toBeCloseTo(expected.requestBytes ?? 0, 9);
        expect(sum.responseBytes).toBeCloseTo(expected.responseBytes ?? 0, 9);
        expect(sum.parts?.attempted).toEqual(expected.parts?.attempted);
        for (const [block, { wallMs, startMs, meanMs = 0, ...counts }] of expected.blocks.entries()) {
          const added = sum.blocks[block];
          expect(added).toMatchObject({ attempted: counts.attempted, ok: counts.ok, position: counts.position });
          expect(added?.startMs).toBe(startMs);
          expect(added?.wallMs).toBeCloseTo(wallMs, 9);
          expect(added?.meanMs).toBeCloseTo(meanMs, 9);
        }
        if (!expected.histogram) expect(sortedLatencies(sum)).toEqual(sortedLatencies(expected));
        const { counts, first, minMs, maxMs } = expected.histogram ?? {};
        expect(sum.histogram).toEqual(expected.histogram && expect.objectContaining({ counts, first, minMs, maxMs }));
      }
      expect(summarise(merged, "head").rows[0]?.attempted).toBe(calls.length);
    },
  );

  test("keeps of a quantile half a percent where latencies are too many to be kept", () => {
    const random = seededRandom(7);
    const calls = drawCalls(random, { rounds: 1, calls: 50_000 });
    const parts = [0, 1].map((place) =>
      recordOf(
        calls.filter((_call, index) => index % 2 === place),
        { rounds: 1, generators: one(place + 1, 2) },
      ),
    );
    const [sum] = measurementsOf(mergeRecords(named(parts)));
    const exact = calls.filter(({ outcome }) => outcome === "ok").map(({ latencyMs }) => latencyMs);
    exact.sort((a, b) => a - b);
    const p99 = summarise(mergeRecords(named(parts)), "head").rows[0]?.statistics.p99;
    expect(sum && latenciesOf([sum])).toBeInstanceOf(Histogram);
    const found = p99?.state === "measured" ? p99.value : Number.NaN;
    expect(found / (exact[Math.floor(0.99 * exact.length)] ?? 1)).toBeCloseTo(1, 2);
  });

  test("has the wall-clock time from the first that began to the last that ended", () => {
    const at = (startMs: number, wallMs: number, index: number) => {
      const record = recordOf(drawCalls(seededRandom(1), { rounds: 1, calls: 50 }), {
        rounds: 1,
        generators: one(index, 2),
      });
      for (const { blocks } of measurementsOf(record))
        for (const block of blocks) Object.assign(block, { startMs, wallMs });
      return record;
    };
    const merged = mergeRecords(named([at(1000, 500, 1), at(1200, 400, 2)]));
    expect(measurementsOf(merged)[0]?.blocks[0]).toMatchObject({ startMs: 1000, wallMs: 600 });
    expect(merged.generators).toEqual({ kind: "all", count: 2, startAt, startSpreadMs: 200, clockSpreadMs: undefined });
  });
});

describe("generators are refused", () => {
  const made = (index: number, { count = 3, ...run }: Partial<RunRecord> & { count?: number } = {}) =>
    recordOf(drawCalls(seededRandom(index), { rounds: 2, calls: 200 }), {
      rounds: 2,
      generators: one(index, count),
      run,
    });
  const [first, second, third] = [made(1), made(2), made(3)];
  const merge = (...records: RunRecord[]) => mergeRecords(named(records));
  const changed = (record: RunRecord, generators: Partial<RecordGenerators>): RunRecord => ({
    ...record,
    generators: { ...record.generators, ...generators } as RecordGenerators,
  });

  test("not where all of them are there, in any order", () => {
    expect(merge(third, first, second).generators).toMatchObject({ kind: "all", count: 3 });
    expect(merge(third, first, second).rounds).toEqual(merge(first, second, third).rounds);
  });

  test.each<[string, () => RunRecord[]]>([
    ["of 3 generators 2 is missing", () => [first, third]],
    ["of 3 generators 2, 3 are missing", () => [first]],
    ["are both of generator 2 of 3", () => [first, second, made(2)]],
    ["differ in their number of generators: 3 and 4", () => [first, second, changed(third, { count: 4 })]],
    ["differ in their start", () => [first, second, changed(third, { startAt: "2026-11-23T21:00:00Z" })]],
    ["differ in their seed: 1 and 2", () => [first, second, { ...third, seed: 2 }]],
    [
      "differ in their number of rounds: 2 and 1",
      () => [first, second, { ...third, rounds: third.rounds.slice(0, 1) }],
    ],
    ["differ in their harness", () => [first, second, { ...third, harness: "9.9.9" }]],
    ["differ in their server configuration", () => [first, second, { ...third, serverHash: "other" }]],
    [
      "is not the record of a generator, and others are",
      () => [first, second, recordOf(drawCalls(seededRandom(9), { rounds: 2, calls: 50 }), { rounds: 2 })],
    ],
    [
      "differ in their server: shop 1 2025-11-25 and shop 2 2025-11-25",
      () =>
        ["1", "1", "2"].map((version, place) => ({
          ...made(place + 1),
          arms: first.arms.map((arm) => ({ ...arm, server: { name: "shop", version, protocol: "2025-11-25" } })),
        })),
    ],
    [
      "differ in their launches",
      () => [first, second, { ...third, rounds: third.rounds.map((round) => ({ ...round, launches: [] })) }],
    ],
  ])("%s", (message, records) => {
    expect(() => merge(...records())).toThrow(message);
  });

  test("of which there are more than can be", () => {
    const hostile = JSON.parse(JSON.stringify(changed(first, { count: 1_000_000_000 })));
    expect(() => readRecord(hostile, "record.json")).toThrow("generators");
    expect(() => merge(changed(first, { count: 100 }))).toThrow("of 100 generators 2, 3, 4, 5, 6, 94 more are missing");
  });

  test("whose counts have no sum that a record can hold", () => {
    const claiming = [first, second, third].map((record) => structuredClone(record));
    for (const { outcomes } of claiming.flatMap(measurementsOf)) outcomes.timeout = 2 ** 52;
    expect(() => merge(...claiming)).toThrow("the records count more than anything measured");
  });

  test("that began a block too far apart, and not those that did not", () => {
    const late = (ms: number) => {
      const record = structuredClone(third);
      for (const { blocks } of measurementsOf(record))
        for (const block of blocks) block.startMs = Math.ceil((block.startMs ?? 0) + ms);
      return record;
    };
    expect(() => merge(first, second, late(600))).toThrow(
      /generator-3.json began block \d of "search" on head in round 1 \d+ ms after/,
    );
    expect(() => merge(first, second, late(300))).not.toThrow();
  });

  test("whose clocks are apart for certain, and not those of which that is not known", () => {
    const clock = (atLeastMs: number, atMostMs: number) => ({ clock: { atLeastMs, atMostMs } });
    const with3 = (...clocks: object[]) =>
      [first, second, third].map((record, at) => changed(record, clocks[at] ?? {}));
    expect(() => merge(...with3(clock(0, 20), clock(10, 30), clock(900, 920)))).toThrow(
      "the clocks of generator-3.json and generator-1.json are at least 880 ms apart",
    );
    expect(merge(...with3(clock(0, 20), clock(10, 30), clock(100, 120))).generators).toMatchObject({
      clockSpreadMs: 80,
    });
    expect(merge(...with3(clock(0, 20), clock(10, 30), {})).generators).toMatchObject({ clockSpreadMs: undefined });
  });
});

test("what failed on one generator is told of the sum, which keeps no row that one of them lacks", () => {
  const [first, second] = [1, 2].map((index) =>
    recordOf(drawCalls(seededRandom(index), { rounds: 2, calls: 200 }), { rounds: 2, generators: one(index, 2) }),
  );
  if (!first || !second) throw new Error("there are two");
  const broken = structuredClone(second);
  for (const launch of broken.rounds[1]?.launches ?? [])
    Object.assign(launch, { failure: "connection lost", measurements: [] });
  const { rounds } = mergeRecords(named([first, broken]));
  expect(
    rounds.map(({ launches }) => launches.map(({ failure, measurements }) => [failure, measurements.length])),
  ).toEqual([[[undefined, 1]], [["generator 2: connection lost", 0]]]);
});
