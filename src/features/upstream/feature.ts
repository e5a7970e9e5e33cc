import type { Feature } from "../../feature.ts";
import { upstreamSchema } from "./upstream-schema.ts";

/** Records the API that a server wraps, and replays it: its tools are measured without the API, its key and its noise. */
export const upstream: Feature = {
  name: "upstream",
  commands: async () => [(await import("./record-command.ts")).recordCommand()],
  configuration: { upstream: upstreamSchema },
  companion: async (options) => (await import("./replay-companion.ts")).makeReplayCompanion(options),
  proposal: async (found) => (await import("./proposal.ts")).proposeReplay(found),
  check: async (config, table) => (await import("./check.ts")).checkReplay(config, table),
  report: async () => (await import("./report-feature.ts")).upstreamReport,
};
