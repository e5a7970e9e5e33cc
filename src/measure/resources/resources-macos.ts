import { outputOf } from "../../base/host/output-of.ts";
import type { ProcessUsage } from "./process-usage.ts";

const columns = "pid=,ppid=,pgid=,rss=,time=";
const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/;

/** Reads all processes, or those named, by one call of `ps`, which has no high-water mark; none when it fails. */
export async function readMacosProcesses(pids?: readonly number[]): Promise<ProcessUsage[]> {
  const which = pids ? ["-o", columns, "-p", pids.join(",")] : ["-axo", columns];
  return parsePs(await outputOf("ps", which));
}

/** Threads and open files of all these processes together; what cannot be read is left out. */
export async function readMacosHoldings(
  pids: readonly number[],
): Promise<{ threads: number | undefined; openFiles: number | undefined }> {
  const list = pids.join(",");
  const [threads, files] = await Promise.all([
    outputOf("ps", ["-M", "-p", list]).then(countThreads),
    outputOf("lsof", ["-n", "-P", "-w", "-p", list, "-Ff"]).then(countOpenFiles),
  ]);
  return { threads: threads > 0 ? threads : undefined, openFiles: files > 0 ? files : undefined };
}

/** Threads in the output of `ps -M`: a line for each, beneath one of headings. */
export function countThreads(text: string): number {
  return Math.max(0, text.split("\n").filter((row) => row.trim() !== "").length - 1);
}

/** Descriptors in the output of `lsof -Ff`: lines such as `f12`; `fcwd`, `ftxt` and the like are no descriptors. */
export function countOpenFiles(text: string): number {
  return text.match(/^f\d+$/gm)?.length ?? 0;
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
