import type { Finding } from "../../compare/verdict.ts";
import { duration, percent } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import type { ProfileKind } from "../../record/profile.ts";
import type { Report } from "../report.ts";
import type { Text } from "../text.ts";
import { rowName } from "../view.ts";
import { functionText } from "./function-name.ts";
import { profilesOf } from "./profiles-of.ts";

/** Shares from here on are all there is, as far as profiles can tell. */
const nearlyAll = 0.95;

/** What of a regression one function explains, as a clause; nothing where none stands out. */
export function whereText(finding: Finding, report: Report): Text {
  const kind = kindOf(finding);
  // What calls keep is a figure of the server, and looked into row by row.
  const profile = profilesOf(report).find((one) => one.kind === kind && (kind === "memory" || one.row === finding.row));
  if (profile?.state !== "compared" || finding.state !== "regressed") return [];
  const { culprit, waiting } = profile.change;
  if (!culprit) return [];
  if (culprit === waiting) return [`The server waits ${duration(culprit.difference)} longer per call`];
  const { share = 0 } = culprit;
  const part = share >= nearlyAll ? "all" : percent(Math.round(share * 100) / 100);
  if (kind === "memory")
    return [...functionText(culprit), ` allocates ${part} of what calls of `, rowName(profile.row), " keep more"];
  return [...functionText(culprit), ` takes ${part} of that`];
}

function kindOf({ metric: id }: Finding): ProfileKind | undefined {
  if (id === "startup" || id === "startup_cpu") return "start-up";
  if (id === "memory_growth") return "memory";
  const { scope, unit } = metric(id);
  return scope === "row" && (unit === "ms" || unit === "per-second") ? "time" : undefined;
}
