import { BaselineError } from "../errors.ts";
import type { KeyContent } from "./branch/branch-edit.ts";
import { shardsOf } from "./branch/branch-edit.ts";
import { type BranchIndex, emptyIndex, parseIndex } from "./branch/branch-index.ts";
import { markerPath, parseShard, parseTree, type TreeFile } from "./branch/branch-layout.ts";
import { byTime } from "./branch/retention.ts";

/** Largest file of the branch that is read. */
export const maxFileBytes = 32 * 2 ** 20;

/** One state of the branch, checked as far as it has been read. */
export interface Snapshot {
  /** Absent while the branch does not exist. */
  readonly sha?: string;
  readonly files: readonly TreeFile[];
  readonly index: BranchIndex;
  /** Contents read along with the tree, by path. */
  readonly loaded: ReadonlyMap<string, Buffer>;
  /** Names a file of this state for messages. */
  readonly describe: (path: string) => string;
}

/** Reads contents of files of a snapshot, by path. */
export type ReadFiles = (
  files: readonly TreeFile[],
  limit: { maxBytes: number; describe: (path: string) => string },
) => Promise<Map<string, Buffer>>;

/**
 * Reads tree and marker of a commit of the branch, and the month files of `key` in the same go. Throws BaselineError when
 * the branch is not one of ours: then nothing of it may be overwritten.
 */
export async function openSnapshot(
  source: { sha: string; listing: string; branch: string; key?: string | undefined },
  readFiles: ReadFiles,
): Promise<Snapshot> {
  const { sha, listing, branch, key } = source;
  const describe = (path: string) => `${path} at commit ${sha.slice(0, 12)} of branch ${branch}`;
  const files = parseTree(listing, describe);
  const marker = files.find((file) => file.path === markerPath);
  if (!marker)
    throw new BaselineError(`branch ${branch} holds something else: it has no ${markerPath}`, {
      where: `commit ${sha.slice(0, 12)}`,
      fix: "choose another name for the branch (input baseline-branch, or --branch); nothing was overwritten",
    });
  const wanted = [marker, ...(key === undefined ? [] : shardsOf(files, key))];
  const loaded = await readFiles(wanted, { maxBytes: maxFileBytes, describe });
  const index = parseIndex(loaded.get(markerPath)?.toString() ?? "", describe(markerPath));
  return { sha, files, index, loaded, describe };
}

/** The state before the first push. */
export function absentSnapshot(branch: string): Snapshot {
  return { files: [], index: emptyIndex, loaded: new Map(), describe: (path) => `${path} of branch ${branch}` };
}

/** Reads all entries of one key, and no other file. Throws BaselineError naming the file that is damaged. */
export async function readKey(
  snapshot: Snapshot,
  { key, readFiles }: { key: string; readFiles: ReadFiles },
): Promise<KeyContent> {
  const { files, index, loaded, describe } = snapshot;
  const wanted = shardsOf(files, key);
  const missing = wanted.filter(({ path }) => !loaded.has(path));
  const read = await readFiles(missing, { maxBytes: maxFileBytes, describe });
  const shards = new Map(wanted.map(({ path }) => [path, (loaded.get(path) ?? read.get(path) ?? "").toString()]));
  const entries = [...shards].flatMap(([path, text]) => parseShard(text, { path, where: describe(path) }));
  return { index, files, shards, entries: entries.sort(byTime) };
}
