import path from "node:path";
import type { Json } from "../../base/json.ts";
import type { Companion, CompanionOptions, ConfiguredCommit, RowWatch } from "../../measure/companion.ts";
import type { RunningArm } from "../../measure/launch/running-arm.ts";
import { isRepeatable } from "../../measure/row/calls-of-round.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { Row } from "../../plan/plan.ts";
import { connectionsElsewhere } from "./connections.ts";
import { givenBy, type Helper, openArms } from "./helper.ts";
import type { Ended } from "./listeners.ts";
import type { Miss } from "./matching.ts";
import { upstreamOf } from "./upstream-schema.ts";

/** Makes the helper that answers the servers of a run from their recordings: each commit from its own, as fast as base's says. */
export async function makeReplayCompanion({ head, base }: CompanionOptions): Promise<Companion | undefined> {
  const [ofHead, ofBase] = [configured(head), base && configured(base)];
  const [own, before] = [ofHead ?? ofBase, ofBase ?? ofHead];
  if (!own || !before) return undefined;
  const { latency, faults } = before.upstream;
  return async (plan, { warn }) => {
    const given = givenBy(plan);
    const { helper, plan: led } = await openArms(plan, {
      warn,
      settingsOf: ({ side }) => {
        const [mine, others] = side === "base" ? [before, own] : [own, before];
        const { replay, url_env: urlEnv, match } = mine.upstream;
        // Rows that one commit alone has are measured on both.
        const files = { file: fileOf(mine), other: mine === others ? undefined : fileOf(others) };
        return { urlEnv, from: { kind: "replay", ...files, shownAs: replay, latency, match, given, faults } };
      },
    });
    const varied = plan.rows.filter((row) => isRepeatable(row) && hasPlaceholders(row.operation as unknown as Json));
    const [first] = plan.leakCheck?.longestMs ? varied : [];
    if (first) warn(`there is no leak check: its calls of ${first.id} would go beyond the recording`);
    const met = new Set<string>();
    const last = plan.rows.findLast(mayAsk)?.id;
    return {
      plan: first ? { ...led, leakCheck: undefined } : led,
      watch: async ({ running, row, round }) => {
        const arm = running.id;
        if (!met.has(arm)) {
          met.add(arm);
          // These came during start-up, the probe, or rows that were left out.
          const { misses } = await helper.ask({ kind: "end", arm });
          for (const miss of misses) warn(`${arm}: ${missText(miss)}`);
        }
        // The name is the same on each arm, and with it the draws.
        await helper.ask({ kind: "row", arm, name: `${plan.seed} ${row.key ?? row.id} ${round}` });
        return watchRow(running, { helper, isDue: mayAsk(row) && (round > 0 || row.id === last) });
      },
      stop: () => helper.stop(),
    };
  };
}

type UpstreamCommit = NonNullable<ReturnType<typeof configured>>;

function fileOf({ upstream, directory }: UpstreamCommit): string {
  return path.resolve(directory, upstream.replay);
}

function configured(commit: ConfiguredCommit) {
  const upstream = upstreamOf(commit.config);
  return upstream && { ...commit, upstream };
}

/** Watches the requests that the calls of a row make to the API. `isDue`: by the end of the row the server must have sent one. */
function watchRow(
  running: RunningArm,
  { helper, isDue }: { readonly helper: Helper; readonly isDue: boolean },
): RowWatch {
  const arm = running.id;
  const seen = { calls: 0, requests: 0, receivedBytes: 0 };
  const routes = new Map<string, number>();
  let elsewhere: readonly string[] | undefined;
  return {
    begin: () => helper.ask({ kind: "begin", arm }),
    end: async (calls) => {
      const ended = await helper.ask({ kind: "end", arm });
      seen.calls += calls;
      seen.requests += ended.requests;
      seen.receivedBytes += ended.receivedBytes;
      for (const [route, requests] of Object.entries(ended.routes))
        routes.set(route, (routes.get(route) ?? 0) + requests);
      // Connections are looked for once: it takes time, and a server that has one keeps to it.
      elsewhere ??= await connectionsElsewhere(running.servers.flatMap(({ pid }) => pid ?? []));
      const message = faultOf(ended, { elsewhere, isDue });
      return message === undefined ? undefined : { kind: "unexpected", message };
    },
    result: () => {
      // No block has ended.
      if (elsewhere === undefined) return {};
      const most = [...routes].sort(([, a], [, b]) => b - a).slice(0, 20);
      return { upstream: { ...seen, routes: most.map(([route, requests]) => ({ route, requests })) } };
    },
  };
}

function faultOf(
  { misses, total, complaints }: Ended,
  { elsewhere, isDue }: { readonly elsewhere: readonly string[]; readonly isDue: boolean },
): string | undefined {
  const [miss] = misses;
  if (miss) return missText(miss, misses.length - 1);
  if (elsewhere.length > 0)
    return `the server goes round the recording: it is connected to ${elsewhere.slice(0, 3).join(", ")}`;
  if (complaints.length > 0 || total > 0 || !isDue) return complaints[0];
  return "no request of the server has arrived, so it goes round the recording; does it take its address from `upstream.url_env`?";
}

/** Says what the recording lacks. It holds untrusted words. */
function missText({ asked, nearest, differs }: Miss, more = 0): string {
  const others = more > 0 ? ` (and ${more} more)` : "";
  const like = nearest === undefined ? "" : `; the nearest is ${nearest}, which differs: ${differs.join("; ")}`;
  const isRequest = differs.length > 0 && differs.every((each) => /^(query|body|…)/.test(each));
  const fix = isRequest ? " (`upstream.match` names what varies from run to run)" : "";
  return `the recording has no ${asked}${others}${like}${fix}`;
}

/** Tests whether a row asks something of the server that it may ask its API. */
function mayAsk({ operation }: Row): boolean {
  const { kind } = operation;
  return kind !== undefined || !answeredAlone.includes(operation.method);
}

const answeredAlone = ["ping", "tools/list", "resources/list", "resources/templates/list", "prompts/list"];
