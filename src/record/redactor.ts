import { isCredentialName, redacted, redactJson, withoutCredentials } from "../base/credentials.ts";
import { jsonOf } from "../base/json.ts";
import { redactText } from "./redact.ts";

/** Names like those of credentials whose values only tell a place in a list. */
const places =
  /(^|[^a-z])(next|previous|prev|page|paging|pagination|continuation|sync|skip|cursor)[^a-z]?(page)?[^a-z]?token/;

/** Tests whether the value of this name may not be kept. */
export function isSecretName(name: string): boolean {
  const inWords = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  return isCredentialName(name) && !places.test(inWords);
}

/** Shortest value of these names in a query that is a credential: less is a currency, a country or the key of an issue. */
const shortestKey = 8;

/** Tests whether a parameter of a query or a field of a form may not be kept. `key` and `code` are credentials there, and words elsewhere. */
export function isSecretPair(name: string, value: string): boolean {
  return isSecretName(name) || /^pass$/i.test(name) || (/^(key|code)$/i.test(name) && value.length >= shortestKey);
}

/** Shortest value that is a credential where one is expected, and by its looks alone. */
export const shortest = { secret: 4, byLooks: 20 };

/** Values of settings, whatever their name, that stand in every answer. */
const plain = /^(true|false|null|none|\d{1,6})$/i;

/** Tests whether a value is a long word of letters and digits: neither a path, nor an address, nor a sentence. */
export function looksSecret(value: string): boolean {
  const isWord = value.length >= shortest.byLooks && /^[\w.~+=-]+$/.test(value);
  return (isWord && /\d/.test(value) && /[A-Za-z]/.test(value)) || withoutCredentials(value) !== value;
}

/** Removes secrets from what is about to be kept: by the names of fields, by known forms, and by known values in any encoding. */
export class Redactor {
  readonly #secrets: readonly string[];
  /** Those that a host may not hold either. A domain is none, and a replay goes by it. */
  readonly #ofHosts: readonly string[];

  constructor(secrets: readonly string[]) {
    const known = [...new Set(secrets)].filter(
      (secret) => secret.trim().length >= shortest.secret && !plain.test(secret.trim()),
    );
    this.#secrets = [...new Set(known.flatMap(encodings))];
    this.#ofHosts = known.filter((secret) => looksSecret(secret) && !secret.includes(".")).flatMap(encodings);
  }

  text(text: string): string {
    return withoutCredentials(redactText(text, this.#secrets));
  }

  /** An address or a part of one: scheme and host stay, by which a recording is looked up. */
  url(url: string): string {
    const [origin = "", scheme = "", host = ""] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)/i.exec(url) ?? [];
    const authority = withoutCredentials(redactText(host.replace(/^.*@/s, `${redacted}@`), this.#ofHosts));
    const end = this.#endOfAddress(url, origin.length);
    // Names of parameters stay, by which those of two requests are compared.
    const hidden = url.slice(origin.length, end).replace(/[^/?#&=]+(?=[/?#&]|$)/g, redacted);
    const rest = `${hidden}${url.slice(end)}`;
    const [, path = "", query, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(rest) ?? [];
    const asked = query === undefined ? "" : `?${this.#pairs(query)}`;
    return `${scheme}${authority}${this.#encoded(path)}${asked}${fragment === "" ? "" : `#${redacted}`}`;
  }

  /** The end of a secret that begins in the origin of an address, as one that is an address itself; else that of the origin. */
  #endOfAddress(url: string, originEnd: number): number {
    const ends = this.#secrets.map((secret) => {
      const from = url.lastIndexOf(secret, originEnd - 1);
      return from === -1 || from >= originEnd ? 0 : from + secret.length;
    });
    return Math.max(originEnd, ...ends);
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
    return /^\s*[[{]/.test(text) && jsonOf(text) === undefined ? withoutLooseFields(text) : redactJson(text, byName);
  }
}

/** Forms and known values are removed from the whole text. */
const byName = { isName: isSecretName, clean: (text: string) => text };

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
