import type { Command } from "commander";
import type { BranchExport } from "./baseline/branch/entry.ts";
import type { Report, ReportFeature } from "./report/report.ts";

/**
 * Part of the product that the core can do without. It lives in a folder of `src/features` and has a line in
 * `src/features/index.ts`; without them the product builds and works, and knows nothing of it.
 */
export interface Feature {
  readonly name: string;
  /** Makes commands of `mcp-bench`. The action, which has none, does not load them. */
  readonly commands?: () => Promise<readonly Command[]>;
  readonly formats?: readonly Format[];
  readonly report?: () => Promise<ReportFeature>;
}

/** Format of reports, for `--format`. */
export interface Format {
  readonly name: string;
  readonly render: (report: Report) => string | Promise<string>;
  /** Renders the whole baseline branch, for `mcp-bench report --history`. */
  readonly renderHistory?: (branch: BranchExport) => string | Promise<string>;
  /** Phrase for a file of it, such as "a page". `mcp-bench run` then has an option that writes it, and the action writes `report.NAME`. */
  readonly file?: string;
}

/** Returns the formats that runs write to files unasked or by an option of their own. */
export function fileFormats(features: readonly Feature[]): (Format & { readonly file: string })[] {
  return features.flatMap(({ formats = [] }) =>
    formats.flatMap((format) => (format.file === undefined ? [] : { ...format, file: format.file })),
  );
}

/** Loads the parts that features add to reports. */
export async function reportFeatures(features: readonly Feature[]): Promise<ReportFeature[]> {
  return Promise.all(features.flatMap(({ report }) => report?.() ?? []));
}
