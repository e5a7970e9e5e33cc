import type { Json } from "../../src/base/json.ts";
import { readPerfScript } from "../../src/features/why/profile/perf-script.ts";
import { ProfileError, totalOf } from "../../src/features/why/profile/profile.ts";
import { readSampleReport } from "../../src/features/why/profile/sample-report.ts";
import { readSpeedscope } from "../../src/features/why/profile/speedscope.ts";
import { readCpuProfile } from "../../src/features/why/profile/v8-profiles.ts";
import { mutateJson, mutateText, oneOf, type Random } from "./mutate.ts";

const callFrame = { functionName: "work", scriptId: "1", url: "file:///a.js", lineNumber: 3, columnNumber: 0 };

/** Returns what a server's own processes write, and what reads it. */
const formats: readonly (readonly [seed: Json, read: (text: string) => number])[] = [
  [
    {
      nodes: [
        { id: 1, callFrame: { ...callFrame, functionName: "(root)" }, children: [2] },
        { id: 2, callFrame, positionTicks: [{ line: 4, ticks: 2 }] },
      ],
      samples: [2, 2, 1],
      timeDeltas: [100, 100, 50],
      startTime: 0,
      endTime: 250,
    },
    (text) => totalOf(readCpuProfile(text)),
  ],
  [
    {
      shared: { frames: [{ name: "work", file: "a.py", line: 3 }] },
      profiles: [{ type: "sampled", unit: "seconds", samples: [[0], [0]], weights: [0.5, 0.1] }],
    },
    (text) => totalOf(readSpeedscope(text)),
  ],
  ["x 1 1000 cpu-clock:u: \n\t 1 work (/a/server)\n\t 2 main (/a/server)\n\n", (text) => totalOf(readPerfScript(text))],
  [
    "Call graph:\n    3 Thread_1\n    + 3 main  (in x) + 1 [0x1]\n    +   2 work  (in x) + 1 [0x2]\n",
    (text) => totalOf(readSampleReport(text)),
  ],
];

/** Whatever it holds, it is a profile of a finite time, or no profile. */
export function tryProfile(random: Random): boolean {
  const [seed, read] = oneOf(random, formats);
  const text = typeof seed === "string" ? seed : JSON.stringify(mutateJson(mutateJson(seed, random), random));
  try {
    const total = read(random() < 0.3 || typeof seed === "string" ? mutateText(text, random) : text);
    if (!(total >= 0 && total < Number.POSITIVE_INFINITY)) throw new Error(`a profile of ${total}`);
    return true;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}
