import { describe, expect, test } from "vitest";
import { compare } from "../../src/facts/compare.ts";
import type { Warning } from "../../src/facts/comparison.ts";
import type { RecordMeasurement, RecordRow } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { comparePaired, makeRecord, type RecordOptions, type RoundOf, searchLoad } from "../decide/records.ts";

function notes(options: RecordOptions): Warning[] {
  const record = makeRecord(options);
  const paired = record.arms.some(({ id }) => id === "base");
  const against = paired
    ? ({ kind: "paired", stored: [] } as const)
    : ({ kind: "none", reason: "no run is stored yet" } as const);
  return [...compare({ table: tabulate(record), head: summarise(tabulate(record), "head"), against }).warnings];
}

function codes(options: RecordOptions): string[] {
  return notes(options).map(({ code }) => code);
}

/** Latencies of which one in fifty takes `tail` ms, the others 1 ms. */
function calls(count: number, tail = 1): RoundOf {
  return { latencies: Array.from({ length: count }, (_, index) => (index % 50 === 0 ? tail : 1)) };
}

describe("rounds of two kinds", () => {
  const round = (ms: number): RoundOf => ({ latencies: Array(20).fill(ms) });
  const rounds = (...ms: number[]) => ({ rows: { echo: { head: ms.map(round) } } });

  test("are told, with both", () => {
    expect(notes(rounds(16, 60, 17, 62, 16, 61))).toContainEqual({
      code: "two-modes",
      row: "echo",
      modes: [
        { p50: 16, rounds: 3 },
        { p50: 61, rounds: 3 },
      ],
    });
  });

  test.each([
    ["one far round", [16, 17, 16, 17, 60]],
    ["rounds that scatter", [16, 20, 25, 30, 36, 44]],
    ["three kinds", [16, 16, 40, 40, 100, 100]],
    ["two rounds", [16, 60]],
  ])("are not told of %s", (_, ms) => {
    expect(notes(rounds(...ms)).map(({ code }) => code)).not.toContain("two-modes");
  });
});

describe("sessions that nobody ends", () => {
  const kept = (bytes: number, isConfigured = false) => {
    const more: Partial<RecordMeasurement> = {
      sessions: { ends: ["abandon"], opened: 100, bytes, reclaim: { kind: "known", afterMs: 3000 } },
    };
    return notes({
      rows: { work: { head: [{ latencies: [1, 1, 1], more }] } },
      fields: isConfigured ? {} : { work: { origin: "discovered" } },
    }).filter(({ code }) => code === "sessions-kept");
  };

  test("are told by default where each keeps 64 KB", () => {
    expect(kept(70_000)).toEqual([{ code: "sessions-kept", row: "work", bytes: 70_000, idleMs: 3000 }]);
    expect(kept(58_000)).toEqual([]);
    expect(kept(70_000, true)).toEqual([]);
  });
});

describe("tail spike", () => {
  const spike = calls(1000, 3);

  test("rings when p99 is above 2.5 times p50", () => {
    expect(codes({ rows: { echo: { head: [spike] } } })).toContain("tail-spike");
  });

  test("rings when the tail is longer than that of the reference", () => {
    expect(codes({ rows: { echo: { base: [calls(1000, 2)], head: [spike] } } })).toContain("tail-spike");
  });

  test("is quiet when the reference has the same tail", () => {
    expect(codes({ rows: { echo: { base: [spike], head: [spike] } } })).not.toContain("tail-spike");
  });

  test("is quiet for a short tail, and for too few calls to know p99", () => {
    expect(codes({ rows: { echo: { head: [calls(1000, 2.4)] } } })).toEqual([]);
    expect(codes({ rows: { echo: { head: [calls(500, 3)] } } })).not.toContain("tail-spike");
  });
});

