import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decideFigures, drawnFrom, replayedRow } from "../../../scripts/calibrate/replay.ts";
import type { Figures } from "../../../scripts/calibrate/trial.ts";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import { isUndecided, mustWork } from "../../../src/decide/verdict.ts";
import type { Threshold } from "../../../src/plan/threshold.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord, normal } from "../records.ts";
import { paired, sides } from "./sides.ts";

describe("stopping", () => {
  test("goes on while a gate is open, stops when all are decided, and says why", () => {
    expect(shouldContinue(tabulate(paired(sides(3, 1))))).toEqual({});
    expect(shouldContinue(tabulate(paired(sides(20, 1))))).toEqual({
      stop: { code: "decided", of: "gate", rounds: 20 },
    });
    expect(shouldContinue(tabulate(paired(sides(8, 1.25))))).toMatchObject({ open: ["echo"] });
  });

  test("waits for no guard of a row that is shown to be slower, but for other rows and other gates", () => {
    // In two rounds of five one call in three takes twice as long: too often to pass, too seldom to regress.
    const heldUp = (factor: number) => {
      let calls = 0;
      const hold = (latency: number) => {
        const round = Math.floor(calls++ / 200);
        return round % 5 < 2 && calls % 3 === 0 ? 2 * latency : latency;
      };
      return paired(sides(20, factor, hold), { thresholds: { p50: "+10%" } });
    };
    const slower = heldUp(2);
    const { findings } = comparePaired(slower);
    expect(findings).toContainEqual(expect.objectContaining({ metric: "p50", state: "regressed" }));
    expect(findings.filter(isUndecided).map(({ metric }) => metric)).not.toEqual([]);
    expect(shouldContinue(tabulate(slower))).toMatchObject({ stop: { code: "decided", of: "row", rounds: 20 } });
    expect(shouldContinue(tabulate(heldUp(1)))).toMatchObject({ open: ["echo"] });
  });

  test("counts what is open beside a regression", () => {
    const rowsOf = (factor: number) =>
      makeRecord({
        rows: { slow: { ...sides(20, factor) }, close: { ...sides(20, 1.1) } },
        thresholds: { p50: "+10%" },
      });
    const { stop, open, openGates, regressed } = shouldContinue(tabulate(rowsOf(1.5)));
    expect({ stop, open, openGates, regressed }).toEqual({
      stop: undefined,
      open: ["close"],
      openGates: 1,
      regressed: expect.arrayContaining([
        { row: "slow", metric: "mean" },
        { row: "slow", metric: "p50" },
      ]),
    });
    expect(shouldContinue(tabulate(rowsOf(1)))).not.toHaveProperty("regressed");
  });

  test("a shard goes on until it has the evidence that all shards together ask for", () => {
    const slower = paired(sides(12, 1.5), { thresholds: { p50: "+10%" } });
    expect(shouldContinue(tabulate(slower)).stop).toBeDefined();
    expect(shouldContinue(tabulate(slower), { shards: 30 })).toMatchObject({ open: ["echo"] });
  });

  test("leaves decided rows out, unless the server's memory under all of them is still open", () => {
    const [clear, close] = [sides(20, 1), sides(20, 1.1)];
    const peaks = (factor: number) =>
      Array.from({ length: 20 }, (_, round) => ({ peak_rss: 1e8 * (round % 2 === 0 ? factor : 1) }));
    const both = (head: number) =>
      makeRecord({
        rows: { clear: { ...clear }, close: { ...close } },
        thresholds: { p50: "+10%" },
        serverThresholds: { peak_rss: "+15%" },
        launches: { base: peaks(1), head: peaks(head) },
      });
    expect(shouldContinue(tabulate(both(1)))).toMatchObject({ open: ["close"] });
    expect(shouldContinue(tabulate(both(1.5)))).toMatchObject({ open: ["clear", "close"] });
  });

  test("waits for nothing under load once all rows have had their rounds", () => {
    const peaks = [1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5].map((factor) => ({ peak_rss: 1e8 * factor }));
    const made = makeRecord({
      rows: { echo: { ...sides(8, 1) } },
      thresholds: { p50: "+10%" },
      serverThresholds: { peak_rss: "+15%" },
      launches: { base: peaks.map(() => ({ peak_rss: 1e8 })), head: peaks },
    });
    expect(shouldContinue(tabulate(made))).toMatchObject({ open: ["echo"] });
    const over = { ...made, rows: made.rows.map((row) => ({ ...row, rounds: 8 })) };
    expect(shouldContinue(tabulate(over)).stop).toMatchObject({ code: "decided" });
  });

  test("takes as many rounds for stored runs, where base never starts, as without one", () => {
    const failed = (rounds: number) => {
      const made = paired(sides(rounds, 1));
      const ofBase = { metrics: {}, measurements: [], failure: "it exited with code 7" };
      return {
        ...made,
        rounds: made.rounds.map((round) => ({
          ...round,
          launches: round.launches.map((one) => (one.arm === "base" ? { ...one, ...ofBase } : one)),
        })),
      };
    };
    expect(shouldContinue(tabulate(failed(8))).stop).toBeUndefined();
    expect(shouldContinue(tabulate(failed(12))).stop).toEqual({ code: "no-base" });
  });

  test("tells which metrics of the server are still asked for, also by a warning", () => {
    const startups = (factor: number) =>
      Array.from({ length: 20 }, (_, round) => ({ startup: 100 * (round % 2 === 0 ? factor : 1), shutdown: 10 }));
    const open = (head: number, threshold: unknown) =>
      shouldContinue(
        tabulate(
          makeRecord({
            rows: { echo: { ...sides(20, 1.1) } },
            thresholds: { p50: "+10%" },
            serverThresholds: { startup: threshold, shutdown: "+20%" },
            launches: { base: startups(1), head: startups(head) },
          }),
        ),
      ).server;
    expect(open(1.5, "+20%")).toEqual(["startup"]);
    expect(open(1.3, { warn: "+20%" })).toEqual(["startup"]);
    expect(open(1.5, { fail: "1s" })).toEqual([]);
    expect(open(1, "+20%")).toEqual([]);
    expect(shouldContinue(tabulate(paired(sides(3, 1))))).not.toHaveProperty("server");
  });

  /** Rounds that scatter by so much, as a logarithm. */
  function scattered(count: number, { sd, seed }: { sd: number; seed: number }) {
    const random = seededRandom(seed);
    const calls = (factor: number) => ({
      latencies: Array.from({ length: 40 }, (_, call) => factor * (1 + call / 400)),
    });
    const rounds = Array.from({ length: count }, () => Math.exp(sd * normal(random)));
    return paired({ base: rounds.map(() => calls(1)), head: rounds.map(calls) }, { seed });
  }

  const mayDecide = (record: ReturnType<typeof paired>, more: number) =>
    shouldContinue(tabulate(record)).mayDecide?.(more);

  test("knows when rounds like those so far decide nothing", () => {
    expect(mayDecide(scattered(12, { sd: 0.9, seed: 3 }), 24)).toBe(false);
    expect(mayDecide(scattered(7, { sd: 0.1, seed: 3 }), 14)).toBe(true);
    expect(mayDecide(paired(sides(8, 1.25)), 16)).toBe(true);
  });

  test("does not count on rounds that measured nothing", () => {
    const record = paired(sides(8, 1.25));
    const empty = record.rounds.slice(0, 1).map((round) => ({
      ...round,
      order: {},
      launches: round.launches.map((launch) => ({ ...launch, measurements: [] })),
    }));
    const rounds = [
      ...record.rounds,
      ...Array.from({ length: 24 }, (_, more) => empty.map((one) => ({ ...one, index: 8 + more }))).flat(),
    ];
    expect(mayDecide({ ...record, rounds }, 16)).toBe(true);
  });

  test("does not give up what further rounds decide", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const whole = scattered(36, { sd: 0.05 + 0.01 * seed, seed });
      const begun = { ...whole, rounds: whole.rounds.slice(0, 12) };
      if (!shouldContinue(tabulate(begun)).stop && shouldContinue(tabulate(whole)).stop)
        expect(mayDecide(begun, 24)).toBe(true);
    }
  });

  test("comes after twelve rounds without a base arm", () => {
    const stopAfter = (rounds: number) =>
      shouldContinue(tabulate(makeRecord({ rows: { echo: { head: sides(rounds, 1).head } } }))).stop;
    expect(stopAfter(11)).toBeUndefined();
    expect(stopAfter(12)).toEqual({ code: "no-base" });
  });
});

