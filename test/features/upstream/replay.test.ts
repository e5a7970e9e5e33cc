import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { delayOf, type Latency } from "../../../src/features/upstream/latency.ts";
import type { Fault } from "../../../src/features/upstream/replay.ts";
import { writeHar } from "../../../src/features/upstream/write-har.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { exchangeOf } from "./exchanges.ts";
import { api, bodiesOf, openReplay } from "./open-replay.ts";

describe("a replay", () => {
  it("answers two entries for one request in turn, over and over, and from the first one in each row", async () => {
    const poll = ["1", "2"].map((body) => exchangeOf({ at: "/poll", body }));
    const replay = await openReplay([...poll, exchangeOf({ at: "/other", body: "other" })]);
    expect(await bodiesOf(`${replay.url}/poll`, 3)).toEqual(["1", "2", "1"]);
    await replay.beginRow();
    expect(await bodiesOf(`${replay.url}/other`, 1)).toEqual(["other"]);
    expect(await bodiesOf(`${replay.url}/poll`, 1)).toEqual(["1"]);
  });

  it("counts the requests of a row that come over a connection of an earlier one", async () => {
    const replay = await openReplay([exchangeOf({ at: "/a", body: "12345" })]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const ports = new Set<number | undefined>();
      for (const row of ["one", "other"]) {
        await replay.beginRow(row);
        await ask(`${replay.url}/a`, { agent });
        await replay.begin();
        ports.add((await ask(`${replay.url}/a`, { agent })).port);
        expect(await replay.end()).toMatchObject({ requests: 1, receivedBytes: 5, routes: { "GET /a": 1 } });
      }
      expect(ports.size).toBe(1);
    } finally {
      agent.destroy();
    }
  });

  it("answers what it lacks with what is nearest, and forgets it with the row", async () => {
    const replay = await openReplay([exchangeOf({ at: "/pages/1" })]);
    await replay.beginRow();
    const response = await fetch(`${replay.url}/pages/2`);
    expect(response.status).toBe(421);
    const miss = {
      asked: `GET ${api}/pages/2`,
      nearest: `GET ${api}/pages/1`,
      differs: ["path /pages/2, recorded /pages/1"],
    };
    expect(await response.json()).toMatchObject({ error: miss });
    expect(await replay.end()).toMatchObject({ misses: [miss] });
    await replay.beginRow("other");
    expect(await replay.end()).toMatchObject({ misses: [] });
  });

  it("answers what it lacks from the recording of the other commit, where that is one", async () => {
    using folder = temporaryFolder();
    const other = path.join(folder.path, "other.har");
    const exchanges = ["/a", "/b"].map((at) => exchangeOf({ at, body: "other" }));
    writeHar(other, { exchanges, addresses: {} });
    const replay = await openReplay([exchangeOf({ at: "/a", body: "own" })], { other });
    expect(await bodiesOf(`${replay.url}/a`, 2)).toEqual(["own", "own"]);
    expect(await bodiesOf(`${replay.url}/b`, 1)).toEqual(["other"]);
    expect((await fetch(`${replay.url}/c`)).status).toBe(421);
    const alone = await openReplay([exchangeOf({ at: "/a" })], { other: `${other}.none` });
    expect((await fetch(`${alone.url}/b`)).status).toBe(421);
  });

  it("tells requests apart by the body of a GET", async () => {
    const searches = ["a", "b"].map((q) => exchangeOf({ method: "GET", at: "/_search", sent: { q }, body: q }));
    const replay = await openReplay(searches);
    const found = async (q: string) => (await ask(`${replay.url}/_search`, { sent: JSON.stringify({ q }) })).body;
    expect([await found("b"), await found("a")]).toEqual(["b", "a"]);
  });

  it("says by HEAD how long the response to a GET is", async () => {
    const replay = await openReplay([exchangeOf({ method: "HEAD", headers: [["content-length", "4096"]], body: "" })]);
    const { headers, body } = await ask(replay.url, { method: "HEAD" });
    expect([headers["content-length"], body]).toEqual(["4096", ""]);
  });

  it("has a port of its own, which no other can take", async () => {
    const urls = [await openReplay([exchangeOf()]), await openReplay([exchangeOf()])].map(({ url }) => url);
    expect(new Set(urls).size).toBe(2);
  });

  it.each([
    ["some weeks ago", -75, []],
    ["months ago", -105, [expect.stringContaining("105 days ago")]],
    ["in another time zone", 0.8, []],
    ["after today, by a clock that is wrong", 1.2, [expect.stringContaining("in the future")]],
  ])("warns of its age where it was recorded %s", async (_, days, warnings) => {
    const startedAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const replay = await openReplay([exchangeOf({ startedAt })]);
    expect(replay.warnings).toEqual(warnings);
  });
});

