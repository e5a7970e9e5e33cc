import { describe, expect, test } from "vitest";
import { compare } from "../../../src/facts/compare.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord, noisyRounds, normal } from "../records.ts";

interface Day {
  /** Milliseconds of a call, and of its CPU time. */
  readonly call?: number;
  readonly cpu?: number;
  /** Milliseconds of a start-up, and of its CPU time. */
  readonly startup?: number;
  readonly startupCpu?: number;
  /** Share of the time in which something waited for a core. */
  readonly pressure?: number;
  /** Rounds in which other work was made way for. */
  readonly disturbed?: number;
  /** Every tenth call takes so many times as long. */
  readonly tenth?: number;
}

const thresholds = { p50: "+20%", throughput: "-20%" };

function run(day: Day, seed: number) {
  const { call = 1, cpu = call, startup = 100, startupCpu = startup, pressure = 0, disturbed = 0, tenth = 1 } = day;
  const random = seededRandom(1000 + seed);
  const about = (value: number) => value * Math.exp(0.01 * normal(random));
  const head = noisyRounds(7, { median: call, spread: 0.01, seed }).map((round) => ({
    ...round,
    latencies: round.latencies.map((latency, index) => (index % 10 === 0 ? tenth * latency : latency)),
    cpuPerCallMs: about(cpu),
  }));
  const launches = { head: head.map(() => ({ startup: about(startup), startup_cpu: about(startupCpu) })) };
  const record = makeRecord({
    rows: { echo: { head } },
    launches,
    thresholds,
    serverThresholds: { startup: "+20%" },
    seed,
  });
  const machine = { load: 1, steal: 0, cpuPressure: pressure };
  return {
    ...record,
    environment: { ...record.environment, instrument: { kind: "spinning" as const } },
    rounds: record.rounds.map((round, index) => ({ ...round, machine: { ...machine, awake: index >= disturbed } })),
  };
}

const paces = [1, 1.05, 0.97, 1.02, 0.99, 1.01, 1.03, 0.98];
const quiet = paces.map((pace): Day => ({ call: pace }));

function findings(today: Day, earlier: readonly Day[] = quiet) {
  const entries = earlier.map((day, index) => {
    const record = run(day, index + 10);
    return { createdAt: record.createdAt, summary: summarise(tabulate(record), "head") };
  });
  const record = run(today, 1);
  return compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "stored", entries },
  }).findings;
}

function states(today: Day, earlier?: readonly Day[]) {
  return Object.fromEntries(
    findings(today, earlier).map(({ metric, state, reason }) => [
      metric,
      reason.code === "machine" ? "machine" : state,
    ]),
  );
}

