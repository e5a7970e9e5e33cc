import type { DecidedRun } from "../decide/decide-run.ts";
import { waitedFor } from "../decide/paired/guards.ts";
import { decidePaired, roundsNeeded } from "../decide/paired/paired-decision.ts";
import type { Finding } from "../decide/verdict.ts";
import { stopsBy } from "../record/stop.ts";
import { groupBy } from "../stats/group-by.ts";
import { trimmedMean } from "../stats/trimmed.ts";
import type { RoundChange } from "../table/round-change.ts";
import type { Table } from "../table/table.ts";
import type { Warning } from "./comparison.ts";
import { looksWorse } from "./looks-worse.ts";

/** The warning that rows together got slower, which a report tells first. */
export const everyRowSlower = "everything-slower";

/** The warning that so few rounds can show no single regression. */
export const fewRounds = "too-few-rounds";

/** Warns about the rounds together: they are correlated, all rows got slower, or they are too few. */
export function roundWarnings(
  table: Table,
  { findings, correlation, gates }: Pick<DecidedRun, "findings" | "correlation" | "gates">,
): Warning[] {
  const againstBase = findings.filter(({ against }) => against === undefined);
  // Changes of single rows are reported there.
  const named = new Set(
    againstBase.filter((one) => one.state === "regressed" || looksWorse(one)).map(({ row }) => row),
  );
  const others = table.rows.filter(({ id }) => !named.has(id));
  const p50 = others.map(({ paired }) => paired?.ratios("p50") ?? []);
  return [
    ...correlatedRounds(correlation),
    ...allSlower(slowdownOfAll(p50, { correlation }), others.length < table.rows.length),
    ...tooFewRounds(table, waitedFor(againstBase), gates),
  ];
}

function correlatedRounds(correlation: number): Warning[] {
  return correlation === 0 ? [] : [{ code: "correlated-rounds", correlation }];
}

/** Each row may be within its limit. */
function allSlower(slowdown: ReturnType<typeof slowdownOfAll>, others: boolean): Warning[] {
  if (!slowdown) return [];
  return [{ code: everyRowSlower, others, slower: Math.expm1(slowdown.estimate), rounds: slowdown.rounds }];
}

/** Said of a run that ended before it was done: several rows may still be shown together, but no single one however slow it is. */
function tooFewRounds(table: Table, open: readonly Finding[], gates: number): Warning[] {
  // Rounds that only checked the memory measured no row.
  const rounds = Math.max(...open.map((one) => one.rounds));
  const needed = roundsNeeded(gates);
  if (open.length === 0 || rounds >= needed || stopsBy(table, "first-regression").length > 0) return [];
  const isConfigured = stopsBy(table, "rounds-configured").length > 0;
  const ofImported = table.imported?.rounds === "windows" ? "windows" : "imports";
  const fix = table.imported ? ofImported : isConfigured ? "rounds" : "budget";
  return [{ code: fewRounds, rounds, gates, need: needed, fix }];
}

/** A slowdown of all rows beyond this is reported, whatever the thresholds of the rows. */
const slowerByMore = Math.log1p(0.015);

/** Fewest rows whose average says more than one of them. */
const fewestRows = 3;

/** Smallest share of a round's rows: the slowest-looking rows stay longest. */
const leastShare = 0.5;

/**
 * Estimates how much slower the rows of a run are together: ln of p50's ratio, the trimmed mean of the rows in every
 * round. What moves all rows a little moves none of them beyond its own noise, and scatters less the more rows there
 * are. Undefined where it is not shown, by evidence of one in a hundred runs, or too small to be told.
 */
export function slowdownOfAll(
  rows: readonly (readonly RoundChange[])[],
  { correlation = 0 }: { readonly correlation?: number } = {},
): { readonly estimate: number; readonly rounds: number } | undefined {
  if (rows.length < fewestRows) return undefined;
  const rounds = groupBy(rows.flat(), ({ round }) => round);
  const enough = Math.max(fewestRows, leastShare * rows.length);
  const whole = [...rounds.values()].filter(({ length }) => length >= enough);
  if (whole.length === 0) return undefined;
  const centres = whole.map((changes) => trimmedMean(changes.map(({ worse }) => worse)));
  const { state, estimate, values } = decidePaired(centres, { limit: slowerByMore, gates: 1, correlation });
  return state === "regressed" ? { estimate, rounds: values.length } : undefined;
}
