import { isCredentialName, redacted, withoutCredentials } from "../../base/credentials.ts";
import type { Environment } from "../../base/host/environment.ts";
import { isMap, jsonOf, mapValues } from "../../base/json.ts";
import { redactText } from "../../record/redact.ts";
import { type Exchange, headerOf } from "./exchange.ts";

/** Names like those of credentials whose values only tell a place in a list. */
const places =
  /(^|[^a-z])(next|previous|prev|page|paging|pagination|continuation|sync|skip|cursor)[^a-z]?(page)?[^a-z]?token/;

/** Tests whether the value of this name may not be recorded. */
export function isSecretName(name: string): boolean {
  const inWords = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  return isCredentialName(name) && !places.test(inWords);
}

/** Shortest value of these names in a query that is a credential: less is a currency, a country or the key of an issue. */
const shortestKey = 8;

/** Tests whether a parameter of a query or a field of a form may not be recorded. `key` and `code` are credentials there, and words elsewhere. */
export function isSecretPair(name: string, value: string): boolean {
  return isSecretName(name) || /^pass$/i.test(name) || (/^(key|code)$/i.test(name) && value.length >= shortestKey);
}

/** Shortest value of a variable that may be a credential by its name, and by its looks alone. */
const shortest = { byName: 4, byLooks: 20 };

/** Values of settings, whatever their name, that stand in every answer. */
const plain = /^(true|false|null|none|\d{1,9})$/i;

/** Returns the values of an environment that look like credentials. */
export function credentialsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    const isOne = isSecretName(name) ? value.length >= shortest.byName : looksSecret(value);
    return isOne ? [value] : [];
  });
}

/** Tests whether a value is a long word of letters and digits: neither a path, nor an address, nor a sentence. */
function looksSecret(value: string): boolean {
  const isWord = value.length >= shortest.byLooks && /^[\w.~+=-]+$/.test(value);
  return (isWord && /\d/.test(value) && /[A-Za-z]/.test(value)) || withoutCredentials(value) !== value;
}

/** Headers of a response that a server may need; the others differ from time to time, or tell of who asks. */
const keptHeaders =
  /^(content-(type|length|encoding|language|disposition|range)|accept-ranges|cache-control|etag|last-modified|link|location|retry-after|vary|allow|deprecation|sunset|www-authenticate|mcp-protocol-version|(x-)?ratelimit-.*|x-rate-limit-.*|x-(total|page|per-page|next|prev|pagination|has-more|poll)[\w-]*|x-github-(media-type|api-version-selected)|docker-distribution-api-version|notion-version)$/;

/** Removes secrets from what is about to be recorded: by the names of fields, by known forms, and by known values in any encoding. */
export class Redactor {
  readonly #secrets: readonly string[];
  /** Those that a host may not hold either. A domain is none, and a replay goes by it. */
  readonly #ofHosts: readonly string[];
  /** Those that are addresses, the longest first. */
  readonly #addresses: readonly string[];

