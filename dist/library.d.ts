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
	readonly warnings: readonly {
		readonly code: string;
		readonly text?: string;
	}[];
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
	readonly threshold: {
		readonly level: "warn" | "fail";
	};
	readonly state: "pass" | "regressed" | "improved" | "over-budget" | "inconclusive" | "not-comparable" | "no-baseline" | "errored";
	readonly head?: number;
	readonly base?: number;
	/** From base to head: a share (0.1 is +10 %), of a rate the difference; `low` and `high` bound it. */
	readonly change?: {
		readonly estimate: number;
		readonly low?: number;
		readonly high?: number;
	};
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
export declare function run(given?: RunOptions): Promise<RunRecord>;
/** Decides on a record by the thresholds it holds. */
export declare function compare(record: RunRecord, options?: CompareOptions): Comparison;
/** Renders a record as a text in one of the formats of `mcp-bench report`. */
export declare function report(record: RunRecord, given?: ReportOptions): Promise<string>;
