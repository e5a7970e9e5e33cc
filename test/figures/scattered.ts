import type { ArmSummary, Statistic } from "../../src/metrics/summary.ts";
import type { Report } from "../../src/report/report.ts";
import { median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { report, statistics, sweep } from "../report/build.ts";
import { gate } from "../report/situations.ts";
import { operations } from "../report/study/made-study.ts";

/** Rounds that scatter by so much, so that no two estimators of them agree. */
export function scattered(made: Report, spread: number): Report {
  const random = seededRandom(7);
  const scatter = (one: Statistic): Statistic => {
    if (one.state !== "measured") return one;
    const rounds = one.rounds.map((value) => value * Math.exp(spread * (random() ** 3 - 0.1)));
    return { ...one, rounds, value: median(rounds) };
  };
  const ofArm = (arm: ArmSummary): ArmSummary => ({
    ...arm,
    rows: arm.rows.map((row) => ({
      ...row,
      statistics: Object.fromEntries(Object.entries(row.statistics).map(([id, one]) => [id, scatter(one)])),
    })),
  });
  return { ...made, head: ofArm(made.head), ...(made.base ? { base: ofArm(made.base) } : {}) };
}

export const study = () => operations({ ping: 1.5, read: 0.5, add: undefined, list: 12 });
export const comparison = () => {
  const rows = [
    ...sweep("grep", { 1: 1.18, 10: 0.76, 50: 0.58 }),
    { id: "echo", base: statistics(2), head: statistics(3) },
  ];
  return report({ rows, findings: gate(rows, {}), status: "pass" });
};
