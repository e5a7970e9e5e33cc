import { mapValues } from "../../base/json.ts";
import { UserError } from "../../errors.ts";
import { Redactor } from "../../record/redactor.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeKey, isMiss, Matcher, routeOf } from "./matching.ts";
import { type ReadRecording, readHar } from "./read-har.ts";
import { RecordUpstream } from "./record-upstream.ts";
import { Replay } from "./replay.ts";
import { redactedExchange } from "./secrets.ts";
import { type OpenWay, openAddresses } from "./upstream.ts";
import type { UpstreamConfig } from "./upstream-schema.ts";
import { writeHar } from "./write-har.ts";

/** A recording older than this is warned about, and one from further in the future than clocks differ. */
const oldAfterDays = 90;
const skewMs = 86_400_000;

const mostComplaints = 5;

export interface OpenSettings {
  /** Variables with the address of an API, or the one whose address the recording has; absent: by a proxy. */
  readonly urlEnv?: string | Readonly<Record<string, string>> | undefined;
  readonly from: ReplaySettings | RecordSettings;
  /** Folder for files that servers read. */
  readonly folder: string;
}

interface AnySettings extends Pick<UpstreamConfig, "match"> {
  /** Absolute path of the recording. */
  readonly file: string;
  /** Operations of all rows as JSON. */
  readonly given: string;
}

export interface ReplaySettings extends AnySettings, Pick<UpstreamConfig, "latency" | "faults"> {
  readonly kind: "replay";
  /** The path of the recording as the configuration has it. */
  readonly shownAs: string;
  /** Absolute path of the other commit's recording, which answers what this one lacks. */
  readonly other?: string | undefined;
}

interface RecordSettings extends AnySettings {
  readonly kind: "record";
  readonly secrets: readonly string[];
  /** Nothing is written; only what would change is returned. */
  readonly check: boolean;
}

export type Ended = ReturnType<Listeners["end"]>;
export type Saved = ReturnType<Listeners["save"]>;

/** Methods that the measuring process calls, each in turn. */
export type HelperMethods = Omit<Listeners, "close">;

export interface HelperReply {
  readonly id: number;
  readonly result?: unknown;
  /** A UserError in parts; of any other error its message. */
  readonly error?: { readonly found: string } & UserError["explanation"];
}

interface OpenArm {
  readonly upstream: Replay | RecordUpstream;
  readonly way: OpenWay;
  readonly complaints: Set<string>;
}

/** Listens for the requests of all arms of a run, and replays or records. */
export class Listeners {
  readonly #arms = new Map<string, OpenArm>();
  readonly #recordings = new Map<string, ReadRecording>();
  /** Undefined once it is saved, and where nothing is recorded. */
  #record: { readonly settings: RecordSettings; readonly addresses: Record<string, string> } | undefined;

  async open({ arm, settings }: { readonly arm: string; readonly settings: OpenSettings }) {
    const { urlEnv, from, folder } = settings;
    const complaints = new Set<string>();
    const complain = (message: string) => void (complaints.size < mostComplaints && complaints.add(message));
    const opened = from.kind === "replay" ? this.#replay(from) : undefined;
    const upstream = opened?.replay ?? new RecordUpstream(complain);
    const addresses = addressesOf(urlEnv, opened?.recording);
    if (from.kind === "record")
      this.#record = { settings: from, addresses: { ...this.#record?.addresses, ...addresses } };
    // Most recordings need no certificates.
    const openWay = Object.keys(addresses).length > 0 ? openAddresses : (await import("./proxy/proxy.ts")).openProxy;
    const way = await openWay({ upstream, addresses, folder, complain });
    this.#arms.set(arm, { upstream, way, complaints });
    return { env: way.env, warnings: opened?.warnings ?? [] };
  }

  row({ arm, name }: { readonly arm: string; readonly name: string }): void {
    this.#arms.get(arm)?.upstream.beginRow(name);
  }

  /** Counts the requests of an arm from here on. */
  begin({ arm }: { readonly arm: string }): void {
    this.#replayOf(arm).beginCount();
  }

