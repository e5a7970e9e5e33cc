import { type Look, type ProcessUsage, sumUsage, type TreeUsage, treeOf } from "./process-usage.ts";
import { readKnown, readLinuxTrees } from "./resources-linux.ts";
import { readMacosHoldings, readMacosProcesses } from "./resources-macos.ts";

/** Reads what process trees use. Only called between rows: reading disturbs what is timed. */
export interface ResourceReader {
  /** Stored with every record; figures of different methods are never compared. */
  readonly method: string;
  /** True: every reading starts a process, so that rows share them. */
  readonly isCostly?: boolean;
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
    async read(roots, look = "full") {
      const found = new Map<number, TreeUsage>();
      const unknown = roots.filter((root) => look !== "known" || !trees.has(root));
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

/** `list`: prints all processes, see `readMacosProcesses`. */
export function macosReader(list: () => Promise<ProcessUsage[]> = readMacosProcesses): ResourceReader {
  return {
    method: "macos-ps-sampled",
    isCostly: true,
    async read(roots, look) {
      const processes = roots.length > 0 ? await list() : [];
      const found = new Map<number, TreeUsage>();
      for (const root of roots) {
        const tree = treeOf(root, processes);
        const usage = sumUsage(tree);
        const holdings = look === "holdings" ? await readMacosHoldings(tree.map(({ pid }) => pid)) : {};
        if (usage) found.set(root, { ...usage, ...holdings });
      }
      return found;
    },
  };
}
