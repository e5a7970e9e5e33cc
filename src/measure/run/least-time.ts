import { ConfigError } from "../../errors.ts";
import { inFlightOf, type Load, leastMsOf, rateOf } from "../../model/load.ts";
import { type Plan, placeOf, type Row } from "../../plan/plan.ts";
import { launchGroups, rowOn } from "../launch/launch-group.ts";

type Timed = Pick<Plan, "arms" | "rows" | "rounds" | "cooldownMs">;

/** Throws ConfigError where durations, pauses and rates alone take longer than the time budget. */
export function checkFits(plan: Timed): void {
  const { kind, min, timeBudgetMs } = plan.rounds;
  if (timeBudgetMs === undefined) return;
  const tooLong = (what: string, ms: number) =>
    `${what} at least ${seconds(ms)}, longer than the time budget of ${seconds(timeBudgetMs)}`;
  const raise = (ms: number) => `raise \`time_budget\` above ${seconds(ms)}`;
  const less = "ask for less (`duration`, `delay`, `requests`, `processes`)";
  for (const row of plan.rows) {
    const ms = roundMs({ ...plan, rows: [row] }, ({ load }) => leastMsOf(load));
    if (ms <= timeBudgetMs) continue;
    const { side } = plan.arms.find((arm) => arm.side === "base") ?? {};
    const each = side === "base" ? " (on both commits)" : "";
    throw new ConfigError(tooLong(`one round of ${row.id} takes${each}`, ms), {
      where: placeOf(row),
      fix: `${less}, or ${raise(ms)}`,
    });
  }
  const oneMs = roundMs(plan, ({ load }) => leastMsOf(load));
  if (oneMs > timeBudgetMs)
    throw new ConfigError(tooLong(`one round of all ${plan.rows.length} benchmarks takes`, oneMs), {
      fix: `${less}, a shorter \`cooldown\` or fewer benchmarks, or ${raise(oneMs)}`,
    });
  if (kind !== "fixed") return;
  const allMs = Array.from({ length: min }, (_, index) => {
    const rows = plan.rows.filter(({ rounds = min }) => index < rounds);
    return roundMs({ ...plan, rows }, ({ load }) => leastMsOf(load));
  }).reduce((sum, ms) => sum + ms, 0);
  if (allMs > timeBudgetMs)
    throw new ConfigError(tooLong(`${min} rounds take`, allMs), {
      fix: `ask for fewer \`rounds\`, or ${raise(allMs)}`,
    });
}

/** After the first round, and with `leftMs` to go: that the budget is too short for a decision, if all rounds last as long. */
export function tooShort(
  { rounds: { kind, min, timeBudgetMs }, arms }: Timed,
  { roundMs, leftMs }: { readonly roundMs: number; readonly leftMs: number },
): string | undefined {
  const needMs = (min - 1) * roundMs;
  const decides = kind === "auto" && arms.some(({ side }) => side === "base");
  if (timeBudgetMs === undefined || !decides || needMs <= leftMs) return undefined;
  const left = `${seconds(Math.max(0, leftMs))} of the time budget of ${seconds(timeBudgetMs)} are left`;
  return `${left}, too few for a decision: a pass takes at least ${min} rounds, about ${seconds(needMs)} more here, a regression mostly more. Raise \`time_budget\`, or ask for less`;
}

interface Pace {
  /** From a start to the first answer. */
  readonly startupMs: number;
  /** Time of a call, by row; rows that were not called are left out. */
  readonly callMs: ReadonlyMap<string, number>;
}

/** About how long a round of all rows takes at this pace, launches included and leak checks left out. */
export function expectedRoundMs(plan: Timed, { startupMs, callMs }: Pace): number {
  const expected = (row: Row) => Math.max(leastMsOf(row.load), callsMs(row.load) * (callMs.get(row.id) ?? 0));
  const launches = launchGroups(plan.rows, plan.arms).reduce(
    (sum, { arms, processes }) => sum + arms.length * processes,
    0,
  );
  return roundMs(plan, expected) + launches * startupMs;
}

/** All rows on all their arms, one after the other, and the pauses between them. `ofRow`: on one arm in one launch. */
function roundMs({ rows, arms, cooldownMs }: Timed, ofRow: (row: Row) => number): number {
  let sum = 0;
  for (const { sets, processes, arms: own, oneByOne } of launchGroups(rows, arms)) {
    for (const [place, set] of sets.entries()) {
      const ofArms = own.flatMap((arm) => rowOn(set, arm) ?? []).reduce((ms, row) => ms + ofRow(row), 0);
      const pause = place < sets.length - 1 ? (set.rows[0]?.cooldownMs ?? cooldownMs) : 0;
      sum += processes * (ofArms + pause * (oneByOne ? own.length : 1));
    }
  }
  return sum;
}

/** Counts the calls of a row on one arm that follow each other, if the server answers them side by side. */
function callsMs(load: Load): number {
  // At a rate they take as long as they take to be sent.
  const calls = rateOf(load) === undefined ? (load.requests ?? 0) : 0;
  return (calls + load.warmup) / (inFlightOf(load) ?? 1);
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toPrecision(3)).toLocaleString("en")} s`;
}