  end({ arm }: { readonly arm: string }) {
    return { ...this.#replayOf(arm).seen(), complaints: this.complaints({ arm }) };
  }

  /** Returns messages of failures outside of requests that it has not returned before. */
  complaints({ arm }: { readonly arm: string }): readonly string[] {
    const complaints = this.#arms.get(arm)?.complaints;
    const taken = [...(complaints ?? [])];
    complaints?.clear();
    return taken;
  }

  /** Ends a recording; `isWhole`: all rows were called, and worked. What the `failed` ones asked is not kept. */
  save({ isWhole, failed = [] }: { readonly isWhole: boolean; readonly failed?: readonly string[] }) {
    if (!this.#record) throw new RangeError("nothing is recorded");
    const { settings, addresses } = this.#record;
    const redactor = new Redactor(settings.secrets);
    const worked = this.#recorded().filter(({ row }) => !failed.includes(row));
    const recorded = withoutRepetitions(worked.map(({ exchange }) => redactedExchange(exchange, redactor)));
    const earlier = readIfAny(settings.file);
    const { kept, missing, ...differences } = compared(earlier, { recorded, settings });
    // One that is not whole leaves the rest as it was.
    const exchanges = isWhole ? kept : [...kept, ...missing];
    const real = mapValues(addresses, (url) => redactor.url(url));
    if (!settings.check && exchanges.length > 0) {
      const recordedAt = isWhole ? new Date().toISOString() : undefined;
      writeHar(settings.file, { exchanges, addresses: real, recordedAt });
    }
    this.#record = undefined;
    const complaints = [...this.#arms.values()].flatMap(({ complaints: own }) => [...own]);
    return {
      exchanges: exchanges.length,
      routes: [...new Set(exchanges.map(routeOf))].sort(),
      ...differences,
      ...(isWhole ? {} : { removed: [] }),
      complaints: complaints.map((one) => redactor.text(one)),
    };
  }

  /** Stops listening, and writes what is complete of a recording that nobody ended. */
  async close(): Promise<void> {
    if (this.#record && this.#recorded().length > 0) this.save({ isWhole: false });
    await Promise.all([...this.#arms.values()].map(({ way }) => way.close()));
  }

  #replayOf(arm: string): Replay {
    const upstream = this.#arms.get(arm)?.upstream;
    if (!(upstream instanceof Replay)) throw new RangeError(`the arm ${arm} replays nothing`);
    return upstream;
  }

  #replay({ file, shownAs, other, match, given, ...disturbances }: ReplaySettings) {
    const recording = this.#recordings.get(file) ?? readHar(file, shownAs);
    this.#recordings.set(file, recording);
    if (recording.exchanges.length === 0)
      throw new UserError("the recording is empty", { where: shownAs, fix: "record it again with `mcp-bench record`" });
    const fallback = other === undefined ? undefined : new Matcher(readIfAny(other), { rules: match, given });
    const matcher = new Matcher(recording.exchanges, { rules: match, given, fallback });
    return { recording, replay: new Replay(matcher, disturbances), warnings: warningsOf(recording, shownAs) };
  }

  #recorded(): RecordUpstream["recorded"] {
    return [...this.#arms.values()].flatMap(({ upstream }) =>
      upstream instanceof RecordUpstream ? upstream.recorded : [],
    );
  }
}

/** Reads a recording that is not needed: none where it is missing or broken. */
function readIfAny(file: string): readonly Exchange[] {
  try {
    return readHar(file).exchanges;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Leaves out requests that were answered as before: a sequence of responses matters only where they differ. */
function withoutRepetitions(exchanges: readonly Exchange[]): Exchange[] {
  return [...groupBy(exchanges, exchangeKey).values()].flatMap((group) => {
    const [first] = group;
    return group.every((one) => answer(one) === answer(first)) ? [first] : group;
  });
}

/** The response in a text, without what is made anew each time. */
function answer({ status, body }: Exchange): string {
  return `${status} ${body.toString("latin1").replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\d([T ][\d:.]+)?|\d{10,}/gi, "…")}`;
}

/**
 * Compares recordings. `added`, `removed` and `changed` name requests that the earlier recording does not have, has alone, or
 * has with another response. `kept`: the recorded exchanges; where the earlier recording has the same answer, as it has it, so
 * that a difference shows what changed. `missing`: exchanges of the earlier recording that were not asked for.
 */
function compared(
  earlier: readonly Exchange[],
  { recorded, settings }: { readonly recorded: readonly Exchange[]; readonly settings: RecordSettings },
) {
  const matcher = new Matcher(earlier, { rules: settings.match, given: settings.given });
  const byMatch = groupBy(recorded, (one) => {
    const found = matcher.find(one, Date.parse(one.startedAt));
    return isMiss(found) ? undefined : found.exchanges;
  });
  const added = byMatch.get(undefined) ?? [];
  const groups = [...byMatch].flatMap(([before, after]) =>
    before ? [{ before, after, isAsBefore: answers(before) === answers(after) }] : [],
  );
  const met = new Set(groups.flatMap(({ before }) => before));
  const missing = earlier.filter((one) => !met.has(one));
  return {
    added: requestNames(added),
    removed: requestNames(missing),
    changed: requestNames(groups.flatMap(({ isAsBefore, after }) => (isAsBefore ? [] : after))),
    kept: [...added, ...groups.flatMap(({ isAsBefore, before, after }) => (isAsBefore ? before : after))],
    missing,
  };
}

/** A sequence of equal answers is one answer. */
function answers(exchanges: readonly Exchange[]): string {
  const all = exchanges.map(answer);
  return new Set(all).size === 1 ? (all[0] ?? "") : all.join();
}

function requestNames(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.map(({ method, url }) => `${method} ${url}`))];
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

function warningsOf({ newestMs = Date.now(), unanswered }: ReadRecording, shownAs: string): string[] {
  const days = Math.floor((Date.now() - newestMs) / 86_400_000);
  return [
    days > oldAfterDays &&
      `${shownAs} was recorded ${days} days ago, and the API may answer otherwise by now: \`mcp-bench record --check\` compares`,
    newestMs - Date.now() > skewMs &&
      `${shownAs} was recorded in the future by the clock of this machine, which may be wrong`,
    unanswered > 0 && `${shownAs}: requests that were not answered are left out (${unanswered})`,
  ].filter((one) => typeof one === "string");
}
