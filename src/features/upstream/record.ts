import path from "node:path";
import { interruptSignal } from "../../base/host/interrupt.ts";
import type { Json } from "../../base/json.ts";
import { plainLine } from "../../base/untrusted.ts";
import { readRunOptions } from "../../cli/options.ts";
import { print } from "../../cli/output.ts";
import { measureCheckout } from "../../cli/run.ts";
import { launchedServer } from "../../config/expand/make-plan.ts";
import { chooseConfig, realDirectory } from "../../config/load-config.ts";
import { ConfigError, exitCode, UserError } from "../../errors.ts";
import type { Companion, CompanionContext, CompanionOptions } from "../../measure/companion.ts";
import type { RunningArm } from "../../measure/launch/running-arm.ts";
import { plural } from "../../metrics/format.ts";
import { batchSizeOf, type Load, rateOf } from "../../model/load.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { RunOptions } from "../../options/run-options.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import { givenBy, openArms } from "./helper.ts";
import type { Saved } from "./listeners.ts";
import { credentialsIn } from "./secrets.ts";
import { type UpstreamConfig, upstreamOf } from "./upstream-schema.ts";

/** Measures one call of each row while the requests to its API are recorded. Throws UserError where nothing was. */
export async function record(options: Readonly<Record<string, unknown>>): Promise<void> {
  const asked = readRunOptions(options);
  const check = options.check === true;
  let saved = undefined as Saved | undefined;
  const onSaved = (one: Saved) => {
    saved = one;
  };
  const where = {
    directory: realDirectory(asked.workingDirectory),
    isBuilt: false,
    companions: [async (given: CompanionOptions) => recorder(given, { check, onSaved })],
    signal: interruptSignal(),
  };
  const set = [...asked.set, ...(await realKeys(asked, where.directory))];
  const { record: run } = await measureCheckout({ ...asked, set, compareRef: "none" }, where).catch(
    (error: unknown) => {
      // Complete requests are kept and reported, however the run ended.
      if (saved && saved.exchanges > 0) print(summary(saved, check));
      throw error;
    },
  );
  if (!saved) throw new UserError("nothing was recorded");
  for (const complaint of saved.complaints) print(plainLine(complaint));
  const failed = run.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  for (const { row, errors } of failed)
    for (const { message } of errors.slice(0, 1)) print(plainLine(`${row} failed while it was recorded: ${message}`));
  for (const { benchmark, reason } of run.skipped) print(plainLine(`${benchmark} was not recorded: ${reason}`));
  if (saved.exchanges === 0 && failed.some(({ outcomes }) => !outcomes.ok))
    throw new UserError("what asked the API failed, so nothing was recorded", {
      fix: "pass the key of the API on by `--pass-env NAME`, if it needs one",
    });
  if (saved.exchanges === 0)
    throw new UserError("the server sent no request to its API, so nothing was recorded", {
      where: "upstream.url_env",
      fix: "name the variable from which the server takes the address of its API, or leave `url_env` out to use a proxy",
    });
  print(summary(saved, check));
  const changes = saved.added.length + saved.removed.length + saved.changed.length;
  if (check && changes > 0) process.exitCode = exitCode.regressed;
}

/**
 * Sets the variables of `--pass-env` that the configuration does not name, or holds another value of: a file that runs anywhere
 * says `none`, and the server gets the real key while it is recorded.
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

/** Makes the helper that forwards the requests of head's server to the real API and records them. */
function recorder(
  { head, environment, secrets }: CompanionOptions,
  { check, onSaved }: { readonly check: boolean; readonly onSaved: (saved: Saved) => void },
): Companion {
  const upstream = upstreamOf(head.config);
  if (!upstream)
    throw new ConfigError("the configuration does not say where the recording goes", {
      where: "upstream",
      fix: "add `upstream: { replay: mcp-bench.har, url_env: NAME }`, with the variable from which the server takes the address of its API",
    });
  return async (plan, { warn }) => {
    const alone = { ...recordedPlan(plan, warn), arms: plan.arms.filter(({ side }) => side === "head") };
    const { helper, plan: led } = await openArms(alone, {
      warn,
      settingsOf: ({ launch }) => ({
        urlEnv: realAddresses(upstream, { ...environment, ...launch.env }),
        from: {
          kind: "record",
          file: path.resolve(head.directory, upstream.replay),
          secrets: [...secrets, ...credentialsIn(launch.env)],
          check,
          match: upstream.match,
          given: givenBy(plan),
        },
      }),
    });
    const arms = new Set<RunningArm>();
    return {
      plan: led,
      watch: async ({ running, row }) => {
        arms.add(running);
        await helper.ask({ kind: "row", arm: running.id, name: row.id });
        for (const complaint of await helper.ask({ kind: "complaints", arm: running.id })) warn(complaint);
        return undefined;
      },
      stop: async () => {
        const measured = [...arms].flatMap(({ measurements }) => measurements);
        const worked = new Set(measured.flatMap(({ row, outcomes }) => (outcomes.ok ? row : [])));
        const failed = measured.flatMap(({ row }) => (worked.has(row) ? [] : row));
        const isWhole = failed.length === 0 && alone.rows.every(({ id }) => worked.has(id));
        try {
          onSaved(await helper.ask({ kind: "save", isWhole, failed }));
        } finally {
          await helper.stop();
        }
      },
    };
  };
}

