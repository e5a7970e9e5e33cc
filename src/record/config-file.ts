/** Configuration file that is read when none is named. */
export const defaultConfigFile = "mcp-bench.yml";
