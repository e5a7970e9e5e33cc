import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import path from "node:path";
import { blobIdOf, trackedBlobs } from "../git/working-copy.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";

/** A checkout, the time after which only its server has a reason to write into it, and its files by then. */
interface Built {
  readonly root: string;
  readonly since: Date;
  /** Their numbers in the file system, by their path from the top. */
  readonly files: ReadonlyMap<string, number>;
}

/** The files of base's commit as its build left them. Head's code runs as the same user, and may change them. */
export class BaseFiles {
  readonly #base: Built;
  /** Ids of the files, by their path from the top of the checkout. */
  readonly #blobs: ReadonlyMap<string, string>;
  /** Head's checkout once it was built, with those of the same files that it had. */
  #head: Built | undefined;

  private constructor(base: Built, blobs: ReadonlyMap<string, string>) {
    this.#base = base;
    this.#blobs = blobs;
  }

  /** Looks at a checkout of our own before any code of head runs. */
  static async remember(root: string, options: Pick<BenchmarkRequest, "environment" | "signal">): Promise<BaseFiles> {
    const blobs = await trackedBlobs(root, options);
    const base = built(root, blobs.keys());
    return new BaseFiles(base, new Map([...blobs].filter(([file]) => base.files.has(file))));
  }

  /** Looks at head's checkout as its build left it, before its server runs. */
  rememberHead(root: string): void {
    this.#head = built(root, this.#blobs.keys());
  }

  /**
   * Returns those that were changed since, and of `programs`, which the build may have made. What head got another content of
   * as well, or lost, is the data that both servers write, if it is no program. The content counts: writing the same again is
   * no change.
   */
  changed(programs: readonly string[]): string[] {
    const base = this.#base;
    const head = this.#head;
    const isChanged = (side: Built, file: string, id: string) =>
      wasWritten(side, file) && blobIdOf(path.join(side.root, file), id) !== id;
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

/** Looks at tracked files, and at what a build made: one of those may be the program. */
function built(root: string, tracked: Iterable<string>): Built {
  const found = [...new Set([...tracked, ...filesUnder(root)])].flatMap((file) => {
    const stats = about(root, file);
    return stats ? [[file, stats.ino] as const] : [];
  });
  return { root, since: new Date(), files: new Map(found) };
}

/** Folders with many files in which no build puts a program of its own. */
const passedOver = new Set([".git", "node_modules"]);

function filesUnder(root: string, folder = ""): string[] {
  return entriesOf(path.join(root, folder)).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return passedOver.has(entry.name) ? [] : filesUnder(root, name);
  });
}

/** None of a folder that is another user's, or gone by now. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Anybody may set the other times of a file back. One in a folder that was moved here keeps its time, and is another file. */
function wasWritten({ root, since, files }: Built, file: string): boolean {
  const { ctime, ino } = about(root, file) ?? {};
  return ctime !== undefined && (ctime > since || (files.has(file) && files.get(file) !== ino));
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
