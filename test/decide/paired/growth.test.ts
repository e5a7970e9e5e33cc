import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judgeExact } from "../../../src/decide/judge.ts";
import { decideDifferences } from "../../../src/decide/paired/decide-gate.ts";
import { usualGrowth } from "../../../src/decide/paired/guards.ts";
import type { PairedState } from "../../../src/decide/paired/paired-decision.ts";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import { fewestCalls, growthWithoutStep, mostCalls } from "../../../src/measure/memory/memory-growth.ts";
import type { Threshold } from "../../../src/plan/threshold.ts";
import { evidenceOfHigher } from "../../../src/stats/anytime.ts";
import { median } from "../../../src/stats/describe.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord } from "../records.ts";

/**
 * Launches: what RSS rose by in the timed calls of each row, then RSS when these were over and after every hundred of further
 * calls, all in KiB.
 */
interface Recorded {
  readonly timed: number;
  readonly launches: readonly string[];
}

const file = new URL("../../../fixtures/recorded/growth.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, Recorded>;

function launchesOf(kind: string) {
  const { timed, launches } = recorded[kind] ?? { timed: 0, launches: [] };
  return launches.map((text) => {
    const [own = [], after = []] = text.split(" | ").map((numbers) => numbers.split(" ").map(Number));
    return { timed, own, after };
  });
}

/** Gates of a run of 20 rows under the default thresholds. */
const gates = 143;
const limit = usualGrowth;

/** Bytes per 1,000 calls, as a leak check of so many calls reads them. */
function growthOf(after: readonly number[], calls: number): number {
  const at = (share: number) => after[Math.round((calls / 100) * (1 / 5 + (share * 4) / 5))] ?? Number.NaN;
  const perStretch = calls / 5;
  return growthWithoutStep(
    [0, 1, 2, 3].map((stretch) => ((at((stretch + 1) / 4) - at(stretch / 4)) * 1024 * 1000) / perStretch),
  );
}

/** 200 runs of at most 40 rounds, each of one recorded launch per arm; `once`: head's memory grows by so much, once and at any time. */
function replay(head: string, base: string, { onceKiB = 0 } = {}) {
  const random = seededRandom(5);
  const launches = { [head]: launchesOf(head), [base]: launchesOf(base) };
  const drawn = (kind: string) => {
    const found = launches[kind]?.[Math.floor(random() * launches[kind].length)];
    if (!found) throw new RangeError(`nothing recorded is called ${kind}`);
    return { after: found.after, calls: Math.max(fewestCalls, mostCalls - found.timed) };
  };
  const tally = { regressed: 0, pass: 0, inconclusive: 0, improved: 0, rounds: 0 };
  for (let trial = 0; trial < 200; trial++) {
    const seen: (readonly [base: number, head: number])[] = [];
    let state: PairedState = "inconclusive";
    while (state === "inconclusive" && seen.length < 40) {
      const [one, other] = [drawn(head), drawn(base)];
      const step = random() * one.calls;
      const grown = one.after.map((kib, hundreds) => kib + (100 * hundreds >= step ? onceKiB : 0));
      seen.push([growthOf(other.after, other.calls), growthOf(grown, one.calls)]);
      const differences = seen.map(([before, after]) => ({ worse: after - before }));
      const evidence = evidenceOfHigher(seen);
      ({ state } = decideDifferences(differences, { id: "memory_growth", limit, gates, evidence }));
    }
    tally[state] += 1;
    tally.rounds += seen.length / 200;
  }
  return tally;
}

describe("growth of memory on recorded launches", () => {
  const kinds = ["one row", "twelve rows", "objects", "later", "python"];

  test.each(kinds)("unchanged code is quiet: %s", (kind) => {
    const tally = replay(`${kind}, unchanged`, `${kind}, unchanged`);
    expect(tally).toMatchObject({ regressed: 0, pass: 200 });
    expect(tally.rounds).toBeLessThan(9);
  });

  test.each(kinds.slice(0, 4))("1 KB kept per call is found and never passed: %s", (kind) => {
    const tally = replay(`${kind}, 1 KB kept`, `${kind}, unchanged`);
    expect(tally.pass).toBe(0);
    expect(tally.regressed).toBeGreaterThanOrEqual(190);
    expect(tally.rounds).toBeLessThan(12);
  });

  test("memory that grows once and stays is quiet where the heap is", () => {
    const tally = replay("python, unchanged", "python, unchanged", { onceKiB: 20_000 });
    expect(tally).toMatchObject({ regressed: 0, pass: 200 });
  });
});

function recordOf(metrics: Readonly<Record<"base" | "head", Readonly<Record<string, number>>>>, rounds: number) {
  const calls = { latencies: new Array<number>(30).fill(1), cpuPerCallMs: 0.5 };
  const of = (side: "base" | "head") => Array.from({ length: rounds }, () => metrics[side]);
  return makeRecord({
    rows: { echo: { base: of("base").map(() => calls), head: of("head").map(() => calls) } },
    launches: { base: of("base"), head: of("head") },
  });
}

function judged(record: ReturnType<typeof recordOf>, metric: string) {
  const comparison = comparePaired(record);
  return comparison.findings.find((finding) => finding.metric === metric);
}

/** Rounds that tell nothing: twice as slow, and twice as fast. */
const jumping = (rounds: number) =>
  Array.from({ length: rounds }, (_, round) => ({ latencies: new Array<number>(30).fill(round % 2 ? 1.3 : 0.7) }));

/** With the rows that the launches of a round called to look for leaks. */
function checkedOn(record: ReturnType<typeof recordOf>, rows: (round: number) => readonly string[]) {
  const rounds = record.rounds.map((round) => ({
    ...round,
    launches: round.launches.map((launch) => ({ ...launch, leakChecked: [...rows(round.index)] })),
  }));
  return { ...record, rounds };
}

describe("the gate on growth", () => {
  test("looks only at rounds in which all rows were watched that ever are", () => {
    const calm = recordOf({ base: { memory_growth: 1000 }, head: { memory_growth: 1000 } }, 25);
    const leaking = recordOf({ base: { memory_growth: 1000 }, head: { memory_growth: 1_000_000 } }, 25);
    const mixed = { ...calm, rounds: [...calm.rounds.slice(0, 12), ...leaking.rounds.slice(12)] };
    const late = checkedOn(mixed, (round) => (round < 12 ? ["echo"] : ["echo", "leak"]));
    expect(judged(late, "memory_growth")).toMatchObject({ state: "regressed", rounds: 13, head: 1_000_000 });
    const same = checkedOn(mixed, () => ["echo", "leak"]);
    expect(judged(same, "memory_growth")).toMatchObject({ rounds: 25 });
    expect(
      judged(
        checkedOn(calm, () => ["echo"]),
        "memory_growth",
      ),
    ).toMatchObject({ state: "pass", rounds: 25 });
  });

  test("allows more per call where a launch answers few, since launches differ by as many bytes", () => {
    const judgedAfter = (calls: number, head: number) => {
      const record = recordOf({ base: { memory_growth: 0 }, head: { memory_growth: head } }, 25);
      const rounds = record.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => ({ ...launch, leakCheckCalls: calls })),
      }));
      const found = judged({ ...record, rounds }, "memory_growth");
      return [found?.state, found?.threshold.text];
    };
    expect(judgedAfter(1000, 1_200_000)).toEqual(["regressed", "+500KB"]);
    expect(judgedAfter(300, 1_200_000)).toEqual(["pass", "+2000KB"]);
    expect(judgedAfter(300, 5_000_000)).toEqual(["regressed", "+2000KB"]);
  });

  test("is told in bytes per 1,000 calls, and may be below zero", () => {
    const record = recordOf({ base: { memory_growth: -20_000 }, head: { memory_growth: 1_000_000 } }, 25);
    expect(judged(record, "memory_growth")).toMatchObject({
      row: "(server)",
      state: "regressed",
      base: expect.closeTo(-20_000, 3),
      head: expect.closeTo(1_000_000, 3),
      change: { estimate: expect.closeTo(1_020_000, 3) },
    });
  });

  test("never passes on too few rounds, and asks for more without measuring the rows again", () => {
    const few = recordOf({ base: { memory_growth: 0 }, head: { memory_growth: 0 } }, 5);
    expect(judged(few, "memory_growth")?.state).toBe("inconclusive");
    const open = recordOf({ base: { memory_growth: 0 }, head: { memory_growth: 1_000_000 } }, 6);
    expect(judged(open, "memory_growth")?.state).toBe("inconclusive");
    expect(shouldContinue(tabulate(open))).toMatchObject({ open: [], leak: "last open" });
  });

  test.each([
    { head: 0, leak: "decided", checks: 6 },
    { head: 1_000_000, leak: "open", checks: 5 },
    { head: 1_000_000, leak: "beyond", checks: 6 },
  ])("asks for calls that tell of it as long as it is open: $leak", ({ head, leak, checks }) => {
    const slow = { latencies: new Array<number>(30).fill(1) };
    const record = makeRecord({
      rows: { echo: { base: Array.from({ length: 6 }, () => slow), head: jumping(6) } },
      launches: {
        base: Array.from({ length: 6 }, (_, round) => (round < checks ? { memory_growth: 0 } : {})),
        head: Array.from({ length: 6 }, (_, round) => (round < checks ? { memory_growth: head } : {})),
      },
    });
    expect(shouldContinue(tabulate(record))).toMatchObject({ open: ["echo"], leak });
  });

  test("is open where no round measured it on both sides", () => {
    const made = recordOf({ base: { memory_growth: 0 }, head: { memory_growth: 0 } }, 10);
    const rounds = made.rounds.map((round) => ({
      ...round,
      launches: round.launches.map((launch) =>
        (launch.arm === "head") === round.index < 5 ? { ...launch, metrics: {} } : launch,
      ),
    }));
    const reason = { code: "no-rounds" };
    expect(judged({ ...made, rounds }, "memory_growth")).toMatchObject({ state: "inconclusive", rounds: 0, reason });
  });

  test("is absent where growth was not seen", () => {
    expect(judged(recordOf({ base: {}, head: { memory_growth: 1e6 } }, 10), "memory_growth")).toBeUndefined();
  });
});

