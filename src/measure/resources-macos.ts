import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ProcessUsage } from "./process-usage.ts";

const columns = "pid=,ppid=,pgid=,rss=,time=";
const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/;

/** Reads all processes by one call of `ps`, which shows no high-water mark of memory. None when `ps` fails. */
export async function readMacosProcesses(): Promise<ProcessUsage[]> {
  const text = await promisify(execFile)("ps", ["-axo", columns], { timeout: 5_000, maxBuffer: 16 * 2 ** 20 }).then(
    ({ stdout }) => stdout,
    () => "",
  );
  return parsePs(text);
}

/** Reads the output of `ps -axo pid=,ppid=,pgid=,rss=,time=`: memory in KiB, time as [[days-]hours:]minutes:seconds. */
export function parsePs(text: string): ProcessUsage[] {
  return text.split("\n").flatMap((row) => {
    const match = line.exec(row);
    if (!match) return [];
    const [pid = 0, parent = 0, group = 0, rss = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
      .slice(1)
      .map((text) => Number(text ?? 0));
    const cpuMs = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    return [{ pid, parent, group, rssBytes: rss * 1024, cpuMs }];
  });
}