const file = new URL("../../../fixtures/recorded/round-figures.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<"aa", [number, number, number, number, number][]>;
const pool = recorded.aa.map(
  ([p50, throughput, cpu, slowCalls, stalls]): Figures => ({ p50, throughput, cpu, slowCalls, stalls }),
);
const p50: Threshold = { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" };
const gates = 84;
const most = 40;

test("rows that are decided, by themselves or over all rows, seldom open again while the others go on", () => {
  const random = seededRandom(7);
  const noise = drawnFrom(pool);
  const decided: string[] = [];
  const reopened: string[] = [];
  const failed: unknown[] = [];
  for (let run = 0; run < 20; run++) {
    const rows = Array.from({ length: 12 }, (_, row) => {
      const replayed = replayedRow({ id: `${run}: row ${row}`, thresholds: [p50], callMs: 0.7, callsPerLaunch: 200 });
      return { row: replayed, next: noise(replayed, random), seen: [] as Figures[] };
    });
    let open = new Set(rows.map(({ row }) => row.id));
    for (let round = 1; round <= most && open.size > 0; round++) {
      for (const { row, next, seen } of rows) if (open.has(row.id)) seen.push(next());
      const findings = decideFigures(rows, { gates });
      const still = new Set(findings.filter(isUndecided).map(({ row }) => row));
      decided.push(...[...open].filter((id) => !still.has(id)));
      reopened.push(...[...still].filter((id) => !open.has(id)));
      failed.push(...findings.filter(({ state }) => state === "regressed"));
      open = still;
    }
  }
  expect(decided.length).toBeGreaterThan(200);
  expect(reopened.length / decided.length).toBeLessThan(0.1);
  expect(failed).toEqual([]);
});

test("whether a server fails more often can be decided by more rounds however its finding was made, a budget cannot", () => {
  const undecided = (threshold: Threshold) => isUndecided({ state: "inconclusive", threshold });
  expect(undecided({ ...mustWork })).toBe(true);
  expect(undecided({ ...mustWork, text: "0%" })).toBe(false);
});
