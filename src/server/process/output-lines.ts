import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as delay } from "node:timers/promises";
import { isOfThisMachine } from "../../base/address.ts";
import type { Clock } from "../../base/host/clock.ts";
import { patternSearch } from "../../base/host/pattern-search.ts";
import { timeLimit } from "../../base/time-limit.ts";
import { ServerError } from "../../errors.ts";
import { portPlaceholder } from "../../plan/placeholders.ts";
import type { LaunchSpec, OutputPattern } from "../../plan/plan.ts";
import { patienceMs } from "../../plan/protocol.ts";
import type { ServerProcess } from "./process.ts";

/** Longer lines are no announcement. */
const longestLine = 10_000;

/** After so long without more, a line is taken as it is: some programs end none, and some write one in many pieces. */
const quietMs = 100;

/** Looks for a pattern in the lines of a stream from now on. `where`: its place in the configuration. */
export function watchLines(stream: Readable, { pattern, where }: { readonly pattern: string; readonly where: string }) {
  const search = patternSearch(new RegExp(pattern), { where, what: "output" });
  let found: RegExpExecArray | undefined;
  let failure: unknown;
  // A chunk may end within a character.
  const decoder = new StringDecoder();
  let rest = "";
  let quiet: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(quiet);
    stream.off("data", read);
  };
  const look = (lines: readonly string[]): void => {
    try {
      found = search(lines.map((line) => line.slice(0, longestLine)));
    } catch (error) {
      failure = error;
    }
    if (found || failure) stop();
  };
  const read = (chunk: Buffer): void => {
    const lines = `${rest}${decoder.write(chunk)}`.split("\n");
    rest = lines.pop()?.slice(-longestLine) ?? "";
    clearTimeout(quiet);
    if (rest !== "") quiet = setTimeout(() => look([rest]), quietMs);
    if (lines.length > 0) look(lines);
  };
  stream.on("data", read);
  return {
    /** Gives the first match so far. Throws a ConfigError when the pattern takes too long on what has come. */
    match: () => {
      if (failure) throw failure;
      return found;
    },
    stop,
  };
}

/** A pattern as messages show it. */
export function describePattern({ stream, pattern }: OutputPattern): string {
  return `a line matching /${pattern}/ on ${stream}`;
}

const pollMs = 5;

/**
 * Waits for the line in which a server says where it listens. The first group of the pattern (or all of it) is the URL,
 * or the port that goes into `${PORT}` of `url`. Rejects with a ServerError when no such line comes, or says neither, and
 * with a ConfigError when the pattern takes too long; the exit of the server is reported by its launcher.
 */
export async function announcedUrl(
  spec: LaunchSpec,
  { server, clock, signal }: { server: ServerProcess; clock: Clock; signal?: AbortSignal | undefined },
): Promise<URL> {
  const { urlFrom, url, startupTimeoutMs } = spec;
  if (!urlFrom) throw new TypeError("the launch has no urlFrom");
  const watch = watchLines(server[urlFrom.stream], { pattern: urlFrom.pattern, where: "server.url_from" });
  try {
    const deadline = server.spawnedAt + startupTimeoutMs;
    for (;;) {
      const match = watch.match();
      if (match) return urlOf(match[1] ?? match[0], spec, { template: url, pattern: describePattern(urlFrom) });
      if (server.exit) throw new Error("it ended before it said its address");
      if (clock.now() >= deadline) break;
      signal?.throwIfAborted();
      await delay(pollMs);
    }
  } finally {
    watch.stop();
  }
  throw new ServerError(
    `the server did not say its address within ${timeLimit(patienceMs(spec))}${server.lastOutput("server")}`,
    {
      where: [spec.command, ...spec.args].join(" "),
      expected: describePattern(urlFrom),
      fix: "correct `server.url_from` after what the server writes, or raise `server.startup_timeout`",
    },
  );
}

function urlOf(
  found: string,
  spec: LaunchSpec,
  { template, pattern }: { template: string | undefined; pattern: string },
): URL {
  const text = /^\d+$/.test(found) && template ? template.replaceAll(portPlaceholder, found) : found;
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.port !== "0") return safeFor(spec, url);
  throw new ServerError(`the server said ${JSON.stringify(found)} where its address was looked for`, {
    expected: "a URL, or a port from 1 to 65535 together with `url: http://127.0.0.1:${PORT}/mcp`",
    fix: `put the address into the first group of the pattern (${pattern})`,
  });
}

/** Returns the address, unless what may be secret would go there in the clear: the configuration could not tell. */
function safeFor({ headers, auth, tls, identities = [] }: LaunchSpec, url: URL): URL {
  const isSecret = [{ headers, auth }, ...identities].some((one) => one.auth || Object.keys(one.headers).length > 0);
  const isReadable = url.protocol !== "https:" || tls?.verify === false;
  if (!isSecret || !isReadable || isOfThisMachine(url.href)) return url;
  throw new ServerError(
    `the server said ${JSON.stringify(url.href)}, where \`auth\` and \`headers\` would be in the clear`,
    {
      expected: "https with a certificate that is verified, or an address of this machine",
      fix: "let the server say an address such as http://127.0.0.1:PORT/mcp",
    },
  );
}
