import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { ConfigError, messageOf } from "../../errors.ts";
import type { RunningServer } from "../../server/protocol/session.ts";

/** Log of a server. Lines written between `begin` and `end` are read; no others. */
export interface LogSource {
  /** Bytes written so far. */
  position(): Promise<number>;
  /** True: the log stands in the middle of a line. */
  begin(): Promise<boolean>;
  /** Gives what was written since `begin`. */
  end(take: (chunk: Buffer) => void): Promise<void>;
  close(): void;
}

const newline = 0x0a;

/** Bytes of one window that are kept; where a server writes more, fewer of its lines are counted. */
const longestWindow = 64 * 2 ** 20;

/** The stderr of one process, which is drained all the time. */
export class StderrSource implements LogSource {
  readonly #stop: () => void;
  #position = 0;
  #midLine = false;
  #window: { chunks: Buffer[]; bytes: number } | undefined;

  constructor(watch: NonNullable<RunningServer["watchStderr"]>) {
    this.#stop = watch((chunk) => this.#read(chunk));
  }

  async position(): Promise<number> {
    return this.#position;
  }

  async begin(): Promise<boolean> {
    this.#window = { chunks: [], bytes: 0 };
    return this.#midLine;
  }

  async end(take: (chunk: Buffer) => void): Promise<void> {
    for (const chunk of this.#window?.chunks ?? []) take(chunk);
    this.#window = undefined;
  }

  close(): void {
    this.#stop();
  }

  #read(chunk: Buffer): void {
    this.#position += chunk.byteLength;
    this.#midLine = chunk.at(-1) !== newline;
    const window = this.#window;
    if (!window || window.bytes + chunk.byteLength > longestWindow) return;
    window.chunks.push(chunk);
    window.bytes += chunk.byteLength;
  }
}

/** A file inside the server's working directory; it need not be there yet, and may be rotated away at any time. */
export class FileSource implements LogSource {
  readonly #name: string;
  readonly #file: string;
  readonly #directory: string;
  readonly #warn: (message: string) => void;
  #from = 0;

  constructor(name: string, { directory, warn }: { directory: string; warn: (message: string) => void }) {
    this.#name = name;
    this.#file = path.resolve(directory, name);
    this.#directory = directory;
    this.#warn = warn;
  }

  async position(): Promise<number> {
    return (await stat(this.#file).catch(() => undefined))?.size ?? 0;
  }

  async begin(): Promise<boolean> {
    this.#from = await this.position();
    await using handle = this.#from === 0 ? undefined : await this.#open();
    if (!handle) {
      this.#from = 0;
      return false;
    }
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, this.#from - 1);
    return buffer[0] !== newline;
  }

  async end(take: (chunk: Buffer) => void): Promise<void> {
    const size = await this.position();
    // A file that has become shorter was started afresh.
    const at = size < this.#from ? 0 : this.#from;
    await using handle = size === at ? undefined : await this.#open();
    if (size < this.#from || (size > at && !handle))
      this.#warn(
        `server_metrics: ${this.#name} was rotated or emptied while calls were measured: what it held by then is not counted`,
      );
    if (!handle) return;
    const end = Math.min(size, at + longestWindow) - 1;
    for await (const chunk of handle.createReadStream({ start: at, end })) take(chunk as Buffer);
  }

  close(): void {}

  /** Undefined where it is not there any more. Throws ConfigError where a link leads out of the directory, or to what is no file. */
  async #open(): Promise<FileHandle | undefined> {
    const [file, directory] = await Promise.all([realpath(this.#file).catch(ifGone), realpath(this.#directory)]);
    if (file === undefined) return undefined;
    const inside = path.relative(directory, file);
    if (inside === "" || inside.startsWith("..") || path.isAbsolute(inside))
      throw new ConfigError("the log of the server lies outside of its working directory", {
        where: this.#file,
        fix: "let the server write it below the directory it is started in",
      });
    // Not blocking: a pipe in place of the file must not stop the run.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(ifGone);
    if (!handle || (await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new ConfigError("the log of the server is not a file", { where: this.#file });
  }
}

/** For what may have gone between two looks. Throws ConfigError for what may not be read. */
function ifGone(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return undefined;
  if (code !== "EACCES") throw error;
  throw new ConfigError(`the log of the server cannot be read: ${messageOf(error)}`, {
    fix: "let the server write it readable for this user",
  });
}