describe("a row", () => {
  test("regresses by a change that its CPU time confirms", () => {
    expect(states({ call: 1.3 })).toMatchObject({ p50: "regressed", throughput: "regressed", startup: "pass" });
    expect(states({ call: 1.02 })).toMatchObject({ p50: "pass", throughput: "pass" });
  });

  test("is not blamed for a machine on which start-ups are slower as well", () => {
    expect(states({ call: 1.3, startup: 130 })).toMatchObject({ p50: "machine", throughput: "machine" });
    expect(states({ call: 1.3, startup: 110 })).toMatchObject({ p50: "regressed" });
  });

  test("is not blamed for such a machine where its CPU time does not show it, or is not known", () => {
    const slow = { call: 1.6, cpu: 1, startup: 160 };
    expect(states({ ...slow, startupCpu: 100 })).toMatchObject({ p50: "machine" });
    expect(states({ ...slow, startup: 110, startupCpu: 100 })).toMatchObject({ p50: "regressed" });
  });

  test("does not pass on a faster machine that may hide what became slower", () => {
    expect(states({ call: 1, startup: 70 })).toMatchObject({ p50: "machine" });
  });

  test("is compared at one machine speed where that is what stored runs differ by", () => {
    const kinds = paces.map((pace, day): Day => (day % 2 === 0 ? { call: pace } : { call: 1.4 * pace, startup: 140 }));
    expect(states({ call: 1.4, startup: 140 }, kinds)).toMatchObject({ p50: "pass" });
    expect(states({ call: 1.4, startup: 100 }, kinds)).toMatchObject({ p50: "regressed" });
  });

  test("regresses only by more than it takes to wake a core", () => {
    const short = paces.map((pace): Day => ({ call: 0.1 * pace }));
    expect(states({ call: 0.136 }, short)).toMatchObject({ p50: "pass" });
    expect(states({ call: 0.145 }, short)).toMatchObject({ p50: "regressed" });
    expect(states({ call: 0.136, cpu: 0.1 }, short)).toMatchObject({ p50: "pass" });
    expect(states({ call: 0.136, cpu: 0.1 }, short.slice(0, 1))).toMatchObject({ p50: "pass" });
    expect(states({ call: 0.11, startup: 70 }, short)).toMatchObject({ p50: "machine" });
    expect(states({ call: 0.145, cpu: 0.1 }, short)).toMatchObject({ p50: "regressed" });
  });

  test("that waits longer without CPU time regresses only by 40 % or more, and on a runner that is not busy", () => {
    expect(states({ call: 1.3, cpu: 1 })).toMatchObject({ p50: "inconclusive" });
    expect(states({ call: 1.6, cpu: 1 })).toMatchObject({ p50: "regressed" });
    expect(states({ call: 1.6, cpu: 1, pressure: 0.9 })).toMatchObject({ p50: "inconclusive" });
    expect(states({ call: 1.6, pressure: 0.9 })).toMatchObject({ p50: "regressed" });
    expect(states({ call: 1.6, cpu: 1, disturbed: 4 })).toMatchObject({ p50: "inconclusive" });
    expect(states({ call: 1.6, cpu: 1, disturbed: 3 })).toMatchObject({ p50: "regressed" });
  });

  test("of which only some calls are slower regresses by throughput, if CPU time confirms it", () => {
    expect(states({ tenth: 4, cpu: 1 })).toMatchObject({ p50: "pass", throughput: "inconclusive" });
    expect(states({ tenth: 4, cpu: 1.3 })).toMatchObject({ p50: "pass", throughput: "regressed" });
  });

  test("of a starved run takes somewhat more CPU time and far more by the clock: nothing is decided", () => {
    expect(states({ call: 5, cpu: 1.3, pressure: 1 })).toMatchObject({ p50: "inconclusive" });
  });
});

describe("a single stored run", () => {
  const one = quiet.slice(0, 1);

  test("shows a large change that its CPU time confirms, on a busy runner too", () => {
    expect(states({ call: 1.7 }, one)).toMatchObject({ p50: "regressed", startup: "inconclusive" });
    expect(states({ call: 3 }, one)).toMatchObject({ p50: "regressed", throughput: "regressed" });
    expect(states({ call: 2, pressure: 0.9 }, one)).toMatchObject({ p50: "regressed" });
    expect(states({ call: 50, pressure: 0.9, startup: 3000 }, one)).toMatchObject({ p50: "machine" });
  });

  test("shows no small change, and none of a starved run", () => {
    expect(states({ call: 1.3 }, one)).toMatchObject({ p50: "inconclusive" });
    expect(states({ call: 1.3, cpu: 1.7 }, one)).toMatchObject({ p50: "inconclusive" });
    expect(states({ call: 5, cpu: 1.3, pressure: 1 }, one)).toMatchObject({ p50: "inconclusive" });
  });
});

test("where stored runs lie too far apart, their scatter is named", () => {
  const apart = [1, 1.5, 0.8, 1.3, 0.7, 1.4].map((call): Day => ({ call }));
  const [p50] = findings({ call: 1.1 }, apart);
  expect(p50).toMatchObject({ metric: "p50", state: "inconclusive", reason: { code: "scatter" } });
});

describe("start-up", () => {
  test("regresses by a change that its CPU time confirms, or where it takes twice as long", () => {
    expect(states({ startup: 130 })).toMatchObject({ startup: "regressed", p50: "pass" });
    expect(states({ startup: 170, startupCpu: 100 })).toMatchObject({ startup: "inconclusive" });
    expect(states({ startup: 230, startupCpu: 100 })).toMatchObject({ startup: "regressed" });
  });

  test("is not blamed for a machine on which calls are slower as well", () => {
    expect(states({ startup: 130, call: 1.3 })).toMatchObject({ startup: "machine" });
  });
});
