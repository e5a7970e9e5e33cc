import { existsSync } from "node:fs";
import { UserError } from "../../errors.ts";
import { baseAddressWay } from "./base-address-way.ts";
import type { Exchange } from "./exchange.ts";
import type {
  Ended,
  HelperRequest,
  HelperResults,
  Opened,
  OpenSettings,
  RecordSettings,
  ReplaySettings,
  Saved,
} from "./helper-protocol.ts";
import { exchangeKey, isMiss, Matcher, routeOf } from "./matching.ts";
import { type ReadRecording, readHar } from "./read-har.ts";
import { RecordUpstream } from "./record-upstream.ts";
import { Replay } from "./replay.ts";
import { Redactor } from "./secrets.ts";
import type { OpenWay } from "./upstream.ts";
import { writeHar } from "./write-har.ts";

/** A recording older than this is warned about, and one from further in the future than clocks differ. */
const oldAfterMs = 90 * 86_400_000;
const skewMs = 86_400_000;

const mostComplaints = 5;

interface OpenArm {
  readonly upstream: Replay | RecordUpstream;
  readonly way: OpenWay;
  readonly complaints: Set<string>;
}

/** Listens for the requests of all arms of a run, and replays or records. */
export class Listeners {
  readonly #arms = new Map<string, OpenArm>();
  readonly #recordings = new Map<string, ReadRecording>();
  #record: { readonly settings: RecordSettings; readonly addresses: Record<string, string> } | undefined;
  #isSaved = false;

  async handle(request: HelperRequest): Promise<HelperResults[keyof HelperResults]> {
    switch (request.kind) {
      case "open":
        return this.#open(request.arm, request.settings);
      case "row":
        return this.#arm(request).upstream.beginRow(request.name) as undefined;
      case "begin":
        return this.#arm(request).upstream.beginCount() as undefined;
      case "end":
        return this.#end(request);
      case "save":
        return this.#save(request);
    }
  }

  /** Stops listening, and writes what is complete of a recording that nobody ended. */
  async close(): Promise<void> {
    if (this.#record && !this.#isSaved && this.#exchanges().length > 0) this.#save({ isWhole: false, check: false });
    await Promise.all([...this.#arms.values()].map(({ way }) => way.close()));
  }

  #arm({ arm }: { readonly arm: string }): OpenArm {
    const found = this.#arms.get(arm);
    if (!found) throw new RangeError(`the arm ${arm} is not open`);
    return found;
  }

  async #open(arm: string, { urlEnv, from, folder }: OpenSettings): Promise<Opened> {
    const complaints = new Set<string>();
    const complain = (message: string) => void (complaints.size < mostComplaints && complaints.add(message));
    const opened = from.kind === "replay" ? this.#replay(from) : undefined;
    const upstream = opened?.replay ?? new RecordUpstream(complain);
    const addresses = addressesOf(urlEnv, opened?.recording);
    if (from.kind === "record")
      this.#record = { settings: from, addresses: { ...this.#record?.addresses, ...addresses } };
    // Most recordings need no certificates.
    const way = Object.keys(addresses).length > 0 ? baseAddressWay : (await import("./proxy/proxy.ts")).proxyWay;
    const open = await way.open({ upstream, addresses, folder, complain });
    this.#arms.set(arm, { upstream, way: open, complaints });
    const warnings = opened && from.kind === "replay" ? warningsOf(opened.recording, from) : [];
    return { env: open.env, ports: open.ports, warnings };
  }

  #replay({ file, shownAs, match, given, latency, faults }: ReplaySettings) {
    const recording = this.#recordings.get(file) ?? readHar(file, shownAs);
    this.#recordings.set(file, recording);
    if (recording.exchanges.length === 0)
      throw new UserError("the recording is empty", { where: shownAs, fix: "record it again with `mcp-bench record`" });
    const matcher = new Matcher(recording.exchanges, { rules: match, given });
    return { recording, replay: new Replay({ matcher, latency, faults }) };
  }

