import type { RowWatch, WatchedCalls } from "../../measure/companion.ts";
import type { Failure } from "../../measure/load/outcome.ts";
import type { Row } from "../../plan/plan.ts";
import { connectionsElsewhere } from "./connections.ts";
import type { Helper } from "./helper.ts";
import type { Ended } from "./listeners.ts";
import type { Miss } from "./matching.ts";

interface WatchOptions extends Pick<WatchedCalls, "running"> {
  readonly helper: Helper;
  /** Names the row and the round, for draws that are the same on each arm. */
  readonly name: string;
  /** True where the server must have sent a request by the end of this row. */
  readonly isDue: boolean;
}

/** Watches the requests that the calls of a row make to the API. */
export async function watchArm({ helper, name, running, isDue }: WatchOptions): Promise<RowWatch> {
  const arm = running.id;
  await helper.ask({ kind: "row", arm, name });
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
      return faultOf(ended, { elsewhere, isDue });
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
): Failure | undefined {
  const [miss] = misses;
  const [complaint] = complaints;
  if (miss) return unexpected(missText(miss, misses.length - 1));
  if (elsewhere.length > 0)
    return unexpected(`the server goes round the recording: it is connected to ${elsewhere.slice(0, 3).join(", ")}`);
  if (complaint !== undefined) return unexpected(complaint);
  if (total === 0 && isDue)
    return unexpected(
      "no request of the server has arrived, so it goes round the recording; does it take its address from `upstream.url_env`?",
    );
  return undefined;
}

function unexpected(message: string): Failure {
  return { kind: "unexpected", message };
}

/** Says what the recording lacks. It holds untrusted words. */
export function missText({ asked, nearest, differs }: Miss, more = 0): string {
  const others = more > 0 ? ` (and ${more} more)` : "";
  const like = nearest === undefined ? "" : `; the nearest is ${nearest}, which differs: ${differs.join("; ")}`;
  const isRequest = differs.length > 0 && differs.every((each) => /^(query|body|…)/.test(each));
  const fix = isRequest ? " (`upstream.match` names what varies from run to run)" : "";
  return `the recording has no ${asked}${others}${like}${fix}`;
}

/** Tests whether a row asks something of the server that it may ask its API. */
export function mayAsk({ operation }: Row): boolean {
  const { kind } = operation;
  return kind !== undefined || !answeredAlone.includes(operation.method);
}

const answeredAlone = ["ping", "tools/list", "resources/list", "resources/templates/list", "prompts/list"];
