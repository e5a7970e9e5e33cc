import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { findProgram } from "../../base/host/find-program.ts";
import { systemFolder, systemText } from "../../base/host/plain-file.ts";
import { cpuMs, parseProcessStat } from "../resources/resources-linux.ts";
import type { Host } from "./instrument.ts";
import { Spinners } from "./spinners.ts";

export function thisHost(env: NodeJS.ProcessEnv = process.env): Host {
  const listed = parseCoreList(/^Cpus_allowed_list:\s*(\S+)/m.exec(systemText("/proc/self/status"))?.[1] ?? "");
  const cores = listed.length > 0 ? listed : os.cpus().map((_, core) => core);
  const tools = ["sh", "chrt", "taskset", "nice"];
  return {
    platform: process.platform,
    cores,
    hasTools: tools.every((tool) => findProgram(tool, { env, cwd: "/" }) !== undefined),
    quota: cpuQuota(),
    onBattery: onBattery(),
    cpuTimes: () => ({ at: performance.now(), ownMs: ownCpuMs(), allMs: cpuMsOf(cores) }),
    wait: (ms) => setTimeout(ms),
    spin: () => Spinners.start(cores),
    slowdown,
  };
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

/** Time of this process and, on Linux, of its children and all that they waited for; containers are not among them. */
function ownCpuMs(): number {
  if (process.platform !== "linux") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const pid = String(process.pid);
  const children = systemText(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  const trees = [pid, ...children].map((one) => systemText(`/proc/${one}/stat`)).filter((text) => text !== "");
  return trees.reduce((sum, text) => sum + cpuMs(parseProcessStat(text), 0), 0);
}

/** Time in which these cores worked for anything but processes that made way for others (`nice`), as the spinners do. */
function cpuMsOf(cores: readonly number[]): number {
  const all = os.cpus();
  return cores.reduce((sum, core) => {
    const { user = 0, sys = 0, irq = 0 } = all[core]?.times ?? {};
    return sum + user + sys + irq;
  }, 0);
}

/** Cores' worth of time that control groups allow this process at most; infinite without a limit. */
export function cpuQuota(read: (file: string) => string = systemText, root = "/sys/fs/cgroup"): number {
  const quotas = read("/proc/self/cgroup")
    .split("\n")
    .flatMap((line) => {
      const [, controllers, group] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      if (group === undefined || controllers === undefined) return [];
      if (controllers === "") return upwards(group).map((folder) => quotaOf(read(path.join(root, folder, "cpu.max"))));
      if (!controllers.split(",").includes("cpu")) return [];
      return upwards(group).map((folder) => {
        const [quota, period] = ["quota", "period"].map((of) =>
          read(path.join(root, "cpu", folder, `cpu.cfs_${of}_us`)).trim(),
        );
        return quotaOf(`${quota} ${period}`);
      });
    });
  return Math.min(Number.POSITIVE_INFINITY, ...quotas);
}

/** A group and those above it; in a container its own is the root, whatever its name outside. */
function upwards(group: string): string[] {
  const parts = group.split("/").filter((part) => part !== "");
  return Array.from({ length: parts.length + 1 }, (_, length) => parts.slice(0, length).join("/"));
}

/** Reads such as `150000 100000`; `max` and -1 are no limit. */
function quotaOf(text: string): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(text) ?? [];
  return quota !== undefined && Number(period) > 0 ? Number(quota) / Number(period) : Number.POSITIVE_INFINITY;
}

/** A mouse has a battery too, of scope `Device`. See https://docs.kernel.org/power/power_supply_class.html. */
export function onBattery(read: (file: string) => string = systemText, folder = "/sys/class/power_supply"): boolean {
  const is = (supply: string, key: string, value: string) => read(path.join(folder, supply, key)).trim() === value;
  return systemFolder(folder).some((one) => is(one, "status", "Discharging") && !is(one, "scope", "Device"));
}

const chunks = 6;
const parsesOfChunk = 4;

/** Returns the ratio of times of ordinary work beside the spinners and without: above 1 on two halves of one core. */
function slowdown(spinners: Pick<Spinners, "pause" | "resume">): number {
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}`, tags: ["a", "b"] })));
  const beside: number[] = [];
  const without: number[] = [];
  chunkMs(text);
  for (let turn = 0; turn < chunks; turn++) {
    beside.push(chunkMs(text));
    spinners.pause();
    without.push(chunkMs(text));
    spinners.resume();
  }
  // All other work only adds to the time.
  return Math.min(...beside) / Math.min(...without);
}

function chunkMs(text: string): number {
  const from = performance.now();
  for (let parse = 0; parse < parsesOfChunk; parse++) JSON.parse(text);
  return performance.now() - from;
}
