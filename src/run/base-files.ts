import { createHash } from "node:crypto";
import { lstatSync, readFileSync, type Stats } from "node:fs";
import path from "node:path";
import { trackedBlobs } from "../git/working-copy.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";

/** A checkout, and the time after which only its server has a reason to write into it. */
interface Built {
  readonly root: string;
  readonly since: Date;
}

/** The files of base's commit as its build left them. Head's code runs as the same user, and may change them. */
export class BaseFiles {
  readonly #base: Built;
  /** Ids of the files, by their path from the top of the checkout. */
  readonly #blobs: ReadonlyMap<string, string>;
  /** Head's checkout once it was built, and which of the same files it had. */
  #head: (Built & { readonly files: ReadonlySet<string> }) | undefined;

  private constructor(base: Built, blobs: ReadonlyMap<string, string>) {
    this.#base = base;
    this.#blobs = blobs;
  }

  /** Looks at a checkout of our own before any code of head runs. */
  static async remember(root: string, options: Pick<BenchmarkRequest, "environment" | "signal">): Promise<BaseFiles> {
    const blobs = await trackedBlobs(root, options);
    const left = [...blobs].filter(([file]) => about(root, file) !== undefined);
    return new BaseFiles({ root, since: new Date() }, new Map(left));
  }

  /** Looks at head's checkout as its build left it, before its server runs. */
  rememberHead(root: string): void {
    const files = [...this.#blobs.keys()].filter((file) => about(root, file) !== undefined);
    this.#head = { root, since: new Date(), files: new Set(files) };
  }

  /**
   * Returns those that were changed since, and of `programs`, which the build may have made. What head got another content of
   * as well, or lost, is the data that both servers write, if it is no program. The content counts: writing the same again is
   * no change.
   */
  changed(programs: readonly string[]): string[] {
    const base = this.#base;
    const head = this.#head;
    const isChanged = (built: Built, file: string, id: string) =>
      wasWritten(built, file) && idOf(path.join(built.root, file), id) !== id;
    const isData = (file: string, id: string) => head && !programs.includes(file) && isChanged(head, file, id);
    const isGoneInHead = (file: string) => head?.files.has(file) && about(head.root, file) === undefined;
    const tracked = [...this.#blobs].filter(([file, id]) => {
      if (about(base.root, file) === undefined) return !isGoneInHead(file);
      return isChanged(base, file, id) && !isData(file, id);
    });
    // A server that builds itself at each start writes its program in both.
    const made = programs.filter(
      (file) => !this.#blobs.has(file) && wasWritten(base, file) && !(head && wasWritten(head, file)),
    );
    return [...tracked.map(([file]) => file), ...made];
  }
}

/** Anybody may set the other times of a file back. */
function wasWritten({ root, since }: Built, file: string): boolean {
  const { ctime } = about(root, file) ?? {};
  return ctime !== undefined && ctime > since;
}

/** Undefined for what is no plain file. */
function about(root: string, file: string): Stats | undefined {
  try {
    const stats = lstatSync(path.join(root, file));
    return stats.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

/** Hashes a file as git does, see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects; `like` is an id of the same repository. */
function idOf(file: string, like: string): string | undefined {
  try {
    const content = readFileSync(file);
    const hash = createHash(like.length === 64 ? "sha256" : "sha1");
    return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
  } catch {
    return undefined;
  }
}
