import { BaselineError } from "../../errors.ts";
import { renderBadge } from "./badge.ts";
import { type BranchIndex, type KeyFigures, printIndex, summariseKey } from "./branch-index.ts";
import {
  badgePath,
  markerPath,
  mostFileBytes,
  parseShard,
  printShard,
  readmePath,
  shardKey,
  shardPath,
  type TreeFile,
} from "./branch-layout.ts";
import { renderReadme } from "./branch-readme.ts";
import { acceptanceOf, type Entry, isSameRun, isUsable } from "./entry.ts";
import { byTime, type RetentionPolicy, retain } from "./retention.ts";

/** One key of the branch, read and checked: what an edit starts from. */
export interface KeyContent {
  /** Text of the key's month files, by path. */
  readonly shards: ReadonlyMap<string, string>;
  /** All entries of the key, oldest first. */
  readonly entries: readonly Entry[];
}

/** Changes of one commit on the branch; marker and README follow from `keys`. */
export interface BranchEdit {
  /** Figures of the keys that changed; undefined: the key has no entries any more. */
  readonly keys: ReadonlyMap<string, KeyFigures | undefined>;
  readonly writes: ReadonlyMap<string, string>;
  readonly deletes: readonly string[];
  /** Roughly what the commit adds to the history, in bytes. */
  readonly bytes: number;
}

/**
 * Files one run under its commit, in place of an earlier run of the same commit; one of a night beside those of other
 * nights, which are replications. An acceptance of the commit holds for all of them. Undefined: the branch holds exactly
 * this already.
 */
export function appendEdit(content: KeyContent, entry: Entry, policy: RetentionPolicy): BranchEdit | undefined {
  const earlier = content.entries.find((other) => isSameRun(other, entry));
  const accepted = acceptanceOf(entry, content.entries);
  const stored = accepted ? { ...entry, accepted, usable: isUsable(entry.status, true) } : entry;
  if (earlier && JSON.stringify(earlier) === JSON.stringify(stored)) return undefined;

  const others = content.entries.filter((other) => !isSameRun(other, entry));
  const entries = retain([...others, stored], policy, stored);
  return keyEdit(content, { key: entry.key, entries });
}

/**
 * Puts `entries` in place of what the key holds; unchanged month files are not touched. Throws BaselineError for an entry
 * that would not read back: one such entry makes the whole branch unreadable.
 */
export function keyEdit(
  { shards }: KeyContent,
  { key, entries: unsorted }: { key: string; entries: readonly Entry[] },
): BranchEdit {
  const entries = [...unsorted].sort(byTime);
  const writes = new Map<string, string>();
  const occupied = new Set(entries.map(shardPath));
  for (const path of occupied) {
    const text = printShard(entries.filter((entry) => shardPath(entry) === path));
    if (shards.get(path) === text) continue;
    const where = `${path}, not written`;
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > mostFileBytes)
      throw new BaselineError(`a file of ${bytes} bytes, the limit is ${mostFileBytes}`, {
        where,
        fix: "store fewer runs a month, or runs of fewer benchmarks; nothing was overwritten",
      });
    parseShard(text, { path, where });
    writes.set(path, text);
  }
  const deletes = [...shards.keys()].filter((path) => !occupied.has(path));
  const bytes = Math.round(JSON.stringify(entries.at(-1) ?? "").length / 3) + 4096;
  return { keys: new Map([[key, summariseKey(entries)]]), writes, deletes, bytes };
}

/** The index after an edit, with the size of the history since the last squash. */
export function editedIndex(index: BranchIndex, edit: BranchEdit, history: BranchIndex["history"]): BranchIndex {
  const keys = { ...index.keys };
  for (const [key, figures] of edit.keys) {
    if (figures) keys[key] = figures;
    else delete keys[key];
  }
  return { ...index, history, keys };
}

export function ownFiles(index: BranchIndex): Map<string, string> {
  return new Map([
    [markerPath, printIndex(index)],
    [readmePath, renderReadme(index)],
    [badgePath, renderBadge(index)],
  ]);
}

export function shardsOf(files: readonly TreeFile[], key: string): TreeFile[] {
  return files.filter((file) => shardKey(file.path) === key);
}
