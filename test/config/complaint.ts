import { parseConfig } from "../../src/config/parse.ts";
import { ConfigError } from "../../src/errors.ts";

/** Returns what is said of a configuration that must be refused. */
export function complaint(text: string): string {
  try {
    parseConfig(text, "mcp-bench.yml");
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("expected the configuration to be refused");
}
