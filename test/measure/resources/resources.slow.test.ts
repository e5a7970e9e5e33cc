import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type ProcessUsage, sumUsage, treeOf } from "../../../src/measure/resources/process-usage.ts";
import { macosReader, resourceReader } from "../../../src/measure/resources/resources.ts";
import {
  cpuMs,
  isRunnable,
  parseProcessStat,
  parseProcessStatus,
  parseSchedulerMs,
  readLinuxTrees,
} from "../../../src/measure/resources/resources-linux.ts";
import {
  countOpenFiles,
  countThreads,
  parsePs,
  readMacosProcesses,
} from "../../../src/measure/resources/resources-macos.ts";

function recorded(name: string): Promise<string> {
  return readFile(new URL(`../../../fixtures/recorded/${name}`, import.meta.url), "utf8");
}

describe("Linux", () => {
  test("a file name with blanks and parentheses does not shift the fields", async () => {
    const [odd = "", node = ""] = (await recorded("linux-proc-stat.txt")).split("\n");
    expect(parseProcessStat(odd)).toEqual({ pid: 4518, parent: 4514, group: 4511, ownTicks: 0, waitedTicks: 0 });
    expect(parseProcessStat(node)).toEqual({ pid: 4523, parent: 4511, group: 4511, ownTicks: 35, waitedTicks: 17 });
  });

  test("the state is read behind a file name with parentheses", async () => {
    const [odd = "", node = ""] = (await recorded("linux-proc-stat.txt")).split("\n");
    expect([isRunnable(odd), isRunnable(node)]).toEqual([false, true]);
  });

  test("memory is in bytes, with the kernel's high-water mark", async () => {
    const text = await recorded("linux-proc-status.txt");
    const [, hwm] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
    const [, rss] = /VmRSS:\s+(\d+)/.exec(text) ?? [];
    expect(parseProcessStatus(text)).toEqual({
      rssBytes: Number(rss) * 1024,
      peakRssBytes: Number(hwm) * 1024,
      threads: 7,
    });
    expect(Number(rss)).toBeGreaterThan(20_000);
  });

  test("a zombie has no memory", () => {
    expect(parseProcessStatus("Name:\tnode\nState:\tZ (zombie)\nThreads:\t1\n")).toEqual({
      rssBytes: 0,
      peakRssBytes: 0,
      threads: 1,
    });
  });

  test("CPU time is the better of two lower bounds, and waited-for children count", () => {
    const stat = { pid: 1, parent: 0, group: 1, ownTicks: 35, waitedTicks: 17 };
    expect(parseSchedulerMs("356749821 53691709 99\n")).toBeCloseTo(356.749821, 6);
    expect(cpuMs(stat, 356.75)).toBeCloseTo(526.75, 6);
    expect(cpuMs(stat, 0)).toBe(520);
  });
});

describe("macOS", () => {
  test("rows of ps: KiB, minutes and hundredths", async () => {
    const processes = parsePs(await recorded("macos-ps.txt"));
    expect(processes).toHaveLength(7);
    expect(processes[3]).toEqual({ pid: 5121, parent: 5120, group: 5120, rssBytes: 59_768_832, cpuMs: 710 });
    expect(processes[4]?.cpuMs).toBe(121 * 60_000 + 14_550);
  });

  test("times with hours and days, and lines that are none", () => {
    const times = parsePs(" 1 0 1 10 1:02:03\n 2 1 1 10 2-01:00:00\nPID PPID PGID RSS TIME\n").map(
      ({ cpuMs }) => cpuMs,
    );
    expect(times).toEqual([3_723_000, 49 * 3_600_000]);
  });

  // The pages ps(1) and lsof(8) of macOS describe the options -M and -F.
  test("threads and open files of a tree are lines of ps and lsof", () => {
    const threads = [
      "USER   PID   TT   %CPU STAT PRI     STIME     UTIME COMMAND",
      "me    5121   ??    0.0 S    31T   0:00.03   0:00.12 node",
      "      5121         0.0 S    20T   0:00.00   0:00.00",
      "me    5122   ??    0.0 S    31T   0:00.03   0:00.12 node",
      "",
    ];
    expect(countThreads(threads.join("\n"))).toBe(3);
    expect(countOpenFiles("p5121\nfcwd\nftxt\nf0\nf1\nf17\np5122\nfcwd\nf0\n")).toBe(4);
    expect([countThreads(""), countOpenFiles("")]).toEqual([0, 0]);
  });

  test("the tree of a wrapper holds its descendants and what is left of its group", async () => {
    const processes = parsePs(await recorded("macos-ps.txt"));
    const tree = treeOf(5120, processes);
    expect(tree.map(({ pid }) => pid)).toEqual([5120, 5121, 5122, 5190, 6001]);
    expect(sumUsage(tree)).toEqual({
      processes: 5,
      rssBytes: (1904 + 58_368 + 91_232 + 4016 + 2048) * 1024,
      peakRssBytes: (1904 + 58_368 + 91_232 + 4016 + 2048) * 1024,
      cpuMs: 10 + 710 + 7_274_550 + 100 + 20,
    });
  });

  test("a second look at the same trees asks for their processes alone", async () => {
    const processes = parsePs(await recorded("macos-ps.txt"));
    const asked: (readonly number[] | undefined)[] = [];
    const reader = macosReader(async (pids) => {
      asked.push(pids);
      return processes.filter(({ pid }) => pids?.includes(pid) ?? true);
    });
    const roots = [5120];
    const first = await reader.read(roots, "again");
    expect(await reader.read(roots, "again")).toEqual(first);
    expect(await reader.read(roots, "known")).toEqual(first);
    expect(asked).toEqual([undefined, [5120, 5121, 5122, 5190, 6001], undefined]);
    // A tree that has not been seen yet is looked for among all.
    await reader.read([...roots, 1], "again");
    expect(asked.at(-1)).toBeUndefined();
  });
});

