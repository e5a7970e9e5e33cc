import path from "node:path";
import { fileURLToPath } from "node:url";
import { isMap, textOf } from "../../../base/json.ts";
import { parseMessage } from "../../../base/json-depth.ts";
import { readCpuProfile } from "../profile/cpuprofile.ts";
import { heapPlaces, readHeapPlaces } from "../profile/heapprofile.ts";
import { atMost, type Profile, ProfileError, together } from "../profile/profile.ts";
import type { Hook } from "./hook-server.ts";
import { hookVariable } from "./hook-server.ts";
import type { NoProfile, PreparedProfiler, PrepareOptions, ProcessSamples, Profiler, RawProfile } from "./profiler.ts";
import { readText } from "./read-text.ts";
import { sourceMaps } from "./source-maps.ts";

/** A server that computes for long hears of it late. */
const answerMs = 15_000;

const none: NoProfile = { unable: "no process of the server is Node.js, or none loads what NODE_OPTIONS names" };

/** Profiles every process and worker of Node.js that a server has, through wrappers such as npx and loaders such as tsx. */
export const nodeProfiler: Profiler = {
  name: "Node.js sampling profiler",
  kinds: ["time", "start-up", "memory"],
  prepare: async (launch, { kind, folder, hooks }): Promise<PreparedProfiler> => {
    let started: readonly Hook[] = [];
    return {
      launch: {
        ...launch,
        env: {
          ...launch.env,
          [hookVariable]: hooks.address,
          NODE_OPTIONS: `${launch.env.NODE_OPTIONS ?? ""} --require ${quoted(hookFile)}`.trim(),
        },
      },
      start: async () => {
        const all = hooks.of("node");
        const answers = await Promise.all(all.map((hook) => hook.ask({ do: "start", kind }, { timeoutMs: answerMs })));
        started = all.filter((_, place) => answers[place] && !("failed" in answers[place]));
        return [...new Set(started.map(({ pid }) => pid))];
      },
      stop: async () => stopAll(kind === "start-up" ? await hooks.arrived("node") : started, { folder, kind }),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const hookFile = fileURLToPath(new URL("./hooks/node-hook.cjs", import.meta.url));

/** As NODE_OPTIONS takes a path with spaces. */
function quoted(file: string): string {
  return `"${file.replaceAll(/["\\]/g, "\\$&")}"`;
}

type Looked = Pick<PrepareOptions, "folder" | "kind">;

async function stopAll(hooks: readonly Hook[], { folder, kind }: Looked): Promise<ProcessSamples | NoProfile> {
  const found = await Promise.all(
    hooks.map((hook, place) => stopOne(hook, { folder: path.join(folder, `${place}`), kind, processes: hooks.length })),
  );
  const taken = found.filter((one) => "profile" in one);
  const reason = found.find((one) => "unable" in one);
  if (taken.length === 0) return reason ?? none;
  return { profile: together(taken.map(({ profile }) => profile)), raw: taken.map(({ raw }) => raw) };
}

async function stopOne(
  hook: Hook,
  { folder: stem, kind, processes }: Looked & { readonly processes: number },
): Promise<{ profile: Profile; raw: RawProfile } | NoProfile> {
  const file = `${stem}.${kind === "memory" ? "heapprofile" : "cpuprofile"}`;
  const maps = `${stem}.maps.json`;
  const answer = await hook.ask({ do: "stop", file, maps }, { timeoutMs: answerMs });
  if (!answer) return { unable: "its process ended, or did not answer in time" };
  if ("failed" in answer) return { unable: textOf(answer.failed) || "it failed in its process" };
  try {
    const text = await readText(file, { processes });
    const raw = { name: `${hook.pid}-${path.basename(file)}`, text };
    const found = parseMessage(text);
    const known = parseMessage(await readText(maps, { processes }));
    if (kind === "memory") {
      const places = heapPlaces(found);
      return { profile: readHeapPlaces(places, await sourceMaps(scriptsOf(places, known))), raw };
    }
    const locate = await sourceMaps(scriptsOf(isMap(found) && Array.isArray(found.nodes) ? found.nodes : [], known));
    const { cpuMs } = answer;
    const seen = readCpuProfile(text, locate);
    return { profile: typeof cpuMs === "number" ? atMost(seen, cpuMs) : seen, raw };
  } catch (error) {
    if (!(error instanceof ProfileError) && !(error instanceof Error && "code" in error)) throw error;
    return { unable: `its profile cannot be read: ${error.message}` };
  }
}

/** Scripts with a source map, by what the hook says of them. */
function scriptsOf(places: readonly unknown[], maps: unknown): { script: string; url: string; map: string }[] {
  if (!isMap(maps)) return [];
  const urls = new Map<string, string>();
  for (const place of places)
    if (isMap(place) && isMap(place.callFrame)) urls.set(textOf(place.callFrame.scriptId), textOf(place.callFrame.url));
  return Object.entries(maps).flatMap(([script, map]) => {
    const url = urls.get(script);
    return url !== undefined && typeof map === "string" ? [{ script, url, map }] : [];
  });
}
