import { mean } from "simple-statistics";
import { signed } from "../../src/metrics/format.ts";
import { median } from "../../src/stats/describe.ts";
import { normalCritical } from "../../src/stats/distributions.ts";
import { wilsonInterval } from "../../src/stats/proportion.ts";
import type { Scenario } from "./scenario.ts";

/** Says how one run was decided, in a real trial or in a replay. */
export interface Outcome {
  readonly scenario: string;
  readonly status: string;
  readonly rounds: number;
  readonly seconds?: number;
  /** ln(head/base) of p50, over all rounds and rows of a real trial. */
  readonly changes?: readonly number[];
  /** Says whether the one-shot rule would have failed the run. */
  readonly oneShot: boolean;
}

/** A share with its 95 % interval (Wilson's). */
interface Rate {
  readonly count: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** Says what became of all runs of one scenario. */
export interface Tally {
  readonly scenario: string;
  readonly title: string;
  readonly right: Scenario["right"];
  readonly goal: string;
  readonly runs: number;
  readonly pass: Rate;
  readonly regressed: Rate;
  readonly inconclusive: Rate;
  /** Errored. */
  readonly other: Rate;
  readonly oneShot: Rate;
  readonly meanRounds: number;
  readonly meanSeconds?: number;
  /** Says what p50 rose by in the middle of all rounds, as a share of base's. */
  readonly medianChange?: number;
}

const decisions = ["pass", "regressed", "inconclusive"];

/** Counts outcomes by scenario; scenarios without any are left out. */
export function tally(outcomes: readonly Outcome[], scenarios: readonly Scenario[]): Tally[] {
  return scenarios.flatMap(({ name, title, right, goal }): Tally[] => {
    const own = outcomes.filter(({ scenario }) => scenario === name);
    if (own.length === 0) return [];
    const rate = (is: (outcome: Outcome) => boolean): Rate => {
      const share = { count: own.filter(is).length, of: own.length };
      return { ...share, ...wilsonInterval(share, normalCritical(0.025)) };
    };
    const seconds = own.flatMap((outcome) => outcome.seconds ?? []);
    const changes = own.flatMap((outcome) => outcome.changes ?? []);
    return [
      {
        scenario: name,
        title,
        right,
        goal,
        runs: own.length,
        pass: rate(({ status }) => status === "pass"),
        regressed: rate(({ status }) => status === "regressed"),
        inconclusive: rate(({ status }) => status === "inconclusive"),
        other: rate(({ status }) => !decisions.includes(status)),
        oneShot: rate((outcome) => outcome.oneShot),
        meanRounds: mean(own.map(({ rounds }) => rounds)),
        ...(seconds.length > 0 ? { meanSeconds: mean(seconds) } : {}),
        ...(changes.length > 0 ? { medianChange: Math.expm1(median(changes)) } : {}),
      },
    ];
  });
}

/** The tallies as a Markdown table. */
export function renderTallies(tallies: readonly Tally[]): string {
  const header = [
    "Scenario",
    "Goal",
    "Runs",
    "Regressed",
    "Inconclusive",
    "Pass",
    "Other",
    "Rounds",
    "Seconds",
    "Change of p50",
    "One-shot rule fails",
  ];
  const rows = tallies.map((one) => [
    one.title,
    one.goal,
    String(one.runs),
    ...[one.regressed, one.inconclusive, one.pass, one.other].map(written),
    one.meanRounds.toFixed(1),
    one.meanSeconds === undefined ? "–" : one.meanSeconds.toFixed(0),
    one.medianChange === undefined ? "–" : signed(one.medianChange),
    written(one.oneShot),
  ]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function written({ count, of, low, high }: Rate): string {
  const share = (value: number) => (100 * value).toFixed(1);
  return `${share(count / of)} % (${share(low)} to ${share(high)})`;
}
