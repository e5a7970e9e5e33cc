import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { textOf } from "../../../base/json.ts";
import { parseMessage } from "../../../base/json-depth.ts";
import type { LaunchSpec } from "../../../plan/plan.ts";
import type { ProfileKind } from "../../../record/profile.ts";
import { atMost, type Profile } from "../profile/profile.ts";
import { readSpeedscope } from "../profile/speedscope.ts";
import { readCpuProfile, readHeapProfile } from "../profile/v8-profiles.ts";
import { type Hook, hookVariable } from "./hook-server.ts";
import { type PrepareOptions, type Profiler, samplesOf } from "./profiler.ts";
import { isUnreadable, readText, scriptsIn, sourceMaps } from "./server-files.ts";

/** The hooks lie beside this file, and beside the bundle that it is a part of. */
const nodeHook = fileURLToPath(new URL("./hooks/node-hook.cjs", import.meta.url));
const pythonHook = fileURLToPath(new URL("./hooks/sitecustomize.py", import.meta.url));

/** A server that computes for long hears of it late; a snapshot of the memory of Python takes a second. */
const answerMs = 15_000;

/** The part of a profiler that depends on the runtime whose processes load its hook. */
interface HookedRuntime {
  readonly name: string;
  /** Name of the kind that its hook reports. */
  readonly hook: string;
  /** The reason where no hook has reported. */
  readonly unable: string;
  /** Variables that make its processes load the hook. `folder`: for files that they read. */
  readonly variables: (env: LaunchSpec["env"], about: HookedLaunch) => Promise<LaunchSpec["env"]>;
  /** Reads the profile of one process. Throws ProfileError. */
  readonly read: (text: string, about: HookedProfile) => Promise<Profile>;
  /** Names the raw profile of the process `pid`, which is the one at this place among those of the server. */
  readonly rawName: (about: { readonly pid: number; readonly place: number; readonly kind: ProfileKind }) => string;
}

type HookedLaunch = Pick<PrepareOptions, "kind" | "folder">;

interface HookedProfile {
  readonly kind: ProfileKind;
  /** CPU time of the thread, as its hook says. */
  readonly cpuMs: unknown;
  /** Reads what the hook has written of source maps. */
  readonly maps: () => Promise<string>;
}

/** Makes a profiler of hooks in the processes of a server. */
function hookProfiler({ name, hook: runtime, unable, variables, read, rawName }: HookedRuntime): Profiler {
  return {
    name,
    kinds: ["time", "start-up", "memory"],
    prepare: async (launch, { kind, folder, hooks }) => {
      const stop = async (hook: Hook, place: number, { length: processes }: readonly Hook[]) => {
        const [file, maps] = [path.join(folder, `${place}.profile`), path.join(folder, `${place}.maps.json`)];
        const answer = await hook.ask({ do: "stop", file, maps }, { timeoutMs: answerMs });
        if (!answer) return { unable: "its process ended, or did not answer in time" };
        if ("failed" in answer) return { unable: textOf(answer.failed) || "it failed in its process" };
        try {
          const text = await readText(file, { processes });
          const profile = await read(text, { kind, cpuMs: answer.cpuMs, maps: () => readText(maps, { processes }) });
          return { profile, raw: [{ name: rawName({ pid: hook.pid, place, kind }), text }] };
        } catch (error) {
          if (!isUnreadable(error)) throw error;
          return { unable: `its profile cannot be read: ${error.message}` };
        }
      };
      let started: readonly Hook[] = [];
      const added = await variables(launch.env, { kind, folder });
      return {
        launch: { ...launch, env: { ...launch.env, [hookVariable]: hooks.address, ...added } },
        start: async () => {
          const all = hooks.of(runtime);
          const ask = (hook: Hook) => hook.ask({ do: "start", kind }, { timeoutMs: answerMs });
          const answers = await Promise.all(all.map(ask));
          started = all.filter((_, place) => answers[place] && !("failed" in answers[place]));
          return started.map(({ pid }) => pid);
        },
        stop: async () => {
          const all = kind === "start-up" ? await hooks.arrived(runtime) : started;
          return samplesOf(await Promise.all(all.map(stop)), unable);
        },
        [Symbol.asyncDispose]: async () => {},
      };
    },
  };
}

/** Profiles every process and worker of Node.js that a server has, through wrappers such as npx and loaders such as tsx. */
export const nodeProfiler = hookProfiler({
  name: "Node.js sampling profiler",
  hook: "node",
  unable: "no process of the server is Node.js, or none loads what NODE_OPTIONS names",
  variables: async ({ NODE_OPTIONS: own = "" }) => ({
    NODE_OPTIONS: `${own} --require "${nodeHook.replaceAll(/["\\]/g, "\\$&")}"`.trim(),
  }),
  read: async (text, { kind, cpuMs, maps }) => {
    const locate = await sourceMaps(scriptsIn(parseMessage(await maps())));
    if (kind === "memory") return readHeapProfile(parseMessage(text), locate);
    const seen = readCpuProfile(text, locate);
    return typeof cpuMs === "number" ? atMost(seen, cpuMs) : seen;
  },
  rawName: ({ pid, place, kind }) => `${pid}-${place}.${kind === "memory" ? "heapprofile" : "cpuprofile"}`,
});

/** Looks into every process of Python that a server has, also of a virtual environment, `uvx` or `python -m`. */
export const pythonProfiler = hookProfiler({
  name: "Python sampling profiler",
  hook: "python",
  unable: "no process of the server is Python 3.8 or newer, or it leaves out what PYTHONPATH names",
  variables: async ({ PYTHONPATH: own }, { kind, folder }) => {
    // A copy: Python writes what it compiles beside the source.
    await copyFile(pythonHook, path.join(folder, path.basename(pythonHook)));
    return {
      PYTHONPATH: [folder, own].filter(Boolean).join(path.delimiter),
      ...(kind === "start-up" ? { MCP_BENCH_HOOK_FROM_START: "1" } : {}),
    };
  },
  read: async (text) => readSpeedscope(text),
  rawName: ({ pid }) => `${pid}.speedscope.json`,
});
