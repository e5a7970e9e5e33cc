import type { ServerSource } from "../record/server-source.ts";
import type { Config } from "./schema/schema.ts";

/** Longest configuration file that is read. */
export const maximumBytes = 256 * 1024;

/** A validated configuration and where each benchmark stands in its file. */
export interface LoadedConfig {
  readonly config: Config;
  /** The file as the user named it; undefined for a configuration made from a command line alone. */
  readonly file?: string;
  /** First line of each entry of `benchmarks`. */
  readonly benchmarkLines: readonly number[];
  /** Source that named the server, where a front end chose. */
  readonly source?: ServerSource;
}
