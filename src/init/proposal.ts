import type { LoadedConfig } from "../config/loaded-config.ts";
import type { TriedTool } from "./try-tools.ts";

/** Findings of `init`, for features that have something to propose. */
export interface FoundTools {
  readonly loaded: LoadedConfig;
  /** Outcome of one call of each tool. Untrusted. */
  readonly tools: readonly TriedTool[];
  /** Absolute directory of the server. */
  readonly directory: string;
  readonly passEnv: readonly string[];
}

/** Keys of a feature that make tools measurable whose calls fail without it. */
export interface Proposal {
  /** Clause on what it is for, such as "to replay the API of 5 tools". */
  readonly purpose: string;
  /** For the top of `mcp-bench.yml`. */
  readonly keys: object;
  /** Variables that the server needs with them, whatever their values. */
  readonly env: readonly string[];
  /** Names of the tools. Untrusted. */
  readonly tools: readonly string[];
  /** Commands that come next. */
  readonly commands: readonly string[];
}
