import { Command } from "commander";
import { withRunOptions } from "../../cli/options.ts";

/** `mcp-bench record`: calls each row once against the real API, and writes what the server asked it. */
export function recordCommand(): Command {
  return withRunOptions(
    new Command("record").description(
      "Call each benchmark once against the real API and record its responses, for later runs",
    ),
    "config",
    "workingDirectory",
    "set",
    "passEnv",
  )
    .option("--check", "write nothing; tell what would change, and exit with 1 where anything would")
    .addHelpText(
      "after",
      `
The configuration names the recording: upstream: { replay: mcp-bench.har, url_env: NOTION_BASE_URL }
A variable of --pass-env takes the place of what server.env says, such as none.

Example:
  mcp-bench record --pass-env NOTION_TOKEN
  mcp-bench record --check --pass-env NOTION_TOKEN
`,
    )
    .action(async (options) => (await import("./record.ts")).record(options));
}
