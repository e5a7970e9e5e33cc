import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../base/host/environment.ts";
import { systemText } from "../../base/host/plain-file.ts";

/** Cores of client and servers, as `taskset --cpu-list` takes them, or the reason why they are not pinned. */
export type Pinning =
  | { readonly kind: "cores"; readonly client: string; readonly servers: string }
  | { readonly kind: "none"; readonly reason: string };

/** Facts that pinning depends on. */
export interface Cores {
  readonly platform: NodeJS.Platform;
  readonly hasTaskset: boolean;
  /** Cores this process may use. */
  readonly allowed: readonly number[];
  /** Cores that are the same piece of hardware as the given one, itself included. */
  readonly siblings: (core: number) => readonly number[];
}

/** The first core for the client, the others for the servers; without the second half of the client's, if any remain. */
export function choosePinning({ platform, hasTaskset, allowed, siblings }: Cores): Pinning {
  if (platform !== "linux") return { kind: "none", reason: `${platform} cannot pin processes to cores` };
  const [client, ...others] = allowed;
  if (client === undefined || others.length === 0) return { kind: "none", reason: "there is one core only" };
  if (!hasTaskset) return { kind: "none", reason: "taskset (util-linux) is not installed" };
  const apart = others.filter((core) => !siblings(client).includes(core));
  return { kind: "cores", client: String(client), servers: (apart.length > 0 ? apart : others).join(",") };
}

/** Returns what the record says of it. Runs on other cores are not compared. */
export function describePinning(pinning: Pinning): { readonly pinning: string } | { readonly notPinned: string } {
  if (pinning.kind === "none") return { notPinned: pinning.reason };
  return { pinning: `client on ${pinning.client}, servers on ${pinning.servers}` };
}

/** The cores of this machine. */
export function readCores(env: NodeJS.ProcessEnv = process.env): Cores {
  const { platform } = process;
  return {
    platform,
    hasTaskset: findProgram("taskset", { env, cwd: "/" }) !== undefined,
    allowed: allowedCores(),
    siblings: (core) =>
      parseCoreList(systemText(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`) || String(core)),
  };
}

/** Numbers of the cores that this process may use; empty where the system does not tell. */
export function allowedCores(): number[] {
  return parseCoreList(/^Cpus_allowed_list:\s*(\S+)/m.exec(systemText("/proc/self/status"))?.[1] ?? "");
}

/** Reads the kernel's list format, such as `0-2,5`. */
export function parseCoreList(text: string): number[] {
  return text
    .trim()
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

/**
 * Moves this process with all its threads to some cores; what it starts from then on begins there too. Returns how to move
 * it back, or undefined where that was refused.
 */
export function pinSelf(cores: string): (() => void) | undefined {
  const before = allowedCores().join(",");
  const move = (list: string) => spawnSync("taskset", ["-apc", list, String(process.pid)]).status === 0;
  return before !== "" && move(cores) ? () => void move(before) : undefined;
}

/**
 * A command that keeps to some cores with all that it starts: `taskset` becomes the program, so its process id, its pipes
 * and its end are the program's own. A program that cannot be found is left for the spawning to complain about.
 */
export function onCores<Command extends Spawned>(command: Command): Pick<Command, "command" | "args"> {
  const { cores, args, env, cwd } = command;
  const program = cores === undefined ? undefined : findProgram(command.command, { env, cwd });
  if (cores === undefined || program === undefined) return command;
  return { command: "taskset", args: ["-c", cores, program, ...args] };
}

interface Spawned {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cores?: string | undefined;
}

/** As `execvp` looks for it; the path of a program that may be executed. */
export function findProgram(command: string, { env, cwd }: { env: Environment; cwd: string }): string | undefined {
  const places = command.includes("/") ? [""] : (env.PATH ?? "").split(":").filter((folder) => folder !== "");
  return places.map((folder) => path.resolve(cwd, folder, command)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    // Folders may be entered, which is the same permission.
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