describe("processes left behind", () => {
  test("any rise is a regression", () => {
    const record = recordOf({ base: { orphans: 0 }, head: { orphans: 1 } }, 7);
    expect(judged(record, "orphans")).toMatchObject({ state: "regressed", base: 0, head: 1 });
  });

  test("as many as before are none of this change's making", () => {
    const record = recordOf({ base: { orphans: 1 }, head: { orphans: 1 } }, 7);
    expect(judged(record, "orphans")).toMatchObject({ state: "pass" });
  });

  test("in more launches than before are one too, and in a few more leave it open", () => {
    const left = (launches: number) => Array.from({ length: 20 }, (_, round) => (round < launches ? 3 : 0));
    const state = (base: number, head: number) => {
      const made = recordOf({ base: {}, head: {} }, 20);
      const counts: Record<string, number[]> = { base: left(base), head: left(head) };
      const rounds = made.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => ({
          ...launch,
          metrics: { ...launch.metrics, orphans: counts[launch.arm]?.[round.index] ?? 0 },
        })),
      }));
      return judged({ ...made, rounds }, "orphans");
    };
    expect(state(0, 14)).toMatchObject({
      state: "regressed",
      reason: { code: "counted", worse: 14, better: 0, ofRounds: 20 },
    });
    expect(state(0, 4)?.state).toBe("inconclusive");
    expect(state(4, 4)?.state).toBe("pass");
    expect(state(4, 0)?.state).toBe("pass");
  });

  describe("where launches failed, which count nothing,", () => {
    /** Counts of each round; a launch without one failed. */
    const counted = (base: readonly (number | undefined)[], head: readonly (number | undefined)[]) => {
      const made = recordOf({ base: {}, head: {} }, head.length);
      const counts: Record<string, typeof head> = { base, head };
      const rounds = made.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => {
          const orphans = counts[launch.arm]?.[round.index];
          return { ...launch, metrics: orphans === undefined ? {} : { orphans } };
        }),
      }));
      return judged({ ...made, rounds }, "orphans");
    };
    const inTurns = Array.from({ length: 20 }, (_, round) => round % 2);

    test.each([
      ["base", [undefined, ...inTurns.slice(1)], inTurns],
      ["head", inTurns, [undefined, ...inTurns.slice(1)]],
    ])("the rounds of %s after it keep their partners", (_, base, head) => {
      expect(counted(base, head)).toMatchObject({ state: "pass", reason: { code: "unchanged" } });
    });

    test("a rise in all other rounds is found", () => {
      const base = [undefined, ...inTurns.slice(1)];
      const head = inTurns.map((count) => count + 1);
      const reason = { code: "counted", worse: 19, better: 0, ofRounds: 19 };
      expect(counted(base, head)).toMatchObject({ state: "regressed", reason });
    });

    test("nothing is decided of rounds in which never both count", () => {
      const base = inTurns.map((count, round) => (round < 10 ? count : undefined));
      const head = inTurns.map((count, round) => (round < 10 ? undefined : count));
      expect(counted(base, head)).toMatchObject({ state: "inconclusive", reason: { code: "no-rounds" } });
    });
  });
});