  constructor(secrets: readonly string[]) {
    const known = [...new Set(secrets)].filter(
      (secret) => secret.trim().length >= shortest.byName && !plain.test(secret.trim()),
    );
    this.#secrets = [...new Set(known.flatMap(encodings))];
    this.#ofHosts = known.filter((secret) => looksSecret(secret) && !secret.includes(".")).flatMap(encodings);
    this.#addresses = known
      .flatMap((secret) => (/^\s*https?:/i.test(secret) && URL.canParse(secret) ? new URL(secret).href : []))
      .flatMap((address) => [address, address.replace(/[?#].*$/s, "")])
      .sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    return withoutCredentials(redactText(text, this.#secrets));
  }

  exchange(exchange: Exchange): Exchange {
    const { headers, requestType, requestBody, body } = exchange;
    return {
      ...exchange,
      url: this.url(exchange.url),
      statusText: this.text(exchange.statusText),
      requestType: requestType && this.text(requestType),
      requestBody: this.body(requestBody, requestType ?? ""),
      headers: headers
        .filter(([name]) => keptHeaders.test(name) && !isSecretName(name))
        .map(([name, value]) => [name, this.#header(name, value)] as const),
      body: this.body(body, headerOf(exchange, "content-type") ?? ""),
    };
  }

  #header(name: string, value: string): string {
    if (name === "location") return this.url(value);
    if (name === "link") return this.text(value.replace(/<([^>]*)>/g, (_, url: string) => `<${this.url(url)}>`));
    return this.text(value);
  }

  /** An address or a part of one: scheme and host stay, by which a recording is looked up. */
  url(url: string): string {
    const known = this.#addresses.find((one) => url.startsWith(one)) ?? "";
    const [, origin = "", rest = ""] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/s.exec(known) ?? [];
    const whole = `${origin}${rest.replace(/[^/?#&=]+/g, redacted)}${url.slice(known.length)}`;
    const [, scheme = "", host = "", path = "", query, fragment = ""] =
      /^(?:([a-z][a-z\d+.-]*:\/\/)([^/?#]*))?([^?#]*)(?:\?([^#]*))?(#.*)?$/is.exec(whole) ?? [];
    const authority = withoutCredentials(redactText(host.replace(/^.*@/s, `${redacted}@`), this.#ofHosts));
    const asked = query === undefined ? "" : `?${this.#pairs(query)}`;
    return `${scheme}${authority}${this.#encoded(path)}${asked}${fragment === "" ? "" : `#${redacted}`}`;
  }

  #pairs(query: string): string {
    return query
      .split("&")
      .map((pair) => {
        const at = pair.indexOf("=");
        if (at === -1) return this.#encoded(pair);
        const name = pair.slice(0, at);
        const value = decoded(pair.slice(at + 1));
        if (isSecretPair(decoded(name), value)) return `${name}=${redacted}`;
        // A value may be an address with a query of its own, or JSON.
        const own = /^[a-z][a-z\d+.-]*:\/\/[^?]*\?/i.test(value) ? this.url(value) : this.#json(value);
        return own === value ? this.#encoded(pair) : `${this.#encoded(name)}=${encodeURIComponent(this.text(own))}`;
      })
      .join("&");
  }

  /** Removes secrets from a text in which some characters are percent-encoded. */
  #encoded(text: string): string {
    const once = this.text(text);
    const plain = decoded(once);
    const clean = this.text(plain);
    return clean === plain ? once : encodeURI(clean);
  }

  /** A body of text or of JSON; of anything else, whose bytes have no names, known values alone. */
  body(body: Buffer, type: string): Buffer {
    if (body.byteLength === 0) return body;
    const text = body.toString("utf8");
    if (!Buffer.from(text, "utf8").equals(body)) {
      const bytes = body.toString("latin1");
      const clean = redactText(bytes, this.#secrets);
      return clean === bytes ? body : Buffer.from(clean, "latin1");
    }
    const isForm = /x-www-form-urlencoded/i.test(type);
    const clean = isForm
      ? this.#pairs(text)
      : this.text(/event-stream|ndjson|jsonl/i.test(type) ? this.#lines(text) : this.#json(text));
    return clean === text ? body : Buffer.from(clean, "utf8");
  }

  /** Each line of a stream may be JSON of its own. */
  #lines(text: string): string {
    return text
      .split("\n")
      .map((line) =>
        line.replace(/^(data: ?)?([[{].*)$/, (_, field = "", json: string) => `${field}${this.#json(json)}`),
      )
      .join("\n");
  }

  #json(text: string): string {
    return /^\s*[[{]/.test(text) && jsonOf(text) === undefined ? withoutLooseFields(text) : maskedText(text);
  }
}

function masked(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, isSecret));
  if (isMap(value)) return mapValues(value, (item, name) => masked(item, isSecret || isSecretName(name)));
  if (isSecret && (typeof value === "number" || (typeof value === "string" && value !== ""))) return redacted;
  // JSON within a text of JSON, as errors of gateways have it.
  return typeof value === "string" ? maskedText(value) : value;
}

/** Leaves a text as it is where it is no JSON, or nothing in it has the name of a credential. */
function maskedText(text: string): string {
  const value = /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
  const clean = JSON.stringify(masked(value));
  return clean === JSON.stringify(value) ? text : clean;
}

/** JSON that was cut off still has names. */
function withoutLooseFields(text: string): string {
  return text.replace(
    /"([^"\\]{1,80})"(\s*:\s*)"((?:[^"\\]|\\.)*)("|$)/g,
    (whole, name: string, colon: string, _, end: string) =>
      isSecretName(name) ? `"${name}"${colon}"${redacted}${end}` : whole,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Shortest part of an encoded secret that is looked for: less of it may be part of anything. */
const shortestPart = 8;

/** A secret as it stands in texts, addresses, forms, hexadecimal and base64, wherever in the encoded bytes it begins. */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const percent = encodeURIComponent(secret);
  const all = [secret, percent, percent.replaceAll("%20", "+"), percent.toLowerCase(), bytes.toString("hex")];
  for (const before of [0, 1, 2]) {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.byteLength) * 8) / 6);
    const part = whole.slice(from, to);
    if (part.length >= shortestPart) all.push(part, part.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return all;
}
