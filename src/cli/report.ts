import { Command, Option } from "commander";
import { exportBranch } from "../baseline/maintenance.ts";
import { ConfigError } from "../errors.ts";
import { type Feature, reportFeatures } from "../feature.ts";
import { defaultFailOn } from "../options/read-option.ts";
import { readRecordFile } from "../record/files/record-file.ts";
import { judge } from "../run/judge.ts";
import { commandOn, reproduceRecord } from "../run/reproduce.ts";
import { type BranchOptions, branchOption, remoteOption, requireBranch, withStore } from "./branch.ts";
import { detailsOption, outputOption } from "./options.ts";
import { formatNames, render, writeOrPrint } from "./output.ts";

/** `mcp-bench report`: a record in any format. */
export function reportCommand(features: readonly Feature[]): Command {
  const formats = formatNames(features);
  const histories = historyFormats(features).map(({ name }) => `--format ${name}`);
  const command = new Command("report")
    .description("Render a record of `mcp-bench run --json`")
    .argument("[record]", "record of a run; - reads standard input")
    .addOption(new Option("--format <name>", "how to render it").choices(formats).default("terminal"))
    .addOption(detailsOption)
    .addOption(outputOption)
    .configureOutput({ outputError: (text, write) => write(withHint(text, formats)) })
    .addHelpText("after", "\nExample:\n  mcp-bench report record.json --format junit --output report.xml\n")
    .action((file: string | undefined, options: ReportOptions) => report(file, { ...options, features }));
  if (histories.length === 0) return command;
  return command
    .option(
      "--history",
      `render the whole baseline branch as a dashboard instead of a record (with ${histories.join(" or ")})`,
    )
    .addOption(remoteOption)
    .addOption(branchOption);
}

function historyFormats(features: readonly Feature[]) {
  return features.flatMap(({ formats = [] }) =>
    formats.flatMap(({ name, renderHistory }) => (renderHistory ? { name, renderHistory } : [])),
  );
}

/** `run` writes `--html FILE`, for one; here that is a format. */
function withHint(text: string, formats: readonly string[]): string {
  const [, name = ""] = /unknown option '--([\w-]+)'/.exec(text) ?? [];
  return formats.includes(name) ? `${text.split("\n")[0]}; use --format ${name}, and --output to name a file\n` : text;
}

interface ReportOptions extends BranchOptions {
  readonly format: string;
  readonly details?: boolean;
  readonly history?: boolean;
  readonly output?: string;
  readonly features: readonly Feature[];
}

async function report(file: string | undefined, options: ReportOptions): Promise<void> {
  const text = await (options.history ? dashboard(file, options) : rendered(file, options));
  await writeOrPrint(text, { output: options.output, inputs: file === undefined ? [] : [file] });
}

async function rendered(file: string | undefined, options: ReportOptions): Promise<string> {
  if (file === undefined)
    throw new ConfigError("no record is named", {
      fix: "name a file written by `mcp-bench run --json`, or give --history",
    });
  const record = await readRecordFile(file);
  const features = await reportFeatures(options.features);
  const made = judge(record, {
    failOn: defaultFailOn,
    features,
    reproduce: reproduceRecord(record) ?? commandOn("report", [file]),
    stored: { kind: "none", reason: "`mcp-bench compare` compares two records", unasked: true },
  });
  return render(made, options.format, options);
}

async function dashboard(file: string | undefined, options: ReportOptions): Promise<string> {
  const known = historyFormats(options.features);
  const format = known.find(({ name }) => name === options.format);
  if (file !== undefined || !format)
    throw new ConfigError("--history takes no record, and is written in one format only", {
      expected: known.map(({ name }) => `--history --format ${name}`).join(", or "),
    });
  return withStore(options, async (store) => {
    await requireBranch(store, options.branch);
    return format.renderHistory(await exportBranch(store));
  });
}