describe("a process that is left behind now and then, alike by base and head", () => {
  test("is no regression at any look, however the middle launch falls", () => {
    const random = seededRandom(31);
    const orphans: Threshold = {
      metric: "orphans",
      level: "fail",
      limit: { kind: "relative", change: 0 },
      text: "+0%",
    };
    const gate = { row: "(server)", threshold: orphans, statistic: undefined };
    let [regressed, open] = [0, 0];
    for (let run = 0; run < 300; run++) {
      const rounds = (): number[] => Array.from({ length: 30 }, () => (random() < 0.5 ? 1 : 0));
      const [base, head] = [rounds(), rounds()];
      const states = Array.from({ length: 24 }, (_, look) => {
        const seen = (side: readonly number[]) => {
          const own = side.slice(0, look + 6);
          return { state: "measured" as const, value: median(own), rounds: own };
        };
        return judgeExact({ ...gate, statistic: seen(head) }, seen(base), {
          change: 0,
          gates: 1,
          lists: { before: [], after: [] },
        }).state;
      });
      if (states.includes("regressed")) regressed += 1;
      if (states[9] === "inconclusive") open += 1;
    }
    // 1 % of 300 plus 2.5 standard errors; those in doubt after 15 rounds.
    expect(regressed).toBeLessThanOrEqual(7);
    expect(open).toBeLessThanOrEqual(60);
  });
});

