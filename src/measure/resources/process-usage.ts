import { family, type ProcessEntry } from "../../base/host/process-tree.ts";

/**
 * Depth of a look at process trees. `known`: the processes of the last look and their children, which takes
 * microseconds; what has made itself independent meanwhile is found by the next full look. `again`: no others than
 * those of the last look need be shown, so that it is as cheap as can be. `holdings`: with threads and open files.
 */
export type Look = "full" | "known" | "again" | "holdings";

/** Resources of one process, as the operating system shows them at one moment. */
export interface ProcessUsage extends ProcessEntry {
  readonly rssBytes: number;
  /** High-water mark kept by the kernel, where there is one. */
  readonly peakRssBytes?: number | undefined;
  /** User and system time since its start, with that of children it has waited for where the system counts it. */
  readonly cpuMs: number;
  readonly threads?: number | undefined;
  readonly openFiles?: number | undefined;
}

/** Sums over a process and everything it has started. Memory shared between processes counts once per process. */
export interface TreeUsage extends Omit<ProcessUsage, keyof ProcessEntry> {
  readonly processes: number;
  readonly peakRssBytes: number;
}

/** Those of `processes` that are `root` or belong to it. */
export function treeOf<Entry extends ProcessEntry>(root: number, processes: readonly Entry[]): Entry[] {
  const members = new Set([root, ...family(root, processes).map(({ pid }) => pid)]);
  return processes.filter(({ pid }) => members.has(pid));
}

type Usage = Omit<ProcessUsage, keyof ProcessEntry> & Partial<Pick<TreeUsage, "processes">>;

/** Sums the usage of several processes, or of several trees; undefined for none. */
export function sumUsage(all: readonly Usage[]): TreeUsage | undefined {
  if (all.length === 0) return undefined;
  const sum = (value: (usage: Usage) => number) => all.reduce((total, one) => total + value(one), 0);
  const sumOfAll = (field: "threads" | "openFiles") =>
    all.every((usage) => usage[field] !== undefined) ? sum((usage) => usage[field] ?? 0) : undefined;
  return {
    processes: sum(({ processes = 1 }) => processes),
    rssBytes: sum((usage) => usage.rssBytes),
    peakRssBytes: sum((usage) => usage.peakRssBytes ?? usage.rssBytes),
    cpuMs: sum((usage) => usage.cpuMs),
    threads: sumOfAll("threads"),
    openFiles: sumOfAll("openFiles"),
  };
}
