import type { Finding, Verdict } from "../decide/verdict.ts";
import type { Comparison } from "../facts/comparison.ts";
import type { ArmSummary } from "../metrics/summary.ts";
import type { Table } from "../table/table.ts";
import type { Section } from "./block.ts";
import type { Text } from "./text.ts";

/** Everything a rendering may show. Plain data: the same report gives the same bytes in every format. */
export interface Report {
  readonly title: string;
  readonly run: Table;
  readonly head: ArmSummary;
  /** Summary of base, where head was compared with one. */
  readonly base?: ArmSummary;
  readonly comparison: Comparison;
  readonly verdict: Verdict;
  /** One command that repeats the run. */
  readonly reproduce: string;
  /** Earlier runs of the same key, oldest first. */
  readonly history: readonly HistoryRun[];
  /** Configuration file as the repository names it, for annotations. */
  readonly configFile?: string;
  readonly runUrl?: string;
  /** Present when a person with the right to do so accepted the regression by a label: it does not fail the check. */
  readonly accepted?: { readonly by: string; readonly at: string };
  /** True where a label on the pull request can accept a regression. */
  readonly acceptable?: true;
  /** Present when what is stored could not be read, and nothing was measured in its place. */
  readonly unread?: string;
  /** Sentences about the run that stand beside the verdict. They may hold untrusted words. */
  readonly remarks?: readonly string[];
  /** Present when the measured code could have written the figures; `thresholds` says where those come from instead. */
  readonly untrusted?: { readonly thresholds: string };
  /** Features that add to it. */
  readonly features?: readonly ReportFeature[];
}

/** One stored run, as far as charts need it. */
export interface HistoryRun {
  readonly commit?: string;
  readonly createdAt: string;
  readonly summary: ArmSummary;
}

/** Parts that a feature adds to reports. */
export interface ReportFeature {
  /** Makes a section that follows the measurements. */
  readonly section?: (report: Report, extent: FeatureExtent) => Section;
  /** Words a change of a metric that it knows best, such as "search calls the API 4 times, before: once". */
  readonly change?: (finding: Finding) => Text | undefined;
  /** Returns the cause of a regression, where it is known. */
  readonly cause?: (finding: Finding, report: Report) => Cause | undefined;
}

/** Extent of such a section: regressions alone, or all. */
export type FeatureExtent = "regressed" | "all";

export interface Cause {
  /** Clause that follows the regression. */
  readonly clause: Text;
  /** Name of what to look at first. It may hold untrusted words. */
  readonly start?: string | undefined;
}
