import { redacted } from "../../base/credentials.ts";
import { isMap, jsonOf } from "../../base/json.ts";
import { isSecretName, isSecretPair } from "../../record/redactor.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Exchange } from "./exchange.ts";
import type { UpstreamConfig } from "./upstream-schema.ts";

type MatchRules = UpstreamConfig["match"];

const noRules: MatchRules = { query: [], body: [], path: [] };

/** The part of an exchange that a request is known by. */
export type Asked = Pick<Exchange, "method" | "url" | "requestBody"> & { readonly requestType?: string | undefined };

/** Exchanges that answer the same request, in the order in which they were recorded. */
export interface Match {
  readonly exchanges: readonly Exchange[];
  /** Method and path without ids. */
  readonly route: string;
  /** Times to the first byte of all recorded responses of the route. */
  readonly recordedMs: readonly number[];
}

/** A request that is not in the recording. */
export interface Miss {
  readonly asked: string;
  readonly route: string;
  readonly nearest?: string | undefined;
  /** Differences to the nearest one. */
  readonly differs: readonly string[];
}

export interface MatcherOptions {
  readonly rules?: MatchRules | undefined;
  /** Operations of all rows as JSON: an id or a date in it was chosen, so that another one asks for something else. */
  readonly given?: string | undefined;
  /** Matcher that is asked where this one has nothing. */
  readonly fallback?: Matcher | undefined;
}

/** Requests as they were sent are looked up again and again: so many are remembered. */
const mostRemembered = 10_000;

const longestRemembered = 4_096;

interface Recorded {
  readonly index: number;
  readonly parts: Parts;
  readonly exchange: Exchange;
}

/**
 * Finds the recorded response to a request: of equal method, path, query and body. Where no request is equal, values may differ
 * that were made for one request alone, and those that the recording lacks because they were secrets.
 */
export class Matcher {
  readonly #rules: PartRules;
  readonly #given: string;
  readonly #fallback: Matcher | undefined;
  readonly #recorded: readonly Recorded[];
  readonly #exact: ReadonlyMap<string, readonly Recorded[]>;
  readonly #byHost: ReadonlyMap<string, readonly Recorded[]>;
  readonly #times: ReadonlyMap<string, readonly number[]>;
  /** Ids that responses hold: a server that sends one of them means it. */
  readonly #learned: ReadonlySet<string>;
  readonly #matches = new Map<string, Match>();
  readonly #remembered = new Map<string, Match | Miss>();

  constructor(exchanges: readonly Exchange[], { rules = noRules, given = "", fallback }: MatcherOptions = {}) {
    this.#rules = partRules(rules);
    this.#given = given;
    this.#fallback = fallback;
    this.#recorded = exchanges.map((exchange, index) => ({ index, parts: partsOf(exchange, this.#rules), exchange }));
    this.#exact = groupBy(this.#recorded, ({ parts }) => keyOf(parts));
    this.#byHost = groupBy(this.#recorded, ({ parts }) => hostOf(parts));
    const routes = groupBy(exchanges, routeOf);
    this.#times = new Map([...routes].map(([route, all]) => [route, all.map(({ waitMs }) => waitMs)]));
    this.#learned = new Set(exchanges.flatMap(({ body }) => body.toString("latin1").toLowerCase().match(uuids) ?? []));
  }

