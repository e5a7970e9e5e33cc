import { describe, expect, it } from "vitest";
import { isMiss, Matcher, type MatcherOptions } from "../../../src/features/upstream/matching.ts";
import { exchangeOf, type MadeExchange } from "./exchanges.ts";

/** A day after the exchanges were recorded. */
const now = Date.parse("2026-03-02T10:00:07.000Z");

/** Returns the bodies with which a request is answered, or `undefined` where the recording lacks it. */
function find(recorded: readonly MadeExchange[], asked: MadeExchange, options?: MatcherOptions) {
  const found = new Matcher(recorded.map(exchangeOf), options).find(exchangeOf(asked), now);
  return isMiss(found) ? undefined : found.exchanges.map(({ body }) => String(body));
}

/** Asks for another thing than was recorded: each with what it asks for and what was recorded. */
const mixedUp: readonly (readonly [string, MadeExchange, MadeExchange])[] = [
  ["a number in the path", { at: "/pages/1" }, { at: "/pages/2" }],
  ["an id in the path", { at: `/pages/${uuid(1)}` }, { at: `/pages/${uuid(2)}` }],
  ["the method", { at: "/a", method: "PUT", sent: {} }, { at: "/a", sent: {} }],
  ["the host", { at: "https://a.example.com/" }, { at: "https://b.example.com/" }],
  ["a parameter", { at: "/?page=1" }, { at: "/?page=2" }],
  ["one parameter more", { at: "/?q=a&page=1" }, { at: "/?q=a" }],
  ["a country under the name of a credential", { at: "/?code=USD" }, { at: "/?code=EUR" }],
  ["the key of an issue", { at: "/?key=ABC-123" }, { at: "/?key=ABC-124" }],
  ["a number in the body", { sent: { id: 1 } }, { sent: { id: 2 } }],
  ["digits that a number cannot hold", { sent: '{"id":12345678901234567}' }, { sent: '{"id":12345678901234568}' }],
  ["a text in the body", { sent: { id: "1" } }, { sent: { id: 1 } }],
  ["a list in the body", { sent: { ids: [1, 2] } }, { sent: { ids: [2, 1] } }],
  ["a body that is no JSON", { sent: "a" }, { sent: "b" }],
  ["a method of JSON-RPC", { sent: rpc(1, "a") }, { sent: rpc(1, "b") }],
  ["a time that is further from now", { at: "/?at=2026-03-02T10:06:10Z" }, { at: "/?at=2026-03-01T10:00:00Z" }],
  ["a date that is further from now", { at: "/?since=2026-02-25" }, { at: "/?since=2026-02-01" }],
  ["a time of a message", { at: "/?ts=1772300000.000100" }, { at: "/?ts=1772360000.000100" }],
];

/** Asks for the same thing as was recorded a day before, in other words. */
const alike: readonly (readonly [string, MadeExchange, MadeExchange])[] = [
  ["the order of parameters", { at: "/?a=1&b=2" }, { at: "/?b=2&a=1" }],
  ["the order of fields", { sent: { a: 1, b: { c: 2, d: 3 } } }, { sent: { b: { d: 3, c: 2 }, a: 1 } }],
  ["a nonce", { at: "/?q=a&nonce=1f" }, { at: "/?q=a&nonce=2e" }],
  ["the id of a request", { sent: { q: "a", request_id: 17 } }, { sent: { q: "a", request_id: 16 } }],
  ["an id that came from nowhere", { at: `/?session=${uuid(1)}` }, { at: `/?session=${uuid(2)}` }],
  ["an id in a text", { sent: { note: `run ${uuid(1)}!` } }, { sent: { note: `run ${uuid(2)}!` } }],
  ["the id of a JSON-RPC message", { sent: rpc(7, "a") }, { sent: rpc(1, "a") }],
  ["the time", { at: "/?at=2026-03-02T10:00:05.123Z" }, { at: "/?at=2026-03-01T09:59:58Z" }],
  ["the time, some minutes apart", { at: "/?at=2026-03-02T10:04:05Z" }, { at: "/?at=2026-03-01T10:00:00Z" }],
  ["the day", { at: "/?day=2026-03-02" }, { at: "/?day=2026-03-01" }],
  ["a week ago", { at: "/?since=2026-02-23T10:00:00%2B00:00" }, { at: "/?since=2026-02-22T10:00:00%2B00:00" }],
  ["the hour of another zone", { sent: { at: "2026-03-02 19:00:07" } }, { sent: { at: "2026-03-01 10:00:00" } }],
  ["seconds since 1970", { sent: { ts: 1772445606 } }, { sent: { ts: 1772359200 } }],
  ["milliseconds since 1970", { at: "/?_=1772445606999" }, { at: "/?_=1772359200123" }],
  ["a date in the path", { at: "/rates/2026-03-02" }, { at: "/rates/2026-03-01" }],
  ["a date of AWS", { at: "/?when=20260302T100007Z" }, { at: "/?when=20260301T100000Z" }],
  ["a signature", { at: "/?a=1&signature=ab" }, { at: "/?a=1&signature=***" }],
  ["a key", { at: "/?a=1&key=none" }, { at: "/?a=1&key=***" }],
  ["a secret in the path", { at: "/bot1:none/me" }, { at: "/bot***/me" }],
  ["a secret in a text", { sent: { say: "my none, and more" } }, { sent: { say: "my ***, and more" } }],
];

