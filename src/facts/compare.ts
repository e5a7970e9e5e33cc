import { type Against, type DecidedRun, type Deciding, decideRun } from "../decide/decide-run.ts";
import { lostPrefix } from "../table/lost-prefix.ts";
import { summarise } from "../table/summarise.ts";
import type { Table } from "../table/table.ts";
import { toolChanges } from "../table/tool-changes.ts";
import type { Comparison, Warning } from "./comparison.ts";
import { listWarnings } from "./list-warnings.ts";
import { roundWarnings } from "./round-warnings.ts";
import { launchFailures, runWarnings } from "./warnings.ts";

/** Decides a run, and gathers what a report tells beside its findings. Throws as `decideRun`. */
export function compare(run: Deciding): Comparison {
  const { table } = run;
  const decided = decideRun(run);
  const { reference, findings, gates, lists } = decided;
  const tools = toolChanges(lists);
  const lost = lostPrefix(lists);
  return {
    reference,
    findings,
    warnings: [...listWarnings(table), ...warningsOf(run, decided)],
    gates,
    ...(tools ? { tools } : {}),
    ...(lost ? { lostPrefix: lost } : {}),
    ...(table.quick ? { quick: true } : {}),
  };
}

function warningsOf({ table, head, against }: Deciding, decided: DecidedRun): Warning[] {
  const unchecked = decided.unchecked.map((gates) => ({ code: "not-checked", ...gates }) as const);
  if (against.kind === "paired") {
    const { base = summarise(table, "base") } = against;
    const failures = table.base ? launchFailures(table, table.base) : [];
    return [...roundWarnings(table, decided), ...runWarnings(table, head, base), ...failures, ...unchecked];
  }
  const newest = against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
  return [...baseWithout(table, against.kind), ...runWarnings(table, head, newest), ...unchecked];
}

/** A base arm that gave nothing to compare with, which is why earlier runs are asked. */
function baseWithout(table: Table, against: Exclude<Against["kind"], "paired">): Warning[] {
  const [first] = table.base ? launchFailures(table, table.base) : [];
  if (!first) return [];
  return [{ code: "base-not-measured", isStored: against === "stored", first }];
}
