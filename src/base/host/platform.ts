import { ConfigError } from "../../errors.ts";

/** Throws ConfigError on a system where servers can be neither started nor measured. */
export function requirePlatform(platform: NodeJS.Platform): void {
  if (platform !== "win32") return;
  throw new ConfigError("mcp-bench does not run on Windows yet", {
    expected: "macOS or Linux",
    fix: "use a macos or ubuntu runner; at the desk, run it inside WSL",
  });
}
