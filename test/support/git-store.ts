import type { Entry } from "../../src/baseline/branch/entry.ts";
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
