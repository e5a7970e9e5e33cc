import { isDeepStrictEqual } from "node:util";
import { BaselineError } from "../errors.ts";
import { groupBy } from "../stats/group-by.ts";
import { summariseKey } from "./branch/branch-index.ts";
import { parseShard, shardKey } from "./branch/branch-layout.ts";
import type { Entry } from "./branch/entry.ts";
import { byTime } from "./branch/retention.ts";
import type { BranchStore, Snapshot } from "./branch-store.ts";

/** Reads every file of the branch and lists all faults, for `baseline verify`. Throws only when it cannot be fetched. */
export async function verifyBranch(store: BranchStore) {
  /** One message per fault; empty when the branch is sound. */
  const problems: string[] = [];
  const attempt = async <T>(step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof BaselineError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const snapshot = await attempt(() => store.snapshot());
  if (!snapshot) return { files: 0, entries: 0, problems };

  const contents = await attempt(() => store.readFiles(snapshot));
  const entries: Entry[] = [];
  for (const [path, bytes] of contents ?? []) {
    if (shardKey(path) === undefined) continue;
    const where = snapshot.describe(path);
    entries.push(...((await attempt(() => parseShard(bytes.toString(), { path, where }))) ?? []));
  }
  if (problems.length === 0) problems.push(...inconsistencies(snapshot, entries));
  return { files: snapshot.files.length, entries: entries.length, problems };
}

function inconsistencies({ index }: Snapshot, entries: readonly Entry[]): string[] {
  const byKey = groupBy(entries, ({ key }) => key);
  return [...new Set([...Object.keys(index.keys), ...byKey.keys()])].flatMap((key) => {
    const own = (byKey.get(key) ?? []).sort(byTime);
    const runs = new Set(own.map(({ commit, run }) => `${commit} ${run ?? ""}`));
    const found = [];
    if (runs.size < own.length) found.push(`${key}: a run is stored twice`);
    if (!isDeepStrictEqual(summariseKey(own), index.keys[key]))
      found.push(`${key}: the marker file does not match the stored runs`);
    return found;
  });
}