describe("the recorded response to a request", () => {
  it.each(mixedUp)("is not that to another one: %s", (_, asked, recorded) => {
    expect(find([{ ...recorded, body: "other" }], asked)).toBeUndefined();
    expect(find([recorded, { ...asked, body: "own" }], asked)).toEqual(["own"]);
  });

  it.each(alike)("is found whatever is made anew: %s", (_, asked, recorded) => {
    expect(find([{ ...recorded, body: "own" }], asked)).toEqual(["own"]);
  });

  it.each([
    ["an id", { at: `/?page=${uuid(1)}` }, { at: `/?page=${uuid(2)}` }, uuid(1)],
    ["a trace", { at: "/?trace_id=a1" }, { at: "/?trace_id=b2" }, "b2"],
    ["a day", { at: "/?day=2026-03-02" }, { at: "/?day=2026-03-01" }, "2026-03-02"],
  ])("is not that to another one where the arguments of a row chose it: %s", (_, asked, recorded, argument) => {
    expect(find([recorded], asked)).toBeDefined();
    expect(find([recorded], asked, { given: JSON.stringify([{ arguments: { argument } }]) })).toBeUndefined();
  });

  it("is not that for another id that the API gave out", () => {
    const list: MadeExchange = { at: "/list", body: JSON.stringify({ pages: [uuid(1)] }) };
    expect(find([list, { at: `/?page=${uuid(2)}` }], { at: `/?page=${uuid(1)}` })).toBeUndefined();
    expect(find([list, { at: `/?page=${uuid(2)}` }], { at: `/?page=${uuid(3)}` })).toEqual(["{}"]);
  });

  it("is found by the rules of the configuration, and not without them", () => {
    const rules = { query: ["seed"], body: ["runs.*.at"], path: ["/runs/*/steps"] };
    const asked = { at: "/runs/b/steps?seed=2&q=x", sent: { runs: [{ at: 2, name: "n" }] } };
    const recorded = { at: "/runs/a/steps?seed=1&q=x", sent: { runs: [{ at: 1, name: "n" }] } };
    expect(find([recorded], asked)).toBeUndefined();
    expect(find([recorded], asked, { rules })).toEqual(["{}"]);
    expect(find([recorded], { ...asked, sent: { runs: [{ at: 2, name: "m" }] } }, { rules })).toBeUndefined();
  });

  it("is all that were recorded for it, in their order and as one", () => {
    const matcher = new Matcher(
      ["1", "2"].map((body) => exchangeOf({ at: `/poll?nonce=${body}`, body })),
      {},
    );
    const [one, other] = ["a", "b"].map((nonce) => matcher.find(exchangeOf({ at: `/poll?nonce=${nonce}` }), now));
    expect(one).toMatchObject({
      route: "GET /poll",
      exchanges: [{ body: Buffer.from("1") }, { body: Buffer.from("2") }],
    });
    expect(other).toBe(one);
  });
});

describe("a request that is not recorded", () => {
  it("tells the nearest one and what differs, without what is made anew", () => {
    const recorded = [
      exchangeOf({ at: "/users/1" }),
      exchangeOf({
        at: `/pages?q=a&size=10&nonce=1&s=${uuid(1)}`,
        sent: { filter: { id: 1 }, at: "2026-03-01T10:00:00Z" },
      }),
    ];
    const asked = exchangeOf({
      at: `/pages?q=b&size=10&nonce=2&s=${uuid(2)}`,
      sent: { filter: { id: 2 }, at: "2026-03-02T10:00:00Z" },
    });
    expect(new Matcher(recorded).find(asked, now)).toEqual({
      asked: `POST https://api.example.com/pages?q=b&size=10&nonce=2&s=${uuid(2)}`,
      route: "POST /pages",
      nearest: `POST https://api.example.com/pages?q=a&size=10&nonce=1&s=${uuid(1)}`,
      differs: ["query q: b, recorded a", "body filter.id: 2, recorded 1"],
    });
  });

  it("has no nearest one in an empty recording", () => {
    expect(new Matcher([]).find(exchangeOf())).toMatchObject({ asked: "GET https://api.example.com/", differs: [] });
  });
});

function uuid(place: number): string {
  return `${String(place).repeat(8)}-1111-4111-8111-111111111111`;
}

function rpc(id: number, method: string) {
  return { jsonrpc: "2.0", id, method };
}
