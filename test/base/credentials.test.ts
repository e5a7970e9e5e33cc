import { expect, it } from "vitest";
import { isCredentialName, redactCredentials, withoutCredentials } from "../../src/base/credentials.ts";

it.each([
  ...["authorization", "X-Auth-Token", "apiKey", "api_key", "x-api-key", "DB_PASSWORD", "clientSecret", "Set-Cookie"],
  ...[
    "X-Amz-Signature",
    "access_token",
    "AWS_SECRET_ACCESS_KEY",
    "sig",
    "privateKey",
    "NPM_TOKEN",
    "X-Subscription-Token",
  ],
])("knows %s for the name of a credential", (name) => {
  expect(isCredentialName(name)).toBe(true);
});

it.each([
  ...["author", "key", "query", "tokens", "max_tokens", "path", "signal", "keyword", "assign", "design", "authority"],
  ...["id", "page_size", "session", "issue_key", "monkey", "tokenizer", "patch"],
])("leaves %s alone", (name) => {
  expect(isCredentialName(name)).toBe(false);
});

const made = (length: number) => Buffer.alloc(length, "aB3dE5gH7jK9").toString();

it.each([
  `ghp_${made(36)}`,
  `github_pat_${made(40)}`,
  `sk-ant-api03-${made(40)}`,
  `sk_live_${made(24)}`,
  `xoxb-123456789012-${made(24)}`,
  `tvly-${made(32)}`,
  `fc-${made(32)}`,
  `ntn_${made(40)}`,
  `glpat-${made(20)}`,
  `AKIA${"ABCDEFGH23456789"}`,
  `AIza${made(35)}`,
  `BSA${made(28)}`,
  `SG.${made(22)}.${made(43)}`,
  `eyJhbGciOiJIUzI1NiJ9.${made(30)}.${made(43)}`,
])("masks %s within a text", (secret) => {
  expect(withoutCredentials(`before ${secret}, after`)).toBe("before ***, after");
});

it("masks what is introduced as a credential, and keeps the introduction", () => {
  expect(withoutCredentials("Authorization: Bearer abcdef0123456789")).toBe("Authorization: Bearer ***");
  expect(withoutCredentials("postgres://me:hunter22@db/x")).toBe("postgres://me:***@db/x");
  expect(withoutCredentials("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nrest")).toBe("***\nrest");
});

it("leaves ordinary words alone", () => {
  const text =
    "a basic search for bearer bonds: key-value stores, re-export, pat-tern, secret-santa, https://a.b/c?d=e@f";
  expect(withoutCredentials(text)).toBe(text);
});

const usual = { isName: isCredentialName, clean: withoutCredentials };

it("masks values by the names above them", () => {
  expect(
    redactCredentials({ query: "a", auth: { user: "u", pin: 1234, ok: true }, list: [{ token: "t" }, 7] }, usual),
  ).toEqual({
    query: "a",
    auth: { user: "***", pin: "***", ok: true },
    list: [{ token: "***" }, 7],
  });
});

it("masks JSON within texts, and leaves its form where there is nothing to mask", () => {
  const text = '{ "page": 2 }';
  expect(redactCredentials([text, '{"deep":"{\\"token\\":\\"t\\"}"}'], usual)).toEqual([
    text,
    '{"deep":"{\\"token\\":\\"***\\"}"}',
  ]);
});
