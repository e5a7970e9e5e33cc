import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { systemText } from "./plain-file.ts";

/** One process that is not a zombie, as the operating system lists it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** All processes of the machine; Linux reads /proc, everything else asks `ps`. */
export function listProcesses(platform: NodeJS.Platform = process.platform): ProcessEntry[] {
  return platform === "linux" ? listFromProc() : listFromPs();
}

/** The process group of `root` and all its descendants, even in groups of their own, without `root` itself. */
export function family(root: number, processes: readonly ProcessEntry[] = listProcesses()): ProcessEntry[] {
  const members = new Set([root]);
  let before: number;
  do {
    before = members.size;
    for (const entry of processes) if (entry.group === root || members.has(entry.parent)) members.add(entry.pid);
  } while (members.size > before);
  return processes.filter((entry) => entry.pid !== root && members.has(entry.pid));
}

/** Returns those of `known` that still run, and the members of the group `root`. */
export function survivors(root: number, known: readonly ProcessEntry[]): ProcessEntry[] {
  const groups = new Map(known.map((entry) => [entry.pid, entry.group]));
  return listProcesses().filter(
    (entry) => entry.pid !== root && (entry.group === root || groups.get(entry.pid) === entry.group),
  );
}

/** In the environment of all that is started together; what it is set to tells one start from the others. */
export const launchVariable = "MCP_BENCH_LAUNCH";

/**
 * Processes that were started with this setting in their environment, wherever they went since: a daemon that forked twice
 * has left the group and the family. Only Linux tells; elsewhere none is found.
 */
export function startedWith(setting: string): ProcessEntry[] {
  if (process.platform !== "linux") return [];
  return listProcesses().filter(({ pid }) => systemText(`/proc/${pid}/environ`).split("\0").includes(setting));
}

/** Returns the name of a process, where Linux gives it. Untrusted text. */
export function nameOf({ pid }: ProcessEntry): string {
  return systemText(`/proc/${pid}/comm`).trim() || String(pid);
}

/** Sends a signal to a process, or to a group when `pid` is negative; false when there was none. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function listFromProc(): ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = systemText(`/proc/${name}/stat`);
      // The second field is the command in parentheses and may itself hold spaces and parentheses.
      const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return entry([name, parent, group, state]);
    });
}

function listFromPs(): ProcessEntry[] {
  const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((line) => entry(line.trim().split(/\s+/)));
}

function entry([pid, parent, group, state]: readonly (string | undefined)[]): ProcessEntry[] {
  if (!pid || !state || /^[ZX]/.test(state)) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
}
