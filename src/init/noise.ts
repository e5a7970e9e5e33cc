import { automaticRounds } from "../config/expand/make-plan.ts";
import { decideRun } from "../decide/decide-run.ts";
import { decidePaired, fewestRounds, roundsNeeded } from "../decide/paired/paired-decision.ts";
import { checkedRoundMs } from "../measure/run/leak-check-rounds.ts";
import { expectedRoundMs } from "../measure/run/least-time.ts";
import { grouped, percent, plural } from "../metrics/format.ts";
import { RowReading } from "../metrics/reading.ts";
import type { Arm, Plan, Row } from "../plan/plan.ts";
import { trimmedMean } from "../stats/trimmed.ts";
import { summarise } from "../table/summarise.ts";
import { type Table, withRounds } from "../table/table.ts";
import { type Finding, good, odd } from "./doctor-checks.ts";

/** The change of p50 whose verdict is foretold. */
const change = 0.1;
/** No run goes on for more by default. */
const mostRounds = automaticRounds.max;
/** From fewer nothing is foretold. */
const fewestSeen = 3;

interface WholeRun {
  /** Time of a round of all rows. */
  readonly roundMs: number;
  readonly rows: number;
  readonly gates: number;
  readonly budgetMs?: number | undefined;
}

/**
 * Reports the noise between launches of one commit, by the first row of a run that measured it as head and as base, and
 * the time that a verdict takes with it: the decision is asked about as many rounds with such noise as it needs, and no
 * fewer can show a regression.
 */
export function noiseFinding(table: Table, { roundMs, rows, gates, budgetMs }: WholeRun): Finding | undefined {
  const [row] = table.rows;
  if (!row?.paired) return undefined;
  const ratios = row.paired.ratios("p50").map(({ worse }) => worse);
  const ofAll = rows > 1 ? ` of all ${rows} rows` : "";
  if (ratios.length < fewestSeen) {
    const leastMs = roundMs * roundsNeeded(gates);
    const least = `so a verdict takes about ${roughly(leastMs)} or more${beyond(leastMs, budgetMs)}`;
    return odd("noise", `a round${ofAll} takes about ${roughly(roundMs)}, ${least}: ${quicker(gates)}`);
  }
  const middle = trimmedMean(ratios);
  const scatter = ratios.map((ratio) => ratio - middle);
  const typical = scatter.map(Math.abs).sort((a, b) => a - b)[Math.floor(scatter.length / 2)] ?? 0;
  const found = `${row.id}: p50 typically differs by ${grouped(100 * Math.expm1(typical), 1)}% between two launches of one commit`;
  const needed = roundsFor(scatter);
  if (needed === undefined) {
    const fix = "stop other programs, set more `requests`, or widen the threshold";
    return odd("noise", `${found}, and ${mostRounds} rounds would not decide on ${percent(change)}: ${fix}`);
  }
  const verdictMs = roundMs * Math.max(needed, roundsNeeded(gates));
  const tooLong = beyond(verdictMs, budgetMs);
  const text = `${found}; a verdict on ${percent(change)}${ofAll} takes about ${roughly(verdictMs)}${tooLong}`;
  return tooLong === "" ? good("noise", text) : odd("noise", `${text}: raise \`time_budget\`, or ${quicker(gates)}`);
}

/** A verdict takes rounds for its gates, however short these are. */
function quicker(gates: number): string {
  return `set fewer \`requests\` or list fewer \`benchmarks\`, since ${plural(gates, "gate")} take ${roundsNeeded(gates)} rounds or more`;
}

function beyond(ms: number, budgetMs = Number.POSITIVE_INFINITY): string {
  return ms > budgetMs ? `, more than its time budget of ${roughly(budgetMs)}` : "";
}

/** Counts the gates of a whole run, guards included, by a quick run of all its rows on head alone. */
export function gatesOfRun(quick: Table, plan: Pick<Plan, "leakCheck">): number {
  const table = asWholeRun(quick, plan);
  return decideRun({ table, head: summarise(table, "head"), against: { kind: "paired", stored: [] } }).gates;
}

