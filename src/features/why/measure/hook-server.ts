import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { removeTemporaryDirectory, temporaryDirectory } from "../../../base/host/temporary-directory.ts";
import { isMap, type JsonObject } from "../../../base/json.ts";
import { parseMessage } from "../../../base/json-depth.ts";

/** In the environment of a server that is profiled: the socket on which its hooks report. */
export const hookVariable = "MCP_BENCH_HOOK";

/** A hook says little: more than this is none of ours. */
const longestLine = 64 * 1024;

/** The path of a socket has 104 bytes on macOS and 108 on Linux, the name of our directory and of the socket among them. */
const longestParent = 80;

/** Processes and threads of one server that are listened to. */
const mostHooks = 64;

/** A server may answer before it is read here that its hooks have reported: what they wrote by then is here after a turn or two. */
const turnMs = 10;
const mostTurns = 20;

/**
 * Listens on a Unix socket to hooks: small scripts in the processes of a server that profile them from within. Each says
 * `{"hook": "node", "pid": 1}` in a line when it is loaded, and answers each line with one line. Nothing waits for a process to
 * end by itself, as files that are written on exit would: servers are killed, and wrappers stay beside what they start. What it
 * says is as untrusted as anything a server says.
 */
export class HookServer implements AsyncDisposable {
  /** Temporary, and removed with the server: for what hooks write, too. */
  readonly folder: string;
  readonly #server: Server;
  readonly #hooks = new Map<Socket, Hook>();

  private constructor(folder: string, server: Server) {
    this.folder = folder;
    this.#server = server;
    server.on("connection", (socket) => this.#greet(socket));
  }

  /**
   * Opens it in a folder of its own, under /tmp where the path of `temporary` is too long for a socket. Throws UserError
   * without a directory for temporary files, Node's error where no socket can be made in it.
   */
  static async open(temporary = tmpdir()): Promise<HookServer> {
    const parent = Buffer.byteLength(temporary) > longestParent ? "/tmp" : temporary;
    const folder = await temporaryDirectory("mcp-bench-", parent);
    const server = createServer();
    const hooks = new HookServer(folder, server);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(hooks.address, resolve);
      });
    } catch (error) {
      await removeTemporaryDirectory(folder);
      throw error;
    }
    return hooks;
  }

  /** Path of the socket, for `hookVariable`. */
  get address(): string {
    return path.join(this.folder, "hook");
  }

  /** Hooks of a kind that have reported and still listen, in the order in which they came. */
  of(kind: string): readonly Hook[] {
    return [...this.#hooks.values()].filter((hook) => hook.kind === kind);
  }

  /** Those of a server that has just answered; of one that has none, after 200 ms. */
  async arrived(kind: string): Promise<readonly Hook[]> {
    let found: readonly Hook[] = [];
    for (let turn = 0; turn < mostTurns && found.length === 0; turn++) {
      await wait(turnMs);
      found = this.of(kind);
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#hooks.keys()) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    await removeTemporaryDirectory(this.folder);
  }

  #greet(socket: Socket): void {
    if (this.#hooks.size >= mostHooks) {
      socket.destroy();
      return;
    }
    this.#hooks.set(socket, new Hook(socket));
    // A server may start and end any number of processes.
    socket.on("close", () => this.#hooks.delete(socket));
  }
}

/** One process or thread of a server, from within. */
export class Hook {
  /** The kind that it reports; empty until then. */
  kind = "";
  pid = 0;
  readonly #socket: Socket;
  #text = "";
  #waiting: ((answer: JsonObject | undefined) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#waiting = (line) => {
      const { hook, pid } = line ?? {};
      if (typeof hook !== "string" || typeof pid !== "number") socket.destroy();
      else [this.kind, this.pid] = [hook, pid];
    };
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => this.#read(chunk));
    socket.on("error", () => {});
    socket.on("close", () => this.#settle(undefined));
  }

  get isGone(): boolean {
    return this.#socket.destroyed;
  }

  /** Tells it something and gives its answer; undefined where it is gone, or silent for `timeoutMs`. One at a time. */
  async ask(message: JsonObject, { timeoutMs }: { readonly timeoutMs: number }): Promise<JsonObject | undefined> {
    if (this.isGone) return undefined;
    const answer = new Promise<JsonObject | undefined>((resolve) => {
      this.#waiting = resolve;
    });
    // A late answer would be taken for that to the next request.
    const late = setTimeout(() => this.#socket.destroy(), timeoutMs);
    this.#socket.write(`${JSON.stringify(message)}\n`);
    return answer.finally(() => clearTimeout(late));
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const end = this.#text.indexOf("\n");
    if (end < 0) {
      if (this.#text.length > longestLine) this.#socket.destroy();
      return;
    }
    const message = parseMessage(this.#text.slice(0, end));
    this.#text = "";
    this.#settle(isMap(message) ? (message as JsonObject) : undefined);
  }

  #settle(line: JsonObject | undefined): void {
    this.#waiting?.(line);
    this.#waiting = undefined;
  }
}
