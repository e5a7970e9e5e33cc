import type { Finding } from "../../compare/verdict.ts";
import { duration } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import type { FunctionChange } from "../../profile/compare-profiles.ts";
import type { Report } from "../report.ts";
import type { Text } from "../text.ts";
import { rowName } from "../view.ts";
import { functionText } from "./function-name.ts";
import { profilesOf, type RowProfile } from "./profiles-of.ts";

/** What of a regression one function explains, as a clause; nothing where none stands out. */
export function whereText(finding: Finding, report: Report): Text {
  if (finding.state !== "regressed") return [];
  const profile = profilesOf(report).find((one) => one.kind !== "spans" && isAbout(finding, one));
  if (profile?.state !== "compared") return [];
  const { culprit, suspect, waiting, canTell } = profile.change;
  if (culprit === undefined)
    return suspect && !canTell
      ? [...functionText(suspect), " likely takes most of that, by too few launches to be sure"]
      : [];
  if (culprit === waiting) return [`The server waits ${duration(culprit.difference)} longer per call`];
  const part = partText(culprit);
  if (profile.kind === "memory")
    return [...functionText(culprit), ` allocates ${part} of what calls of `, rowName(profile.row), " keep more"];
  return [...functionText(culprit), ` takes ${part} of that`];
}

/** More than all of it where others became quicker. */
function partText({ share = 0 }: FunctionChange): string {
  const whole = Math.round(100 * share);
  return whole >= 100 ? "all" : `${whole}%`;
}

/** Whether a profile looked for what a finding tells. What calls keep is a figure of the server, and looked into row by row. */
export function isAbout({ metric: id, row }: Finding, profile: Pick<RowProfile, "kind" | "row">): boolean {
  const isTime = profile.kind === "time" || profile.kind === "spans";
  if (id === "startup" || id === "startup_cpu") return profile.kind === "start-up" && profile.row === row;
  if (id === "memory_growth") return profile.kind === "memory";
  const { scope, unit } = metric(id);
  return isTime && profile.row === row && scope === "row" && (unit === "ms" || unit === "per-second");
}
