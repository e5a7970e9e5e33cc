import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Trial, trialSchema } from "../../../scripts/calibrate/trial.ts";
import { falsePasses } from "../../../src/decide/judge.ts";
import { decideHiddenCpu } from "../../../src/decide/paired/decide-gate.ts";
import type { PairedState } from "../../../src/decide/paired/paired-decision.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { comparePaired, makeRecord, type RoundOf } from "../records.ts";

/** Changes of a round, as logarithms. */
interface Round {
  readonly cpu: number;
  readonly p50: number;
}

function decided(rounds: readonly Round[], { cpuToP50, gates }: { cpuToP50: number; gates: number }) {
  const ratios = (id: MetricId) =>
    rounds.map(({ cpu, p50 }, round) => ({ round, worse: id === "p50" ? p50 : cpu, base: 1 }));
  return decideHiddenCpu({ ratios, modes: undefined, base: () => cpuToP50 }, { limit: 0.04, gates });
}

/** Decides twelve rounds that all show the same changes. */
const alike = (changes: Round, cpuToP50: number) =>
  decided(new Array(12).fill({ cpu: Math.log(changes.cpu), p50: Math.log(changes.p50) }), { cpuToP50, gates: 1 });

describe("CPU time beyond p50", () => {
  test("is what CPU time rose by more than p50 did", () => {
    expect(alike({ cpu: 1.1, p50: 1 }, 1)).toMatchObject({
      state: "regressed",
      estimate: expect.closeTo(Math.log(1.1), 12),
    });
    expect(alike({ cpu: 1.1, p50: 1.1 }, 1)).toMatchObject({ state: "pass", estimate: expect.closeTo(0, 12) });
  });

  test("counts in p50 where calls wait, and in CPU time where several threads work", () => {
    expect(alike({ cpu: 1.1, p50: 1 }, 0.02).estimate).toBeCloseTo(0.0019, 4); // 1 ms of CPU time in 50 ms
    expect(alike({ cpu: 1.2, p50: 1.1 }, 0.5).estimate).toBeCloseTo(0, 2); // 0.1 ms of work more in 1 ms, half of it waiting
    expect(alike({ cpu: 1.1, p50: 1.1 }, 4).estimate).toBeCloseTo(0, 12);
  });

  test("regresses only where CPU time rose by itself and beyond p50, and passes where either passes", () => {
    expect(alike({ cpu: 1.1, p50: 0.8 }, 1).state).toBe("regressed");
    expect(alike({ cpu: 1, p50: 0.8 }, 1).state).toBe("pass");
    expect(alike({ cpu: 1.1, p50: 1.2 }, 1).state).toBe("pass");
  });
});

const file = (name: string) => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), "utf8");

/** Rounds of one to three rows of about 0.2 to 1 ms; Linux, 2 cores, two to three times as much work on them. */
const crowded = (kind: "aa" | "ab10" | "pause") =>
  (JSON.parse(file("recorded/round-figures.json"))[kind] as number[][]).map(
    ([p50 = 0, , cpu = 0]): Round => ({ cpu, p50 }),
  );

/** Rounds of the calibration, with one of two cores kept busy. */
const oneCoreBusy = (scenario: string) =>
  file("calibration/noise.jsonl")
    .trim()
    .split("\n")
    .map((line): Trial => trialSchema.parse(JSON.parse(line)))
    .filter((trial) => trial.busy && trial.scenario === scenario)
    .flatMap(({ figures }) => figures.flat())
    .flatMap(({ cpu, p50 }) => (cpu === undefined ? [] : [{ cpu, p50 }]));

/** 200 runs of up to 40 recorded rounds each, with the gates of 20 rows. */
function replay(pool: readonly Round[]) {
  const random = seededRandom(5);
  const tally: Record<PairedState, number> = { regressed: 0, pass: 0, inconclusive: 0, improved: 0 };
  for (let trial = 0; trial < 200; trial++) {
    const seen: Round[] = [];
    let state: PairedState = "inconclusive";
    while (state === "inconclusive" && seen.length < 40) {
      seen.push(pool[Math.floor(random() * pool.length)] ?? { cpu: Number.NaN, p50: 0 });
      ({ state } = decided(seen, { cpuToP50: 1, gates: 163 }));
    }
    tally[state] += 1;
  }
  return tally;
}

describe("CPU time beyond p50 on recorded launches of a busy machine", () => {
  test("is quiet on unchanged code, and on code that is slower as a whole", () => {
    for (const pool of [crowded("aa"), crowded("ab10"), oneCoreBusy("aa"), oneCoreBusy("slower-10")]) {
      const { regressed, pass } = replay(pool);
      expect(regressed).toBe(0);
      expect(pass).toBeGreaterThanOrEqual(198);
    }
  });

  test("finds a slow path of every tenth call that the share of slow calls does not show, and pauses that work", () => {
    for (const pool of [oneCoreBusy("slow-path"), oneCoreBusy("pauses"), crowded("pause")]) {
      const { regressed, pass } = replay(pool);
      // This guard alone; those on slow calls and stalled time have to pass as well.
      expect(pass).toBeLessThanOrEqual(200 * falsePasses);
      expect(regressed).toBeGreaterThanOrEqual(190);
    }
  });
});

