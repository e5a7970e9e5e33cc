import { nodeProfiler } from "./node-profiler.ts";
import type { Profiler } from "./profiler.ts";

/** Those that look from within a process before those that look from outside at what is left. */
export const profilers: readonly Profiler[] = [nodeProfiler];
