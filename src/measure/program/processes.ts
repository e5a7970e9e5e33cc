import { readlinkSync } from "node:fs";
import { systemText } from "../../base/host/plain-file.ts";
import { family } from "../../base/host/process-tree.ts";
import { readMacosPrograms } from "./processes-macos.ts";
import type { ProgramProcess } from "./program.ts";

/** Lists the process `root` first and then everything that it has started. Called once per arm, outside of what is timed. */
export type ReadPrograms = (root: number) => Promise<readonly ProgramProcess[]>;

/** A browser has dozens of processes: a server that starts more than this is identified by the first of them. */
const mostProcesses = 64;

/** The reader for an operating system; one that finds nothing where there is none. */
export function programReader(platform: NodeJS.Platform): ReadPrograms {
  if (platform === "linux") return readLinuxPrograms;
  if (platform === "darwin") return (root) => readMacosPrograms(membersOf(root));
  return async () => [];
}

function membersOf(root: number): number[] {
  return [root, ...family(root).map(({ pid }) => pid)].slice(0, mostProcesses);
}

async function readLinuxPrograms(root: number): Promise<ProgramProcess[]> {
  return membersOf(root).map((pid) => {
    const executable = linkOf(pid, "exe");
    return {
      pid,
      executable,
      words: systemText(`/proc/${pid}/cmdline`).split("\0").filter(Boolean),
      directory: linkOf(pid, "cwd"),
      loaded: mappedCode(systemText(`/proc/${pid}/maps`)).filter((file) => file !== executable),
    };
  });
}

/** The kernel marks what was replaced or removed since. */
function linkOf(pid: number, name: "exe" | "cwd"): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`).replace(/ \(deleted\)$/, "");
  } catch {
    return undefined;
  }
}

/** Files that /proc/PID/maps shows as executable, see proc_pid_maps(5): data that is mapped is not. */
function mappedCode(maps: string): string[] {
  const files = maps.matchAll(/^\S+ ..x. \S+ \S+ \d+ +(\/.*?)(?: \(deleted\))?$/gm);
  return [...new Set([...files].flatMap(([, file]) => file ?? []))];
}
