import { Command, Option } from "commander";
import { ConfigError } from "../errors.ts";
import { type Feature, reportFeatures } from "../feature.ts";
import type { FailOn } from "../options/read-option.ts";
import { readRecordFile } from "../record/files/record-file.ts";
import type { RunRecord } from "../record/record.ts";
import type { Report } from "../report/report.ts";
import { judge, judgeRecords } from "../run/judge.ts";
import { commandOn } from "../run/reproduce.ts";
import { detailsOption, failOnOption } from "./options.ts";
import { exitBy, formatNames, print, render } from "./output.ts";

/** `mcp-bench compare`: decides on two records, or once more on one that holds base and head. */
export function compareCommand(features: readonly Feature[]): Command {
  return new Command("compare")
    .description(
      "Compare two records of `mcp-bench run --json` with the thresholds of the second, or judge one record of a run with --compare-ref again",
    )
    .argument("<base>", "record of the run to compare with, or one record with base and head")
    .argument("[head]", "record of the run to judge")
    .addOption(
      new Option("--format <name>", "how to print the report").choices(formatNames(features)).default("terminal"),
    )
    .addOption(detailsOption)
    .addOption(failOnOption)
    .addHelpText(
      "after",
      "\nExample:\n  mcp-bench compare base.json head.json --format markdown\n  mcp-bench compare record.json --format json\n",
    )
    .action((base: string, head: string | undefined, options: CompareOptions) =>
      compare([base, head], { ...options, features }),
    );
}

interface CompareOptions {
  readonly features: readonly Feature[];
  readonly format: string;
  readonly details?: boolean;
  readonly failOn: readonly FailOn[];
}

async function compare([first, second]: readonly [base: string, head: string | undefined], options: CompareOptions) {
  const { failOn } = options;
  const features = await reportFeatures(options.features);
  const report =
    second === undefined
      ? replay(await readRecordFile(first), { file: first, failOn, features })
      : judgeRecords(
          { base: await readRecordFile(first), head: await readRecordFile(second) },
          { failOn, features, reproduce: commandOn("compare", [first, second]) },
        );
  print(await render(report, options.format, options));
  exitBy(report.verdict);
}

/** The decision of a run from its record alone: the same findings and verdict, to the byte, unless stored runs took part. */
function replay(
  record: RunRecord,
  { file, ...shared }: { file: string; failOn: readonly FailOn[]; features: Report["features"] },
): Report {
  if (!record.arms.some(({ side }) => side === "base"))
    throw new ConfigError("the record has no base to compare head with", {
      where: file,
      expected: "a record of a run with --compare-ref, or two records",
    });
  return judge(record, {
    stored: { kind: "none", reason: "a record has no stored runs" },
    ...shared,
    reproduce: commandOn("compare", [file]),
  });
}
