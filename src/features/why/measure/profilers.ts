import { nodeProfiler, pythonProfiler } from "./hook-profiler.ts";
import { perfProfiler } from "./perf-profiler.ts";
import type { Profiler } from "./profiler.ts";
import { sampleProfiler } from "./sample-profiler.ts";

/** Those that look from within a process before those that look from outside at what is left. */
export const profilers: readonly Profiler[] = [
  nodeProfiler,
  pythonProfiler,
  ...(process.platform === "darwin" ? [sampleProfiler] : [perfProfiler]),
];
