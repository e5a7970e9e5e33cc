import { describe, expect, test } from "vitest";
import { decideFigures, replayedRows } from "../../../scripts/calibrate/replay.ts";
import { type Scenario, scenarios } from "../../../scripts/calibrate/scenario.ts";
import { scenarioPlan } from "../../../scripts/calibrate/scenario-plan.ts";
import { type Figures, trialOf } from "../../../scripts/calibrate/trial.ts";
import { judge } from "../../../src/run/judge.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { makeRecord, normal, type RoundOf } from "../../decide/records.ts";

/** Says what head does: so many times base's work, twice that in so many of the calls, so much CPU time beside it. */
interface Head {
  readonly work: number;
  readonly slowPath: number;
  readonly hiddenCpu: number;
  /** Says how far launches scatter, and how many of them are three times as slow. */
  readonly spread: number;
  readonly slowMode: number;
}

const noises = [
  { spread: 0.005, slowMode: 0 },
  { spread: 0.05, slowMode: 0 },
  { spread: 0.02, slowMode: 0.2 },
];
const heads: readonly Head[] = [1, 1.05, 1.3, 0.7].flatMap((work) =>
  [0, 0.1].flatMap((slowPath) =>
    [1, 1.07].flatMap((hiddenCpu) => noises.map((noise) => ({ work, slowPath, hiddenCpu, ...noise }))),
  ),
);

const requests = 60;

function scenarioAt(thresholds: string): Scenario {
  const [first] = scenarios;
  if (!first) throw new Error("there are no scenarios");
  return { ...first, rows: 1, requests, thresholds, units: [100] };
}

/** A run with such a head, judged as a run is, and the figures a trial keeps of it. */
function run(scenario: Scenario, { head, seed }: { head: Head; seed: number }) {
  const random = seededRandom(seed);
  const count = 5 + (seed % 4) * 5;
  const side = ({ work, slowPath, hiddenCpu, spread, slowMode }: Head) =>
    Array.from({ length: count }, (): RoundOf => {
      const ms = work * Math.exp(spread * normal(random)) * (random() < slowMode ? 3 : 1);
      const latencies = Array.from({ length: requests }, () => ms * (random() < slowPath ? 2 : 1));
      return { latencies, cpuPerCallMs: 1.01 * hiddenCpu * ms };
    });
  const unchanged = { ...head, work: 1, slowPath: 0, hiddenCpu: 1 };
  const plan = scenarioPlan(scenario, { seed: 0, secondsPerRow: 60 });
  const made = makeRecord({ rows: { "row 1": { base: side(unchanged), head: side(head) } } });
  const record = {
    ...made,
    rows: made.rows.map((row) => ({ ...row, thresholds: [...(plan.rows[0]?.thresholds ?? [])] })),
  };
  const { comparison, verdict } = judge(record, {
    stored: { kind: "none", reason: "none is needed" },
    failOn: ["regression"],
    reproduce: "",
  });
  const about = { scenario: scenario.name, busy: 0, steal: undefined, seconds: 1, comparison, verdict };
  const seen: readonly Figures[] = trialOf(record, about).figures[0] ?? [];
  const [row] = replayedRows(scenario, plan);
  if (!row) throw new Error("the plan has no row");
  return { comparison, replayed: decideFigures([{ row, seen }], { gates: comparison.gates ?? 0 }) };
}

/** Calls that fail, and what the figures do not tell of. */
const notReplayed = ["error_rate"];

describe("a replay of the figures of a run", () => {
  test.each(["{}", "{ p50: +3% }"])("has its gates and decides each as it did, at %s", (thresholds) => {
    const scenario = scenarioAt(thresholds);
    const seenStates = new Set<string>();
    for (const [seed, head] of heads.entries()) {
      const { comparison, replayed } = run(scenario, { head, seed });
      const decided = comparison.findings
        .filter(({ threshold, metric }) => threshold.level === "fail" && !notReplayed.includes(metric))
        .map(({ metric, state }) => `${metric} ${state}`);
      expect(
        replayed.map(({ metric, state }) => `${metric} ${state}`),
        JSON.stringify(head),
      ).toEqual(decided);
      for (const one of decided) seenStates.add(one);
    }
    for (const metric of ["p50", "throughput", "cpu_per_call", "cpu_to_p50", "slow_calls"])
      for (const state of ["regressed", "pass", "inconclusive"]) expect(seenStates).toContain(`${metric} ${state}`);
    for (const state of ["pass", "inconclusive"]) expect(seenStates).toContain(`slow_mode ${state}`);
  });
});
