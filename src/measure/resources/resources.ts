import { type Look, sumUsage, type TreeUsage, treeOf } from "./process-usage.ts";
import { isAtWork, readKnown, readLinuxTrees } from "./resources-linux.ts";
import { readMacosHoldings, readMacosProcesses } from "./resources-macos.ts";

/** Reads what process trees use. Only called between rows: reading disturbs what is timed. */
export interface ResourceReader {
  /** Stored with every record; figures of different methods are never compared. */
  readonly method: string;
  /** True: every reading starts a process, so that rows share them. */
  readonly isCostly?: boolean;
  /** Tests whether a thread in the trees of the last look runs or waits for a core; absent where that is costly to tell. */
  readonly areAtWork?: (roots: readonly number[]) => boolean;
  /** Usage by root process; trees that are gone or cannot be read are left out. */
  read(roots: readonly number[], look?: Look): Promise<ReadonlyMap<number, TreeUsage>>;
}

/** The reader for an operating system. Where there is none, its method is `none` and every map is empty. */
export function resourceReader(platform: NodeJS.Platform): ResourceReader {
  if (platform === "linux") return linuxReader();
  if (platform === "darwin") return macosReader();
  return { method: "none", read: async () => new Map() };
}

function linuxReader(): ResourceReader {
  /** Processes by root, as they were seen last. */
  const trees = new Map<number, readonly number[]>();
  return {
    method: "linux-proc-highwater",
    areAtWork: (roots) => roots.flatMap((root) => trees.get(root) ?? []).some(isAtWork),
    async read(roots, look = "full") {
      const found = new Map<number, TreeUsage>();
      const isKnown = look === "known" || look === "again";
      const unknown = roots.filter((root) => !isKnown || !trees.has(root));
      const all = unknown.length > 0 ? readLinuxTrees(unknown, look) : [];
      for (const root of roots) {
        const tree = unknown.includes(root) ? treeOf(root, all) : readKnown(trees.get(root) ?? []);
        const usage = sumUsage(tree);
        if (usage) found.set(root, usage);
        const pids = tree.map(({ pid }) => pid);
        if (pids.includes(root)) trees.set(root, pids);
        else trees.delete(root);
      }
      return found;
    },
  };
}

/** `list`: prints processes, see `readMacosProcesses`. */
export function macosReader(list: typeof readMacosProcesses = readMacosProcesses): ResourceReader {
  /** Processes by root, as they were seen last. */
  const trees = new Map<number, readonly number[]>();
  return {
    method: "macos-ps-sampled",
    isCostly: true,
    async read(roots, look) {
      if (roots.length === 0) return new Map();
      const seen = look === "again" && roots.every((root) => trees.has(root));
      const processes = await list(seen ? roots.flatMap((root) => trees.get(root) ?? []) : undefined);
      const found = new Map<number, TreeUsage>();
      for (const root of roots) {
        const tree = seen ? processes.filter(({ pid }) => trees.get(root)?.includes(pid)) : treeOf(root, processes);
        const pids = tree.map(({ pid }) => pid);
        const usage = sumUsage(tree);
        const holdings = look === "holdings" ? await readMacosHoldings(pids) : {};
        if (usage) found.set(root, { ...usage, ...holdings });
        if (pids.includes(root)) trees.set(root, pids);
        else trees.delete(root);
      }
      return found;
    },
  };
}
