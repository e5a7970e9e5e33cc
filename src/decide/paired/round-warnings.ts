import { stopsBy } from "../../record/stop.ts";
import type { RoundChange } from "../../table/round-change.ts";
import type { Table } from "../../table/table.ts";
import { looksWorse } from "../looks-worse.ts";
import type { Warning } from "../reason.ts";
import type { Finding } from "../verdict.ts";
import { slowdownOfAll } from "./over-rows.ts";
import { roundsNeeded } from "./paired-decision.ts";
import { waitedFor } from "./waited-for.ts";

/** The warning that rows together got slower, which a report tells first. */
export const everyRowSlower = "everything-slower";

/** The warning that so few rounds can show no single regression. */
export const fewRounds = "too-few-rounds";

interface RoundFacts {
  readonly findings: readonly Finding[];
  /** Changes of p50 of every row, in the order of the record's. */
  readonly p50: readonly (readonly RoundChange[])[];
  /** Correlation of neighbouring rounds. */
  readonly correlation: number;
  readonly gates: number;
}

/** Warns about the rounds together: they are correlated, all rows got slower, or they are too few. */
export function roundWarnings(table: Table, { findings, p50, correlation, gates }: RoundFacts): Warning[] {
  const named = new Set(findings.filter((one) => one.state === "regressed" || looksWorse(one)).map(({ row }) => row));
  // Changes of single rows are reported there.
  const others = p50.filter((_, place) => !named.has(table.rows[place]?.id ?? ""));
  return [
    ...correlatedRounds(correlation),
    ...allSlower(slowdownOfAll(others, { correlation }), others.length < p50.length),
    ...(waitedFor(findings).length > 0 ? tooFewRounds(table, gates) : []),
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
function tooFewRounds(table: Table, gates: number): Warning[] {
  const { rounds } = table;
  const needed = roundsNeeded(gates);
  if (rounds.length >= needed || stopsBy(table, "first-regression").length > 0) return [];
  const isConfigured = stopsBy(table, "rounds-configured").length > 0;
  const ofImported = table.imported?.rounds === "windows" ? "windows" : "imports";
  const fix = table.imported ? ofImported : isConfigured ? "rounds" : "budget";
  return [{ code: fewRounds, rounds: rounds.length, gates, need: needed, fix }];
}
