import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compare } from "../../src/compare/compare.ts";
import { decidePaired, type PairedState } from "../../src/compare/paired-decision.ts";
import { summarise } from "../../src/compare/summarise.ts";
import { unseenCpu } from "../../src/compare/unseen-cpu.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { makeRecord, type RoundOf } from "./records.ts";

describe("CPU time beyond p50, per round", () => {
  test("is what CPU time rose by more than p50 did, as a share of base's p50", () => {
    expect(unseenCpu([{ cpu: Math.log(1.1), p50: 0 }], 1)[0]).toBeCloseTo(0.1, 12);
    expect(unseenCpu([{ cpu: Math.log(1.1), p50: Math.log(1.1) }], 1)[0]).toBeCloseTo(0, 12);
    expect(unseenCpu([{ cpu: Math.log(1.1), p50: 0 }], 0.02)[0]).toBeCloseTo(0.002, 12); // 1 ms of CPU time in 50
    expect(unseenCpu([{ cpu: Math.log(1.1), p50: 0 }], 4)[0]).toBeCloseTo(0.1, 12); // four threads
  });

  test("counts latency that was saved in all rounds together as unchanged", () => {
    const faster = [-0.5, -0.6, -0.4].map((p50) => ({ cpu: 0, p50 }));
    const [first, second, third] = unseenCpu(faster, 1);
    expect(first).toBeCloseTo(0, 12);
    expect(second).toBeCloseTo(Math.expm1(0.1), 12);
    expect(third).toBeCloseTo(Math.expm1(-0.1), 12);
    expect(unseenCpu([], 1)).toEqual([]);
  });
});

type Figures = [p50: number, throughput: number, cpu: number];
const file = new URL("../../fixtures/recorded/round-figures.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<"aa" | "ab10" | "slow" | "pause", Figures[]>;

/** 200 runs of up to 40 recorded rounds each, with the gates of 20 rows. */
function replay(kind: keyof typeof recorded) {
  const random = seededRandom(5);
  const tally: Record<PairedState, number> = { regressed: 0, pass: 0, inconclusive: 0, improved: 0 };
  for (let trial = 0; trial < 200; trial++) {
    const seen: { cpu: number; p50: number }[] = [];
    let state: PairedState = "inconclusive";
    while (state === "inconclusive" && seen.length < 40) {
      const [p50, , cpu] = recorded[kind][Math.floor(random() * recorded[kind].length)] ?? [Number.NaN, 0, 0];
      seen.push({ cpu, p50 });
      state = decidePaired(unseenCpu(seen, 1), { limit: 0.03, gates: 164, harm: 0.06 });
    }
    tally[state] += 1;
  }
  return tally;
}

describe("CPU time beyond p50 on recorded launches of a busy machine", () => {
  test("is quiet on unchanged code, and on code that is slower as a whole", () => {
    expect(replay("aa").regressed).toBe(0);
    expect(replay("aa").pass).toBeGreaterThanOrEqual(198);
    expect(replay("ab10").pass).toBeGreaterThanOrEqual(198);
  });

  test("finds a slow path of every tenth call, and pauses that work", () => {
    expect(replay("slow").regressed).toBeGreaterThanOrEqual(180);
    expect(replay("pause").regressed).toBeGreaterThanOrEqual(198);
  });
});

describe("a head that does work which no call waits for", () => {
  const side = (cpuPerCallMs: number, ms: number): RoundOf[] =>
    Array.from({ length: 20 }, (_, round) => {
      const mood = 1 + 0.01 * (round % 5);
      return { latencies: new Array<number>(200).fill(ms * mood), cpuPerCallMs: cpuPerCallMs * mood };
    });
  interface Change {
    readonly ms?: [base: number, head: number];
    readonly cpu: [base: number, head: number];
    readonly thresholds?: Record<string, string>;
  }
  const findings = ({ ms = [1, 1], cpu, thresholds = { p50: "+10%" } }: Change) => {
    const rows = { echo: { base: side(cpu[0], ms[0]), head: side(cpu[1], ms[1]) } };
    const record = makeRecord({ rows, thresholds });
    return compare({ record, head: summarise(record, "head"), against: { kind: "paired", stored: [] } }).findings;
  };
  const finding = (change: Change) => findings(change).find(({ metric }) => metric === "cpu_to_p50");

  test("regresses beyond 3 points of p50, though CPU time is within the limit of p50", () => {
    const change: Change = { cpu: [1.003, 1.073] };
    expect(finding(change)).toMatchObject({ state: "regressed", threshold: { level: "fail", text: "+3pp" } });
    expect(finding(change)?.change?.estimate).toBeCloseTo(0.07, 2);
    expect(findings(change).find(({ metric }) => metric === "cpu_per_call")?.state).toBe("pass");
  });

  test("passes where p50 tells of it, where a call mostly waits, where it is a few microseconds or milliseconds a launch", () => {
    expect(finding({ cpu: [1.003, 1.073], ms: [1, 1.07] })?.state).toBe("pass");
    expect(finding({ cpu: [1.003, 1.073], ms: [50, 50] })?.state).toBe("pass");
    const tooSmall = { state: "pass", reason: "the difference is too small to matter" };
    expect(finding({ cpu: [0.1003, 0.1043], ms: [0.1, 0.1] })).toMatchObject(tooSmall);
    expect(finding({ cpu: [0.2003, 0.2093], ms: [0.2, 0.2] })).toMatchObject(tooSmall); // 1.8 ms in 200 calls
    expect(finding({ cpu: [0.2003, 0.2143], ms: [0.2, 0.2] })?.state).toBe("regressed");
    expect(finding({ cpu: [1.003, 1.003], ms: [1, 0.5] })?.state).toBe("pass");
  });

  test("is judged as the configuration says where that bounds CPU time", () => {
    const cpu: Change["cpu"] = [1.003, 1.073];
    expect(finding({ cpu, thresholds: { p50: "+10%", cpu_per_call: "+10%" } })).toBeUndefined();
    expect(finding({ cpu, thresholds: { p50: "+10%", cpu_to_p50: "+20pp" } })?.state).toBe("pass");
    expect(finding({ cpu, thresholds: { p50: "+10%", cpu_to_p50: "+5%" } })?.state).toBe("regressed");
  });
});
