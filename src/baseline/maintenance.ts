import { BaselineError } from "../errors.ts";
import { type BranchEdit, type KeyContent, keyEdit } from "./branch/branch-edit.ts";
import type { BranchIndex, KeyFigures } from "./branch/branch-index.ts";
import { type Acceptance, type BranchExport, type Entry, isUsable } from "./branch/entry.ts";
import { retain } from "./branch/retention.ts";
import type { BranchStore } from "./branch-store.ts";

/** The keys on the branch with their latest figures, for `baseline list`. Reads all runs: a broken file must not look sound. */
export async function listKeys(store: BranchStore): Promise<(KeyFigures & { key: string })[]> {
  const snapshot = await store.snapshot();
  const keys = Object.entries(snapshot.index.keys);
  for (const [key] of keys) await store.readKey(snapshot, key);
  return keys.map(([key, figures]) => ({ key, ...figures }));
}

/** The entries of one key, oldest first, for `baseline show`; `given` as for `findKey`. */
export async function showKey(
  store: BranchStore,
  given: string | undefined,
): Promise<{ key: string; entries: readonly Entry[] }> {
  const snapshot = await store.snapshot();
  const key = findKey(snapshot.index, given);
  const { entries } = await store.readKey(snapshot, key);
  return { key, entries };
}

/** Every entry of the branch, or of one key, as one document for `baseline export`. */
export async function exportBranch(store: BranchStore, given?: string): Promise<BranchExport> {
  const snapshot = await store.snapshot();
  const names = given === undefined ? Object.keys(snapshot.index.keys) : [findKey(snapshot.index, given)];
  const keys: Record<string, readonly Entry[]> = {};
  for (const key of names) keys[key] = (await store.readKey(snapshot, key)).entries;
  return { kind: "mcp-bench-export", schema: 1, ...(snapshot.sha === undefined ? {} : { sha: snapshot.sha }), keys };
}

/**
 * Takes the runs of a commit into the baseline although they regressed, and records who, when and why: those of every key, or of
 * the given one. `commit` is a commit id or its first seven or more digits. Throws BaselineError when there is no such run or it
 * cannot be accepted.
 */
export async function acceptRun(
  store: BranchStore,
  { key: given, commit, acceptance }: { key?: string; commit: string; acceptance: Acceptance },
): Promise<{ entry: Entry; keys: readonly string[]; sha: string; wasUsable: boolean }> {
  let runs: readonly Entry[] = [];
  const accept = (entry: Entry): Entry => ({ ...entry, accepted: acceptance, usable: true });
  const { sha = "" } = await store.change({
    message: `Accept ${commit.slice(0, 12)}\n`,
    edit: async (snapshot) => {
      const keys = given === undefined ? Object.keys(snapshot.index.keys) : [findKey(snapshot.index, given)];
      const contents = new Map<string, KeyContent>();
      for (const key of keys) contents.set(key, await store.readKey(snapshot, key));
      const stored = [...contents.values()].flatMap(({ entries }) => entries);
      const found = findRuns(stored, { commit, where: given ?? "the branch" });
      runs = found.filter(({ status }) => isUsable(status, true));
      if (runs.length === 0)
        throw new BaselineError(
          `the run of ${found[0]?.commit.slice(0, 12)} ended as ${found[0]?.status}: it holds no figures to accept`,
          { fix: "run the benchmark again for this commit" },
        );
      const edits = [...contents].map(([key, content]) => {
        return keyEdit(content, {
          key,
          entries: content.entries.map((one) => (runs.includes(one) ? accept(one) : one)),
        });
      });
      return combine(edits.filter(({ writes }) => writes.size > 0));
    },
  });
  const newest = runs.at(-1);
  if (!newest) throw new Error("an accepted run is always found or refused");
  const keys = [...new Set(runs.map(({ key }) => key))];
  return { entry: accept(newest), keys, sha, wasUsable: runs.every(({ usable }) => usable) };
}

/**
 * Thins out every key, and drops keys without a run since `before` (ISO 8601). Returns how many runs were removed; nothing
 * is pushed where there is nothing to do.
 */
export async function prune(
  store: BranchStore,
  { before }: { before?: string } = {},
): Promise<{ removed: number; sha?: string }> {
  let removed = 0;
  const { sha } = await store.change({
    message: "Prune\n",
    edit: async (snapshot) => {
      removed = 0;
      const edits: BranchEdit[] = [];
      for (const [key, figures] of Object.entries(snapshot.index.keys)) {
        const content = await store.readKey(snapshot, key);
        const isAbandoned = before !== undefined && Date.parse(figures.createdAt) < Date.parse(before);
        const entries = isAbandoned ? [] : retain(content.entries, store.retention);
        removed += content.entries.length - entries.length;
        const edit = keyEdit(content, { key, entries });
        if (edit.writes.size + edit.deletes.length > 0) edits.push(edit);
      }
      return edits.length === 0 ? undefined : combine(edits);
    },
  });
  return { removed, ...(sha === undefined ? {} : { sha }) };
}

function combine(edits: readonly BranchEdit[]): BranchEdit {
  return {
    keys: new Map(edits.flatMap((edit) => [...edit.keys])),
    writes: new Map(edits.flatMap((edit) => [...edit.writes])),
    deletes: edits.flatMap((edit) => edit.deletes),
    bytes: edits.reduce((sum, edit) => sum + edit.bytes, 0),
  };
}

/** The key meant by a part of its name; without one, the only key there is. Throws BaselineError when that is not one. */
function findKey(index: BranchIndex, given: string | undefined): string {
  const keys = Object.keys(index.keys);
  if (given !== undefined && keys.includes(given)) return given;
  const fitting = given === undefined ? keys : keys.filter((key) => key.includes(given));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const found = fitting.length === 0 ? "no key fits" : `${fitting.length} keys fit`;
  throw new BaselineError(given === undefined ? `${found}` : `${found} ${JSON.stringify(given)}`, {
    expected: keys.length === 0 ? "a branch with stored runs" : `part of one of: ${keys.join(", ")}`,
    fix: "see `mcp-bench baseline list`",
  });
}

/** The runs of one commit, of each key oldest first: a commit is measured anew every night until the next one. */
function findRuns(entries: readonly Entry[], { commit, where }: { commit: string; where: string }): Entry[] {
  const fitting = /^[0-9a-f]{7,64}$/.test(commit) ? entries.filter((entry) => entry.commit.startsWith(commit)) : [];
  const commits = new Set(fitting.map((entry) => entry.commit));
  if (commits.size === 1) return fitting;
  throw new BaselineError(`${commits.size} stored runs have a commit starting with ${JSON.stringify(commit)}`, {
    where,
    expected: "one, by at least seven digits of its id",
    fix: "see `mcp-bench baseline show`",
  });
}