describe("memory while calls are made", () => {
  const rounds = (units: number, bytes: readonly number[]) =>
    bytes.map((each) => {
      const endRssBytes = 50e6 + units * each;
      const memory = { readings: 2, meanRssBytes: endRssBytes - 10, peakRssBytes: endRssBytes + 10, endRssBytes };
      return { latencies: [1, 1], more: { memory } };
    });
  const swept = (field: string, bytes: readonly number[] = [2048]) => {
    const units = [10, 100, 1000];
    const at = (value: number) => ({ benchmark: "create", sweep: { field, value } });
    const record = makeRecord({
      rows: Object.fromEntries(units.map((n) => [`n=${n}`, { head: rounds(n, bytes) }])),
      fields: Object.fromEntries(units.map((n) => [`n=${n}`, at(n)])),
    });
    return summarise(tabulate(record), "head").rows.map(({ statistics }) => statistics);
  };

  test("one more unit of a matrix has its cost told with the largest, and over several launches an interval", () => {
    const [first, , last] = swept("n");
    expect(last?.memory_per_unit).toMatchObject({ state: "measured", value: 2048 });
    expect(last?.memory_per_unit).not.toHaveProperty("interval");
    expect(last?.load_peak_rss).toMatchObject({ value: 50e6 + 2_048_010 });
    expect(first).not.toHaveProperty("memory_per_unit");
    const several = swept("n", [2000, 2010, 2020, 2030, 2040])[2]?.memory_per_unit;
    expect(several).toMatchObject({ state: "measured", rounds: [2000, 2010, 2020, 2030, 2040] });
    // Student's t with four degrees of freedom times the standard error.
    const half = (2.776445 * Math.sqrt(250)) / Math.sqrt(5);
    if (several?.state !== "measured") throw new Error("not measured");
    expect(several.value).toBeCloseTo(2020, 6);
    expect(several.interval?.low).toBeCloseTo(2020 - half, 2);
    expect(several.interval?.high).toBeCloseTo(2020 + half, 2);
  });

  test("a sweep of sessions tells what a session costs, one of concurrency nothing", () => {
    expect(swept("sessions")[2]?.memory_per_session).toMatchObject({ value: 2048 });
    expect(Object.keys(swept("concurrency")[2] ?? {}).filter((id) => id.startsWith("memory_per"))).toEqual([]);
  });
});
