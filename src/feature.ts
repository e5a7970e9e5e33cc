import type { Command } from "commander";
import type { BranchExport } from "./baseline/branch/entry.ts";
import type { FeatureKeys } from "./config/schema/feature-keys.ts";
import type { Finding } from "./init/doctor-checks.ts";
import type { FoundTools, Proposal } from "./init/starter-config.ts";
import type { MakeCompanion } from "./measure/companion.ts";
import type { MakePass } from "./measure/pass.ts";
import type { RunRecord } from "./record/record.ts";
import type { Report, ReportFeature } from "./report/report.ts";
import type { Table } from "./table/table.ts";

/**
 * Part of the product that the core can do without. It lives in a folder of `src/features` and has a line in
 * `src/features/index.ts`; without them the product builds and works, and knows nothing of it.
 */
export interface Feature {
  readonly name: string;
  /** Makes commands of `mcp-bench`. The action, which has none, does not load them. */
  readonly commands?: () => Promise<readonly Command[]>;
  readonly formats?: readonly Format[];
  readonly pass?: FeaturePass;
  /** Keys at the top of `mcp-bench.yml`. The schema for editors has them too. */
  readonly configuration?: FeatureKeys;
  /** Makes a helper that runs beside the servers of each run. */
  readonly companion?: MakeCompanion;
  /** Proposes keys of `mcp-bench.yml` to `mcp-bench init`, where what it found asks for them. */
  readonly proposal?: (found: FoundTools) => Promise<Proposal | undefined>;
  /** Checks its part of a short run for `mcp-bench doctor`, under a configuration. */
  readonly check?: (config: object, table: Table) => Promise<readonly Finding[]>;
  readonly report?: () => Promise<ReportFeature>;
}

/** Untimed measurements after the rounds of a run. */
export interface FeaturePass {
  readonly make: MakePass;
  /** Folder for its raw results. */
  readonly folder: {
    /** Name of the option of `mcp-bench run`, and of the folder beside the record of an action. */
    readonly name: string;
    readonly help: string;
    /** Returns a line on what is in the folder after a run. */
    readonly summary: (record: RunRecord, folder: string) => Promise<string>;
  };
}

/** Returns the passes of features, each with a folder. */
export function passesOf(features: readonly Feature[]): FeaturePass[] {
  return features.flatMap(({ pass }) => pass ?? []);
}

/** Returns the makers of companions. */
export function companionsOf(features: readonly Feature[]): MakeCompanion[] {
  return features.flatMap(({ companion }) => companion ?? []);
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
