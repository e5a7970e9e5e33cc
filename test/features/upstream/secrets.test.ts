import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../src/features/upstream/exchange.ts";
import { Matcher } from "../../../src/features/upstream/matching.ts";
import { credentialsIn, redactedExchange } from "../../../src/features/upstream/secrets.ts";
import { writeHar } from "../../../src/features/upstream/write-har.ts";
import { Redactor } from "../../../src/record/redactor.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { exchangeOf } from "./exchanges.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const odd = `${letters}!#$%&'()*+,-./:;<=>?@[\\]^_{|}~" äé€`;

type Random = () => number;
const upTo = (random: Random, most: number) => Math.floor(random() * most);
const oneOf = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[upTo(random, items.length)] ?? items[0];
const word = (random: Random, length: number, from = letters) =>
  Array.from({ length }, () => from[upTo(random, from.length)]).join("");

/** A name of a variable whose value is a credential. */
const names = [
  "NOTION_TOKEN",
  "GITHUB_PERSONAL_ACCESS_TOKEN",
  "apiKey",
  "DB_PASSWORD",
  "CLIENT_SECRET",
  "X_AUTH",
] as const;

/** A credential, and the variable that holds it: absent where only its form or the name of its field tells. */
interface Secret {
  readonly value: string;
  readonly variable?: string;
  /** Known by its form, so that it may stand anywhere. */
  readonly hasForm?: true;
}

const secrets: readonly [(random: Random) => Secret, ...((random: Random) => Secret)[]] = [
  (random) => ({ value: word(random, 8 + upTo(random, 40)), variable: oneOf(random, names) }),
  (random) => ({ value: `9${word(random, 12 + upTo(random, 20), odd)}z`, variable: oneOf(random, names) }),
  // Recognised by its form alone.
  (random) => ({ value: `a1${word(random, 20 + upTo(random, 20))}`, variable: "SETTING" }),
  (random) => ({ value: word(random, 16 + upTo(random, 30)) }),
  (random) => ({
    value: `${oneOf(random, ["ghp_", "sk-", "tvly-", "xoxb-", "ntn_", "AIza", "hf_"])}${word(random, 36)}`,
    hasForm: true,
  }),
  (random) => ({ value: pem(word(random, 48)), variable: "SIGNING_KEY", hasForm: true }),
  (random) => ({ value: `eyJ${word(random, 20)}.${word(random, 30)}.${word(random, 20)}`, hasForm: true }),
];

function pem(line: string): string {
  return `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`;
}

/** Places for any credential: fields with the name of one. */
const named: readonly ((value: string, random: Random) => Partial<Parameters<typeof exchangeOf>[0]>)[] = [
  (value, random) => ({
    at: `/a?${oneOf(random, ["token", "key", "code", "api_key", "pass", "sig"])}=${encodeURIComponent(value)}`,
  }),
  (value) => ({
    at: `/a?next=${encodeURIComponent(`https://b.example.com/?access_token=${encodeURIComponent(value)}`)}`,
  }),
  (value) => ({ sent: { auth: { deep: [value] }, q: "a" } }),
  (value) => ({
    sent: `grant=a&client_secret=${encodeURIComponent(value)}`,
    requestType: "application/x-www-form-urlencoded",
  }),
  (value) => ({ body: JSON.stringify({ items: [{ accessToken: value }] }) }),
  (value) => ({ body: JSON.stringify({ error: JSON.stringify({ password: value }) }) }),
  (value) => ({ body: `{"refresh_token": ${JSON.stringify(value)}, "cut": ` }),
  (value) => ({
    headers: [["content-type", "text/event-stream"]],
    body: `data: ${JSON.stringify({ secret: value })}\n\n`,
  }),
  (value) => ({
    headers: [
      ["set-cookie", `sid=${value}`],
      ["x-api-key", value],
      ["x-request-token", value],
    ],
  }),
  (value) => ({ headers: [["location", `https://a.example.com/?token=${encodeURIComponent(value)}`]] }),
  (value) => ({ headers: [["link", `<https://a.example.com/?key=${encodeURIComponent(value)}>; rel="next"`]] }),
  (value) => ({ body: `${"x".repeat(5_000)} Authorization: Bearer ${value.replace(/[^\w~+/=.:-]/g, "")}` }),
];

/** Places for a credential that is known: by a variable or by its form. */
const anywhere: typeof named = [
  (value) => ({ at: `/of/${encodeURIComponent(value)}/me` }),
  (value) => ({ at: `/a?q=${encodeURIComponent(`say ${value}`).replaceAll("%20", "+")}` }),
  (value) => ({ sent: { text: `my ${value}!` } }),
  (value) => ({ body: JSON.stringify({ text: `<b>${value}</b>` }) }),
  (value) => ({ body: JSON.stringify({ [value]: 1 }) }),
  (value) => ({ body: `${"large ".repeat(1_000)}${value}` }),
  (value) => ({
    headers: [
      ["x-page", value],
      ["www-authenticate", `Basic realm="${value}"`],
    ],
  }),
  (value) => ({ statusText: value }),
];

/** Encoded places, for one that a variable holds. */
const encoded: typeof named = [
  (value, random) => ({ body: Buffer.from(`${"u".repeat(upTo(random, 4))}:${value}`).toString("base64") }),
  (value) => ({ sent: { hex: Buffer.from(value).toString("hex") } }),
  (value) => ({ at: `/a?basic=${Buffer.from(`user:${value}`).toString("base64url")}` }),
];

