import type { Finding } from "../../../decide/verdict.ts";
import { duration } from "../../../metrics/format.ts";
import { figureOf } from "../../../metrics/summary.ts";
import { isMade, type MadeProfile, type ProfileFrame, type RecordProfile } from "../../../record/profile.ts";
import { serverRowOf } from "../../../record/row-ids.ts";
import { type Cause, type Report, rowName } from "../../../report/report.ts";
import type { Text } from "../../../report/text.ts";
import { groupBy } from "../../../stats/group-by.ts";
import { compareProfiles, type FunctionChange, type ProfileChange } from "../profile/compare-profiles.ts";
import { explainingKind } from "../profile/explaining-kind.ts";

/** Profile of one row: time, start-up or memory, or the reason why it is unknown. */
export type RowProfile = { readonly row: string; readonly kind: RecordProfile["kind"] } & (
  | {
      readonly state: "compared";
      readonly base: MadeProfile;
      readonly head: MadeProfile;
      readonly change: ProfileChange;
    }
  | { readonly state: "head"; readonly head: MadeProfile }
  | { readonly state: "unknown"; readonly reason: string }
);

/** Comparing takes some milliseconds each: every part of a report that asks gets the same. */
const known = new WeakMap<Report["run"], readonly RowProfile[]>();

/** In the order of the record: the worst first. */
export function profilesOf({ run }: Pick<Report, "run">): readonly RowProfile[] {
  const found = known.get(run) ?? compared(run);
  known.set(run, found);
  return found;
}

function compared({ profiles = [], arms }: Report["run"]): RowProfile[] {
  const armOf = (id: string) => arms.find((arm) => arm.id === id);
  const rowOf = ({ row, arm }: RecordProfile) => row ?? serverRowOf(armOf(arm)?.variant);
  const groups = groupBy(profiles, (profile) => JSON.stringify([rowOf(profile), profile.kind]));
  return [...groups.values()].flatMap((same): RowProfile[] => {
    const head = same.find(({ arm }) => armOf(arm)?.side === "head");
    const base = same.find(({ arm }) => armOf(arm)?.side === "base");
    if (!head) return [];
    const about = { row: rowOf(head), kind: head.kind };
    if (!isMade(head)) return [{ ...about, state: "unknown", reason: head.unknown }];
    if (!base) return [{ ...about, state: "head", head }];
    if (!isMade(base)) return [{ ...about, state: "unknown", reason: base.unknown }];
    return [{ ...about, state: "compared", base, head, change: compareProfiles(base, head) }];
  });
}

type ComparedProfile = Extract<RowProfile, { readonly state: "compared" }>;

/** Returns the function that a regression is in, as far as its profiles show one. */
export function causeOfRegression(finding: Finding, report: Report): Cause | undefined {
  if (finding.state !== "regressed") return undefined;
  const profile = profilesOf(report).find((one) => isAbout(finding, one));
  if (profile?.state !== "compared" || keepsNoMore(profile)) return undefined;
  const found = clauseOf(profile);
  const isUnexplained = profile.kind === "time" && !profile.change.culprit && !profile.change.suspect;
  const clause = found.length === 0 && isUnexplained ? waitsByRounds(finding, report) : found;
  const start = functionToStart(profile.change);
  if (clause.length === 0 && start === undefined) return undefined;
  return { clause: clause.length > 0 ? [...clause, ...slowerStep(finding, report)] : clause, start };
}

/** Returns the part of a regression that one function explains; nothing where none stands out. */
function clauseOf(profile: ComparedProfile): Text {
  const { culprit, suspect, waiting, canTell, functions } = profile.change;
  const { verb, whole } = addedBy(profile, functions);
  if (culprit === undefined)
    return suspect && !canTell
      ? [...functionText(suspect), ` probably ${verb} most of `, ...whole, " (too few launches to be sure)"]
      : [];
  if (culprit === waiting) return [`The server waits ${duration(culprit.difference)} longer per call`];
  const part = partText(culprit);
  return part === undefined
    ? [...functionText(culprit), " rose most"]
    : [...functionText(culprit), ` ${verb} ${part} of `, ...whole];
}

/** Share of a rise of latency that CPU time may make up where calls wait, and that a step makes up which is to blame. */
const [mostWork, leastStep] = [0.2, 0.5];

