import { decidePaired, fewestRounds, roundsNeeded } from "../compare/paired/paired-decision.ts";
import { headArm } from "../compare/records.ts";
import { gatedCount, gatesOf, thresholdsOf } from "../compare/thresholds.ts";
import { automaticRounds } from "../config/expand/make-plan.ts";
import { grouped, percent, plural } from "../metrics/format.ts";
import { roundRatios } from "../metrics/row-rounds.ts";
import { summarise } from "../metrics/summarise.ts";
import type { RunRecord } from "../record/record.ts";
import { hodgesLehmann } from "../stats/hodges-lehmann.ts";
import type { Finding } from "./doctor-checks.ts";

/** The change of p50 whose verdict is foretold. */
const change = 0.1;
/** No run goes on for more, unless it is told to. */
const mostRounds = automaticRounds.max;
/** From fewer nothing is foretold. */
const fewestSeen = 3;

/**
 * How far launches of one commit are apart on the first row of a run that measured it as head and as base, and how long a
 * verdict takes where they are: the decision is asked about as many rounds as it needs that scatter like these, and no
 * fewer can show a regression. `rows` and `gates`: of a whole run.
 */
export function noiseFinding(
  record: RunRecord,
  { roundMs, rows, gates }: { readonly roundMs: number; readonly rows: number; readonly gates: number },
): Finding | undefined {
  const what = "noise";
  const [row] = record.rows;
  const [head, base] = (["head", "base"] as const).map((side) => record.arms.find((arm) => arm.side === side));
  if (!row || !head || !base) return undefined;
  const arms = { head: head.id, base: base.id };
  const ratios = roundRatios(record, { row: row.id, id: "p50", arms }).map(({ worse }) => worse);
  const takes = (rounds: number) => {
    const rowMs = (rounds * roundMs) / record.rows.length;
    return rows > 1 ? `${seconds(rowMs)} a row, ${seconds(rowMs * rows)} for all ${rows}` : seconds(rowMs);
  };
  if (ratios.length < fewestSeen) {
    const rounds = `a round of ${row.id} takes ${seconds(roundMs)}`;
    const text = `${rounds}, so a verdict takes at least ${takes(roundsNeeded(gates))}: fewer \`requests\` make it quicker`;
    return { state: "odd", what, text };
  }
  const middle = hodgesLehmann(ratios);
  const scatter = ratios.map((ratio) => ratio - middle);
  const typical = scatter.map(Math.abs).sort((a, b) => a - b)[Math.floor(scatter.length / 2)] ?? 0;
  const found = `${row.id}: p50 of two launches of one commit is typically ${grouped(100 * Math.expm1(typical), 1)}% apart`;
  const needed = roundsFor(scatter);
  return needed === undefined
    ? {
        state: "odd",
        what,
        text: `${found}, and ${mostRounds} rounds would not decide on ${percent(change)}: let nothing else run, make more \`requests\`, or set a wider threshold`,
      }
    : {
        state: "good",
        what,
        text: `${found}; a verdict on ${percent(change)} takes about ${takes(Math.max(needed, roundsNeeded(gates)))}`,
      };
}

/** How many gates a whole run has, by a record of all its rows. */
export function gatesOfRun(record: RunRecord): number {
  return gatedCount(gatesOf(summarise(record, headArm(record)), thresholdsOf(record)));
}

/** Rounds until a limit is decided on where they scatter about no change like these; undefined: more than a run makes. */
function roundsFor(scatter: readonly number[]): number | undefined {
  const counts = Array.from({ length: mostRounds - fewestRounds + 1 }, (_, index) => fewestRounds + index);
  return counts.find((count) => {
    const rounds = Array.from({ length: count }, (_, index) => scatter[index % scatter.length] ?? 0);
    return decidePaired(rounds, { limit: Math.log1p(change), gates: 1 }) === "pass";
  });
}

function seconds(ms: number): string {
  return ms < 120_000 ? plural(Math.max(1, Math.round(ms / 1000)), "second") : `${Math.round(ms / 60_000)} minutes`;
}
