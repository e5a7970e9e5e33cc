import { Command } from "commander";
import { interruptSignal } from "../../base/host/interrupt.ts";
import { plainLine } from "../../base/untrusted.ts";
import { readRunOptions, withRunOptions } from "../../cli/options.ts";
import { print } from "../../cli/output.ts";
import { measureCheckout } from "../../cli/run.ts";
import { launchedServer } from "../../config/expand/make-plan.ts";
import { chooseConfig, realDirectory } from "../../config/load-config.ts";
import { exitCode, UserError } from "../../errors.ts";
import { plural } from "../../metrics/format.ts";
import type { RunOptions } from "../../options/run-options.ts";
import type { Saved } from "./listeners.ts";
import { makeRecordCompanion } from "./record-companion.ts";

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
    .action(record);
}

async function record(options: Readonly<Record<string, unknown>>): Promise<void> {
  const asked = readRunOptions(options);
  const check = options.check === true;
  const found: { saved?: Saved } = {};
  const task = {
    check,
    onSaved: (saved: Saved) => {
      found.saved = saved;
    },
  };
  const where = {
    directory: realDirectory(asked.workingDirectory),
    isBuilt: false,
    companions: [async (given: Parameters<typeof makeRecordCompanion>[0]) => makeRecordCompanion(given, task)],
    signal: interruptSignal(),
  };
  const set = [...asked.set, ...(await realKeys(asked, where.directory))];
  const { record: run } = await measureCheckout({ ...asked, set, compareRef: "none" }, where).catch(
    (error: unknown) => {
      // Complete requests are kept and reported, however the run ended.
      if (found.saved && found.saved.exchanges > 0) print(summary(found.saved, check));
      throw error;
    },
  );
  const { saved } = found;
  if (!saved) throw new UserError("nothing was recorded");
  for (const complaint of saved.complaints) print(plainLine(complaint));
  const failed = run.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  for (const { row, errors } of failed)
    for (const { message } of errors.slice(0, 1)) print(plainLine(`${row} failed while it was recorded: ${message}`));
  for (const { benchmark, reason } of run.skipped) print(plainLine(`${benchmark} was not recorded: ${reason}`));
  if (saved.exchanges === 0)
    throw new UserError("the server sent no request to its API, so nothing was recorded", {
      where: "upstream.url_env",
      fix: "name the variable from which the server takes the address of its API, or leave `url_env` out to use a proxy",
    });
  print(summary(saved, check));
  if (check && changes(saved) > 0) process.exitCode = exitCode.regressed;
}

/**
 * Sets the variables of `--pass-env` that the configuration does not name, or holds another value of: a file that runs anywhere says
 * `none`, and the server gets the real key while it is recorded.
 */
async function realKeys(asked: RunOptions, directory: string): Promise<string[]> {
  if (asked.passEnv.length === 0) return [];
  const loaded = await chooseConfig(asked, directory);
  const { config } = loaded;
  const { command, args, env } = launchedServer(loaded);
  const names = asked.passEnv.filter((name) => !JSON.stringify(config).includes(`\${${name}}`));
  if (names.length === 0 || command === undefined || config.server_config !== undefined) return [];
  const real = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
  if (typeof config.server === "string")
    return [`server=${JSON.stringify({ command, args, env: { ...env, ...real } })}`];
  return Object.entries(real).map(([name, value]) => `server.env.${name}=${JSON.stringify(value)}`);
}

function changes({ added, removed, changed }: Saved): number {
  return added.length + removed.length + changed.length;
}

const mostShown = 20;

function summary(saved: Saved, check: boolean): string {
  const list = (mark: string, names: readonly string[]) => [
    ...names.slice(0, mostShown).map((name) => plainLine(`  ${mark} ${name}`)),
    ...(names.length > mostShown ? [`  ${mark} and ${names.length - mostShown} more`] : []),
  ];
  const lines = [...list("+", saved.added), ...list("-", saved.removed), ...list("~", saved.changed)];
  const what = `${plural(saved.exchanges, "request")} of ${plural(saved.routes.length, "route")}`;
  const head = check
    ? changes(saved) > 0
      ? "The recording would change:"
      : `The recording is as the API answers: ${what}`
    : `Recorded: ${what}`;
  return [head, ...lines].join("\n");
}
