import { type ProcessUsage, sumUsage, type TreeUsage, treeOf } from "./process-usage.ts";
import { readLinuxTrees } from "./resources-linux.ts";
import { readMacosProcesses } from "./resources-macos.ts";

/** Reads what process trees use. Only called between blocks: reading disturbs what is timed. */
export interface ResourceReader {
  /** Stored with every record; figures of different methods are never compared. */
  readonly method: string;
  /** Usage by root process; trees that are gone or cannot be read are left out. */
  read(roots: readonly number[]): Promise<ReadonlyMap<number, TreeUsage>>;
}

/** The reader for an operating system. Where there is none, its method is `none` and every map is empty. */
export function resourceReader(platform: NodeJS.Platform): ResourceReader {
  if (platform === "linux") return readerOf("linux-proc-highwater", readLinuxTrees);
  if (platform === "darwin") return readerOf("macos-ps-sampled", readMacosProcesses);
  return readerOf("none", async () => []);
}

/** `list` gives at least the processes of the trees of the given roots. */
function readerOf(method: string, list: (roots: readonly number[]) => Promise<ProcessUsage[]>): ResourceReader {
  return {
    method,
    async read(roots) {
      const processes = roots.length > 0 ? await list(roots) : [];
      const usages = roots.flatMap((root) => {
        const usage = sumUsage(treeOf(root, processes));
        return usage ? [[root, usage] as const] : [];
      });
      return new Map(usages);
    },
  };
}
