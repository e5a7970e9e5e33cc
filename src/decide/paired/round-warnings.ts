import { plural } from "../../metrics/format.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import { stopsBy } from "../../record/stop.ts";
import type { RoundChange } from "../../table/round-change.ts";
import type { Table } from "../../table/table.ts";
import { looksWorse } from "../looks-worse.ts";
import type { Finding, Warning } from "../verdict.ts";
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
  const who = others.length < p50.length ? "All other rows" : "All rows";
  return [
    ...correlatedRounds(correlation),
    ...allSlower(who, slowdownOfAll(others, { correlation })),
    ...(waitedFor(findings).length > 0 ? tooFewRounds(table, gates) : []),
  ];
}

function correlatedRounds(correlation: number): Warning[] {
  if (correlation === 0) return [];
  const message = `consecutive rounds are correlated (${correlation.toFixed(1)}), so each counts for less: another program ran on the machine for longer than a round`;
  return [{ code: "correlated-rounds", message }];
}

/** Each row may be within its limit. */
function allSlower(who: string, slowdown: ReturnType<typeof slowdownOfAll>): Warning[] {
  if (!slowdown) return [];
  const { words } = howMuch(Math.expm1(slowdown.estimate), speed);
  const message = `${who} together are ${words} (p50, ${plural(slowdown.rounds, "paired round")})`;
  return [{ code: everyRowSlower, message }];
}

/** Said of a run that ended before it was done: several rows may still be shown together, but no single one however slow it is. */
function tooFewRounds(table: Table, gates: number): Warning[] {
  const { rounds } = table;
  const needed = roundsNeeded(gates);
  if (rounds.length >= needed || stopsBy(table, "first-regression").length > 0) return [];
  const isConfigured = stopsBy(table, "rounds-configured").length > 0;
  const ofImported = table.imported?.rounds === "windows" ? "Raise --windows, or import more runs" : "Import more runs";
  const fix = table.imported ? ofImported : isConfigured ? "Set more `rounds`" : "Raise the time budget";
  const message = `${plural(rounds.length, "round")} cannot show a lone regression among ${plural(gates, "gate")}, however large; at least ${needed} can. ${fix}`;
  return [{ code: fewRounds, message }];
}
