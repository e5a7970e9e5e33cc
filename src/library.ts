import { isMap } from "./base/json.ts";
import { formatNames, render } from "./cli/output.ts";
import { realDirectory } from "./config/load-config.ts";
import { ConfigError } from "./errors.ts";
import { companionsOf, passesOf, reportFeatures } from "./feature.ts";
import { features } from "./features/index.ts";
import { defaultFailOn, failOnNames, readFailOn } from "./options/read-option.ts";
import { allRunOptions, runOptionsOf } from "./options/run-options.ts";
import { readRecord } from "./record/files/record-file.ts";
import type { Report } from "./report/report.ts";
import { reasonText } from "./report/words/reason.ts";
import { judge, judgeRecords } from "./run/judge.ts";
import { measureCheckout } from "./run/measure-checkout.ts";
import { reproduceRecord } from "./run/reproduce.ts";

// The types here name none of other modules: they are the package's whole promise, and are published as they stand.

/** Options of `mcp-bench run`; docs/cli.md explains each. */
export interface RunOptions {
  readonly server?: string;
  readonly url?: string;
  readonly config?: string;
  readonly workingDirectory?: string;
  /** `key=value` each. */
  readonly set?: readonly string[];
  readonly compareRef?: string;
  readonly passEnv?: readonly string[];
  readonly rounds?: number | "auto";
  /** Such as `2m`. */
  readonly timeBudget?: string;
  /** Such as `1/3`. */
  readonly shard?: string;
  readonly quick?: boolean;
  readonly tokens?: "o200k_base";
  readonly profile?: "off" | "regressed" | "always";
  readonly runnerKey?: string;
  readonly seed?: number;
  /** Ends the run: its servers are stopped, and finished rounds are in the record. */
  readonly signal?: AbortSignal;
}

/**
 * Record of a run, as `mcp-bench run --json` writes it: JSON, to be kept and passed on. Its other fields may change.
 */
export interface RunRecord {
  readonly kind: "mcp-bench-record";
  readonly createdAt: string;
  readonly seed: number;
  /** `text`: of those that have no code of their own. */
  readonly warnings: readonly { readonly code: string; readonly text?: string }[];
}

export interface CompareOptions {
  /** The record of another run to compare with. Without it base is what the record itself holds of `compareRef`, if anything. */
  readonly base?: RunRecord;
  /** Outcomes that fail: as `--fail-on`. */
  readonly failOn?: readonly string[];
}

export interface ReportOptions extends CompareOptions {
  /** As `mcp-bench report --format`; `markdown` unless told otherwise. */
  readonly format?: string;
}

/** One limit on one metric of one row, and what was found. */
export interface Finding {
  readonly row: string;
  readonly metric: string;
  readonly threshold: { readonly level: "warn" | "fail" };
  readonly state:
    | "pass"
    | "regressed"
    | "improved"
    | "over-budget"
    | "inconclusive"
    | "not-comparable"
    | "no-baseline"
    | "errored";
  readonly head?: number;
  readonly base?: number;
  /** From base to head: a share (0.1 is +10 %), of a rate the difference; `low` and `high` bound it. */
  readonly change?: { readonly estimate: number; readonly low?: number; readonly high?: number };
  /** One clause, for people. */
  readonly reason: string;
}

export interface Comparison {
  readonly status: "errored" | "regressed" | "over-budget" | "inconclusive" | "not-comparable" | "no-baseline" | "pass";
  /** True where `failOn` makes the run fail. */
  readonly failed: boolean;
  readonly findings: readonly Finding[];
}

/** Measures a server, and beside it the commit `compareRef` where one is named. Throws an Error whose message is for people. */
export async function run(given: RunOptions = {}): Promise<RunRecord> {
  const { signal, ...options } = mapOf(given, "the options");
  const asked = runOptionsFrom(options);
  const { record } = await measureCheckout(asked, {
    directory: realDirectory(asked.workingDirectory),
    environment: process.env,
    signal: signal ?? new AbortController().signal,
    companions: companionsOf(features),
    passes: passesOf(features).map(({ make }) => ({ make })),
    progress: () => undefined,
  });
  return record;
}

/** Decides on a record by the thresholds it holds. */
export function compare(record: RunRecord, options: CompareOptions = {}): Comparison {
  const { verdict, comparison } = judged(record, options);
  return {
    status: verdict.status,
    failed: verdict.failed,
    findings: comparison.findings.map((one) => ({ ...one, reason: reasonText(one) })),
  };
}

/** Renders a record as a text in one of the formats of `mcp-bench report`. */
export async function report(record: RunRecord, given: ReportOptions = {}): Promise<string> {
  const { format = "markdown", ...options } = mapOf(given, "the options");
  const formats = formatNames(features);
  if (!formats.includes(format))
    throw new ConfigError(`there is no format ${JSON.stringify(format)}`, { expected: `one of ${formats.join(", ")}` });
  const made = judged(record, options);
  return render({ ...made, features: await reportFeatures(features) }, format, { features });
}

/** Types hold for programs in TypeScript alone. Throws ConfigError. */
function mapOf<Value extends object>(value: Value, where: string): Value {
  if (isMap(value)) return value;
  throw new ConfigError(`${where} are not an object`, { expected: "an object, or nothing" });
}

function judged(record: RunRecord, options: CompareOptions): Report {
  const { base, failOn: names } = mapOf(options, "the options");
  if (names !== undefined && !Array.isArray(names))
    throw new ConfigError("it is not a list", { where: "failOn", expected: `a list of ${failOnNames.join(", ")}` });
  const head = readRecord(record, "record");
  const failOn = names ? readFailOn(names.join(), "failOn") : defaultFailOn;
  const shared = { failOn, reproduce: reproduceRecord(head) ?? "npx mcp-bench report record.json" };
  if (base) return judgeRecords({ base: readRecord(base, "base"), head }, shared);
  return judge(head, {
    ...shared,
    stored: { kind: "none", reason: "no record to compare with was given", unasked: true },
  });
}

/** Read as the command line reads them, so that what it refuses is refused here. */
function runOptionsFrom(options: Readonly<Record<string, unknown>>) {
  const known = new Map(allRunOptions.map((option) => [camelCase(option.name), option]));
  const unknown = Object.keys(options).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new ConfigError("there is no such option", {
      where: unknown,
      expected: `one of ${[...known.keys()].join(", ")}`,
    });
  return runOptionsOf(({ name, read }) => {
    const key = camelCase(name);
    const given = options[key];
    if (given === undefined) return undefined;
    return [given].flat().reduce<unknown>((earlier, one) => read(String(one), key, earlier), undefined);
  });
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
