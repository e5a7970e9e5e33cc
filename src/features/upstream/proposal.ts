import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { launchedServer } from "../../config/expand/make-plan.ts";
import type { FoundTools, Proposal } from "../../init/starter-config.ts";
import { plural } from "../../metrics/format.ts";
import { isSecretName } from "./secrets.ts";

const recording = "mcp-bench.har";

/** Proposes to replay the API of a server whose calls fail for want of a key or the network. */
export function proposeReplay({ loaded, tools, directory, passEnv }: FoundTools): Proposal | undefined {
  const { command, env = {} } = launchedServer(loaded);
  const failures = tools.flatMap(({ name, outcome }) =>
    outcome.kind === "failed" && lacksApi(outcome.reason) ? [{ name, reason: outcome.reason }] : [],
  );
  if (command === undefined || failures.length === 0) return undefined;
  const address = baseAddress(directory, env);
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
const sources = /\.([cm]?[jt]sx?|py|go|rs)$/;
const notOurs = /^(node_modules|vendor|target|tests?|__tests__|__pycache__|\..*)$/;
const mostFiles = 500;
const mostBytes = 256 * 1024;
const read =
  /(?:process\.env(?:\.|\[["'`])|environ(?:\.get\(|\[)\s*["']|getenv\(\s*["']|os\.(?:Getenv|LookupEnv)\("|env::var\(")([A-Z][A-Z0-9_]*)/g;
const quoted = /["'`](https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[)[^"'`\s$]+)["'`]/;

/**
 * Returns the variable from which the server takes the address of its API, with that address: from its environment, or from a
 * line of its source that has both. Undefined where there is none, or several: a proxy leads to all of them.
 */
function baseAddress(directory: string, env: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const found = new Map(Object.entries(env).filter(([name, value]) => isAddress(name, value)));
  const files = found.size > 0 ? [] : sourcesIn(directory);
  for (const file of files)
    for (const line of readFileSync(file, "utf8").split("\n")) {
      const address = quoted.exec(line)?.[1];
      if (address === undefined) continue;
      for (const [, name = ""] of line.matchAll(read)) if (isAddress(name, address)) found.set(name, address);
    }
  return found.size === 1 ? Object.fromEntries(found) : undefined;
}

function isAddress(name: string, value: string): boolean {
  return addressName.test(name) && !/PROXY/.test(name) && /^https?:\/\/./.test(value) && URL.canParse(value);
}

/** Lists the source files of a project, the topmost first. */
function sourcesIn(directory: string): string[] {
  const files: string[] = [];
  const folders = [directory];
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory() && !notOurs.test(entry.name) && folders.length < mostFiles) folders.push(at);
      if (entry.isFile() && sources.test(entry.name) && statSync(at).size <= mostBytes) files.push(at);
    }
    if (files.length >= mostFiles) break;
  }
  return files.slice(0, mostFiles);
}