describe("unsteady", () => {
  const half = (slow: number): RoundOf => ({
    latencies: Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 1 : slow)),
  });

  test("rings when the standard deviation is above half the median", () => {
    expect(codes({ rows: { echo: { head: [half(5)] } } })).toContain("unsteady");
  });

  test("names no time: over the rounds that are compared, the table may show another median", () => {
    const found = notes({ rows: { echo: { head: [half(5)] } } }).find(({ code }) => code === "unsteady");
    expect(Object.keys(found ?? {}).sort()).toEqual(["code", "deviation", "row"]);
  });

  test("is quiet below", () => {
    expect(codes({ rows: { echo: { head: [half(1.5)] } } })).not.toContain("unsteady");
  });
});

describe("errors", () => {
  test("are told by kind", () => {
    const head = [{ ...calls(100), failures: { timeout: 2, "tool-error": 1 } }];
    expect(notes({ rows: { echo: { head } } })).toContainEqual({
      code: "errors",
      row: "echo",
      failed: 3,
      calls: 103,
      failures: { timeout: 2, "tool-error": 1 },
    });
  });
});

describe("too few samples", () => {
  test("rings below what a median needs", () => {
    expect(notes({ rows: { echo: { head: [calls(10)] } } })).toContainEqual({
      code: "few-samples",
      row: "echo",
      ok: 10,
      need: 20,
    });
  });

  test("is quiet from there on, over all rounds", () => {
    expect(codes({ rows: { echo: { head: [calls(10), calls(10)] } } })).not.toContain("few-samples");
  });
});

describe("a search", () => {
  const step = (ratePerSecond: number, result: "held" | "failed" | "lagged", reason = "p95 260 ms is over 200 ms") =>
    result === "held" ? { ratePerSecond, result } : { ratePerSecond, result, reason };
  const found = (...searchSteps: ReturnType<typeof step>[]) => ({
    rows: { echo: { head: [{ ...calls(100), failures: { timeout: 30 }, more: { searchSteps } }] } },
    fields: { echo: { load: searchLoad } },
  });

  test("that found a rate needs no word, and its failed calls were made on purpose", () => {
    const made = found(step(300, "held"), step(306, "failed"));
    expect(notes(made)).toEqual([]);
    const statistics = summarise(tabulate(makeRecord(made)), "head").rows[0]?.statistics;
    expect(statistics).toEqual({ capacity: { state: "measured", value: 300, rounds: [300] } });
  });

  test.each([
    ["held all of its range", [step(2000, "held")], { end: "top", perSecond: 2000 }],
    [
      "held nothing",
      [step(10, "failed")],
      { end: "bottom", perSecond: expect.any(Number), reason: "p95 260 ms is over 200 ms" },
    ],
    [
      "could not send quicker",
      [step(500, "held"), step(510, "lagged", "requests left 20.0 ms late on average")],
      { end: "lagged", perSecond: 500, reason: "requests left 20.0 ms late on average" },
    ],
    ["was cut short", [step(500, "held")], { end: "unfinished", perSecond: 500 }],
    ["could not send at all in time", [step(10, "lagged")], { end: "unknown", perSecond: 0 }],
  ])("that %s says so", (_, steps, bound) => {
    expect(notes(found(...steps))).toEqual([{ code: "capacity-bound", row: "echo", bound, searches: 1, of: 1 }]);
  });
});

