/** Configuration file that is read when none is named. */
export const defaultConfigFile = "mcp-bench.yml";

/** Longest configuration file that is read. */
export const maximumBytes = 256 * 1024;