/** The real addresses of the API: by the configuration, or as the server would have them. */
function realAddresses(
  { url_env: names }: UpstreamConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> | undefined {
  if (typeof names !== "string") return names;
  const address = environment[names];
  if (address !== undefined && /^https?:\/\//.test(address) && URL.canParse(address)) return { [names]: address };
  throw new ConfigError(`the address of the real API is not known: ${names} is not set to one`, {
    where: "upstream.url_env",
    fix: `write a map, such as { ${names}: https://api.example.com }, or set ${names} in \`server.env\``,
  });
}

/** Most calls of a row that are recorded. */
const mostCalls = 1_000;

/** The plan with one call of each row, or where its requests differ, as many as a launch makes of them; nothing is judged. */
function recordedPlan(plan: Plan, warn: CompanionContext["warn"]): Plan {
  const { leakCheck: _leakCheck, profile: _profile, ...rest } = plan;
  const rows = plan.rows.flatMap(partsOf).map((row): Row => {
    const calls = callsOf(row);
    if (calls > mostCalls)
      warn(
        `only the first ${mostCalls} calls of ${row.id} are recorded: let a launch make no more, or they fail in a run`,
      );
    return { ...row, readsMemory: false, load: callsInTurn(row.load, Math.min(mostCalls, calls)) };
  });
  return {
    ...rest,
    rows,
    defaults: callsInTurn(plan.defaults, 1),
    rounds: { kind: "fixed", min: 1, max: 1 },
    cooldownMs: 0,
  };
}

/** The parts of a mix as rows: another seed gives each of them other numbers. */
function partsOf(row: Row): Row[] {
  const { operation, id, key } = row;
  if (operation.kind !== "mix") return [row];
  return operation.parts.map((part, place) => {
    const name = ` (part ${place + 1})`;
    const names = { id: `${id}${name}`, ...(key === undefined ? {} : { key: `${key}${name}` }) };
    return { ...row, ...names, operation: part.operation, expect: part.expect };
  });
}

/** Calls of a row that may differ: all of a launch, which may be any number, or the sets of arguments. */
function callsOf({ operation, load }: Row): number {
  if (!hasPlaceholders(operation as unknown as Json))
    return operation.kind === undefined ? (operation.argumentRows?.length ?? 1) : 1;
  const { requests, durationMs = 0, warmup } = load;
  const timed = requests ?? ((rateOf(load) ?? Number.POSITIVE_INFINITY) * durationMs) / 1000;
  return Math.ceil((batchSizeOf(load) ?? 1) * (timed + warmup));
}

function callsInTurn({ timeoutMs, sessions }: Load, requests: number): Load {
  const several = sessions === undefined ? {} : { sessions };
  const calls = Math.max(requests, sessions ?? 1);
  return { kind: "closed", warmup: 0, timeoutMs, requests: calls, concurrency: sessions ?? 1, ...several };
}

const mostShown = 20;

function summary(saved: Saved, check: boolean): string {
  const list = (mark: string, names: readonly string[]) => [
    ...names.slice(0, mostShown).map((name) => plainLine(`  ${mark} ${name}`)),
    ...(names.length > mostShown ? [`  ${mark} and ${names.length - mostShown} more`] : []),
  ];
  const lines = [...list("+", saved.added), ...list("-", saved.removed), ...list("~", saved.changed)];
  const head = check ? "The recording is as the API answers" : "Recorded";
  const what = `${head}: ${plural(saved.exchanges, "request")} of ${plural(saved.routes.length, "route")}`;
  return [check && lines.length > 0 ? "The recording would change:" : what, ...lines].join("\n");
}
