import path from "node:path";
import { Command } from "commander";
import { outputOption, readRunOptions, withRunOptions } from "../../cli/options.ts";
import { note, writeOrPrint } from "../../cli/output.ts";
import { ConfigError } from "../../errors.ts";

/** `mcp-bench import trace`: benchmarks from what really happened. */
export function importCommand(): Command {
  const command = new Command("import").description("Import what other programs measured or traced");
  withRunOptions(
    command
      .command("trace")
      .description("Write benchmarks with the calls, arguments, shares and rate of a trace or a log")
      .argument(
        "<files...>",
        "spans of OpenTelemetry in JSON, lines of JSON-RPC, or a gateway's access log; gzipped or not",
      ),
    "passEnv",
  )
    .addOption(outputOption)
    .addHelpText(
      "after",
      `
Arguments and URIs hold no credentials: what has the name or the form of one, and the values of --pass-env, become ***.

Example:
  mcp-bench import trace spans.jsonl
  mcp-bench import trace access.log.gz --output traffic.yml
`,
    )
    .action(importTrace);
  return command;
}

async function importTrace(
  files: readonly string[],
  options: { readonly output?: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const { readTrace } = await import("./read-trace.ts");
  const { surveyor } = await import("./survey.ts");
  const { benchmarksOf } = await import("./rows.ts");
  const { secretsOf } = await import("../../server/auth/access-token.ts");
  const { add, survey: surveyed } = surveyor(secretsOf(readRunOptions(options), process.env));
  let found = "";
  for (const file of files) {
    const { lines, strange, firstStrange } = await readTrace(file, add);
    found ||= lines === strange ? "it has no line of a known form" : "it names no call of MCP";
    if (strange > 0)
      note(`${file}: ${strange} of ${lines} lines have no known form, the first is line ${firstStrange}`);
  }
  const survey = surveyed();
  if (!survey)
    throw new ConfigError(found, {
      where: files.join(", "),
      expected:
        "spans with the attribute `mcp.method.name`, requests of JSON-RPC, or log lines with `mcp.method.name` and `gen_ai.tool.name`",
      fix: "let the server, the client or the gateway write them, one per line (`jq -c` makes lines of a formatted document); a log of HTTP paths alone does not say which tool was called",
    });
  await writeOrPrint(benchmarksOf(survey, files.map((file) => path.basename(file)).join(", ")), {
    output: options.output,
    inputs: files,
  });
}
