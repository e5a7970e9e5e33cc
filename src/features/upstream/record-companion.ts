import path from "node:path";
import type { Json } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import type { Companion, CompanionOptions } from "../../measure/companion.ts";
import type { Load } from "../../model/load.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import type { Saved } from "./listeners.ts";
import { givenBy, openArms } from "./replay-companion.ts";
import { credentialsIn } from "./secrets.ts";
import { type UpstreamConfig, upstreamOf } from "./upstream-schema.ts";

/** Calls of a row whose requests differ from call to call: so many of them are recorded. */
const mostCalls = 200;

export interface RecordTask {
  /** True where nothing is written. */
  readonly check: boolean;
  readonly onSaved: (saved: Saved) => void;
}

/** Makes the helper that forwards the requests of head's server to the real API and records them. */
export async function makeRecordCompanion(
  { head, environment, secrets }: CompanionOptions,
  { check, onSaved }: RecordTask,
): Promise<Companion> {
  const upstream = upstreamOf(head.config);
  if (!upstream)
    throw new ConfigError("the configuration does not say where the recording goes", {
      where: "upstream",
      fix: "add `upstream: { replay: mcp-bench.har, url_env: NAME }`, with the variable from which the server takes the address of its API",
    });
  return {
    start: async (plan, { warn }) => {
      const arms = plan.arms.filter(({ side }) => side === "head");
      const opened = await openArms(
        { ...plan, arms },
        {
          warn,
          settingsOf: ({ launch }) => ({
            urlEnv: realAddresses(upstream, { ...environment, ...launch.env }),
            from: {
              kind: "record",
              file: path.resolve(head.directory, upstream.replay),
              secrets: [...secrets, ...credentialsIn(launch.env)],
              match: upstream.match,
              given: givenBy(plan),
            },
          }),
        },
      );
      const { helper } = opened;
      const reached = new Set<string>();
      return {
        plan: onceEach(opened.plan),
        watch: async ({ running, row }) => {
          reached.add(row.id);
          for (const complaint of await helper.ask({ kind: "complaints", arm: running.id })) warn(complaint);
          return undefined;
        },
        stop: async () => {
          try {
            onSaved(await helper.ask({ kind: "save", isWhole: plan.rows.every(({ id }) => reached.has(id)), check }));
          } finally {
            await helper.stop();
          }
        },
      };
    },
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

/** The plan with one call of each row, or where its requests differ, as many as a round makes of them; nothing is judged. */
function onceEach(plan: Plan): Plan {
  const { leakCheck: _leakCheck, profile: _profile, ...rest } = plan;
  return {
    ...rest,
    rows: plan.rows.map((row): Row => ({ ...row, readsMemory: false, load: once(row.load, callsOf(row)) })),
    defaults: once(plan.defaults, 1),
    rounds: { kind: "fixed", min: 1, max: 1 },
    cooldownMs: 0,
  };
}

function callsOf({ operation, load }: Row): number {
  const { requests = mostCalls } = load;
  const isVaried = hasPlaceholders(operation as unknown as Json) || operation.kind === "mix";
  return isVaried ? Math.min(mostCalls, requests + load.warmup) : 1;
}

function once({ timeoutMs, sessions }: Load, requests: number): Load {
  const several = sessions === undefined ? {} : { sessions };
  const calls = Math.max(requests, sessions ?? 1);
  return { kind: "closed", warmup: 0, timeoutMs, requests: calls, concurrency: sessions ?? 1, ...several };
}
