import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../base/host/clock.ts";
import { OutputTail } from "../../base/host/output-tail.ts";
import {
  family,
  launchVariable,
  type ProcessEntry,
  signal,
  startedWith,
  survivors,
} from "../../base/host/process-tree.ts";
import type { RunningServer, StopReport } from "../protocol/session.ts";
import { type Container, containerOf, hiddenClient, type ProcessRoot } from "./container.ts";
import { type Command, type StartedChild, spawnChild } from "./spawn.ts";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Time of the exit, on the clock the process was spawned with. */
  readonly at: number;
}

/** Time in which members of the group follow the direct child; later they count as orphans. */
const orphanGraceMs = 250;
/** Time that the pipe of stderr may take to end after the direct child, unless others hold it. */
const lastWordsMs = 50;
/** SIGKILL takes effect at once unless the process hangs in the kernel. */
const killWaitMs = 2_000;

/** "exited with code 7" or "was ended by SIGSEGV". */
export function describeExit({ code, signal: name }: Exit): string {
  return name ? `was ended by ${name}` : `exited with code ${code}`;
}

/** Returns the awaited value if it comes within the limit, else undefined. */
export async function within<T>(limitMs: number, awaited: Promise<T>): Promise<T | undefined> {
  const settled = new AbortController();
  try {
    // Our own work may have held up the timer: the events that wait are read first.
    const late = delay(limitMs, undefined, { signal: settled.signal }).then(async () => void (await turn()));
    return await Promise.race([awaited, late]);
  } finally {
    settled.abort();
  }
}

const live = new Set<ServerProcess>();

/** The last resort, when our own process exits without having stopped its servers. */
function killAllServers(): void {
  for (const server of live) server.kill();
}

/** Starts a server in a process group of its own, with stderr drained. Throws the ServerError of `spawnChild`. */
export async function spawnServer(command: Command, clock: Clock): Promise<ServerProcess> {
  const id = randomUUID();
  const container = await containerOf(command);
  const called = container?.command ?? command;
  const marked = { ...called, env: { ...called.env, [launchVariable]: id } };
  const started = await spawnChild(marked, clock).catch(async (error: unknown) => {
    await container?.remove();
    throw error;
  });
  const server = new ServerProcess(started, { command, clock, mark: `${launchVariable}=${id}`, container });
  if (live.size === 0) process.once("exit", killAllServers);
  live.add(server);
  return server;
}

interface Launch {
  readonly command: Command;
  readonly clock: Clock;
  /** The setting in the environment of all that this launch starts. */
  readonly mark: string;
  readonly container: Container | undefined;
}

