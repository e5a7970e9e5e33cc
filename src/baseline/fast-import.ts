import { BaselineError } from "../errors.ts";
import { isCommitId } from "../model/fields.ts";

export interface NewCommit {
  /** The commit whose files are kept, but for `writes` and `deletes`. */
  readonly base?: string | undefined;
  /** True: the commit has no parent. */
  readonly isRoot: boolean;
  readonly writes: ReadonlyMap<string, string | Uint8Array>;
  readonly deletes: readonly string[];
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

const made = "refs/baseline/made";

const author = "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>";

/**
 * A commit as input of `git fast-import`, which writes blobs, trees and commit in one process and needs none of the files
 * that are kept, https://git-scm.com/docs/git-fast-import. `startsFrom` says what the files written are added to. At the
 * end it is asked for the id of what it made. Throws BaselineError on a path that is not plain: the stream is made of
 * lines, and a path with a line end in it would be read as further commands.
 */
export function importStream({ writes, deletes, message, time }: NewCommit, startsFrom: string): Buffer {
  for (const path of [...deletes, ...writes.keys()]) refuseOddPath(path);
  const who = `${author} ${Math.max(0, Math.floor(time / 1000))} +0000`;
  const parts: (string | Uint8Array)[] = [`commit ${made}\nmark :1\nauthor ${who}\ncommitter ${who}\n`];
  const data = (content: string | Uint8Array) => {
    const bytes = bytesOf(content);
    parts.push(`data ${bytes.length}\n`, bytes, "\n");
  };
  data(message);
  parts.push(startsFrom);
  for (const path of deletes) parts.push(`D ${path}\n`);
  for (const [path, content] of writes) {
    parts.push(`M 100644 inline ${path}\n`);
    data(content);
  }
  parts.push("\nget-mark :1\ndone\n");
  return Buffer.concat(parts.map(bytesOf));
}

function refuseOddPath(path: string): void {
  const isPlain = path.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^(\.\.?|\.git)$/i.test(part));
  if (isPlain) return;
  throw new BaselineError(`${JSON.stringify(path)} is not a path of the baseline branch`, {
    expected: "letters, digits, `.`, `_`, `-` and `/`",
    fix: nothingPushed,
  });
}

/** Reads the reply to `get-mark`: the id of the new commit. Throws BaselineError on anything else. */
export function parseImport(output: string): string {
  const id = output.trim();
  if (isCommitId(id)) return id;
  throw new BaselineError("git did not name the commit that it made", { fix: nothingPushed });
}

const nothingPushed = "nothing was pushed; look at what the measuring jobs of this run were given";

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
