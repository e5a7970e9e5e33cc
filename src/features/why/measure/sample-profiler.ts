import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../../errors.ts";
import { readSampleReport } from "../profile/sample-report.ts";
import { type NoProfile, type ProcessSamples, type Profiler, samplesOf } from "./profiler.ts";
import { isUnreadable, readText } from "./server-files.ts";

/** It takes the length of the profile before it begins; it then reads symbols for some seconds. */
const seconds = 1;
const reportMs = 30_000;

/** Processes of a server that are looked at: wrappers, the server and a worker or two. */
const mostProcesses = 4;

const run = promisify(execFile);

/** Programs of Go, Rust, Swift, C and others on macOS, from outside. */
export const sampleProfiler: Profiler = {
  name: "sample",
  kinds: ["time"],
  prepare: async (launch, { folder, clock, signal }) => {
    let reports: readonly Promise<{ file: string } | NoProfile>[] = [];
    let from = 0;
    const look = async (pid: number) => {
      const file = path.join(folder, `${pid}.sample.txt`);
      try {
        const words = [String(pid), String(seconds), "1", "-mayDie", "-file", file];
        await run("sample", words, { timeout: reportMs, signal });
        return { file };
      } catch (error) {
        return { unable: `it could not profile the process: ${messageOf(error)}` };
      }
    };
    return {
      launch,
      start: async (pids) => {
        const own = pids.slice(0, mostProcesses);
        from = clock.now();
        reports = own.map(look);
        return own;
      },
      stop: async () => {
        // It has seen a second of the calls, however long they lasted: what is left of it they do not fill, a thread waits.
        const scale = Math.max(1, (clock.now() - from) / (seconds * 1000));
        const found = await Promise.all(reports.map(async (report) => read(await report, scale)));
        return samplesOf(found, "all processes of the server have ended");
      },
      [Symbol.asyncDispose]: async () => void (await Promise.all(reports)),
    };
  },
};

async function read(report: { file: string } | NoProfile, scale: number): Promise<ProcessSamples | NoProfile> {
  if ("unable" in report) return report;
  try {
    const text = await readText(report.file);
    const { frames, nodes } = readSampleReport(text);
    const profile = { frames, nodes: nodes.map((node) => ({ ...node, self: node.self * scale })) };
    return { profile, raw: [{ name: path.basename(report.file), text }] };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { unable: error.message };
  }
}
