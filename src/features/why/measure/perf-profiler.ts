import { execFile, spawn } from "node:child_process";
import path from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { systemText } from "../../../base/host/plain-file.ts";
import { messageOf } from "../../../errors.ts";
import { readLimited } from "../../../record/files/limited-read.ts";
import { readPerfScript } from "../profile/perf-script.ts";
import type { Profiler } from "./profiler.ts";

/** A prime number: what a server does every millisecond would be seen at the same place each time. */
const samplesPerSecond = 997;

/** The text of a profile of a second has a few megabytes. */
const mostBytes = 64 * 2 ** 20;

/** Opening its counters takes `perf` some ten milliseconds; reading symbols of a large program, seconds. */
const readyMs = 3_000;
const scriptMs = 60_000;

/** Only what a program itself computes: what the kernel does for it may not be seen by everybody, and is no function of it. */
const event = "cpu-clock:u";

/** Programs of Go, Rust, C and others on Linux, from outside: what has frame pointers with its callers, what has none without. */
export const perfProfiler: Profiler = {
  name: "perf",
  kinds: ["time"],
  prepare: async (launch, { folder, signal }) => {
    const data = path.join(folder, "perf.data");
    let recording: Recording | undefined;
    let unable = "all processes of the server have ended";
    return {
      launch,
      start: async (pids) => {
        if (pids.length === 0) return [];
        forbidden ??= whyForbidden();
        const reason = await forbidden;
        if (reason !== undefined) {
          unable = reason;
          return [];
        }
        recording = record(pids, data);
        await Promise.race([recording.ready, recording.ended, pause(readyMs, undefined, { ref: false })]);
        return pids;
      },
      stop: async () => {
        if (!recording) return { unable };
        recording.recorder.kill("SIGINT");
        await recording.ended;
        const fields = ["--fields", "comm,tid,event,period,ip,sym,dso"];
        try {
          // It would ask a server for symbols that are not there.
          const env = { ...process.env, DEBUGINFOD_URLS: "" };
          const options = { maxBuffer: mostBytes, timeout: scriptMs, signal, env };
          const ownModule = await goModule(recording.pids);
          const { stdout } = await run("perf", ["script", "--input", data, "--no-inline", ...fields], options);
          return { profile: readPerfScript(stdout, ownModule), raw: [{ name: "perf-script.txt", text: stdout }] };
        } catch (error) {
          signal.throwIfAborted();
          return { unable: `its recording cannot be read: ${messageOf(error)}` };
        }
      },
      [Symbol.asyncDispose]: async () => {
        recording?.recorder.kill("SIGKILL");
        await recording?.ended;
      },
    };
  },
};

/** Reason why this machine forbids it, found by a try, once. */
let forbidden: Promise<string | undefined> | undefined;

async function whyForbidden(): Promise<string | undefined> {
  if (process.platform !== "linux") return "it is a program of Linux";
  const output = ["--output", "/dev/null"];
  try {
    await run("perf", ["record", "--quiet", "--event", event, ...output, "--", "true"], { timeout: 10_000 });
    return undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return "it is not installed (a package such as linux-tools-generic or linux-perf has it)";
    const level = Number(systemText("/proc/sys/kernel/perf_event_paranoid"));
    return level > 2
      ? `the kernel forbids it (kernel.perf_event_paranoid is ${level}; sudo sysctl kernel.perf_event_paranoid=2)`
      : "it cannot record here, as in many containers";
  }
}

const run = promisify(execFile);

type Recording = ReturnType<typeof record>;

/** Begins to record processes into a file. `ready`: once it does; `ended`: once the recorder has. */
function record(pids: readonly number[], data: string) {
  // Without it `perf` keeps a copy of each program in the home of who runs it.
  const how = ["--quiet", "--no-buildid", "--no-buildid-cache", "--event", event];
  how.push("--freq", String(samplesPerSecond), "--call-graph", "fp");
  // It begins on command, and confirms it: opening its counters takes a while.
  how.push("--delay=-1", "--control", "fd:3,4");
  const recorder = spawn("perf", ["record", ...how, "--output", data, "--pid", pids.join(",")], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => recorder.once("exit", resolve).once("error", resolve));
  const [, , , control, answers] = recorder.stdio as readonly (Duplex | null)[];
  for (const pipe of [control, answers]) pipe?.on("error", () => {});
  control?.write("enable\n");
  const ready = new Promise((resolve) => answers?.once("data", resolve).once("close", resolve));
  return { pids, recorder, ended, ready };
}

/** A large program has some hundred megabytes. */
const mostProgramBytes = 256 * 2 ** 20;

/** The module of the first program that was built by Go, which writes what `go version -m` prints into it. */
async function goModule(pids: readonly number[]): Promise<string | undefined> {
  for (const pid of pids) {
    const program = await readLimited(`/proc/${pid}/exe`, { mostBytes: mostProgramBytes }).catch(() => Buffer.alloc(0));
    const at = program.indexOf("\nmod\t");
    const [, , name] = at < 0 ? [] : program.toString("latin1", at, at + 500).split(/[\n\t]/);
    if (name !== undefined) return name;
  }
  return undefined;
}
