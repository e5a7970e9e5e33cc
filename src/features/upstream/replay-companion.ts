import path from "node:path";
import { benchmarkName } from "../../config/schema/benchmark-fields.ts";
import type { Config } from "../../config/schema/schema.ts";
import { ConfigError } from "../../errors.ts";
import type {
  Companion,
  CompanionContext,
  CompanionOptions,
  ConfiguredCommit,
  RunningCompanion,
} from "../../measure/companion.ts";
import { readOnce } from "../../model/quantity.ts";
import type { Arm, Plan, Row } from "../../plan/plan.ts";
import { ofLoad, overrideThresholds, type Threshold, thresholdsSchema } from "../../plan/threshold.ts";
import { mayAsk, missText, watchArm } from "./arm-watch.ts";
import { Helper } from "./helper.ts";
import type { OpenSettings } from "./listeners.ts";
import { upstreamOf } from "./upstream-schema.ts";

/** Makes the helper that answers the servers of a run from their recordings: each commit from its own, as fast as base's says. */
export async function makeReplayCompanion({ head, base }: CompanionOptions): Promise<Companion | undefined> {
  const [ofHead, ofBase] = [configured(head), base && configured(base)];
  const [own, before] = [ofHead ?? ofBase, ofBase ?? ofHead];
  if (!own || !before) return undefined;
  const { latency, faults } = before.upstream;
  const config = base && ofBase ? base.config : head.config;
  return {
    start: async (plan, context) => {
      const given = givenBy(plan);
      const settingsOf = ({ side }: Arm): ArmSettings => {
        const { upstream, directory } = side === "base" ? before : own;
        const { replay, url_env: urlEnv, match } = upstream;
        const file = path.resolve(directory, replay);
        return { urlEnv, from: { kind: "replay", file, shownAs: replay, latency, match, given, faults } };
      };
      const opened = await openArms(plan, { warn: context.warn, settingsOf });
      return running(withGate(opened.plan, config), { helper: opened.helper, context });
    },
  };
}

function configured({ config, directory }: ConfiguredCommit) {
  const upstream = upstreamOf(config);
  return upstream && { upstream, directory };
}

type ArmSettings = Omit<OpenSettings, "folder">;

interface Opening extends Pick<CompanionContext, "warn"> {
  readonly settingsOf: (arm: Arm) => ArmSettings;
}

/** Starts the helper, and opens the arms of the server in it. Where that fails, it is stopped. */
export async function openArms(plan: Plan, { warn, settingsOf }: Opening): Promise<{ helper: Helper; plan: Plan }> {
  const helper = await Helper.start();
  try {
    const arms: Arm[] = [];
    for (const arm of plan.arms) {
      if (arm.side === "control") {
        arms.push(arm);
        continue;
      }
      requireLaunched(arm);
      const settings = { ...settingsOf(arm), folder: helper.folder };
      const { env, warnings } = await helper.ask({ kind: "open", arm: arm.id, settings });
      for (const warning of warnings) warn(warning);
      arms.push({ ...arm, launch: { ...arm.launch, env: withVariables(arm.launch.env, env) } });
    }
    return { helper, plan: { ...plan, arms } };
  } catch (error) {
    await helper.stop();
    throw error;
  }
}

/** Returns what the rows ask of the server, as JSON: ids and dates in it are never taken for those that a server makes. */
export function givenBy({ rows }: Plan): string {
  return JSON.stringify(rows.map(({ operation, setup }) => [operation, setup]));
}

/** A server that runs elsewhere has its API there. */
function requireLaunched({ launch }: Arm): void {
  if (launch.command === undefined)
    throw new ConfigError("a server that is reached by URL alone cannot be led to a recording", {
      where: "upstream",
      fix: "give the `command` that starts it, or remove `upstream`",
    });
}

function running(
  plan: Plan,
  { helper, context }: { readonly helper: Helper; readonly context: CompanionContext },
): RunningCompanion {
  const met = new Set<string>();
  const last = plan.rows.findLast(mayAsk)?.id;
  return {
    plan,
    watch: async ({ running, row, round }) => {
      const arm = running.id;
      if (!met.has(arm)) {
        met.add(arm);
        // These came during start-up, the probe, or rows that were left out.
        const { misses } = await helper.ask({ kind: "end", arm });
        for (const miss of misses) context.warn(`${arm}: ${missText(miss)}`);
      }
      const isDue = mayAsk(row) && (round > 0 || row.id === last);
      return watchArm({ helper, running, isDue, name: `${plan.seed} ${row.key ?? row.id} ${round}` });
    },
    stop: () => helper.stop(),
  };
}

/** Variables that hold options for a runtime: ours are added to those of the server. */
const lists = new Set(["NODE_OPTIONS", "JAVA_TOOL_OPTIONS"]);

/** Adds variables to those of a launch. Options for a runtime are added to its own. */
export function withVariables(
  given: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined = Object.entries(added).map(([name, value]) => {
    const own = given[name];
    return [name, lists.has(name) && own ? `${own} ${value}` : value];
  });
  return { ...given, ...Object.fromEntries(joined) };
}

const standard = overrideThresholds([], thresholdsSchema.parse({ upstream_requests: "+10%" }, readOnce));

/** Adds the standard limit on requests to the API, which only a recorded one has, where the configuration has none of its own. */
function withGate(plan: Plan, config: object): Plan {
  const { thresholds = [], benchmarks = [] } = config as Partial<Config>;
  if (thresholds.some(isOwn)) return plan;
  const named = new Set(benchmarks.filter((one) => one.thresholds?.some(isOwn)).map(benchmarkName));
  const limited = (row: Row): readonly Threshold[] =>
    named.has(row.benchmark) || row.thresholds.some(isOwn)
      ? row.thresholds
      : [...row.thresholds, ...ofLoad(standard, row.load)];
  return {
    ...plan,
    rows: plan.rows.map((row) => ({ ...row, thresholds: limited(row) })),
    defaultThresholds: [...plan.defaultThresholds, ...standard],
  };
}

function isOwn({ metric }: { readonly metric: string }): boolean {
  return metric === "upstream_requests";
}