/** Makes an exchange that holds a credential somewhere. */
function hidden(random: Random): { readonly secret: Secret; readonly exchange: Exchange } {
  const secret = oneOf(random, secrets)(random);
  const isKnown = secret.variable !== undefined || secret.hasForm;
  const places = [...named, ...(isKnown ? anywhere : []), ...(secret.variable ? encoded : [])];
  const place = places[upTo(random, places.length)];
  return { secret, exchange: exchangeOf(place?.(secret.value, random)) };
}

/** Texts of all files, with everything undone that could hide a credential in them. */
function textsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const text = readFileSync(path.join(entry.parentPath, entry.name), "utf8");
      const plain = text.replaceAll(/\\(.)/g, "$1");
      const bare = plain.replaceAll("+", " ").replaceAll(/(%[\da-f]{2})+/gi, (bytes) => {
        try {
          return decodeURIComponent(bytes);
        } catch {
          return bytes;
        }
      });
      return [text, plain, bare, bare.replaceAll(/(%[\da-f]{2})+/gi, (bytes) => decodeURIComponent(bytes))];
    });
}

/** Forms in which a credential could be found: of a key of several lines, that between its head and its foot. */
function formsOf(whole: string): string[] {
  const [, value = whole] = whole.split("\n");
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from(`${" ".repeat(before)}${value}`)
      .toString("base64url")
      .slice(before === 0 ? 0 : 4, -4),
  );
  const shown = value.replaceAll("\\", "");
  return [
    value,
    shown,
    shown.replaceAll("+", " "),
    Buffer.from(value).toString("hex"),
    ...base64.filter((part) => part.length >= 8),
  ];
}

/** Records this many exchanges with a credential in each; returns those whose credential stands in a file. */
function leaks(
  random: Random,
  { count, isRedacted = true }: { readonly count: number; readonly isRedacted?: boolean },
) {
  const all = Array.from({ length: count }, () => hidden(random));
  const redactor = new Redactor(
    all.flatMap(({ secret: { value, variable } }) =>
      variable === undefined ? [] : credentialsIn({ [variable]: value }),
    ),
  );
  using folder = temporaryFolder();
  writeHar(path.join(folder.path, "api.har"), {
    exchanges: all.map(({ exchange }) => (isRedacted ? redactedExchange(exchange, redactor) : exchange)),
    addresses: {},
  });
  const texts = textsOf(folder.path);
  return all
    .filter(({ secret }) => formsOf(secret.value).some((form) => texts.some((text) => text.includes(form))))
    .map(({ secret, exchange: { url, headers, body, requestBody } }) => {
      const shown = { url, headers, body: String(body).slice(-200), requestBody: String(requestBody) };
      return `${secret.variable}=${secret.value} in ${JSON.stringify(shown)}`;
    });
}

describe("a recording", () => {
  it("holds none of 1,000 credentials, nor do the files beside it", () => {
    const random = seededRandom(1);
    expect(Array.from({ length: 100 }, () => leaks(random, { count: 10 })).flat()).toEqual([]);
  });

  it("would hold nearly all of them without redaction", () => {
    expect(leaks(seededRandom(2), { count: 100, isRedacted: false }).length).toBeGreaterThan(90);
  });
});

describe("what a variable with the name of a credential holds", () => {
  const environment = {
    AUTH_URL: "https://login.example.com/oauth/token",
    TOKEN_ENDPOINT: "token.example.com/v1?tenant=acme",
    AUTH0_DOMAIN: "acme-staging.eu.auth0.com",
    DISABLE_AUTH: "true",
    AUTH_MODE: "none",
    TOKEN_LIMIT: "1000",
  };
  const recorded = (made: Parameters<typeof exchangeOf>[0]) =>
    redactedExchange(exchangeOf(made), new Redactor(credentialsIn(environment)));

  it.each([
    ["https://login.example.com/oauth/token", "https://login.example.com/***/***"],
    ["https://login.example.com/oauth/token/a?b=c", "https://login.example.com/***/***/a?b=c"],
    ["https://token.example.com/v1?tenant=acme&b=c", "https://token.example.com/***?tenant=***&b=c"],
    ["https://acme-staging.eu.auth0.com/a", "https://acme-staging.eu.auth0.com/a"],
    ["https://me:pass@acme-staging.eu.auth0.com:8443/a", "https://***@acme-staging.eu.auth0.com:8443/a"],
  ])("leaves scheme and host of an address, so that a replay finds %s", (at, url) => {
    const one = recorded({ at });
    expect(one.url).toBe(url);
    expect(new Matcher([one]).find(exchangeOf({ at: at.replace("me:pass@", "") }))).toMatchObject({ exchanges: [one] });
  });

  it("is hidden elsewhere, but for words and numbers that are in every answer", () => {
    const body = '{"ok":true,"mode":"none","limit":1000,"at":"https://login.example.com/oauth/token"}';
    const clean = body.replace(environment.AUTH_URL, "***");
    expect(String(recorded({ body }).body)).toBe(clean);
    expect(recorded({ at: "/of/acme-staging.eu.auth0.com" }).url).toBe("https://api.example.com/of/***");
  });

  it("is hidden in a host too where it is a long word of letters and digits", () => {
    const key = "k1".repeat(12);
    const redactor = new Redactor([key, `ghp_${key}`]);
    expect(redactor.url(`https://${key}.example.com/a`)).toBe("https://***.example.com/a");
    expect(redactor.url(`https://ghp_${key}.example.com/a`)).toBe("https://***.example.com/a");
  });
});
