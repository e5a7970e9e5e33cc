import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { cpuQuota, onBattery, parseCoreList, thisHost } from "../../../src/measure/instrument/host.ts";
import { temporaryFolder } from "../../support/folder.ts";

const reading =
  (files: Readonly<Record<string, string>>) =>
  (file: string): string =>
    files[file] ?? "";

test.each<[what: string, quota: number, files: Readonly<Record<string, string>>]>([
  ["no control groups", Number.POSITIVE_INFINITY, {}],
  [
    "version 2 without a limit",
    Number.POSITIVE_INFINITY,
    { "/proc/self/cgroup": "0::/user.slice/run.scope\n", "/sys/fs/cgroup/user.slice/cpu.max": "max 100000\n" },
  ],
  [
    "version 2, a limit further up",
    1.5,
    {
      "/proc/self/cgroup": "0::/user.slice/run.scope\n",
      "/sys/fs/cgroup/user.slice/cpu.max": "150000 100000\n",
      "/sys/fs/cgroup/user.slice/run.scope/cpu.max": "max 100000\n",
    },
  ],
  ["a container", 2, { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "200000 100000\n" }],
  [
    "version 1",
    0.5,
    {
      "/proc/self/cgroup": "5:memory:/a\n3:cpu,cpuacct:/a\n0::/\n",
      "/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us": "50000\n",
      "/sys/fs/cgroup/cpu/a/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    },
  ],
])("%s", (_, quota, files) => {
  expect(cpuQuota(reading(files))).toBe(quota);
});

test.each([
  ["Discharging\n", true],
  ["Charging\n", false],
  ["Not charging\n", false],
])("a battery that is %s", (status, is) => {
  using temporary = temporaryFolder();
  const folder = temporary.path;
  mkdirSync(path.join(folder, "AC"));
  mkdirSync(path.join(folder, "BAT0"));
  writeFileSync(path.join(folder, "BAT0", "status"), status);
  expect(onBattery(undefined, folder)).toBe(is);
  writeFileSync(path.join(folder, "BAT0", "scope"), "System\n");
  expect(onBattery(undefined, folder)).toBe(is);
  // A mouse has one, too.
  writeFileSync(path.join(folder, "BAT0", "scope"), "Device\n");
  expect(onBattery(undefined, folder)).toBe(false);
  expect(onBattery(undefined, path.join(folder, "none"))).toBe(false);
});

test.runIf(process.platform === "linux")("work of a process that was started is our own", async () => {
  const { cpuTimes } = thisHost();
  const before = cpuTimes().ownMs ?? 0;
  const program = "const until = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < until);";
  const child = spawn(process.execPath, [
    "-e",
    `process.stdin.on("end", () => process.exit()).resume(); ${program} console.log()`,
  ]);
  await once(child.stdout, "data");
  const running = cpuTimes().ownMs ?? 0;
  child.stdin.end();
  await once(child, "exit");
  for (const after of [running, cpuTimes().ownMs ?? 0]) expect(after - before).toBeGreaterThanOrEqual(280);
});

test("this machine can be read", () => {
  const { cores, quota, cpuTimes } = thisHost();
  expect(cores.length).toBeGreaterThan(0);
  expect(quota).toBeGreaterThan(0);
  const [before, after] = [cpuTimes(), cpuTimes()];
  for (const key of ["at", "ownMs", "allMs"] as const) expect(after[key] ?? 0).toBeGreaterThanOrEqual(before[key] ?? 0);
});

test("the kernel's lists of cores are read", () => {
  expect(parseCoreList("0-2,5,7-8\n")).toEqual([0, 1, 2, 5, 7, 8]);
  expect(parseCoreList("")).toEqual([]);
});
