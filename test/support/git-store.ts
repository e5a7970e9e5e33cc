import { keyEdit } from "../../src/baseline/branch/branch-edit.ts";
import type { Entry } from "../../src/baseline/branch/entry.ts";
import { retain } from "../../src/baseline/branch/retention.ts";
import { type BranchStore, type BranchStoreOptions, openBranchStore } from "../../src/baseline/branch-store.ts";
import { seededRandom } from "../../src/stats/random.ts";

export const branch = "mcp-bench-baseline";

/** Opens a store whose waits take no time and whose clock stands still. */
export function openTestStore(
  url: string,
  options: Partial<Omit<BranchStoreOptions, "remote">> & { token?: string } = {},
): Promise<BranchStore> {
  const { token, ...rest } = options;
  return openBranchStore({
    remote: { url, ...(token === undefined ? {} : { credentials: `x-access-token:${token}` }) },
    branch,
    environment: { PATH: process.env.PATH, HOME: "/nonexistent" },
    random: seededRandom(1),
    sleep: async () => {},
    now: () => Date.parse("2026-11-20T00:00:00Z"),
    log: () => {},
    ...rest,
  });
}

/** Stores one run in a remote, as a run before the tested one did. */
export async function storeRun(url: string, entry: Entry): Promise<void> {
  await using store = await openTestStore(url);
  await store.append(entry);
}

/** Stores many runs of one key in a single commit: what earlier runs left behind, without the time they took. */
export async function storeHistory(url: string, runs: readonly [Entry, ...Entry[]]): Promise<void> {
  const [{ key }] = runs;
  await using store = await openTestStore(url);
  await store.change({
    message: "History\n",
    edit: async (snapshot) => {
      const content = await store.readKey(snapshot, key);
      return keyEdit(content, { key, entries: retain([...content.entries, ...runs], store.retention) });
    },
  });
}
