import { redacted } from "../../base/credentials.ts";
import { isMap, jsonOf } from "../../base/json.ts";
import type { Exchange } from "./exchange.ts";
import { isSecretName } from "./secrets.ts";

/** Parts of requests that a configuration sets aside, beside those that differ by themselves. */
export interface MatchRules {
  /** Names of query parameters and of fields of forms. */
  readonly query: readonly string[];
  /** Fields of JSON bodies with dots between their names, `*` for any one of them. */
  readonly body: readonly string[];
  /** Paths in which `*` stands for any one part. */
  readonly path: readonly string[];
}

export const noRules: MatchRules = { query: [], body: [], path: [] };

/** The part of an exchange that a request is known by. */
export type Asked = Pick<Exchange, "method" | "url" | "requestBody"> & { readonly requestType?: string | undefined };

/** Exchanges that answer the same request, in the order in which they were recorded. */
export interface Match {
  readonly exchanges: readonly Exchange[];
  /** Method and path without ids. */
  readonly route: string;
}

/** A request that is not in the recording. */
export interface Miss {
  readonly asked: string;
  readonly route: string;
  readonly nearest?: string;
  /** Differences to the nearest one. */
  readonly differs: readonly string[];
}

/** Matches names of parameters and fields that differ from request to request and change nothing of the response. */
const volatile =
  /^(_|ts|timestamp|nonce|rand|random|cb|cache_?bust(er)?|(x[-_])?request_?id|(x[-_])?correlation_?id|idempotency_?key|client_?mutation_?id|trace_?(id|parent|state)|span_?id|x-(amz|goog)-(date|expires|credential|algorithm|signedheaders)|oauth_(nonce|timestamp))$/i;

/** Requests as they were sent are looked up again and again: so many are remembered. */
const mostRemembered = 10_000;

const longestRemembered = 4_096;

/** Finds the recorded response to a request. */
export class Matcher {
  readonly #rules: PathRules;
  readonly #exact = new Map<string, Exchange[]>();
  readonly #loose = new Map<string, Exchange[]>();
  readonly #recorded: readonly { readonly parts: Parts; readonly exchange: Exchange }[];
  readonly #remembered = new Map<string, Match | Miss>();

  constructor(exchanges: readonly Exchange[], rules: MatchRules = noRules) {
    this.#rules = pathRules(rules, exchanges);
    this.#recorded = exchanges.map((exchange) => ({ parts: partsOf(exchange, this.#rules), exchange }));
    for (const { parts, exchange } of this.#recorded) {
      add(this.#exact, keyOf(parts), exchange);
      add(this.#loose, looseKeyOf(parts), exchange);
    }
  }

  find(asked: Asked): Match | Miss {
    if (asked.requestBody.byteLength > longestRemembered) return this.#find(asked);
    const raw = `${asked.method} ${asked.url}\n${asked.requestType ?? ""}\n${asked.requestBody.toString("latin1")}`;
    const known = this.#remembered.get(raw);
    if (known) return known;
    const found = this.#find(asked);
    if (this.#remembered.size < mostRemembered) this.#remembered.set(raw, found);
    return found;
  }

  /** As it is asked first, then by what is left of it without dates and ids: a request for another page is another request. */
  #find(asked: Asked): Match | Miss {
    const parts = partsOf(asked, this.#rules);
    const exchanges = this.#exact.get(keyOf(parts)) ?? this.#loose.get(looseKeyOf(parts));
    return exchanges ? { exchanges, route: routeOf(asked) } : this.#miss(asked, parts);
  }

  #miss(asked: Asked, parts: Parts): Miss {
    const scored = this.#recorded.map(({ parts: other, exchange }) => ({
      other,
      exchange,
      score: likeness(parts, other),
    }));
    const best = scored.reduce<(typeof scored)[number] | undefined>(
      (most, one) => (most === undefined || one.score > most.score ? one : most),
      undefined,
    );
    return {
      asked: named(asked),
      route: routeOf(asked),
      ...(best ? { nearest: named(best.exchange) } : {}),
      differs: best ? differences(parts, best.other) : [],
    };
  }
}

export function isMiss(found: Match | Miss): found is Miss {
  return "differs" in found;
}

/** Names a request as it is recorded: two of the same key answer the same question. */
export function exchangeKey(asked: Asked): string {
  return keyOf(partsOf(asked, pathRules(noRules, [])));
}

