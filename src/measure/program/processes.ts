import { outputOf } from "../../base/host/output-of.ts";
import { systemLink, systemText } from "../../base/host/plain-file.ts";
import { family } from "../../base/host/process-tree.ts";
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
  return systemLink(`/proc/${pid}/${name}`).replace(/ \(deleted\)$/, "") || undefined;
}

/** Files that /proc/PID/maps shows as executable, see proc_pid_maps(5): data that is mapped is not. */
function mappedCode(maps: string): string[] {
  const files = maps.matchAll(/^\S+ ..x. \S+ \S+ \d+ +(\/.*?)(?: \(deleted\))?$/gm);
  return [...new Set([...files].flatMap(([, file]) => file ?? []))];
}

/** Asks `ps` for the command lines and `lsof` for the directory and the code of these processes. */
export async function readMacosPrograms(pids: readonly number[], output = outputOf): Promise<ProgramProcess[]> {
  const list = pids.join(",");
  const [commands, files] = await Promise.all([
    output("ps", ["-ww", "-o", "pid=,command=", "-p", list]),
    output("lsof", ["-n", "-P", "-w", "-a", "-d", "cwd,txt", "-p", list, "-Fpfn"]),
  ]);
  const [byCommand, byFiles] = [parseCommands(commands), parseFiles(files)];
  return pids.flatMap((pid) => {
    const words = byCommand.get(pid);
    if (!words) return []; // gone meanwhile
    const { directory, code = [] } = byFiles.get(pid) ?? {};
    const [executable, ...loaded] = code;
    return [{ pid, executable, words, directory, loaded }];
  });
}

/** Reads `ps -ww -o pid=,command=`, which separates words by blanks only: a path with blanks comes in parts. */
function parseCommands(text: string): ReadonlyMap<number, string[]> {
  const lines = text.split("\n").flatMap((line) => {
    const [, pid, command = ""] = /^\s*(\d+)\s+(.*\S)/.exec(line) ?? [];
    return pid === undefined ? [] : [[Number(pid), command.split(" ")] as const];
  });
  return new Map(lines);
}

interface FilesOf {
  readonly directory: string | undefined;
  /** The executed file first, as `lsof` lists it. */
  readonly code: readonly string[];
}

/** Reads `lsof -d cwd,txt -Fpfn`: a line for each process, and below it two for each file. */
function parseFiles(text: string): ReadonlyMap<number, FilesOf> {
  const processes = text.split(/^p/m).slice(1);
  return new Map(
    processes.map((lines): [number, FilesOf] => {
      const directory = /^fcwd\nn(\/.*)$/m.exec(lines)?.[1];
      const code = [...lines.matchAll(/^ftxt\nn(\/.*)$/gm)].map(([, file = ""]) => file);
      return [Number.parseInt(lines, 10), { directory, code }];
    }),
  );
}