describe("a planted fault", () => {
  const pages = ["/pages/1", "/users"].map((at) => exchangeOf({ at, body: "0123456789" }));
  const openWith = (fault: Partial<Fault>) =>
    openReplay(pages, { faults: [{ route: "GET /pages/*", every: 1, ...fault }] });

  it("refuses every second request of its route with Retry-After, counted per row", async () => {
    const replay = await openWith({ status: 429, retry_after: 1500, every: 2 });
    const statuses = async (path: string) => {
      const responses = [await fetch(`${replay.url}${path}`), await fetch(`${replay.url}${path}`)];
      return responses.map(({ status, headers }) => [status, headers.get("retry-after")]);
    };
    expect(await statuses("/users")).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(await statuses("/pages/1")).toEqual([
      [200, null],
      [429, "2"],
    ]);
    await fetch(`${replay.url}/pages/1`);
    await replay.beginRow();
    expect(await statuses("/pages/1")).toEqual([
      [200, null],
      [429, "2"],
    ]);
  });

  it("fails every request of its route with an error", async () => {
    const replay = await openWith({ status: 503 });
    expect((await fetch(`${replay.url}/pages/1`)).status).toBe(503);
    expect((await fetch(`${replay.url}/users`)).status).toBe(200);
  });

  it.each([
    ["the response", { delay: 60 }],
    ["the body", { slow_body: 60 }],
  ])("delays %s, and leaves it whole", async (_, fault) => {
    const replay = await openWith(fault);
    const from = performance.now();
    const { status, body } = await ask(`${replay.url}/pages/1`);
    // A timer may ring a millisecond early, and a body comes in ten parts.
    expect(performance.now() - from).toBeGreaterThanOrEqual(50);
    expect({ status, body }).toEqual({ status: 200, body: "0123456789" });
  });

  it("cuts the connection before the response, or within its body", async () => {
    const before = await openWith({ cut: "before" });
    await expect(ask(`${before.url}/pages/1`)).rejects.toThrow("socket hang up");
    expect((await ask(`${before.url}/users`)).body).toBe("0123456789");
    const within = await openWith({ cut: "within" });
    const error = await ask(`${within.url}/pages/1`).catch((reason: Error & { got?: string }) => reason);
    expect(error).toMatchObject({ code: "ECONNRESET", got: "01234" });
    const timed = await openWith({ cut: "within", slow_body: 20 });
    const slow = await ask(`${timed.url}/pages/1`).catch((reason: Error & { got?: string }) => reason);
    expect(slow).toMatchObject({ code: "ECONNRESET", got: "01234" });
  });
});

describe("the latency of a replay", () => {
  const exchange = exchangeOf({ waitMs: 50, receiveMs: 7 });
  const recordedMs = [10, 20, 30, 40];
  const delays = (latency: Latency, name = "row") =>
    Array.from(
      { length: 400 },
      (_, turn) => delayOf(latency, { exchange, recordedMs, name: `${name} ${turn}` }).waitMs,
    );

  it("is none, fixed, or as recorded", () => {
    const of = (latency: Latency) => delayOf(latency, { exchange, recordedMs, name: "row" });
    expect(of({ kind: "none" })).toEqual({ waitMs: 0, receiveMs: 0 });
    expect(of({ kind: "fixed", ms: 200 })).toEqual({ waitMs: 200, receiveMs: 0 });
    expect(of({ kind: "as-recorded" })).toEqual({ waitMs: 50, receiveMs: 7 });
  });

  it("is drawn from the recorded times, alike for the same row, otherwise for another", () => {
    const drawn = delays({ kind: "drawn" });
    expect(new Set(drawn)).toEqual(new Set(recordedMs));
    expect(delays({ kind: "drawn" })).toEqual(drawn);
    expect(delays({ kind: "drawn" }, "other")).not.toEqual(drawn);
    for (const ms of recordedMs) expect(drawn.filter((one) => one === ms).length).toBeGreaterThan(60);
  });

  it("is drawn from a distribution with this median and this 95th percentile", () => {
    const drawn = delays({ kind: "spread", medianMs: 100, p95Ms: 300 }).sort((a, b) => a - b);
    expect(drawn[200]).toBeGreaterThan(90);
    expect(drawn[200]).toBeLessThan(110);
    expect(drawn[380]).toBeGreaterThan(240);
    expect(drawn[380]).toBeLessThan(360);
  });

  it.each<Latency>([{ kind: "fixed", ms: 60 }, { kind: "as-recorded" }, { kind: "drawn" }])(
    "is waited for: $kind",
    async (latency) => {
      const waited = ["/a/1", "/a/2"].map((at) => exchangeOf({ at, waitMs: 60 }));
      const replay = await openReplay(waited, { latency });
      const from = performance.now();
      await ask(`${replay.url}/a/1`);
      expect(performance.now() - from).toBeGreaterThanOrEqual(58);
    },
  );
});

interface Asking {
  readonly agent?: Agent;
  readonly method?: string;
  /** Body as JSON. */
  readonly sent?: string;
}

/** Asks once. Rejects with what arrived in `got` where the connection is cut. */
async function ask(url: string, { agent, method = "GET", sent = "" }: Asking = {}) {
  const headers = sent === "" ? {} : { "content-type": "application/json", "content-length": sent.length };
  const asked = request(url, { agent: agent ?? false, method, headers }).end(sent);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const { localPort: port } = response.socket as Socket;
  let body = "";
  try {
    for await (const chunk of response) body += chunk;
  } catch (error) {
    throw Object.assign(error as Error, { got: body });
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body, port };
}
