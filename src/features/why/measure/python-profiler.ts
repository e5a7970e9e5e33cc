import { copyFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSpeedscope } from "../profile/speedscope.ts";
import { hookProfiler } from "./hook-profiler.ts";

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const hookFile = fileURLToPath(new URL("./hooks/sitecustomize.py", import.meta.url));

/** Looks into every process of Python that a server has, also of a virtual environment, `uvx` or `python -m`. */
export const pythonProfiler = hookProfiler({
  name: "Python sampling profiler",
  hook: "python",
  unable: "no process of the server is Python 3.8 or newer, or it leaves out what PYTHONPATH names",
  variables: async ({ PYTHONPATH: own }, { kind, folder }) => {
    // A copy: Python writes what it compiles beside the source.
    await copyFile(hookFile, path.join(folder, path.basename(hookFile)));
    return {
      PYTHONPATH: [folder, own].filter(Boolean).join(path.delimiter),
      ...(kind === "start-up" ? { MCP_BENCH_HOOK_FROM_START: "1" } : {}),
    };
  },
  read: async (text) => readSpeedscope(text),
  rawName: ({ pid }) => `${pid}.speedscope.json`,
});
