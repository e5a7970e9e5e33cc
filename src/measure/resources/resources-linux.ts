import { systemFolder, systemText } from "../../base/host/plain-file.ts";
import type { ProcessEntry } from "../../base/host/process-tree.ts";
import { type Look, type ProcessUsage, treeOf } from "./process-usage.ts";

/** The kernel reports times to user space in 1/100 s on every architecture (USER_HZ). */
const tickMs = 10;

/** Reads trees from /proc, synchronously: that takes microseconds, and between rows it delays nothing that is timed. */
export function readLinuxTrees(roots: readonly number[], look?: Look): ProcessUsage[] {
  const table = systemFolder("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const members = new Set(roots.flatMap((root) => treeOf(root, table)));
  return [...members].flatMap((stat) => usageOf(stat, threadsOf(stat.pid), look));
}

/** Reads processes that are known, and what they have started since; those that are gone are left out. */
export function readKnown(pids: readonly number[]): ProcessUsage[] {
  const waiting = [...pids];
  const seen = new Set(waiting);
  const found: ProcessUsage[] = [];
  for (const pid of waiting) {
    const [stat] = statOf(pid);
    if (!stat) continue;
    const threads = threadsOf(pid);
    // Kernels without this file show no children: the next look at all processes does.
    const children = threads.map((thread) => systemText(`/proc/${pid}/task/${thread}/children`));
    for (const child of children.join("").split(" ").filter(Boolean).map(Number))
      if (!seen.has(child)) {
        seen.add(child);
        waiting.push(child);
      }
    found.push(...usageOf(stat, threads));
  }
  return found;
}

/** Tests whether a thread of a process runs or waits for a core. */
export function isAtWork(pid: number): boolean {
  return threadsOf(pid).some((thread) => isRunnable(systemText(`/proc/${pid}/task/${thread}/stat`)));
}

/** Reads the state out of /proc/PID/stat, see proc_pid_stat(5). */
export function isRunnable(stat: string): boolean {
  return stat.startsWith("R", stat.lastIndexOf(")") + 2);
}

function statOf(pid: string | number): ProcessStat[] {
  const text = systemText(`/proc/${pid}/stat`);
  return text === "" ? [] : [parseProcessStat(text)];
}

function threadsOf(pid: number): string[] {
  return systemFolder(`/proc/${pid}/task`);
}

function usageOf(stat: ProcessStat, threads: readonly string[], look?: Look): ProcessUsage[] {
  const directory = `/proc/${stat.pid}`;
  const schedulerMs = threads.reduce(
    (total, thread) => total + parseSchedulerMs(systemText(`${directory}/task/${thread}/schedstat`)),
    0,
  );
  const openFiles = look === "holdings" ? systemFolder(`${directory}/fd`).length : 0;
  const status = systemText(`${directory}/status`);
  if (status === "") return [];
  const { pid, parent, group } = stat;
  const held = openFiles > 0 ? openFiles : undefined;
  return [{ pid, parent, group, ...parseProcessStatus(status), cpuMs: cpuMs(stat, schedulerMs), openFiles: held }];
}

/**
 * CPU time of one process and the children it has waited for. The scheduler's figure is exact to the nanosecond but
 * covers living threads only, the process's own covers all threads but is cut to 10 ms: both are lower bounds.
 */
export function cpuMs(stat: ProcessStat, schedulerMs: number): number {
  return Math.max(schedulerMs, stat.ownTicks * tickMs) + stat.waitedTicks * tickMs;
}

interface ProcessStat extends ProcessEntry {
  /** User and system time of all its threads. */
  readonly ownTicks: number;
  /** The same of children that have ended and been waited for. */
  readonly waitedTicks: number;
}

/** Reads /proc/PID/stat, see proc_pid_stat(5). The second field is a file name and may hold blanks and parentheses. */
export function parseProcessStat(text: string): ProcessStat {
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    group: field(5),
    ownTicks: field(14) + field(15),
    waitedTicks: field(16) + field(17),
  };
}

/** Reads memory and threads out of /proc/PID/status, see proc_pid_status(5). A zombie has no memory any more. */
export function parseProcessStatus(text: string): { rssBytes: number; peakRssBytes: number; threads: number } {
  const number = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { rssBytes: number("VmRSS") * 1024, peakRssBytes: number("VmHWM") * 1024, threads: number("Threads") };
}

/** Time on a CPU out of /proc/PID/task/TID/schedstat: nanoseconds, the first of three numbers. */
export function parseSchedulerMs(text: string): number {
  return Number(text.split(" ", 1)[0]) / 1e6;
}
