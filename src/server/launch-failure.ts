import { existsSync } from "node:fs";
import path from "node:path";
import { timeLimit } from "../base/time-limit.ts";
import { shortLine } from "../base/untrusted.ts";
import { messageOf, ServerError, UserError } from "../errors.ts";
import { runnerWords } from "../plan/package-runner.ts";
import type { LaunchSpec } from "../plan/plan.ts";
import { patienceMs } from "../plan/protocol.ts";
import { clientCall } from "./process/container.ts";
import { describeExit, type ServerProcess } from "./process/process.ts";
import { HandshakeTimeout } from "./protocol/connection.ts";
import { HttpFailure } from "./protocol/exchange.ts";
import type { WireFailure } from "./protocol/session.ts";

interface Launch {
  readonly spec: LaunchSpec;
  readonly server?: ServerProcess | undefined;
  readonly warnings: readonly string[];
  /** Reason why its connection was closed, which the SDK's client does not report. */
  readonly lost?: string | undefined;
}

/** Turns whatever stopped a launch into an error that names the cause, shows the server's last output and says what to try. */
export function launchFailure(error: unknown, { spec, server, warnings, lost }: Launch): UserError {
  if (error instanceof UserError) return error;
  const command = [spec.command, ...spec.args].filter((part) => part !== undefined).join(" ");
  const where = command || spec.url || "server";
  const context = `${warnings.map((line) => `\n  ${line}`).join("")}${server?.lastOutput("server") ?? ""}`;
  const exit = server?.exit;
  if (exit)
    return new ServerError(`the server ${describeExit(exit)} before the MCP handshake was done${context}`, {
      where,
      fix: fixOfExit(spec),
      cause: error,
    });
  if (error instanceof HandshakeTimeout)
    return new ServerError(
      `the server did not answer the MCP handshake within ${timeLimit(patienceMs(spec))}${context}`,
      {
        where,
        fix: `${isFetched(spec) ? `it may still be downloading: run it once by hand (${command}), or ` : `${checkTransport(spec)}; or `}raise \`server.startup_timeout\``,
        cause: error,
      },
    );
  const address = spec.transport === "stdio" ? undefined : spec.url;
  const failure = error instanceof HttpFailure ? error.failure : undefined;
  const isRefused = address !== undefined && failure?.kind === "disconnected" && failure.refused === true;
  const at = address === undefined ? "" : ` at ${address}`;
  const found = isRefused
    ? `nothing listens${at}`
    : `the MCP handshake${at} failed: ${lost ?? shortLine(messageOf(error))}`;
  return new ServerError(`${found}${context}`, {
    // An address is named once.
    where: command === "" && address !== undefined ? undefined : where,
    fix: failure ? httpFix(failure, { isOurs: server !== undefined }) : checkTransport(spec),
    cause: error,
  });
}

/** Tells whether a server is started by a program that downloads it first. */
export function isFetched({ command, args }: LaunchSpec): boolean {
  return command !== undefined && runnerWords(command, args) > 0;
}

/** The commonest causes: it was not built, and it misses a variable that the person's own shell has. */
function fixOfExit({ command = "", args, cwd }: LaunchSpec): string {
  // Those of a container are files of its image; addresses and lists of paths have a colon.
  const words = clientCall({ command, args }) ? [] : args;
  const missing = words.find(
    (word) => /^[^-:][^:]*\.(?:[cm]?[jt]s|py|jar|dll)$/.test(word) && !existsSync(path.resolve(cwd, word)),
  );
  if (missing !== undefined)
    return `${missing} does not exist in ${cwd}: let \`build\` in the configuration make it, or correct the path`;
  return "run the command by hand: it must stay up and speak MCP until it is asked to end; of your environment it gets only what `server.env` names (`mcp-bench init --env NAME` writes it), beside PATH and the like";
}

function checkTransport({ transport }: LaunchSpec): string {
  const check = `check that it speaks MCP over ${transport}`;
  if (transport !== "stdio") return check;
  return `${check}; one over HTTP needs \`server.url\`, which \`mcp-bench init\` writes with --url 'http://127.0.0.1:\${PORT}/mcp'`;
}

/** `isOurs`: the server was started for this launch. */
function httpFix(failure: WireFailure, { isOurs }: { isOurs: boolean }): string {
  const address = isOurs ? "`server.url`" : "`server.url` or --url";
  if (failure.kind === "disconnected" && failure.untrusted)
    return "name the certificate of its authority in `server.tls.ca`, or write `tls: { verify: false }`";
  if (failure.kind === "disconnected" && isOurs)
    return "check the host and port of `server.url`, and what the server writes, or raise `server.startup_timeout`";
  if (failure.kind === "disconnected")
    return "start the server first, or correct the host and port of `server.url` or --url; one that is to be started for each launch needs `server.command` too, with ${PORT} in the address, which `mcp-bench init` writes with --server and --url";
  if (failure.kind === "malformed" && failure.encoded)
    return "let the server compress only what a client asks for by `accept-encoding`; replies are measured as they come";
  if (failure.kind !== "http-status") return `check that the path of ${address} is the one that speaks MCP`;
  const { status } = failure;
  if (status === 401 || status === 403) return "give the credentials it wants in `server.headers`, by `pass-env`";
  if (status < 400) return `write the final address into ${address}`;
  if (status === 404 || status === 405) return `check the path of ${address}`;
  return "look at what the server writes; the request was the plain opening of MCP";
}
