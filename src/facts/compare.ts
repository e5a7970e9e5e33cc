import { type DecidedRun, type Deciding, decideRun } from "../decide/decide-run.ts";
import { lostPrefix } from "../table/lost-prefix.ts";
import { summarise } from "../table/summarise.ts";
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
  const isPaired = against.kind === "paired";
  const newest = against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
  const earlier = isPaired ? (against.base ?? summarise(table, "base")) : newest;
  const ofBase = table.base ? launchFailures(table, table.base) : [];
  return [
    ...(isPaired ? roundWarnings(table, decided) : baseWithout(ofBase, { isStored: against.kind === "stored" })),
    ...runWarnings(table, head, earlier),
    ...(isPaired ? ofBase : []),
    ...decided.unchecked.map((gates) => ({ code: "not-checked", ...gates }) as const),
  ];
}

/** A base arm that gave nothing to compare with, which is why earlier runs are asked. */
function baseWithout([first]: ReturnType<typeof launchFailures>, { isStored }: { isStored: boolean }): Warning[] {
  return first ? [{ code: "base-not-measured", isStored, first }] : [];
}
