import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { listOption, outputOption, readRunOptions, withRunOptions } from "../../cli/options.ts";
import { note, writeOrPrint } from "../../cli/output.ts";
import { boundsOf } from "../../config/expand/bound-rows.ts";
import { identityVariable } from "../../config/expand/launch-spec.ts";
import { launchedServer, makePlan } from "../../config/expand/make-plan.ts";
import { chooseConfig, loadConfig, realDirectory } from "../../config/load-config.ts";
import type { LoadedConfig } from "../../config/loaded-config.ts";
import type { Config } from "../../config/schema/schema.ts";
import type { ServerConfig } from "../../config/schema/server-fields.ts";
import { hasLocalChanges, readWorkingCopy } from "../../git/working-copy.ts";
import { readEnvironment } from "../../measure/run/environment.ts";
import { readCount, readDuration } from "../../options/read-option.ts";
import type { RunOptions } from "../../options/run-options.ts";
import type { Plan } from "../../plan/plan.ts";
import { readRecord } from "../../record/files/record-file.ts";
import { defaultConfigFile } from "../../record/key.ts";
import type { RecordEnvironment } from "../../record/record.ts";

interface ExportOptions extends Readonly<Record<string, unknown>> {
  readonly url?: string;
  readonly duration?: number;
  readonly operator?: number;
  readonly output?: string;
}

/** `mcp-bench export …`: what is measured, for other programs to do. */
export function exportCommand(): Command {
  const command = new Command("export").description("Export the calls of a configuration to another program");
  withRunOptions(
    command.command("k6").description("Write a k6 script of the benchmarks of a server that is reached by its address"),
    "config",
    "workingDirectory",
    "set",
  )
    .option("--url <address>", "address of the server, in place of what the configuration says")
    .option(
      "--duration <time>",
      "duration of each row, such as 2m (default: that of its benchmark, else 30s)",
      (text) => readDuration(text, "--duration"),
    )
    .option("--operator <pods>", "also write the resource for the k6 operator, with this many pods", (text) =>
      readCount(text, "--operator"),
    )
    .addOption(outputOption)
    .addHelpText(
      "after",
      `
What k6 does not do, or does otherwise than mcp-bench, is said in the script and on standard error.

Example:
  mcp-bench export k6 --duration 1m --output load.js && k6 run --out json=results.json.gz load.js
`,
    )
    .action(exportK6);
  return command;
}

async function exportK6({ url, duration, operator, output, ...options }: ExportOptions): Promise<void> {
  const asked = readRunOptions(options);
  const directory = realDirectory(asked.workingDirectory);
  const loaded = await chooseConfig(asked, directory);
  const plan = unexpandedPlan(withoutStart(loaded, url), directory, asked);
  const { k6Script } = await import("./script.ts");
  const from = loaded.file ?? "a server that was found";
  const { text, notes } = k6Script(plan, { from, durationMs: duration });
  for (const one of notes) note(`k6: ${one}`);
  const written = operator === undefined ? text : (await import("./operator.ts")).operatorManifest(text, operator);
  await writeOrPrint(written, { output, inputs: [path.resolve(directory, asked.config ?? defaultConfigFile)] });
}

/** The plan of a configuration in which nothing is expanded: `${NAME}` is for k6 to fill in, so no secret gets into a script. */
function unexpandedPlan(loaded: LoadedConfig, directory: string, run: RunOptions): Plan {
  const named = JSON.stringify(loaded.config).matchAll(/\$\{([A-Za-z_]\w*)\}/g);
  const names = [...new Set([...named].map(([, name = ""]) => name)), identityVariable];
  return makePlan(loaded, {
    directory,
    expansion: { environment: Object.fromEntries(names.map((name) => [name, `\${${name}}`])), allowed: names },
    childEnvironment: (configured) => ({ ...configured }),
    run: { ...run, seed: 0 },
  });
}

/** The configuration of a server that runs already, at its own or the given address. Who runs the script fetches a token. */
function withoutStart(loaded: LoadedConfig, url: string | undefined): LoadedConfig {
  const server = launchedServer(loaded);
  const { command: _c, image: _i, engine: _e, url_from: _f, ...rest } = server;
  const reached: ServerConfig = { ...rest, args: [], env: {}, transport: "streamable-http", url };
  return { ...loaded, config: { ...loaded.config, server: url === undefined ? server : reached } };
}

interface ImportOptions extends Readonly<Record<string, unknown>> {
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
      .description("Pool the points that k6 wrote (--out json, gzipped or not), of all its pods and of any script")
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

async function importFiles(files: readonly string[], options: ImportOptions): Promise<void> {
  const { base, windows, metric, rowTag, madeOn, output } = options;
  const asked = readRunOptions(options);
  const directory = realDirectory(asked.workingDirectory);
  const { importK6 } = await import("./import.ts");
  const workingCopy = await readWorkingCopy(directory, process.env);
  const dirty = workingCopy !== undefined && (await hasLocalChanges(workingCopy.root, process.env));
  const commit = workingCopy ? { commit: { sha: workingCopy.commit.sha, dirty } } : {};
  const rowTags = rowTag.length > 0 ? rowTag : undefined;
  const bounds = boundsOf(await configOf(asked, directory));
  const facts = { environment: environmentOf(asked.runnerKey, madeOn), ...commit };
  const record = await importK6({ head: files, base, windows, metric, rowTags, bounds }, facts);
  const text = JSON.stringify(readRecord(record, "what was imported"));
  await writeOrPrint(text, { output, inputs: [...files, ...base] });
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
