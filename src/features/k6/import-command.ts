import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { listOption, outputOption, readRunOptions, withRunOptions } from "../../cli/options.ts";
import { writeOrPrint } from "../../cli/output.ts";
import { boundsOf } from "../../config/expand/bound-rows.ts";
import { loadConfig, realDirectory } from "../../config/load-config.ts";
import type { Config } from "../../config/schema/schema.ts";
import { hasLocalChanges, readWorkingCopy } from "../../git/head-commit.ts";
import { readEnvironment } from "../../measure/run/environment.ts";
import { readCount } from "../../options/read-option.ts";
import type { RunOptions } from "../../options/run-options.ts";
import { readRecord } from "../../record/files/record-file.ts";
import { defaultConfigFile } from "../../record/key.ts";
import type { RecordEnvironment } from "../../record/record.ts";

interface ImportOptions {
  readonly base: readonly string[];
  readonly metric?: string;
  readonly rowTag: readonly string[];
  readonly madeOn?: string;
  readonly windows: number;
  readonly output?: string;
}

/** `mcp-bench import …`: what other programs measured, as a record. */
export function importCommand(): Command {
  const command = new Command("import").description("Import what other programs measured or traced");
  withRunOptions(
    command
      .command("k6")
      .description(
        "Pool the points that k6 wrote (--out json or --out csv, gzipped or not), of all its pods and of any script",
      )
      .argument("<files...>", "files of one run or several; files of the same time belong to one run"),
    "config",
    "workingDirectory",
    "set",
    "runnerKey",
  )
    .addOption(
      listOption(["--base <file>", "file of a run to compare with, at the same time or interleaved; may be repeated"]),
    )
    .option("--metric <name>", "metric of times (default: that of exported scripts, else http_req_duration)")
    .addOption(
      listOption(["--row-tag <name>", "tag whose values make the rows; may be repeated"], {
        standard: "row in exported scripts, else scenario, method and name",
      }),
    )
    .option("--made-on <machines>", 'machines that k6 ran on, if not this one, such as "4 pods, c7i.large"')
    .option("--windows <n>", "rounds that a single run is cut into", (text) => readCount(text, "--windows"), 10)
    .addOption(outputOption)
    .addHelpText(
      "after",
      `
Limits are those of mcp-bench.yml where there is one, else the standard ones.

Example:
  mcp-bench import k6 head.json.gz --output head.json
  mcp-bench import k6 pod-1.json.gz pod-2.json.gz | mcp-bench report -
  mcp-bench compare base.json head.json --format comment
`,
    )
    .action(importFiles);
  return command;
}

async function importFiles(
  files: readonly string[],
  options: ImportOptions & Readonly<Record<string, unknown>>,
): Promise<void> {
  const asked = readRunOptions(options);
  const directory = realDirectory(asked.workingDirectory);
  const { importK6 } = await import("./import.ts");
  const workingCopy = await readWorkingCopy(directory, process.env);
  const dirty = workingCopy !== undefined && (await hasLocalChanges(directory, process.env));
  const record = await importK6(
    {
      head: files,
      base: options.base,
      windows: options.windows,
      metric: options.metric,
      rowTags: options.rowTag.length > 0 ? options.rowTag : undefined,
      bounds: boundsOf(await configOf(asked, directory)),
    },
    {
      environment: environmentOf(asked.runnerKey, options.madeOn),
      ...(workingCopy ? { commit: { sha: workingCopy.commit.sha, dirty } } : {}),
    },
  );
  await writeOrPrint(JSON.stringify(readRecord(record, "what was imported")), {
    output: options.output,
    inputs: [...files, ...options.base],
  });
}

/** This machine, unless the load was made on others: what these are is for a person to say. */
function environmentOf(runnerKey: string | undefined, madeOn: string | undefined): RecordEnvironment {
  const key = runnerKey === undefined ? {} : { runnerKey };
  const here = { ...readEnvironment({ env: process.env, ...key }), runtime: "k6" };
  if (madeOn === undefined) return here;
  const unknown = { os: "unknown", osVersion: "", arch: "unknown", cpuModel: "unknown", cores: 1, memoryBytes: 1 };
  return { ...unknown, ...key, elsewhere: madeOn, runtime: "k6", custom: {} };
}

/** Reads the configuration; without one the standard thresholds hold, since a script need not be of ours. */
async function configOf({ config, set }: RunOptions, directory: string): Promise<Config | undefined> {
  if (config === undefined && !existsSync(path.join(directory, defaultConfigFile))) return undefined;
  return (await loadConfig(config ?? defaultConfigFile, directory, { set })).config;
}