/** Parts of a request that matter. */
interface Parts {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** Sorted by name. */
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

interface PathRules {
  readonly query: ReadonlySet<string>;
  readonly body: readonly (readonly string[])[];
  readonly path: readonly { readonly glob: string; readonly expression: RegExp }[];
}

/** Adds the fields that the recording lacks because they were secrets: they cannot be compared either. */
function pathRules({ query, body, path }: MatchRules, exchanges: readonly Exchange[]): PathRules {
  const fields = new Map<string, readonly string[]>(body.map((one) => [one, one.split(".")]));
  const names = new Set(query);
  const globs = new Set(path);
  for (const { url, requestBody, requestType = "" } of exchanges) {
    const { pathname, searchParams } = new URL(url);
    if (pathname.includes(redacted)) globs.add(pathname.replaceAll(redacted, "*"));
    const text = requestBody.includes(redacted) ? requestBody.toString("utf8") : "";
    const form = isForm(requestType) ? new URLSearchParams(text) : [];
    for (const [name, value] of [...searchParams, ...form]) if (value.includes(redacted)) names.add(name);
    for (const field of redactedFields(jsonOf(text))) fields.set(field.join("."), field);
  }
  return {
    query: names,
    body: [...fields.values()],
    path: [...globs].map((glob) => ({ glob, expression: globbed(glob) })),
  };
}

/** Makes the expression for a path in which `*` is anything but a slash. */
export function globbed(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped}$`);
}

function redactedFields(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === "string") return value.includes(redacted) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => redactedFields(item, [...path, "*"]));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => redactedFields(item, [...path, name]));
}

function partsOf({ method, url, requestBody, requestType = "" }: Asked, rules: PathRules): Parts {
  const { origin, pathname, searchParams } = new URL(url);
  const path = rules.path.find(({ expression }) => expression.test(pathname))?.glob ?? pathname;
  return { method, origin, path, query: pairs(searchParams, rules), body: bodyOf(requestBody, requestType, rules) };
}

function pairs(from: URLSearchParams, { query }: PathRules): (readonly [string, string])[] {
  return [...from]
    .filter(
      ([name]) => !query.has(name) && !volatile.test(name) && !isSecretName(name) && !/^(key|code|pass)$/i.test(name),
    )
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

function isForm(type: string): boolean {
  return /x-www-form-urlencoded/i.test(type);
}

function bodyOf(body: Buffer, type: string, rules: PathRules): unknown {
  if (body.byteLength === 0) return undefined;
  const text = body.toString("utf8");
  if (isForm(type)) return pairs(new URLSearchParams(text), rules);
  const value = /^\s*[[{"]/.test(text) ? jsonOf(text) : undefined;
  if (value !== undefined) return sorted(value, [], rules);
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "boundary");
}

/** A value of JSON with its fields in order, without those that do not matter. Of a JSON-RPC message, its id is the client's own. */
function sorted(value: unknown, path: readonly string[], rules: PathRules): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, [...path, "*"], rules));
  if (!isMap(value)) return value;
  const isRpc = typeof value.jsonrpc === "string";
  const kept = Object.entries(value)
    .filter(([name]) => !volatile.test(name) && !isSecretName(name) && !(isRpc && name === "id"))
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

/** Values that are made anew for each request: ids, dates, and times in seconds or milliseconds of this century. */
const made =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\d([T ]\d\d:?\d\d(:?\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?|\b\d{8}T\d{6}Z\b|\b1\d{9}(\d{3})?\b/gi;

function looseKeyOf(parts: Parts): string {
  const { method, origin, path, query, body } = parts;
  return `${JSON.stringify([method, origin, path])}${JSON.stringify([query, body]).replace(made, "…")}`;
}

function add(map: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
  const known = map.get(key);
  if (known) known.push(exchange);
  else map.set(key, [exchange]);
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
  const [mine, theirs] = [one.path.split("/"), other.path.split("/")];
  const shared = mine.filter((part, index) => part === theirs[index]).length / Math.max(mine.length, theirs.length);
  const names = new Set(other.query.map(([name, value]) => `${name}=${value}`));
  const sameQuery = one.query.filter(([name, value]) => names.has(`${name}=${value}`)).length;
  const body = JSON.stringify(one.body) === JSON.stringify(other.body);
  return (
    4 * Number(one.origin === other.origin) +
    2 * Number(one.method === other.method) +
    8 * shared +
    sameQuery +
    Number(body)
  );
}

const mostDifferences = 5;

function differences(one: Parts, other: Parts): string[] {
  const found: string[] = [];
  for (const part of ["method", "origin", "path"] as const)
    if (one[part] !== other[part]) found.push(`${part} ${shown(one[part])}, recorded ${shown(other[part])}`);
  found.push(...fieldDifferences("query", flat(one.query), flat(other.query)));
  found.push(...fieldDifferences("body", fieldsOf(one.body), fieldsOf(other.body)));
  return found.length > mostDifferences ? [...found.slice(0, mostDifferences), "…"] : found;
}

function flat(pairs: Parts["query"]): Map<string, string> {
  return new Map(pairs);
}

function fieldsOf(value: unknown, path = ""): Map<string, string> {
  const inner = Array.isArray(value) ? value.entries() : isMap(value) ? Object.entries(value) : undefined;
  if (inner === undefined) return new Map(value === undefined ? [] : [[path, JSON.stringify(value)]]);
  return new Map(
    [...inner].flatMap(([name, item]) => [...fieldsOf(item, path === "" ? String(name) : `${path}.${name}`)]),
  );
}

function fieldDifferences(
  where: string,
  mine: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((name) => {
    const [here, there] = [mine.get(name), theirs.get(name)];
    if (here === there) return [];
    const at = name === "" ? where : `${where} ${name}`;
    return [
      `${at}: ${here === undefined ? "missing" : shown(here)}, recorded ${there === undefined ? "none" : shown(there)}`,
    ];
  });
}