  /** `nowMs`: time of the request by the calendar. */
  find(asked: Asked, nowMs = Date.now()): Match | Miss {
    if (asked.requestBody.byteLength > longestRemembered) return this.#find(asked, nowMs);
    const raw = `${asked.method} ${asked.url}\n${asked.requestType ?? ""}\n${asked.requestBody.toString("latin1")}`;
    const known = this.#remembered.get(raw);
    if (known) return known;
    const found = this.#find(asked, nowMs);
    if (this.#remembered.size < mostRemembered) this.#remembered.set(raw, found);
    return found;
  }

  #find(asked: Asked, nowMs: number): Match | Miss {
    const parts = partsOf(asked, this.#rules);
    const alike = ({ parts: other, exchange }: Recorded) => {
      const comparison = this.#comparison(nowMs, exchange);
      // An id in a path names what is asked for.
      const ofPath = { ...comparison, isMeant: () => true };
      return (
        isAlike(parts.path.split("/"), other.path.split("/"), ofPath) &&
        isAlike(parts.query, other.query, comparison) &&
        isAlike(parts.body, other.body, comparison)
      );
    };
    const found = this.#exact.get(keyOf(parts)) ?? this.#byHost.get(hostOf(parts))?.filter(alike) ?? [];
    if (found.length > 0) return this.#match(found);
    const elsewhere = this.#fallback?.find(asked, nowMs);
    return elsewhere && !isMiss(elsewhere) ? elsewhere : this.#miss(asked, { parts, nowMs });
  }

  /** Returns the same object for the same exchanges, which are answered in turn. */
  #match(found: readonly Recorded[]): Match {
    const key = found.map(({ index }) => index).join();
    const exchanges = found.map(({ exchange }) => exchange);
    const route = exchanges[0] ? routeOf(exchanges[0]) : "";
    const match = this.#matches.get(key) ?? { exchanges, route, recordedMs: this.#times.get(route) ?? [] };
    this.#matches.set(key, match);
    return match;
  }

  #comparison(nowMs: number, { startedAt }: Exchange): Comparison {
    return {
      nowMs,
      recordedMs: Date.parse(startedAt),
      isGiven: (text) => this.#given.includes(text),
      isMeant: (id) => this.#learned.has(id.toLowerCase()) || this.#given.includes(id),
    };
  }

  #miss(asked: Asked, { parts, nowMs }: { readonly parts: Parts; readonly nowMs: number }): Miss {
    let best: { readonly one: Recorded; readonly score: number } | undefined;
    for (const one of this.#recorded) {
      const score = likeness(parts, one.parts);
      if (best === undefined || score > best.score) best = { one, score };
    }
    return {
      asked: named(asked),
      route: routeOf(asked),
      nearest: best && named(best.one.exchange),
      differs: best ? differences(parts, best.one.parts, this.#comparison(nowMs, best.one.exchange)) : [],
    };
  }
}

export function isMiss(found: Match | Miss): found is Miss {
  return "differs" in found;
}

/** Names a request as it was sent, without its secrets: two of the same key are the same request. */
export function exchangeKey(asked: Asked): string {
  return keyOf(partsOf(asked, partRules(noRules)));
}

type Parts = ReturnType<typeof partsOf>;
type PartRules = ReturnType<typeof partRules>;

function partRules({ query, body, path }: MatchRules) {
  return {
    query: new Set(query),
    body: body.map((field) => field.split(".")),
    path: path.map((glob) => ({ glob, expression: globbed(glob) })),
  };
}

