import { spawn } from "node:child_process";
import { childEnvironment, type Environment } from "../base/host/environment.ts";
import { signal as sendSignal } from "../base/host/process-tree.ts";
import { classifyFailure, type GitFailure } from "./git-outcome.ts";

/** Repository that holds the baseline branch. */
export interface Remote {
  /** Without credentials: fit for messages. An absolute path, or a file, http, https or ssh address. */
  readonly url: string;
  /** `user:password` for http and https. */
  readonly credentials?: string;
}

export type GitOutcome =
  | { readonly ok: true; readonly stdout: Buffer }
  | { readonly ok: false; readonly failure: GitFailure; readonly message: string };

interface GitCall {
  readonly args: readonly string[];
  /** Our own repository; absent: git looks for one from `cwd`, of which only the configuration may be read. */
  readonly gitDir?: string;
  readonly cwd: string;
  /** Refuses the repository of another user, for commands that run what its configuration names. */
  readonly ownOnly?: boolean;
  /** The parent's environment; only what git and ssh need of it reaches them. */
  readonly environment: Environment;
  /** Reachable as `origin`. */
  readonly remote?: Remote | undefined;
  readonly input?: string | Uint8Array;
  /** Milliseconds until git and its helpers are killed. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxOutputBytes?: number;
}

/** Variables by which this machine reaches hosts by ssh, and the certificate authority of its company. */
const keptForGit = ["GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "SSH_AUTH_SOCK"];
/** Arguments of a fetch that brings what it names and changes nothing else. */
export const fetchQuietly = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no"];

const remoteTimeoutMs = 60_000;
const localTimeoutMs = 30_000;
const defaultOutputBytes = 64 * 2 ** 20;
const stderrTail = 16_384;

/** Environments whose git did not end in time on this machine's own files: it is not waited for again. */
const hung = new WeakSet<Environment>();

/** Ends of those that run: they are of groups of their own, which no interrupt of a terminal reaches. */
const running = new Set<() => void>();

function endAll(): void {
  for (const end of running) end();
}

/**
 * Runs git without a shell, without configuration or hooks of anybody, and with credentials in the environment only,
 * scoped to the remote's host. Never throws for what git says: the outcome tells. Messages hold no credentials.
 */
export function runGit(call: GitCall): Promise<GitOutcome> {
  return new Promise((resolve) => start(call, resolve));
}

function start(call: GitCall, resolve: (outcome: GitOutcome) => void): void {
  const fail = (failure: GitFailure, message: string) =>
    resolve({ ok: false, failure, message: printable(message, call.remote) });
  if (!call.remote && hung.has(call.environment)) {
    fail("timeout", "git hangs: an earlier command did not end");
    return;
  }
  const child = spawn("git", call.args, { cwd: call.cwd, env: gitEnvironment(call), detached: true });
  const end = () => {
    if (child.pid !== undefined) sendSignal(-child.pid, "SIGKILL");
  };
  const stop = (failure: GitFailure, why: string) => {
    end();
    fail(failure, `git ${call.args[0]} ${why}`);
  };
  if (running.size === 0) process.once("exit", endAll);
  running.add(end);
  const limit = call.maxOutputBytes ?? defaultOutputBytes;
  const timeoutMs = call.timeoutMs ?? (call.remote ? remoteTimeoutMs : localTimeoutMs);
  const timer = setTimeout(() => {
    // `status` reads all files, and may be slow alone.
    if (!call.remote && !call.ownOnly) hung.add(call.environment);
    stop("timeout", `took longer than ${timeoutMs / 1000} s`);
  }, timeoutMs);
  const abort = () => stop("failed", "was called off");
  if (call.signal?.aborted) abort();
  else call.signal?.addEventListener("abort", abort, { once: true });
  const settled = () => {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", abort);
    running.delete(end);
    if (running.size === 0) process.off("exit", endAll);
  };
  child.on("error", (error) => {
    settled();
    fail("failed", `git could not be started: ${error.message}`);
  });
  // Without free descriptors there is no pipe either.
  if (child.stdout === undefined) return;

  const output: Buffer[] = [];
  let size = 0;
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) output.push(chunk);
    else stop("too-large", `wrote more than ${limit} bytes`);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-stderrTail);
  });
  // Git may exit without reading its input; its exit code tells then.
  child.stdin.on("error", () => {});
  child.stdin.end(call.input ?? "");
  child.on("close", (code, signal) => {
    settled();
    const stdout = Buffer.concat(output);
    if (code === 0) resolve({ ok: true, stdout });
    else {
      const text = `${call.args[0] === "push" ? stdout.toString() : ""}${stderr}`;
      fail(classifyFailure(text), text.trim() || `git ${call.args[0]} ended with ${signal ?? code}`);
    }
  });
}

function gitEnvironment({ gitDir, environment, remote, ownOnly = false }: GitCall): NodeJS.ProcessEnv {
  return {
    ...childEnvironment(environment, {}),
    ...Object.fromEntries(keptForGit.map((name) => [name, environment[name]])),
    LC_ALL: "C",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ATTR_NOSYSTEM: "1",
    // A checkout's configuration may name a program that brings what its repository lacks.
    GIT_ALLOW_PROTOCOL: remote ? "file:http:https:ssh" : "none",
    GIT_DIR: gitDir,
    ...configuration(remote, { ownOnly }),
  };
}

/** Settings by environment, https://git-scm.com/docs/git-config#Documentation/git-config.txt-GITCONFIGCOUNT */
function configuration(remote: Remote | undefined, { ownOnly }: { readonly ownOnly: boolean }): Record<string, string> {
  const settings: [name: string, value: string][] = [
    ["core.hooksPath", "/dev/null"],
    ["core.fsmonitor", "false"],
    ["gc.auto", "0"],
    ["maintenance.auto", "false"],
    // It does not matter who owns a checkout in which nothing is run.
    ...(ownOnly ? [] : [["safe.directory", "*"] as [string, string]]),
    // A pull request can commit a whole bare repository, whose configuration names programs for git to run.
    ["safe.bareRepository", "explicit"],
  ];
  if (remote)
    settings.push(
      ["remote.origin.url", remote.url],
      ["remote.origin.promisor", "true"],
      ["remote.origin.partialCloneFilter", "blob:none"],
    );
  // Git hides its settings from the program that reads a local repository, which may be of another user, as in containers.
  if (remote && /^(\/|file:)/.test(remote.url))
    settings.push(["remote.origin.uploadpack", "git -c 'safe.directory=*' upload-pack"]);
  if (remote?.credentials !== undefined)
    settings.push(
      [`http.${new URL(remote.url).origin}/.extraheader`, `AUTHORIZATION: basic ${basic(remote.credentials)}`],
      // Git would go on sending the header to wherever the first request was redirected.
      ["http.followRedirects", "false"],
    );
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(settings.length)],
    ...settings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}

function basic(credentials: string): string {
  return Buffer.from(credentials).toString("base64");
}

/** The remote's words reach logs: without control characters and credentials. */
function printable(text: string, remote: Remote | undefined): string {
  const { credentials } = remote ?? {};
  const secrets =
    credentials === undefined ? [] : [credentials, basic(credentials), credentials.replace(/^[^:]*:/, "")];
  const visible = text.replaceAll(/[^\P{Cc}\n]/gu, " ").trim();
  const withoutUrls = visible.replaceAll(/:\/\/[^/@\s]+@/g, "://***@");
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, "***"), withoutUrls);
}

/** Returns the first line of what git said of a failure. */
export function firstLine({ message }: { readonly message: string }): string {
  // biome-ignore lint/plugin: git wrote it
  return message.split("\n", 1).join("");
}
