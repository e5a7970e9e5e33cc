import type { TreeFile } from "./branch/branch-layout.ts";

export interface Identity {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  /** The commit whose files are kept, but for `writes` and `deletes`. */
  readonly base?: string | undefined;
  /** True: the commit has no parent. */
  readonly isRoot: boolean;
  readonly writes: ReadonlyMap<string, string | Uint8Array>;
  readonly deletes: readonly string[];
  readonly message: string;
  readonly author: Identity;
  /** Milliseconds since 1970. */
  readonly time: number;
}

const made = "refs/baseline/made";

/**
 * A commit as input of `git fast-import`, which writes blobs, trees and commit in one process and needs none of the files
 * that are kept, https://git-scm.com/docs/git-fast-import. `startsFrom` says what the files written are added to. At the
 * end it is asked for the ids of what it made.
 */
export function importStream({ writes, deletes, message, author, time }: NewCommit, startsFrom: string): Buffer {
  const who = `${author.name} <${author.email}> ${Math.max(0, Math.floor(time / 1000))} +0000`;
  const parts: (string | Uint8Array)[] = [`commit ${made}\nmark :1\nauthor ${who}\ncommitter ${who}\n`];
  const data = (content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    parts.push(`data ${bytes.length}\n`, bytes, "\n");
  };
  data(message);
  parts.push(startsFrom);
  for (const path of deletes) parts.push(`D ${path}\n`);
  for (const [path, content] of writes) {
    parts.push(`M 100644 inline ${path}\n`);
    data(content);
  }
  for (const path of writes.keys()) parts.push(`ls "${path}"\n`);
  parts.push("\nget-mark :1\ndone\n");
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

/** Reads the replies to `ls` (mode, type, id, path) and `get-mark` (id). */
export function parseImport(output: string): { sha: string; written: TreeFile[] } {
  const lines = output.trim().split("\n");
  const sha = lines.pop() ?? "";
  const written = lines.map((line) => {
    const [meta = "", path = ""] = line.split("\t");
    return { path, oid: meta.split(" ")[2] ?? "" };
  });
  return { sha, written };
}
