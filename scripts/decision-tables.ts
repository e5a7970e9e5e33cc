/** The tables of docs/how-it-decides.md, from the code that decides and from the trials that are kept. */
import { globSync, readFileSync } from "node:fs";
import { markdownTable } from "markdown-table";
import { withRowGuards } from "../src/decide/paired/guards.ts";
import { evidenceNeeded, roundsNeeded } from "../src/decide/paired/paired-decision.ts";
import { metric } from "../src/metrics/metric.ts";
import { defaultThresholds, ofScope, type Threshold } from "../src/plan/threshold.ts";
import { outcomesOf } from "./calibrate/calibrate.ts";
import { titleOf, wellTried } from "./calibrate/document.ts";
import { scenarios } from "./calibrate/scenario.ts";
import { type Tally, tally } from "./calibrate/tally.ts";
import { conditionOf, conditionsOf, type Trial } from "./calibrate/trial.ts";
import { declaredNumber, declares } from "./mutate/mutation.ts";

const table = (rows: readonly (readonly string[])[]) =>
  markdownTable(
    rows.map((row) => [...row]),
    { alignDelimiters: false },
  );

/** Reads the value of a constant of the code, by the name of its file. Throws unless exactly one file of that name declares it. */
export function codeConstant(file: string, name: string): number {
  const values = globSync(`src/**/${file}.ts`).flatMap((path) => {
    const source = readFileSync(path, "utf8");
    return declares(source, name) ? [declaredNumber(source, { file, name })] : [];
  });
  const [value] = values;
  if (value === undefined || values.length > 1)
    throw new Error(`${values.length} files named ${file}.ts declare \`${name}\`; the documentation shows its value`);
  return value;
}

/** The default thresholds, metric by metric. */
export function thresholdsTable(): string {
  const metrics = [...new Set(defaultThresholds.map((one) => one.metric))];
  const limit = (id: string, level: Threshold["level"]) =>
    defaultThresholds.find((one) => one.metric === id && one.level === level)?.text ?? "";
  const rows = metrics.map((id) => [metric(id).label, `\`${id}\``, limit(id, "warn"), limit(id, "fail")]);
  return table([["Metric", "Name", "Warn", "Fail"], ...rows]);
}

const watchesFor: Readonly<Record<string, string>> = {
  mean: "a slow path that the median does not show, where `throughput` has no threshold",
  cpu_per_call: "work that no call waits for, unless `cpu_per_call` has a threshold",
  cpu_to_p50: "CPU time that rose by more than p50, in points of p50",
  slow_calls: `calls that take more than ${codeConstant("tail", "slowFactor")} times the p50 of their launch`,
  stalls: `time lost in calls above both ${codeConstant("tail", "stall.factor")} times p50 and ${codeConstant("tail", "stall.leastMs")} ms`,
  idle_cpu: "CPU time while no call is made, as a share of one core",
  memory_growth: "memory that 1,000 calls leave behind",
};

/** The guards that a gate on p50 brings, with the limits that the default threshold gives them. */
export function guardsTable(): string {
  const p50 = ofScope(defaultThresholds, "row").filter((one) => one.metric === "p50");
  const row = { isOpenLoop: false, cpuIsResolved: true, cpuTells: true, callsSuffice: true };
  const ofRow = withRowGuards(p50, row).filter((one) => !p50.includes(one));
  const idle = codeConstant("guards", "shareLimits.idle_cpu");
  const growth = codeConstant("guards", "usualGrowth");
  const ofServer = [
    ["idle_cpu", `+${100 * idle}pp`],
    ["memory_growth", `+${growth / 1000}KB`],
  ];
  const rows = [...ofRow.map(({ metric: id, text }) => [id as string, text]), ...ofServer];
  return table([
    ["Guard", "Fails beyond", "Watches for"],
    ...rows.map(([id = "", text = ""]) => [`\`${id}\``, text, watchesFor[id] ?? ""]),
  ]);
}

/** The constants that decide, with the values that the code has. */
export function constantsTable(): string {
  const percent = (file: string, name: string) => `${100 * codeConstant(file, name)} %`;
  const judge = (name: string) => codeConstant("judge", name);
  const change = (name: string) => codeConstant("change", `resolution.${name}`);
  return table([
    ["Constant", "Value"],
    ["False alarms per run of unchanged code, at most", `${100 * judge("falseAlarms")} %`],
    ["Evidence that a lone regression needs", `${evidenceNeeded(1)} for each gate of the run`],
    ["Evidence that a pass needs", String(1 / judge("falsePasses"))],
    ["Fewest rounds for a pass", String(codeConstant("paired-decision", "fewestRounds"))],
    [
      "Fewest rounds for a lone regression among 10, 40 and 100 gates",
      [10, 40, 100].map((gates) => roundsNeeded(gates)).join(", "),
    ],
    ["Rounds of a run without base", String(codeConstant("stopping", "launchesWithoutBase"))],
    ["Share of rounds left out at each end", percent("trimmed", "share")],
    ["The two bets", `${codeConstant("anytime", "cautious")} and ${codeConstant("anytime", "bolder")} times as much`],
    [
      "Smallest change that counts",
      `${1000 * change("call")} µs per call, ${change("phase")} ms of a start-up, ${codeConstant("tail", "stall.leastMs")} ms of stalled time per launch`,
    ],
    ["The same against stored runs", `${1000 * codeConstant("noisy", "wakeUpMs")} µs per call`],
    ["p50 may pass by CPU time if CPU time is at least", `${percent("decide-gate", "mostlyWork")} of p50`],
    ["Smallest correlation of consecutive rounds that counts", String(codeConstant("correlation", "smallest"))],
  ]);
}

/** Returns how the trials that are kept ended, in one line for each condition. */
export function calibrationSummary(trials: readonly Trial[]): string {
  const rows = conditionsOf(trials).flatMap((condition) => {
    const own = trials.filter((trial) => conditionOf(trial) === condition);
    const real = tally(outcomesOf(own, scenarios), scenarios);
    return wellTried({ condition, command: "", trials: own, real, replayed: [] }).map(({ real: shown }) => {
      const quiet = shown.filter(({ right }) => right === "quiet");
      const worse = shown.filter(({ right }) => right !== "quiet");
      return [
        titleOf(condition),
        of(quiet, "regressed"),
        of(quiet, "inconclusive"),
        of(worse, "regressed"),
        of(worse, "pass"),
      ];
    });
  });
  const header = ["Machine", "Unchanged: regressed", "inconclusive", "Worse: regressed", "passed"];
  return table([header, ...rows]);
}

function of(tallies: readonly Tally[], state: "regressed" | "inconclusive" | "pass"): string {
  const runs = tallies.reduce((sum, one) => sum + one.runs, 0);
  return runs === 0 ? "–" : `${tallies.reduce((sum, one) => sum + one[state].count, 0)} of ${runs}`;
}
