import { launchedServer } from "../../config/expand/make-plan.ts";
import type { FoundTools, Proposal } from "../../init/starter-config.ts";
import { plural } from "../../metrics/format.ts";
import { isSecretName } from "../../record/redactor.ts";

const recording = "mcp-bench.har";

/** Proposes to replay the API of a server whose calls fail for want of a key or the network. */
export function proposeReplay({ loaded, tools, passEnv }: FoundTools): Proposal | undefined {
  const { command, env = {} } = launchedServer(loaded);
  const failures = tools.flatMap(({ name, outcome }) =>
    outcome.kind === "failed" && lacksApi(outcome.reason) ? [{ name, reason: outcome.reason }] : [],
  );
  if (command === undefined || failures.length === 0) return undefined;
  const address = baseAddress(env);
  // biome-ignore lint/plugin: a server wrote it
  const named = [...new Set(failures.flatMap(({ reason }) => reason.match(variable) ?? []))].filter(isSecretName);
  const keys = [...new Set([...passEnv, ...Object.keys(env), ...named])].filter(isSecretName);
  const options = keys.map((name) => ` --pass-env ${name}`).join("");
  return {
    keys: { upstream: { replay: recording, ...(address ? { url_env: address } : {}) } },
    purpose: `to replay the API of ${plural(failures.length, "tool")} that failed for want of a key or the network`,
    env: named.filter((name) => !(name in env)),
    tools: failures.map(({ name }) => name),
    commands: [
      `npx mcp-bench record${options || " # with --pass-env NAME for its key"}`,
      "npx mcp-bench run # needs neither key nor network",
    ],
  };
}

const variable = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

const noKey =
  /(^|[\s:(])(401|403)([\s:,).]|$)|unauthori[sz]ed|forbidden|authenticat|credential|permission denied|bad token|invalid_auth|(api|access|auth)[ _-]?(key|token)|token (is |was )?(missing|required|invalid|expired)|(missing|required|invalid|expired|no|unset) (api )?(key|token)/i;
const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|getaddrinfo|network (error|is unreachable)|name or service not known|name resolution|nodename nor servname|no such host|connection (refused|reset|error|attempts? failed)|connect(ion)? ?error|dial tcp|dns error|error sending request|could ?n.t connect|failed to (connect|establish)|unable to connect|socket hang up|tunneling socket|max retries exceeded/i;

/** Tests whether an error says that the server was not let in by its API, or did not reach it. */
export function lacksApi(reason: string): boolean {
  // biome-ignore lint/plugin: a server wrote it
  return [noKey, noNetwork].some((words) => words.test(reason));
}

const addressName = /(^|_)(URL|URI|ENDPOINT|BASE|BASEURL)$/;

/** Returns the variable that holds the address of the API; undefined where there is none, or several: a proxy leads to all. */
function baseAddress(env: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const found = Object.entries(env).filter(([name, value]) => isAddress(name, value));
  return found.length === 1 ? Object.fromEntries(found) : undefined;
}

function isAddress(name: string, value: string): boolean {
  return addressName.test(name) && !/PROXY/.test(name) && /^https?:\/\/./.test(value) && URL.canParse(value);
}