/** Makes the expression for a path in which `*` is anything but a slash. */
export function globbed(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped}$`);
}

function partsOf({ method, url, requestBody, requestType = "" }: Asked, rules: PartRules) {
  const { origin, pathname, searchParams } = new URL(url);
  const path = rules.path.find(({ expression }) => expression.test(pathname))?.glob ?? pathname;
  return { method, origin, path, query: pairs(searchParams, rules), body: bodyOf(requestBody, requestType, rules) };
}

/** Returns them sorted by name. */
function pairs(from: URLSearchParams, { query }: PartRules): (readonly [string, string])[] {
  return [...from]
    .filter(([name]) => !query.has(name) && !isSecretName(name))
    .map(([name, value]) => [name, isSecretPair(name, value) ? redacted : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

function bodyOf(body: Buffer, type: string, rules: PartRules): unknown {
  if (body.byteLength === 0) return undefined;
  const text = body.toString("utf8");
  if (/x-www-form-urlencoded/i.test(type)) return pairs(new URLSearchParams(text), rules);
  // Numbers of so many digits lose the last ones when they are read.
  const exact = text.replace(/([:[,]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '$1"$2"');
  const value = /^\s*[[{"]/.test(text) ? jsonOf(exact) : undefined;
  if (value !== undefined) return sorted(value, [], rules);
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "boundary");
}

/** A value of JSON with its fields in order, without those that do not matter. Of a JSON-RPC message, its id is the client's own. */
function sorted(value: unknown, path: readonly string[], rules: PartRules): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, [...path, "*"], rules));
  if (!isMap(value)) return value;
  const isRpc = typeof value.jsonrpc === "string";
  const kept = Object.entries(value)
    .filter(([name]) => !isSecretName(name) && !(isRpc && name === "id"))
    .filter(([name]) => !rules.body.some((rule) => isPath(rule, [...path, name])))
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(kept.map(([name, item]) => [name, sorted(item, [...path, name], rules)]));
}

function isPath(rule: readonly string[], path: readonly string[]): boolean {
  return rule.length === path.length && rule.every((part, index) => part === "*" || part === path[index]);
}

function keyOf({ method, origin, path, query, body }: Parts): string {
  return JSON.stringify([method, origin, path, query, body]);
}

function hostOf({ method, origin }: Parts): string {
  return `${method} ${origin}`;
}

/** Facts by which a value is known to be made for one request alone. */
interface Comparison {
  /** Times of the request and of the recorded one. */
  readonly nowMs: number;
  readonly recordedMs: number;
  /** Tests whether the arguments of a row hold this text. */
  readonly isGiven: (text: string) => boolean;
  /** Tests whether an id comes from the arguments of a row or from a recorded response. */
  readonly isMeant: (id: string) => boolean;
}

/** Matches names of parameters and fields whose values are made for each request, unless the arguments of a row chose them. */
const volatile =
  /^(nonce|cache_?bust(er)?|(x[-_])?request_?id|(x[-_])?correlation_?id|idempotency_?key|client_?mutation_?id|trace_?(id|parent|state)|span_?id|x-(amz|goog)-(date|expires|credential|algorithm|signedheaders)|oauth_(nonce|timestamp))$/i;

/** Compares values of JSON, the pairs of a query, or the parts of a path with recorded ones. */
function isAlike(asked: unknown, recorded: unknown, comparison: Comparison, name = ""): boolean {
  if (Array.isArray(asked)) {
    if (!Array.isArray(recorded) || asked.length !== recorded.length) return false;
    const isPair = asked.length === 2 && asked[0] === recorded[0] && typeof asked[0] === "string";
    return asked.every((item, index) =>
      isAlike(item, recorded[index], comparison, isPair && index === 1 ? asked[0] : ""),
    );
  }
  if (isMap(asked)) {
    const names = Object.keys(asked);
    return (
      isMap(recorded) &&
      names.length === Object.keys(recorded).length &&
      names.every((each) => each in recorded && isAlike(asked[each], recorded[each], comparison, each))
    );
  }
  if (asked === recorded) return true;
  if (![asked, recorded].every((value) => typeof value === "string" || typeof value === "number")) return false;
  const [one, other] = [String(asked), String(recorded)];
  const isChosen = (text: string) => comparison.isGiven(`:"${text}"`) || comparison.isGiven(`:${text}`);
  if (volatile.test(name) && !isChosen(one) && !isChosen(other)) return true;
  return typeof asked === typeof recorded ? isAlikeText(one, other, comparison) : other === redacted;
}

const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** Ids, dates, and times in seconds or milliseconds of this century. */
const made = new RegExp(
  `${uuids.source}|\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?|\\b\\d{8}T\\d{6}Z\\b|\\b[12]\\d{9}(?:\\d{3})?(?:\\.\\d+)?\\b`,
  "gi",
);

function isAlikeText(asked: string, recorded: string, comparison: Comparison): boolean {
  if (asked === recorded) return true;
  if (recorded.includes(redacted)) return fits(asked, recorded.split(redacted));
  const [mine, theirs] = [asked.match(made) ?? [], recorded.match(made) ?? []];
  return (
    mine.length === theirs.length &&
    asked.replace(made, "…") === recorded.replace(made, "…") &&
    mine.every((one, index) => isAlikeMade(one, theirs[index] ?? "", comparison))
  );
}

/** Tests whether a text consists of these pieces, with anything between them. */
function fits(text: string, [first = "", ...pieces]: readonly string[]): boolean {
  const last = pieces.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** Tests whether two ids came from nowhere, or two times are as far from the time of their requests. */
function isAlikeMade(asked: string, recorded: string, { nowMs, recordedMs, isGiven, isMeant }: Comparison): boolean {
  if (asked === recorded) return true;
  if (asked.search(uuids) === 0) return recorded.search(uuids) === 0 && !isMeant(asked) && !isMeant(recorded);
  if (isGiven(asked) || isGiven(recorded)) return false;
  const [mine, theirs] = [timeOf(asked), timeOf(recorded)];
  return Math.abs(mine.ms - nowMs - (theirs.ms - recordedMs)) <= Math.min(mine.slackMs, theirs.slackMs);
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Reads a time. `slackMs`: its distance to the time of the request may vary so much, by rounding and by time zones. */
function timeOf(text: string): { readonly ms: number; readonly slackMs: number } {
  if (/^[\d.]+$/.test(text)) {
    const number = Number(text);
    return rounded(number < 1e11 ? number * 1000 : number);
  }
  if (/^\d{8}T/i.test(text)) return rounded(Date.parse(text.replace(/^(....)(..)(..T..)(..)/i, "$1-$2-$3:$4:")));
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10));
  const ms = Date.parse(`${text.replace(" ", "T")}${hasZone || text.length === 10 ? "" : "Z"}`);
  return hasZone ? rounded(ms) : { ms, slackMs: 2 * day };
}

function rounded(ms: number): { readonly ms: number; readonly slackMs: number } {
  return { ms, slackMs: ms % day === 0 ? 2 * day : ms % hour === 0 ? hour : 5 * minute };
}

/** Parts of a path that name one of many: numbers, ids, long words with digits. */
const id =
  /^(\d+|[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}|[\da-f]{16,}|(?=[^/]*\d)[\w-]{20,}|.*\*\*\*.*)$/i;

/** Names a request by its method and its path, without what differs between requests for the same kind of thing. */
export function routeOf({ method, url }: Pick<Asked, "method" | "url">): string {
  const { pathname } = new URL(url);
  const path = pathname
    .split("/")
    .map((part) => (id.test(part) ? "{id}" : part))
    .join("/");
  return `${method} ${path}`.slice(0, 200);
}

const longestShown = 200;

function named({ method, url }: Pick<Asked, "method" | "url">): string {
  return shown(`${method} ${url}`);
}

function shown(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function likeness(one: Parts, other: Parts): number {
  const shared = (mine: ReadonlyMap<unknown, string>, theirs: ReadonlyMap<unknown, string>) => {
    const same = [...mine].filter(([name, value]) => theirs.get(name) === value).length;
    return same / Math.max(1, mine.size, theirs.size);
  };
  const segments = ({ path }: Parts) => new Map(path.split("/").entries());
  return (
    4 * Number(one.origin === other.origin) +
    2 * Number(one.method === other.method) +
    8 * shared(segments(one), segments(other)) +
    shared(new Map(one.query), new Map(other.query)) +
    shared(fieldsOf(one.body), fieldsOf(other.body))
  );
}

const mostDifferences = 5;

function differences(one: Parts, other: Parts, comparison: Comparison): string[] {
  const found: string[] = [];
  for (const part of ["method", "origin", "path"] as const)
    if (one[part] !== other[part]) found.push(`${part} ${shown(one[part])}, recorded ${shown(other[part])}`);
  for (const [where, mine, theirs] of [
    ["query", new Map(one.query), new Map(other.query)],
    ["body", fieldsOf(one.body), fieldsOf(other.body)],
  ] as const) {
    for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
      const [here, there] = [mine.get(name), theirs.get(name)];
      if (isAlike(here, there, comparison, name.replace(/^.*\./, ""))) continue;
      const [asked, recorded] = [here ?? "missing", there ?? "none"].map(shown);
      found.push(`${name === "" ? where : `${where} ${name}`}: ${asked}, recorded ${recorded}`);
    }
  }
  return found.length > mostDifferences ? [...found.slice(0, mostDifferences), "…"] : found;
}

/** Returns the values of JSON by their paths, as JSON. */
function fieldsOf(value: unknown, path = ""): Map<string, string> {
  const inner = Array.isArray(value) ? value.entries() : isMap(value) ? Object.entries(value) : undefined;
  if (inner === undefined) return new Map(value === undefined ? [] : [[path, JSON.stringify(value)]]);
  return new Map(
    [...inner].flatMap(([name, item]) => [...fieldsOf(item, path === "" ? String(name) : `${path}.${name}`)]),
  );
}