describe("backlog", () => {
  const load: RecordRow["load"] = {
    kind: "open",
    ratePerSecond: 100,
    maxInFlight: 50,
    requests: 100,
    warmup: 0,
    timeoutMs: 1000,
  };
  const open = (round: RoundOf) => ({ rows: { echo: { head: [round] } }, fields: { echo: { load } } });

  test("rings when the server takes longer than the schedule", () => {
    expect(notes(open({ ...calls(100), wallMs: 2000, backlog: { most: 50, dropped: 0 } }))).toContainEqual({
      code: "backlog",
      row: "echo",
      achieved: 50,
      requested: 100,
      most: 50,
      dropped: 0,
    });
  });

  test("rings when a single request was not sent", () => {
    const round = { ...calls(99), failures: { dropped: 1 }, wallMs: 1000, backlog: { most: 50, dropped: 1 } };
    expect(notes(open(round))).toContainEqual(expect.objectContaining({ code: "backlog", dropped: 1 }));
  });

  test("is quiet while the rate is held", () => {
    expect(codes(open({ ...calls(100), wallMs: 1000, backlog: { most: 3, dropped: 0 } }))).toEqual([]);
  });

  test("the rates are metrics of the row, and only of an open loop", () => {
    const record = makeRecord(open({ ...calls(100), wallMs: 2000, backlog: { most: 50, dropped: 0 } }));
    const statistics = summarise(tabulate(record), "head").rows[0]?.statistics;
    expect(statistics?.requested_rate).toMatchObject({ state: "measured", value: 100 });
    expect(statistics?.achieved_rate).toMatchObject({ state: "measured", value: 50 });
    const closed = summarise(tabulate(makeRecord({ rows: { echo: { head: [calls(100)] } } })), "head").rows[0]
      ?.statistics;
    expect(closed).not.toHaveProperty("requested_rate");
    expect(closed).not.toHaveProperty("achieved_rate");
  });

  test("a fall of the achieved rate is found like any change", () => {
    const at = (wallMs: number): RoundOf => ({ ...calls(100), wallMs, backlog: { most: 9, dropped: 0 } });
    const record = makeRecord({
      rows: { echo: { base: Array(12).fill(at(1000)), head: Array(12).fill(at(2000)) } },
      fields: { echo: { load } },
      thresholds: { achieved_rate: "-10%" },
    });
    const { findings } = comparePaired(record);
    expect(findings.find(({ metric }) => metric === "achieved_rate")).toMatchObject({
      state: "regressed",
      base: expect.closeTo(100, 9),
      head: expect.closeTo(50, 9),
    });
  });
});

test("at a fixed rate throughput does not stand in for the mean", () => {
  const gated = (fields: RecordOptions["fields"]) => {
    const rounds = Array.from({ length: 8 }, () => calls(100));
    const record = makeRecord({
      rows: { echo: { base: rounds, head: rounds } },
      thresholds: { p50: "+10%", throughput: "-10%" },
      ...(fields ? { fields } : {}),
    });
    const { findings } = comparePaired(record);
    return findings.map(({ metric }) => metric);
  };
  const load = { kind: "open", ratePerSecond: 9, maxInFlight: 9, requests: 100, warmup: 0, timeoutMs: 1 } as const;
  expect(gated({ echo: { load } })).toContain("mean");
  expect(gated(undefined)).not.toContain("mean");
});

test("items per second stand beside calls per second", () => {
  const record = makeRecord({ rows: { echo: { head: [calls(100)] } }, fields: { echo: { items: 20 } } });
  expect(summarise(tabulate(record), "head").rows[0]?.statistics).toMatchObject({
    throughput: { value: 1000 },
    items_throughput: { value: 20_000 },
  });
});

describe("serialised", () => {
  const load = (sessions: number, concurrency = 8): Partial<RecordRow> => ({
    benchmark: "echo",
    load: { kind: "closed", concurrency, sessions, requests: 100, warmup: 0, timeoutMs: 1000 },
  });
  const rows = (one: number, many: number) => ({
    "echo @1 sessions": { head: [{ ...calls(100), wallMs: one }] },
    "echo @8 sessions": { head: [{ ...calls(100), wallMs: many }] },
  });
  const fields = { "echo @1 sessions": load(1), "echo @8 sessions": load(8) };

  test("rings when more sessions get much more done with as much in flight", () => {
    expect(notes({ rows: rows(1000, 250), fields })).toContainEqual({
      code: "serialised",
      row: "echo @1 sessions",
      sessions: 8,
      times: 4,
    });
  });

  test("is quiet when one session does as well", () => {
    expect(codes({ rows: rows(1000, 900), fields })).toEqual([]);
  });

  test("is quiet when more was in flight as well", () => {
    const more = { "echo @1 sessions": load(1, 2), "echo @8 sessions": load(8, 16) };
    expect(codes({ rows: rows(1000, 250), fields: more })).toEqual([]);
  });
});
