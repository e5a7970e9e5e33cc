import { Command, Option } from "commander";
import type { FailOn } from "../config/options.ts";
import { exitCode } from "../errors.ts";
import { judgeRecords } from "../judge.ts";
import { readRecordFile } from "../record-file.ts";
import { failOnOption } from "./options.ts";
import { formats, print, render } from "./output.ts";

/** `mcp-bench compare`: decides on two records. */
export function compareCommand(): Command {
  return new Command("compare")
    .description("Compare two records of `mcp-bench run --json`; the thresholds are those of the second")
    .argument("<base>", "record of the run to compare with")
    .argument("<head>", "record of the run to judge")
    .addOption(new Option("--format <name>", "how to print the report").choices(formats).default("terminal"))
    .addOption(failOnOption())
    .addHelpText("after", "\nExample:\n  mcp-bench compare base.json head.json --format markdown\n")
    .action(compare);
}

async function compare(
  base: string,
  head: string,
  options: { format: string; failOn: readonly FailOn[] },
): Promise<void> {
  const records = { base: await readRecordFile(base), head: await readRecordFile(head) };
  const report = judgeRecords(records, { failOn: options.failOn, reproduce: `npx mcp-bench compare ${base} ${head}` });
  print(await render(report, options.format));
  if (report.verdict.failed) process.exitCode = exitCode.regressed;
}
