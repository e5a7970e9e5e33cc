import { type ProcessUsage, sumUsage, type TreeUsage, treeOf } from "./process-usage.ts";
import { readLinuxTrees } from "./resources-linux.ts";
import { readMacosHoldings, readMacosProcesses } from "./resources-macos.ts";

/** Reads what process trees use. Only called between blocks: reading disturbs what is timed. */
export interface ResourceReader {
  /** Stored with every record; figures of different methods are never compared. */
  readonly method: string;
  /**
   * Usage by root process; trees that are gone or cannot be read are left out. Threads and open files are there where they
   * are `wanted`, or cost nothing beside the rest.
   */
  read(roots: readonly number[], wanted?: "holdings"): Promise<ReadonlyMap<number, TreeUsage>>;
}

/** The reader for an operating system. Where there is none, its method is `none` and every map is empty. */
export function resourceReader(platform: NodeJS.Platform): ResourceReader {
  if (platform === "linux") return readerOf("linux-proc-highwater", readLinuxTrees);
  if (platform === "darwin") return readerOf("macos-ps-sampled", readMacosProcesses, readMacosHoldings);
  return readerOf("none", async () => []);
}

/** `list` gives at least the processes of the trees of the given roots; `holdings` what the processes of one tree hold. */
function readerOf(
  method: string,
  list: (roots: readonly number[]) => Promise<ProcessUsage[]>,
  holdings?: (tree: readonly number[]) => Promise<Pick<TreeUsage, "threads" | "openFiles">>,
): ResourceReader {
  return {
    method,
    async read(roots, wanted) {
      const processes = roots.length > 0 ? await list(roots) : [];
      const found = new Map<number, TreeUsage>();
      for (const root of roots) {
        const tree = treeOf(root, processes);
        const usage = sumUsage(tree);
        if (usage) found.set(root, { ...usage, ...(wanted && (await holdings?.(tree.map(({ pid }) => pid)))) });
      }
      return found;
    },
  };
}
