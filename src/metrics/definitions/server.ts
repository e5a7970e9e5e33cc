import { listChanges } from "../../record/listing.ts";
import { middle } from "../../stats/describe.ts";
import type { ServerReading } from "../reading.ts";
import type { ServerMetric } from "./definition.ts";

const once = { better: "less", kind: "exact", scope: "server", compared: "none", optional: true } as const;
const launched = { better: "less", scope: "server", perRound: fromLaunches } as const;
const phase = { ...launched, unit: "ms", kind: "noisy" } as const;
const memory = { ...launched, unit: "bytes", kind: "noisy" } as const;
const holding = { ...launched, unit: "count", kind: "noisy", isUnderLoad: true } as const;
const ending = { ...launched, unit: "count", kind: "exact", isUnderLoad: true } as const;
const size = { ...launched, unit: "bytes", kind: "exact" } as const;
const tokens = { ...launched, unit: "tokens", kind: "exact" } as const;

/** Start-up and end, what the server holds, and what it tells every client. */
export const server = {
  startup: { ...phase, label: "start-up", isTypical: true },
  /** CPU time until the tools are listed: the cost of start-up however long it waits for a core. */
  startup_cpu: { ...phase, label: "start-up CPU time", isTypical: true, isCpuTime: true, optional: true },
  /** Start-up of the very first process of a run, which finds nothing in the caches of the file system. */
  cold_startup: {
    ...once,
    label: "very first start-up",
    unit: "ms",
    kind: "noisy",
    perRun: ({ coldStart }, arm) => {
      if (coldStart?.arm !== arm) return undefined;
      return "unknown" in coldStart ? coldStart : coldStart.startupMs;
    },
  },
  handshake: { ...phase, label: "handshake", isTypical: true },
  first_list: { ...phase, label: "first tools/list", isTypical: true },
  connection_setup: { ...phase, label: "connection set-up" },
  shutdown: { ...phase, label: "shut-down", isTypical: true },
  idle_rss: { ...memory, label: "idle RSS", isTypical: true },
  steady_rss: { ...memory, label: "steady RSS", isTypical: true, isUnderLoad: true },
  peak_rss: { ...memory, label: "peak RSS", isTypical: true, isUnderLoad: true },
  memory_growth: {
    ...memory,
    label: "memory growth per 1,000 calls",
    compared: "rise",
    optional: true,
    perRound: ({ launches, mostLeakChecked }, id) => {
      // Rows are added to those that are watched, as they prove quick enough: what calls keep is known once all of them are.
      const isOfAll = (leakChecked?: readonly string[]) =>
        leakChecked === undefined || leakChecked.length === mostLeakChecked;
      return fromLaunches({ launches: launches.filter(({ leakChecked }) => isOfAll(leakChecked)) }, id);
    },
  },
  threads: { ...holding, label: "threads" },
  open_files: { ...holding, label: "open files" },
  /** Share of one core. It slows base as well, so that ratios do not show it. */
  idle_cpu: { ...launched, label: "idle CPU", unit: "ratio", kind: "noisy", isUnderLoad: true },
  orphans: { ...ending, label: "processes left behind" },
  unclean_exits: { ...ending, label: "unclean exits" },
  tools_list_bytes: { ...size, label: "tools/list size" },
  /** Number of changes of the listed tools that break their callers: see decide/breaking-changes.ts. */
  breaking_changes: { ...once, label: "breaking changes", unit: "count" },
  /** Launches whose list of tools is not that of an earlier launch. */
  tools_list_changes: {
    ...once,
    label: "tools/list changes",
    unit: "count",
    perRun: ({ arms }, arm) => {
      const found = arms.find(({ id }) => id === arm);
      if (!found?.listing) return undefined;
      return found.listing.compared === 0
        ? { unknown: "no two launches to hold against each other" }
        : listChanges(found);
    },
  },
  instructions_bytes: { ...size, label: "instructions size" },
  tools_list_tokens: { ...tokens, label: "tools/list tokens" },
  instructions_tokens: { ...tokens, label: "instructions tokens" },
} as const satisfies Record<string, ServerMetric>;

/** Reads a figure that launches measured under the metric's own name. */
function fromLaunches({ launches }: Pick<ServerReading, "launches">, id: string): number | undefined {
  return middle(launches.map(({ metrics }) => metrics[id]));
}
