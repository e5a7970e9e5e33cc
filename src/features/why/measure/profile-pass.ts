import path from "node:path";
import { digest } from "../../../base/host/digest.ts";
import type { Pass, PassInput, PassOptions } from "../../../measure/pass.ts";
import type { Row } from "../../../plan/plan.ts";
import { writeResultFiles } from "../../../record/files/result-files.ts";
import type { RunRecord } from "../../../record/record.ts";
import { isServerRow, serverVariant } from "../../../record/row-ids.ts";
import { explainingKind } from "../profile/explaining-kind.ts";
import type { Effort, Kept, Target } from "./profile-rows.ts";

/** Makes the pass that profiles the servers: of rows that regressed, or of all. `effort`: for one row; absent: the usual one. */
export async function makeProfilePass(options: PassOptions, effort?: Effort): Promise<Pass> {
  return {
    finds: "the profile",
    isWanted: ({ profile }) => profile !== undefined,
    expectedMs: ({ rows, rounds }, regressed) =>
      profilesMs(regressedTargets(regressed, rows).length, rounds.timeBudgetMs),
    run: async ({ context, regressed, untilMs }) => {
      const { plan, progress, clock } = context;
      const worst = regressedTargets(regressed, plan.rows);
      const targets = plan.profile === "always" ? allTargets(plan.rows, worst) : worst;
      if (targets.length === 0) return {};
      const from = clock.now();
      const name = "profiling the servers";
      progress({ kind: "stage", name });
      // Loaded late: most runs profile nothing.
      const { profileRows } = await import("./profile-rows.ts");
      const profiles = await profileRows(targets, { context, untilMs, keep: profileKeeper(options), effort });
      progress({ kind: "stage", name, durationMs: clock.now() - from });
      return { profiles };
    },
  };
}

/** More are rarely looked at, and each takes as long as some rounds. */
const mostRegressed = 3;

/** One that leaks is mostly the one that was changed. */
const mostLeaking = 1;

/** Each takes some ten seconds. */
const mostTargets = 16;

/** Returns what is worth a profile among the gates that failed, the worst first and leaks last; each row and kind once. */
export function regressedTargets(regressed: PassInput["regressed"], rows: readonly Row[]): Target[] {
  const found = regressed.flatMap(({ row: id, metric }): Target[] => {
    const kind = explainingKind(metric);
    const isOfServer = isServerRow(id) && kind !== "memory";
    const row = rows.find((one) => (isOfServer ? one.variant === serverVariant(id) : one.id === id));
    return row && kind ? [{ row, kind }] : [];
  });
  const all = unique(found);
  return [
    ...all.filter(({ kind }) => kind !== "memory").slice(0, mostRegressed),
    ...all.filter(({ kind }) => kind === "memory").slice(0, mostLeaking),
  ];
}

/** Every row, then the start-up of each variant; those that regressed before the others. */
export function allTargets(rows: readonly Row[], worst: readonly Target[]): Target[] {
  const firsts = rows.filter((row, place) => rows.findIndex(({ variant }) => variant === row.variant) === place);
  const all = [
    ...worst,
    ...rows.map((row): Target => ({ row, kind: "time" })),
    ...firsts.map((row): Target => ({ row, kind: "start-up" })),
  ];
  return unique(all).slice(0, mostTargets);
}

function unique(targets: readonly Target[]): Target[] {
  const keyOf = ({ kind, row: { id, variant } }: Target) => JSON.stringify([kind, kind === "start-up" ? variant : id]);
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

/** About how long so many targets take. */
export function profilesMs(targets: number, timeBudgetMs: number | undefined): number {
  return Math.min(targets * expectedOfTargetMs, largestShare * (timeBudgetMs ?? Number.POSITIVE_INFINITY));
}

const expectedOfTargetMs = 12_000;

/** The most of the time budget that is kept for this: a run with a regression fails whatever else it finds. Of 20 s a busy machine takes as much. */
const largestShare = 0.4;

/** Writes raw profiles into a folder, one folder for each row, without secrets; nothing without a folder. */
export function profileKeeper({ folder, hide }: PassOptions): (profile: Kept) => Promise<void> {
  return async ({ target, arm, launch, name, text }) => {
    if (folder === undefined) return;
    const file = `${fileName(arm)}.${launch}.${fileName(name)}`;
    await writeResultFiles(path.join(folder, fileName(target)), { [file]: hide(text) });
  };
}

/** Describes the folder for raw profiles after a run, in a line. */
export function keptText({ profiles = [] }: Pick<RunRecord, "profiles">, folder: string): string {
  if (profiles.some((one) => !("unknown" in one))) return `Written: ${folder}`;
  const why = profiles.length === 0 ? "was profiled (--profile always profiles every row)" : "could be profiled";
  return `No raw profiles in ${folder}: no server ${why}`;
}

/** Names of rows and arms come from a configuration or a server: a name with other characters gets a digest. */
function fileName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "");
  return plain === name && name.length <= 80 ? name : `${plain.slice(0, 60)}-${digest(name)}`;
}
