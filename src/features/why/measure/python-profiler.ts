import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { textOf } from "../../../base/json.ts";
import { type Profile, ProfileError, together } from "../profile/profile.ts";
import { readSpeedscope } from "../profile/speedscope.ts";
import { type Hook, hookVariable } from "./hook-server.ts";
import type { NoProfile, PreparedProfiler, ProcessSamples, Profiler, RawProfile } from "./profiler.ts";
import { readText } from "./read-text.ts";

/** A server that computes for long hears of it late; a snapshot of its memory takes a second. */
const answerMs = 15_000;

const none: NoProfile = {
  unable: "no process of the server is Python 3.8 or newer, or it leaves out what PYTHONPATH names",
};

/** Looks into every process of Python that a server has, also of a virtual environment, `uvx` or `python -m`. */
export const pythonProfiler: Profiler = {
  name: "Python sampling profiler",
  kinds: ["time", "start-up", "memory"],
  prepare: async (launch, { kind, folder, hooks }): Promise<PreparedProfiler> => {
    let started: readonly Hook[] = [];
    // A copy: Python writes what it compiles beside the source.
    await copyFile(hookFile, path.join(folder, path.basename(hookFile)));
    return {
      launch: {
        ...launch,
        env: {
          ...launch.env,
          [hookVariable]: hooks.address,
          PYTHONPATH: [folder, launch.env.PYTHONPATH].filter(Boolean).join(path.delimiter),
          ...(kind === "start-up" ? { MCP_BENCH_HOOK_FROM_START: "1" } : {}),
        },
      },
      start: async () => {
        const all = hooks.of("python");
        const answers = await Promise.all(all.map((hook) => hook.ask({ do: "start", kind }, { timeoutMs: answerMs })));
        started = all.filter((_, place) => answers[place] && !("failed" in answers[place]));
        return started.map(({ pid }) => pid);
      },
      stop: async () => stopAll(kind === "start-up" ? await hooks.arrived("python") : started, folder),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const hookFile = fileURLToPath(new URL("./hooks/sitecustomize.py", import.meta.url));

async function stopAll(hooks: readonly Hook[], folder: string): Promise<ProcessSamples | NoProfile> {
  const found = await Promise.all(
    hooks.map((hook) =>
      stopOne(hook, { file: path.join(folder, `${hook.pid}.speedscope.json`), processes: hooks.length }),
    ),
  );
  const taken = found.filter((one) => "profile" in one);
  if (taken.length === 0) return found.find((one) => "unable" in one) ?? none;
  return { profile: together(taken.map(({ profile }) => profile)), raw: taken.map(({ raw }) => raw) };
}

async function stopOne(
  hook: Hook,
  { file, processes }: { readonly file: string; readonly processes: number },
): Promise<{ profile: Profile; raw: RawProfile } | NoProfile> {
  const answer = await hook.ask({ do: "stop", file }, { timeoutMs: answerMs });
  if (!answer) return { unable: "its process ended, or did not answer in time" };
  if ("failed" in answer) return { unable: textOf(answer.failed) || "it failed in its process" };
  try {
    const text = await readText(file, { processes });
    return { profile: readSpeedscope(text), raw: { name: path.basename(file), text } };
  } catch (error) {
    if (!(error instanceof ProfileError) && !(error instanceof Error && "code" in error)) throw error;
    return { unable: `its profile cannot be read: ${error.message}` };
  }
}
