import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../../errors.ts";
import { type Profile, ProfileError, together } from "../profile/profile.ts";
import { readSampleReport } from "../profile/sample-report.ts";
import type { NoProfile, ProcessSamples, Profiler, RawProfile } from "./profiler.ts";
import { isUnreadable, readText } from "./read-text.ts";

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
        await run("sample", [String(pid), String(seconds), "1", "-mayDie", "-file", file], {
          timeout: reportMs,
          signal,
        });
        return { file };
      } catch (error) {
        return { unable: `it could not profile the process: ${messageOf(error)}` };
      }
    };
    return {
      launch,
      start: async ({ pids, taken }) => {
        const own = pids.filter((pid) => !taken.has(pid)).slice(0, mostProcesses);
        from = clock.now();
        reports = own.map(look);
        return own;
      },
      stop: async () => {
        // It has seen a second of the calls, however long they lasted: what is left of it they do not fill, a thread waits.
        const scale = Math.max(1, (clock.now() - from) / (seconds * 1000));
        return joined(await Promise.all(reports), scale);
      },
      [Symbol.asyncDispose]: async () => void (await Promise.all(reports)),
    };
  },
};

async function joined(
  reports: readonly ({ file: string } | NoProfile)[],
  scale: number,
): Promise<ProcessSamples | NoProfile> {
  const raw: RawProfile[] = [];
  const profiles: Profile[] = [];
  let reason: string | undefined;
  for (const report of reports) {
    try {
      if ("unable" in report) throw new ProfileError(report.unable);
      const text = await readText(report.file);
      profiles.push(scaled(readSampleReport(text), scale));
      raw.push({ name: path.basename(report.file), text });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      reason ??= error.message;
    }
  }
  if (profiles.length > 0) return { profile: together(profiles), raw };
  return { unable: reason ?? "all processes of the server have ended" };
}

function scaled({ frames, nodes }: Profile, scale: number): Profile {
  return { frames, nodes: nodes.map((node) => ({ ...node, self: node.self * scale })) };
}
