import { fileURLToPath } from "node:url";
import { parseMessage } from "../../../base/json-depth.ts";
import { readCpuProfile } from "../profile/cpuprofile.ts";
import { readHeapProfile } from "../profile/heapprofile.ts";
import { atMost } from "../profile/profile.ts";
import { hookProfiler } from "./hook-profiler.ts";
import { scriptsIn, sourceMaps } from "./source-maps.ts";

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const hookFile = fileURLToPath(new URL("./hooks/node-hook.cjs", import.meta.url));

/** Profiles every process and worker of Node.js that a server has, through wrappers such as npx and loaders such as tsx. */
export const nodeProfiler = hookProfiler({
  name: "Node.js sampling profiler",
  hook: "node",
  unable: "no process of the server is Node.js, or none loads what NODE_OPTIONS names",
  variables: async ({ NODE_OPTIONS: own = "" }) => ({
    NODE_OPTIONS: `${own} --require "${hookFile.replaceAll(/["\\]/g, "\\$&")}"`.trim(),
  }),
  read: async (text, { kind, cpuMs, maps }) => {
    const locate = await sourceMaps(scriptsIn(parseMessage(await maps())));
    if (kind === "memory") return readHeapProfile(parseMessage(text), locate);
    const seen = readCpuProfile(text, locate);
    return typeof cpuMs === "number" ? atMost(seen, cpuMs) : seen;
  },
  rawName: ({ pid, place, kind }) => `${pid}-${place}.${kind === "memory" ? "heapprofile" : "cpuprofile"}`,
});