/** Returns the run as it would be with all calls and a leak check, and with base beside head, no better and no worse. */
function asWholeRun(quick: Table, { leakCheck }: Pick<Plan, "leakCheck">): Table {
  const ofBase = (arm: string) => `base of ${arm}`;
  const isChecked = (leakCheck?.longestMs ?? 0) > 0;
  const leakChecked = isChecked ? quick.rows.map(({ id }) => id) : [];
  const rounds = quick.rounds.map((round) => {
    const launches = round.launches.map((launch) => {
      const growth = isChecked && launch.metrics.peak_rss !== undefined ? { memory_growth: 0 } : {};
      return { ...launch, leakChecked, metrics: { ...launch.metrics, ...growth } };
    });
    const cells = [...round.cells].map(
      ([arm, rows]) => [arm, new Map([...rows].map(([row, reading]) => [row, withAllCalls(reading)]))] as const,
    );
    return {
      ...round,
      launches: [...launches, ...launches.map((launch) => ({ ...launch, arm: ofBase(launch.arm) }))],
      cells: new Map([...cells, ...cells.map(([arm, rows]) => [ofBase(arm), rows] as const)]),
    };
  });
  const arms = quick.arms.flatMap((arm) => [arm, { ...arm, id: ofBase(arm.id), side: "base" as const }]);
  return withRounds({ ...quick, arms }, rounds);
}

/** A quick run makes a tenth of the calls, too few for some guards. */
function withAllCalls({ measurements }: RowReading): RowReading {
  return new RowReading(
    measurements.map((one) => ({
      ...one,
      outcomes: { ...one.outcomes, ok: 10 * (one.outcomes.ok ?? 0) },
      blocks: one.blocks.map((block) => ({ ...block, attempted: 10 * block.attempted })),
    })),
  );
}

/** Rounds until a limit is decided on where they scatter about no change like these; undefined: more than a run makes. */
function roundsFor(scatter: readonly number[]): number | undefined {
  const counts = Array.from({ length: mostRounds - fewestRounds + 1 }, (_, index) => fewestRounds + index);
  return counts.find((count) => {
    const rounds = Array.from({ length: count }, (_, index) => scatter[index % scatter.length] ?? 0);
    return decidePaired(rounds, { limit: Math.log1p(change), gates: 1 }).state === "pass";
  });
}

/** Rounds to what an estimate can tell: 5 seconds, from two minutes on a minute. */
function roughly(ms: number): string {
  const step = ms < 10_000 ? 1 : 5;
  const seconds = Math.max(1, step * Math.round(ms / (1000 * step)));
  return seconds < 120 ? plural(seconds, "second") : `${Math.round(seconds / 60)} minutes`;
}

interface Looks {
  /** Start-up of head until its first answer. */
  readonly startupMs: number;
  /** A quick run of all rows on head alone. */
  readonly quick: Table;
  /** Time of a round of some rows with base beside head, without a leak check. */
  readonly measured: { readonly rows: readonly string[]; readonly roundMs: number };
}

/**
 * About how long a round of a whole run takes, with base beside head and a leak check: as long as the one that was measured,
 * and what the calls of all other rows add to it. `plan`: of head.
 */
export function wholeRoundMs(plan: Plan, { startupMs, quick, measured }: Looks): number {
  const arms = plan.arms.flatMap((arm): Arm[] => [arm, { ...arm, id: `base of ${arm.id}`, side: "base" }]);
  const pace = { startupMs, callMs: callTimes(quick) };
  const expectedMs = (rows: readonly Row[]) => expectedRoundMs({ ...plan, arms, rows }, pace);
  const timed = plan.rows.filter(({ id }) => measured.rows.includes(id));
  return checkedRoundMs(measured.roundMs + expectedMs(plan.rows) - expectedMs(timed), plan);
}

/** Mean time of a call by row; rows of which none succeeded are left out. */
function callTimes({ rows }: Table): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap(({ id, head }) => {
      const blocks = head.measurements.at(-1)?.blocks ?? [];
      const ok = blocks.reduce((sum, block) => sum + block.ok, 0);
      const sumMs = blocks.reduce((sum, block) => sum + block.ok * (block.meanMs ?? 0), 0);
      return ok > 0 ? [[id, sumMs / ok] as const] : [];
    }),
  );
}