describe("a head that does work which no call waits for", () => {
  const side = (cpuPerCallMs: number, ms: number): RoundOf[] =>
    Array.from({ length: 20 }, (_, round) => {
      const pace = 1 + 0.01 * (round % 5);
      return { latencies: new Array<number>(200).fill(ms * pace), cpuPerCallMs: cpuPerCallMs * pace };
    });
  interface Change {
    readonly ms?: [base: number, head: number];
    readonly cpu: [base: number, head: number];
    readonly thresholds?: Record<string, string>;
  }
  const findings = ({ ms = [1, 1], cpu, thresholds = { p50: "+10%" } }: Change) => {
    const rows = { echo: { base: side(cpu[0], ms[0]), head: side(cpu[1], ms[1]) } };
    const record = makeRecord({ rows, thresholds });
    return comparePaired(record).findings;
  };
  const finding = (change: Change) => findings(change).find(({ metric }) => metric === "cpu_to_p50");

  test("regresses beyond 4 points of p50, though CPU time is within the limit of p50", () => {
    const change: Change = { cpu: [1.003, 1.073] };
    const found = finding(change);
    expect(found).toMatchObject({ state: "regressed", threshold: { level: "fail", text: "+4pp" } });
    expect(found?.change?.estimate).toBeCloseTo(0.067, 2);
    expect(found?.base).toBeCloseTo(1.003, 3);
    expect(found?.head).toBeCloseTo(1.07, 2);
    expect(findings(change).find(({ metric }) => metric === "cpu_per_call")?.state).toBe("pass");
  });

  test.each<[string, Change]>([
    ["p50 tells of it", { cpu: [1.003, 1.073], ms: [1, 1.07] }],
    ["a call mostly waits", { cpu: [1.003, 1.073], ms: [50, 50] }],
    ["p50 fell and CPU time did not", { cpu: [1.003, 1.003], ms: [1, 0.5] }],
    ["p50 fell as CPU time did", { cpu: [1.003, 0.503], ms: [1, 0.5] }],
    ["p50 rose and CPU time did not", { cpu: [1.003, 1.003], ms: [1, 1.08] }],
    ["it is a few microseconds per call", { cpu: [0.0403, 0.0443], ms: [0.04, 0.04] }],
    ["it is less than 2 ms per launch", { cpu: [0.1003, 0.1083], ms: [0.1, 0.1] }],
  ])("passes where %s", (_, change) => {
    expect(finding(change)?.state).toBe("pass");
  });

  test("shows the ratio that was measured, and the change that says least", () => {
    const waiting = finding({ cpu: [1.003, 1.003], ms: [2, 4] });
    expect(waiting?.base).toBeCloseTo(0.5015, 3);
    expect(waiting?.head).toBeCloseTo(0.2508, 3);
    expect(waiting?.change?.estimate).toBeCloseTo(0, 6);
  });

  test("regresses where a launch has more to do by some milliseconds, and where p50 fell besides", () => {
    expect(finding({ cpu: [0.2003, 0.2203], ms: [0.2, 0.2] })?.state).toBe("regressed");
    expect(finding({ cpu: [1.003, 1.073], ms: [1, 0.7] })?.state).toBe("regressed");
  });

  test("has two fifths of the limit of p50, and is left out where the configuration bounds CPU time", () => {
    const cpu: Change["cpu"] = [1.003, 1.073];
    expect(finding({ cpu, thresholds: { p50: "+25%" } })).toMatchObject({
      state: "pass",
      threshold: { text: "+10pp" },
    });
    expect(finding({ cpu, thresholds: { p50: "+10%", cpu_per_call: "+10%" } })).toBeUndefined();
    expect(finding({ cpu, thresholds: { p50: "+10%", cpu_per_call: "5ms" } })).toBeUndefined();
  });

  test("is still a regression of CPU time per call beside a budget or a warning on that", () => {
    for (const own of ["50ms", { warn: "+5%" }]) {
      const record = makeRecord({
        rows: { echo: { base: side(1, 1), head: side(1.5, 1) } },
        thresholds: { p50: "+10%", cpu_per_call: own },
      });
      const { findings } = comparePaired(record);
      const found = findings.filter(({ metric, threshold }) => metric === "cpu_per_call" && threshold.level === "fail");
      expect(found.map(({ state }) => state)).toContain("regressed");
    }
  });

  test("is not looked for at a fixed rate, in a mix, in turns, or without CPU time", () => {
    const of = (change: (record: ReturnType<typeof makeRecord>) => ReturnType<typeof makeRecord>) => {
      const made = makeRecord({
        rows: { echo: { base: side(1.003, 1), head: side(1.073, 1) } },
        thresholds: { p50: "+10%" },
      });
      const record = change(made);
      const { findings } = comparePaired(record);
      return findings.some(({ metric }) => metric === "cpu_to_p50");
    };
    const ofRow = (part: Partial<ReturnType<typeof makeRecord>["rows"][number]>) =>
      of((record) => ({ ...record, rows: record.rows.map((row) => ({ ...row, ...part })) }));
    expect(ofRow({})).toBe(true);
    expect(ofRow({ method: "mix" })).toBe(false);
    expect(ofRow({ method: "steps" })).toBe(false);
    expect(ofRow({ load: { kind: "open", ratePerSecond: 10, requests: 200, maxInFlight: 10 } as never })).toBe(false);
  });
});
