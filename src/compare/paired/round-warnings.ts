import { plural } from "../../metrics/format.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import { configuredRounds, regressionCertain } from "../../record/phrases.ts";
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

interface Judged {
  readonly findings: readonly Finding[];
  /** Changes of p50 of every row, in the order of the record's. */
  readonly p50: readonly (readonly RoundChange[])[];
  /** Of neighbouring rounds. */
  readonly correlation: number;
  readonly gates: number;
}

/** What a reader must know of the rounds together: that they resemble each other, that all rows got slower, that they are too few. */
export function roundWarnings(table: Table, { findings, p50, correlation, gates }: Judged): Warning[] {
  const named = new Set(findings.filter((one) => one.state === "regressed" || looksWorse(one)).map(({ row }) => row));
  // What befell single rows is told of those.
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
  const message = `neighbouring rounds resemble each other (correlation ${correlation.toFixed(1)}), so each counts for less: something else worked on the machine for longer than a round`;
  return [{ code: "correlated-rounds", message }];
}

/** Each row may be within its limit. */
function allSlower(who: string, slowdown: ReturnType<typeof slowdownOfAll>): Warning[] {
  if (!slowdown) return [];
  const { words } = howMuch(Math.expm1(slowdown.estimate), speed);
  const message = `${who} together got ${words} by p50, shown in ${plural(slowdown.rounds, "paired round")}`;
  return [{ code: everyRowSlower, message }];
}

/** Said of a run that ended before it was done: several rows may still be shown together, but no single one however slow it is. */
function tooFewRounds({ rounds, stopReason }: Table, gates: number): Warning[] {
  const needed = roundsNeeded(gates);
  if (rounds.length >= needed || stopReason.startsWith(regressionCertain)) return [];
  const fix = stopReason.endsWith(configuredRounds) ? "Ask for more `rounds`" : "Give the run a longer time budget";
  const message = `${plural(rounds.length, "round")} cannot show a regression by one of ${plural(gates, "gate")} alone, however large: that takes at least ${needed}. ${fix}`;
  return [{ code: fewRounds, message }];
}