test("threads and files are summed only where every process shows them", () => {
  const one: ProcessUsage = { pid: 1, parent: 0, group: 1, rssBytes: 1, cpuMs: 1, threads: 3, openFiles: 4 };
  const { openFiles: _none, ...other } = one;
  expect(sumUsage([one, one])).toMatchObject({ threads: 6, openFiles: 8 });
  expect(sumUsage([one, other])).toHaveProperty("openFiles", undefined);
  expect(sumUsage([])).toBeUndefined();
});

test("an operating system without a reader measures nothing and says so", async () => {
  const reader = resourceReader("win32");
  expect(reader.method).toBe("none");
  expect(await reader.read([process.pid])).toEqual(new Map());
});

describe("a wrapper that spawns the server", () => {
  const groups: number[] = [];
  afterEach(() => {
    for (const group of groups.splice(0)) process.kill(-group, "SIGKILL");
  });

  /** A shell that first waits for a busy child, then stays beside a busy child with 50 MB, as `npx` does. */
  async function wrapper(): Promise<number> {
    const busy = "while(process.cpuUsage().user<2e5);";
    const server = `globalThis.kept=Buffer.alloc(5e7,1);${busy}console.log('ready');setInterval(()=>{},1e6)`;
    const script = `"${process.execPath}" -e "${busy}"; "${process.execPath}" -e "${server}" & wait`;
    const child = spawn("sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
    if (child.pid === undefined) throw new Error("sh did not start");
    groups.push(child.pid);
    await once(child.stdout, "data");
    return child.pid;
  }

  test.skipIf(process.platform === "win32")("is counted as a whole", async () => {
    const pid = await wrapper();
    const usage = (await resourceReader(process.platform).read([pid])).get(pid);
    expect(usage?.processes).toBeGreaterThanOrEqual(2);
    expect(usage?.rssBytes).toBeGreaterThan(60e6);
    expect(usage?.peakRssBytes).toBeGreaterThanOrEqual(usage?.rssBytes ?? 0);
    expect(usage?.cpuMs).toBeGreaterThan(process.platform === "linux" ? 380 : 180);
  });

  test.skipIf(process.platform !== "linux")("shows threads and open files on Linux", async () => {
    const pid = await wrapper();
    const usage = (await resourceReader("linux").read([pid], "holdings")).get(pid);
    expect(usage?.threads).toBeGreaterThan(2);
    expect(usage?.openFiles).toBeGreaterThan(3);
  });

  test.skipIf(process.platform !== "linux")("ps and /proc agree on who belongs to it", async () => {
    const pid = await wrapper();
    const fromProc = readLinuxTrees([pid]).map((process) => process.pid);
    const fromPs = treeOf(pid, await readMacosProcesses()).map((process) => process.pid);
    expect(fromPs.sort()).toEqual(fromProc.sort());
  });

  test.skipIf(process.platform !== "linux")(
    "is read by what is known of it, with what it has started since",
    async () => {
      const busy = `${process.execPath} -e "while(process.cpuUsage().user<2e5);console.log(1);setInterval(()=>{},1e6)"`;
      const child = spawn("sh", ["-c", `echo 0; read go; ${busy} & wait`], {
        detached: true,
        stdio: ["pipe", "pipe", "ignore"],
      });
      const pid = child.pid ?? 0;
      groups.push(pid);
      await once(child.stdout, "data");
      const reader = resourceReader("linux");
      const before = (await reader.read([pid])).get(pid);
      child.stdin.write("go\n");
      await once(child.stdout, "data");
      const after = (await reader.read([pid], "known")).get(pid);
      expect([before?.processes, after?.processes]).toEqual([1, 2]);
      expect((after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)).toBeGreaterThan(180);
      expect(await reader.read([pid], "known")).toEqual(new Map([[pid, expect.objectContaining({ processes: 2 })]]));
    },
  );

  test("a process that is gone is left out", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect((await resourceReader(process.platform).read([child.pid ?? 0])).size).toBe(0);
  });
});
