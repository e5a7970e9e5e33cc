/** Kept equal to package.json by a test. */
export const version = "0.1.0";

/** Name and version of this program, as records state it. */
export const harness = `mcp-bench ${version}`;
