import type { Feature } from "../../feature.ts";

/** Turns traces and logs of what really happened into benchmarks. */
export const trace: Feature = {
  name: "trace",
  commands: async () => [(await import("./import-command.ts")).importCommand()],
};
