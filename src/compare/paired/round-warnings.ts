import { plural } from "../../metrics/format.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import type { RoundChange } from "../../metrics/row-rounds.ts";
import type { RunRecord } from "../../record/record.ts";
import type { Finding, Warning } from "../verdict.ts";
import { slowdownOfAll } from "./over-rows.ts";
import { roundsNeeded } from "./paired-decision.ts";

interface Judged {
  readonly findings: readonly Finding[];
  /** Changes of p50 of every row. */
  readonly p50: readonly (readonly RoundChange[])[];
  /** Of neighbouring rounds. */
  readonly correlation: number;
  readonly gates: number;
}

/** What a reader must know of the rounds together: that they resemble each other, that all rows got slower, that they are too few. */
export function roundWarnings(record: RunRecord, { findings, p50, correlation, gates }: Judged): Warning[] {
  return [
    ...correlatedRounds(correlation),
    ...allSlower(slowdownOfAll(p50, { correlation })),
    ...(findings.some(isOpen) ? tooFewRounds(record, gates) : []),
  ];
}

function isOpen({ state, threshold: { level } }: Finding): boolean {
  return state === "inconclusive" && level === "fail";
}

function correlatedRounds(correlation: number): Warning[] {
  if (correlation === 0) return [];
  const message = `neighbouring rounds resemble each other (correlation ${correlation.toFixed(1)}), so each counts for less: something else worked on the machine for longer than a round`;
  return [{ code: "correlated-rounds", message }];
}

/** Each row may be within its limit. */
function allSlower(slowdown: ReturnType<typeof slowdownOfAll>): Warning[] {
  if (!slowdown) return [];
  const { words } = howMuch(Math.expm1(slowdown.estimate), speed);
  const message = `All rows together got ${words}: p50 on average, shown in ${plural(slowdown.rounds, "paired round")}`;
  return [{ code: "everything-slower", message }];
}

/** Said of the whole run: several rows may still be shown together, but no single one however slow it is. */
function tooFewRounds({ rounds }: RunRecord, gates: number): Warning[] {
  const needed = roundsNeeded(gates);
  if (rounds.length >= needed) return [];
  const message = `${plural(rounds.length, "round")} cannot show a regression by one of ${plural(gates, "gate")} alone, however large: that takes at least ${needed}. Give the run a longer time budget, or more \`rounds\``;
  return [{ code: "too-few-rounds", message }];
}
