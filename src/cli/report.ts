import { Command, Option } from "commander";
import { judge, judgeRecords } from "../judge.ts";
import { readRecordFile } from "../record-file.ts";
import { formats, print, render, writeFileSafely } from "./output.ts";

/** `mcp-bench report`: a record in any format. */
export function reportCommand(): Command {
  return new Command("report")
    .description("Render a record of `mcp-bench run --json`")
    .argument("<record>", "record of a run")
    .option("--base <record>", "record of the run to compare with")
    .addOption(new Option("--format <name>", "how to render it").choices(formats).default("terminal"))
    .option("--output <file>", "write to a file instead of the terminal")
    .addHelpText("after", "\nExample:\n  mcp-bench report record.json --format junit --output report.xml\n")
    .action(report);
}

async function report(file: string, options: { base?: string; format: string; output?: string }): Promise<void> {
  const record = await readRecordFile(file);
  const shared = { failOn: [], reproduce: `npx mcp-bench report ${file}` };
  const made = options.base
    ? judgeRecords({ base: await readRecordFile(options.base), head: record }, shared)
    : judge(record, { ...shared, stored: { kind: "none", reason: "no record to compare with was given (--base)" } });
  const text = render(made, options.format);
  if (options.output) await writeFileSafely(options.output, text);
  else print(text);
}