/**
 * Tells waiting by the rounds, where no profile shows a function: latency rose and CPU time per call did not. The launches that
 * are profiled are fewer, and wait for whatever the machine does.
 */
function waitsByRounds(finding: Finding, report: Report): Text {
  const rise = riseOf(finding);
  if (rise === undefined) return [];
  const [before, after] = [report.base, report.head].map((arm) =>
    figureOf(arm?.rows.find(({ row }) => row === finding.row)?.statistics, "cpu_per_call"),
  );
  if (before === undefined || after === undefined || after - before > mostWork * rise) return [];
  return [`The server waits about ${duration(rise)} longer per call, while its CPU time is flat`];
}

/** Rise of a time per call in milliseconds; undefined of other metrics. */
function riseOf({ metric: id, base, head }: Finding): number | undefined {
  if (id !== "p50" && id !== "mean") return undefined;
  return base === undefined || head === undefined || head <= base ? undefined : head - base;
}

/** Names the part of steps or of a mix that most of the rise is in. */
function slowerStep(finding: Finding, { base, head }: Report): Text {
  const rise = riseOf(finding);
  const [before, after] = [base, head].map((arm) => arm?.rows.find(({ row }) => row === finding.row)?.parts ?? []);
  if (rise === undefined || !before || !after) return [];
  const [worst] = after
    .flatMap(({ part, latency }) => {
      const earlier = before.find((one) => one.part === part)?.latency;
      return latency && earlier ? [{ part, by: latency.p50 - earlier.p50 }] : [];
    })
    .sort((one, other) => other.by - one.by);
  return worst && worst.by >= leastStep * rise ? [", in ", { name: worst.part }] : [];
}

/** Tests whether all functions together leak no more: then the differences of single ones are noise. */
export function keepsNoMore(profile: RowProfile): boolean {
  return profile.state === "compared" && profile.kind === "memory" && profile.change.head <= profile.change.base;
}

/** Names the whole that a part is of: p50 may rise by far more than CPU time does, as by waiting for a core. */
function addedBy({ kind, row }: Pick<RowProfile, "kind" | "row">, functions: readonly FunctionChange[]) {
  if (kind === "memory") return { verb: "allocates", whole: ["the memory that calls of ", rowName(row), " leak"] };
  // The Python profiler knows what a function waits for without giving way.
  const isWaiting = functions.some(({ name, difference }) => name.endsWith(" (waits)") && difference > 0);
  return { verb: "takes", whole: [isWaiting ? "the added time" : "the added CPU time"] };
}

/** Returns the function to look at first; undefined where none stands out. */
function functionToStart({ culprit, suspect, waiting, canTell }: ProfileChange): string | undefined {
  const blamed = culprit ?? (canTell ? undefined : suspect);
  return blamed === undefined || blamed === waiting ? undefined : calledText(blamed);
}

/** More than all of it where others became quicker; nothing is a part of no rise. */
function partText({ share }: FunctionChange): string | undefined {
  if (share === undefined) return undefined;
  const whole = Math.round(100 * share);
  return whole >= 100 ? "all" : `${whole}%`;
}

/** Tests whether a profile explains a finding. Leaks are a figure of the server, and profiled row by row. */
export function isAbout({ metric, row }: Finding, profile: Pick<RowProfile, "kind" | "row">): boolean {
  return explainingKind(metric) === profile.kind && (profile.kind === "memory" || profile.row === row);
}

/** Such as `src/search.ts:41`. */
function placeOf({ file, line }: ProfileFrame): string | undefined {
  if (file === undefined) return undefined;
  return line === undefined ? file : `${file}:${line}`;
}

/** Returns what to look for: its name, or its place where it has no name. */
function calledText(of: ProfileFrame): string {
  return of.name === "(anonymous)" ? (placeOf(of) ?? of.name) : of.name;
}

/** Such as `tokenize` (`src/search.ts:41`). */
export function functionText(of: ProfileFrame): Text {
  const place = placeOf(of);
  const called = calledText(of);
  if (place === undefined || called === place) return [{ name: called }];
  // Such as `(module)`, which stands in parentheses itself.
  return of.name.startsWith("(")
    ? [{ name: of.name }, " of ", { name: place }]
    : [{ name: of.name }, " (", { name: place }, ")"];
}
