import path from "node:path";
import { Command } from "commander";
import { outputOption, readRunOptions, withRunOptions } from "../../cli/options.ts";
import { note, writeOrPrint } from "../../cli/output.ts";
import { identityVariable } from "../../config/expand/launch-spec.ts";
import { launchedServer, makePlan } from "../../config/expand/make-plan.ts";
import { chooseConfig, realDirectory } from "../../config/load-config.ts";
import type { LoadedConfig } from "../../config/loaded-config.ts";
import type { ServerConfig } from "../../config/schema/server-fields.ts";
import { ConfigError } from "../../errors.ts";
import { readCount, readDuration } from "../../options/read-option.ts";
import type { RunOptions } from "../../options/run-options.ts";
import type { Plan } from "../../plan/plan.ts";
import { defaultConfigFile } from "../../record/key.ts";

interface ExportOptions {
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
    "url",
    "workingDirectory",
    "set",
  )
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

async function exportK6(options: ExportOptions & Readonly<Record<string, unknown>>): Promise<void> {
  const asked = readRunOptions(options);
  const plan = await planOf(asked);
  const config = path.resolve(realDirectory(asked.workingDirectory), asked.config ?? defaultConfigFile);
  const { k6Script } = await import("./script.ts");
  const { text, notes } = k6Script(plan.plan, { from: plan.from, durationMs: options.duration });
  for (const one of notes) note(`k6: ${one}`);
  await writeOrPrint(options.operator === undefined ? text : await manifestOf(text, options.operator), {
    output: options.output,
    inputs: [config],
  });
}

async function manifestOf(script: string, pods: number): Promise<string> {
  const { mostConfigMapBytes, operatorManifest } = await import("./operator.ts");
  if (Buffer.byteLength(script) > mostConfigMapBytes)
    throw new ConfigError(`the script has ${Buffer.byteLength(script)} bytes`, {
      where: "--operator",
      expected: `at most ${mostConfigMapBytes}, which a ConfigMap takes`,
      fix: "export fewer benchmarks, or fewer rows of `arguments_from`",
    });
  return operatorManifest(script, pods);
}

/** The plan of a configuration in which nothing is expanded: `${NAME}` is for k6 to fill in, so no secret gets into a script. */
async function planOf({ url, ...asked }: RunOptions): Promise<{ readonly plan: Plan; readonly from: string }> {
  const directory = realDirectory(asked.workingDirectory);
  const loaded = await chooseConfig(asked, directory);
  const from = loaded.file ?? "a server that was found";
  const standing = withoutStart(loaded, url);
  const named = JSON.stringify(standing.config).matchAll(/\$\{([A-Za-z_]\w*)\}/g);
  const names = [...new Set([...named].map(([, name = ""]) => name)), identityVariable];
  const plan = makePlan(standing, {
    directory,
    expansion: { environment: Object.fromEntries(names.map((name) => [name, `\${${name}}`])), allowed: names },
    childEnvironment: (configured) => ({ ...configured }),
    run: { ...asked, seed: 0 },
  });
  return { plan, from };
}

/**
 * The configuration of a server that runs already: at its own address, or at the one that was given. A token is for whoever
 * runs the script to fetch.
 */
function withoutStart(loaded: LoadedConfig, url: string | undefined): LoadedConfig {
  const server = launchedServer(loaded);
  const { command: _c, image: _i, engine: _e, url_from: _f, ...rest } = server;
  const reached: ServerConfig = { ...rest, args: [], env: {}, transport: "streamable-http", url };
  return { ...loaded, config: { ...loaded.config, server: url === undefined ? server : reached } };
}