  #end(request: { readonly arm: string }): Ended {
    const { upstream, complaints } = this.#arm(request);
    const taken = [...complaints];
    complaints.clear();
    return { ...upstream.seen(), total: upstream.total, misses: upstream.misses(), complaints: taken };
  }

  #exchanges(): Exchange[] {
    return [...this.#arms.values()].flatMap(({ upstream }) =>
      upstream instanceof RecordUpstream ? upstream.exchanges : [],
    );
  }

  #save({ isWhole, check }: { readonly isWhole: boolean; readonly check: boolean }): Saved {
    if (!this.#record) throw new RangeError("nothing is recorded");
    const { settings, addresses } = this.#record;
    const redactor = new Redactor(settings.secrets);
    const recorded = withoutRepetitions(this.#exchanges().map((one) => redactor.exchange(one)));
    const earlier = existsSync(settings.file) ? readEarlier(settings.file) : [];
    const { kept, missing, ...differences } = compared(earlier, { recorded, settings });
    // An interrupted recording leaves what it did not reach as it was.
    const exchanges = isWhole ? kept : [...kept, ...missing];
    const real = Object.fromEntries(Object.entries(addresses).map(([name, url]) => [name, redactor.url(url)]));
    if (!check && exchanges.length > 0) {
      const recordedAt = isWhole ? new Date().toISOString() : undefined;
      writeHar(settings.file, { exchanges, addresses: real, recordedAt });
    }
    this.#isSaved = true;
    const complaints = [...this.#arms.values()].flatMap(({ complaints: own }) => [...own]);
    return {
      exchanges: exchanges.length,
      routes: [...new Set(exchanges.map(routeOf))].sort(),
      ...differences,
      complaints: complaints.map((one) => redactor.text(one)),
    };
  }
}

/** A recording that cannot be read is replaced all the same. */
function readEarlier(file: string): readonly Exchange[] {
  try {
    return readHar(file).exchanges;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Leaves out requests that were answered as before: a sequence of responses matters only where they differ. */
function withoutRepetitions(exchanges: readonly Exchange[]): Exchange[] {
  const groups = new Map<string, Exchange[]>();
  for (const one of exchanges) {
    const key = exchangeKey(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first && group.every((one) => answer(one) === answer(first)) ? [first] : group;
  });
}

/** The response in a text, without what is made anew each time. */
function answer({ status, body }: Exchange): string {
  return `${status} ${body.toString("latin1").replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\d([T ][\d:.]+)?|\d{10,}/gi, "…")}`;
}

interface Comparison extends Pick<Saved, "added" | "removed" | "changed"> {
  /** The recorded exchanges; where the earlier recording has the same answer, as it has it, so that a difference shows what changed. */
  readonly kept: readonly Exchange[];
  /** Exchanges of the earlier recording that were not asked for. */
  readonly missing: readonly Exchange[];
}

function compared(
  earlier: readonly Exchange[],
  { recorded, settings }: { readonly recorded: readonly Exchange[]; readonly settings: RecordSettings },
): Comparison {
  const matcher = new Matcher(earlier, { rules: settings.match, given: settings.given });
  const names = { added: new Set<string>(), changed: new Set<string>() };
  const groups = new Map<readonly Exchange[], Exchange[]>();
  const kept: Exchange[] = [];
  for (const one of recorded) {
    const found = matcher.find(one, Date.parse(one.startedAt));
    if (isMiss(found)) {
      names.added.add(requestName(one));
      kept.push(one);
    } else groups.set(found.exchanges, [...(groups.get(found.exchanges) ?? []), one]);
  }
  for (const [before, after] of groups) {
    const isAsBefore = answers(before) === answers(after);
    if (!isAsBefore) for (const one of after) names.changed.add(requestName(one));
    kept.push(...(isAsBefore ? before : after));
  }
  const met = new Set([...groups.keys()].flat());
  const missing = earlier.filter((one) => !met.has(one));
  return {
    added: [...names.added],
    removed: [...new Set(missing.map(requestName))],
    changed: [...names.changed],
    kept,
    missing,
  };
}

/** A sequence of equal answers is one answer. */
function answers(exchanges: readonly Exchange[]): string {
  const all = exchanges.map(answer);
  return new Set(all).size === 1 ? (all[0] ?? "") : all.join();
}

function requestName({ method, url }: Exchange): string {
  return `${method} ${url}`;
}

function addressesOf(urlEnv: OpenSettings["urlEnv"], recording: ReadRecording | undefined): Record<string, string> {
  if (urlEnv === undefined) return {};
  if (typeof urlEnv !== "string") return { ...urlEnv };
  const recorded = recording?.addresses[urlEnv];
  if (recorded !== undefined) return { [urlEnv]: recorded };
  const origins = [...new Set(recording?.exchanges.map(({ url }) => new URL(url).origin))];
  const [only] = origins;
  if (only !== undefined && origins.length === 1) return { [urlEnv]: only };
  throw new UserError(`the recording does not say which address ${urlEnv} stands for`, {
    where: "upstream.url_env",
    expected: origins.length > 0 ? `one of ${origins.slice(0, 5).join(", ")}` : "an address in the recording",
    fix: `write a map: { ${urlEnv}: ${only ?? "https://api.example.com"} }`,
  });
}

function warningsOf({ newestMs, unanswered }: ReadRecording, { shownAs }: ReplaySettings): string[] {
  const found: string[] = [];
  const days = newestMs === undefined ? 0 : Math.floor((Date.now() - newestMs) / 86_400_000);
  if (days * 86_400_000 > oldAfterMs)
    found.push(
      `${shownAs} was recorded ${days} days ago, and the API may answer otherwise by now: \`mcp-bench record --check\` compares`,
    );
  if (newestMs !== undefined && newestMs - Date.now() > skewMs)
    found.push(`${shownAs} was recorded in the future by the clock of this machine, which may be wrong`);
  if (unanswered > 0) found.push(`${shownAs}: requests that were not answered are left out (${unanswered})`);
  return found;
}