/** A server as a process: its pipes, its end, and the end of everything it started. */
export class ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly spawnedAt: number;
  /** Settles when the direct child has exited and its last words are read; grandchildren may live on and hold the pipes. */
  readonly exited: Promise<Exit>;
  exit: Exit | undefined;
  readonly #launch: Launch;
  readonly #output = new OutputTail();
  #stopped: Promise<StopReport> | undefined;

  constructor(started: StartedChild, launch: Launch) {
    this.#launch = launch;
    this.pid = started.child.pid;
    this.spawnedAt = started.spawnedAt;
    this.stdin = started.stdin;
    this.stdout = started.stdout;
    this.stderr = started.stderr;
    // A write to a server that is gone fails here and again as the end of stdout, which is where it is handled.
    for (const pipe of [this.stdin, this.stdout, this.stderr]) pipe.on("error", () => {});
    this.stderr.on("data", (chunk: Buffer) => this.#output.push(chunk));
    const read = new Promise((resolve) => this.stderr.once("close", resolve));
    this.exited = new Promise((resolve) => {
      started.child.once("exit", (code, signalName) => {
        const exit = { code, signal: signalName, at: this.#launch.clock.now() };
        this.exit = exit;
        void within(lastWordsMs, read).then(() => resolve(exit));
      });
    });
  }

  /** The last lines the server wrote for people, as an error shows them behind what went wrong with `what`. Untrusted text. */
  lastOutput(what: "server" | "service"): string {
    const tail = this.#output.text();
    return tail === "" ? "" : `\n  last output of the ${what}:\n${tail.replaceAll(/^/gm, "    ")}`;
  }

  /** Gives what those who measure the server may know of its process, once it answers. */
  async shown(): Promise<ProcessRoot & Pick<RunningServer, "image" | "watchStderr" | "endBy" | "stderrTail">> {
    return {
      ...(await this.#root()),
      image: async () => this.#launch.container?.image(),
      watchStderr: (read) => {
        this.stderr.on("data", read);
        return () => this.stderr.off("data", read);
      },
      endBy: async (name, limitMs) => {
        if (!this.exit) signal(-this.pid, name);
        const exit = await this.exitWithin(limitMs);
        if (exit) return exit;
        this.#stopped ??= this.#end({ isAsked: true });
        await this.#stopped;
        return undefined;
      },
      stderrTail: () => this.#output.text(),
    };
  }

  /** Finds the processes of the server: those of its container, if it has one. */
  async #root(): Promise<ProcessRoot> {
    if (this.#launch.container) return this.#launch.container.measured();
    const client = hiddenClient([{ pid: this.pid }, ...family(this.pid)]);
    if (client === undefined) return { pid: this.pid };
    return { unread: `it starts ${client}; name that as the \`command\`, so that its container can be found` };
  }

  /** For servers that do not speak over stdout: it is drained too, and kept beside stderr. */
  keepStdout(): void {
    this.stdout.on("data", (chunk: Buffer) => this.#output.push(chunk));
  }

  /** Ends the server and everything it started; later calls give the first call's report. */
  stop(): Promise<StopReport> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  /** Closes stdin and gives the server time to end before it is stopped. */
  async endByItself(limitMs: number, signal?: AbortSignal): Promise<void> {
    this.stdin.end();
    const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
    if (!signal?.aborted) await within(limitMs, Promise.race([this.exited, aborted]));
  }

  /** Kills the server and everything it started, without waiting. */
  kill(): void {
    for (const { pid } of [...family(this.pid), ...startedWith(this.#launch.mark)]) signal(pid, "SIGKILL");
    if (!this.exit) signal(-this.pid, "SIGKILL");
    this.#launch.container?.removeNow();
  }

  /** `isAsked`: it was asked to end, and has had its time. */
  async #end({ isAsked = false } = {}): Promise<StopReport> {
    const gone = this.exit !== undefined;
    const known = family(this.pid);
    const from = this.#launch.clock.now();
    const killed = isAsked || !(await this.#askToEnd());
    if (killed) signal(-this.pid, "SIGKILL");
    const exit = await this.exitWithin(killWaitMs);
    const left = await this.#endOrphans([...known, ...startedWith(this.#launch.mark)]);
    // A client that was killed could not end its container.
    const orphans = (await this.#launch.container?.remove()) === true && !killed ? left + 1 : left;
    for (const pipe of [this.stdin, this.stdout, this.stderr]) pipe.destroy();
    live.delete(this);
    if (live.size === 0) process.off("exit", killAllServers);
    return {
      shutdownMs: exit && !killed && !gone ? exit.at - from : undefined,
      exitCode: exit?.code ?? null,
      signal: exit?.signal ?? null,
      killed,
      orphans,
    };
  }

  /** False when neither the end of stdin nor SIGTERM moved it. */
  async #askToEnd(): Promise<boolean> {
    const { shutdownTimeoutMs, endsOn } = this.#launch.command;
    const wait = endsOn === "stdin" ? shutdownTimeoutMs / 2 : shutdownTimeoutMs;
    // `end` would wait for ever for a server that does not read the rest.
    if (this.stdin.writableLength > 0) this.stdin.destroy();
    else this.stdin.end();
    if (endsOn === "stdin" && (await this.exitWithin(wait))) return true;
    if (!this.exit) signal(-this.pid, "SIGTERM");
    return (await this.exitWithin(wait)) !== undefined;
  }

  async #endOrphans(known: readonly ProcessEntry[]): Promise<number> {
    const left = await this.#untilGone(known, orphanGraceMs);
    if (left.length === 0) return 0;
    for (const { pid } of left) signal(pid, "SIGKILL");
    await this.#untilGone(known, killWaitMs);
    return left.length;
  }

  async #untilGone(known: readonly ProcessEntry[], limitMs: number): Promise<ProcessEntry[]> {
    let left = survivors(this.pid, known);
    for (let waited = 0; left.length > 0 && waited < limitMs; waited += 10) {
      await delay(10);
      left = survivors(this.pid, known);
    }
    return left;
  }

  exitWithin(limitMs: number): Promise<Exit | undefined> {
    return within(limitMs, this.exited);
  }
}
