import path from "node:path";
import { textOf } from "../../../base/json.ts";
import type { LaunchSpec } from "../../../plan/plan.ts";
import type { ProfileKind } from "../../../record/profile.ts";
import type { Profile } from "../profile/profile.ts";
import { type Hook, hookVariable } from "./hook-server.ts";
import { type NoProfile, type PrepareOptions, type ProcessProfile, type Profiler, samplesOf } from "./profiler.ts";
import { isUnreadable, readText } from "./read-text.ts";

/** A server that computes for long hears of it late; a snapshot of the memory of Python takes a second. */
const answerMs = 15_000;

/** The part of a profiler that depends on the runtime whose processes load its hook. */
interface HookedRuntime {
  readonly name: string;
  /** As its hook reports. */
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
export function hookProfiler({ name, hook: runtime, unable, variables, read, rawName }: HookedRuntime): Profiler {
  const stop = async (
    hook: Hook,
    { kind, folder, place, processes }: HookedLaunch & { readonly place: number; readonly processes: number },
  ): Promise<ProcessProfile | NoProfile> => {
    const [file, maps] = [path.join(folder, `${place}.profile`), path.join(folder, `${place}.maps.json`)];
    const answer = await hook.ask({ do: "stop", file, maps }, { timeoutMs: answerMs });
    if (!answer) return { unable: "its process ended, or did not answer in time" };
    if ("failed" in answer) return { unable: textOf(answer.failed) || "it failed in its process" };
    try {
      const text = await readText(file, { processes });
      const profile = await read(text, { kind, cpuMs: answer.cpuMs, maps: () => readText(maps, { processes }) });
      return { profile, raw: { name: rawName({ pid: hook.pid, place, kind }), text } };
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return { unable: `its profile cannot be read: ${error.message}` };
    }
  };
  return {
    name,
    kinds: ["time", "start-up", "memory"],
    prepare: async (launch, { kind, folder, hooks }) => {
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
          const found = all.map((hook, place) => stop(hook, { kind, folder, place, processes: all.length }));
          return samplesOf(await Promise.all(found), unable);
        },
        [Symbol.asyncDispose]: async () => {},
      };
    },
  };
}
