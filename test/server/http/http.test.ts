import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { ServerError } from "../../../src/errors.ts";
import { HttpConnection } from "../../../src/server/http/http.ts";
import { openByInitialize } from "../../../src/server/protocol/handshake.ts";
import type { Session } from "../../../src/server/protocol/session.ts";
import { listen } from "../../support/listen.ts";
import { call, fixture, httpSpec, launch, launchError, type Outcome, request, textOf, toolNames } from "../support.ts";

const server = fixture("http.js");

async function open(mode: string): Promise<Session> {
  return (await launch(httpSpec(server, [mode, "${PORT}"]))).connect();
}

/** The server of these tests writes where it listens. */
function addressOf(output: string): string {
  const [, port] = /listening on (\d+)/.exec(output) ?? [];
  return `http://127.0.0.1:${port}/mcp`;
}

interface Logged {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly port: number;
}

function answerInitialize(
  response: ServerResponse,
  { id, params }: { id: number; params: { protocolVersion: string } },
) {
  const { protocolVersion } = params;
  const result = { protocolVersion, capabilities: {}, serverInfo: { name: "x", version: "1" } };
  response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "http-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("a handshake over HTTP that fails", () => {
  test.each([
    ["401", "HTTP 401: who are you?", "server.headers"],
    ["redirect", "HTTP 307 to https://example.test/mcp; redirects are not followed", "write the final address"],
    ["all-gzip", 'content-encoding "gzip", which the request did not accept', "compress only what a client asks for"],
    ["html", 'answered with "text/html", neither JSON nor an event stream', "the path of `server.url`"],
  ])("ends at once on a final refusal (%s)", async (mode, cause, fix) => {
    const error = await launchError(httpSpec(server, [mode, "${PORT}"]));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain(cause);
    expect(error.message).toContain(fix);
  });

  test.each([["500", "HTTP 500: database is down", "look at what the server writes"]])(
    "waits for a refusal to pass (%s), no longer than the start-up may take",
    async (mode, cause, fix) => {
      const refusedTwice = join(temporaryFolder(), "refused-twice");
      const clock = { now: () => performance.now() + (existsSync(refusedTwice) ? 600_000 : 0) };
      const error = await launchError(httpSpec(server, [mode, "${PORT}", refusedTwice]), { clock });
      expect(error.message).toContain(cause);
      expect(error.message).toContain(fix);
      expect(error.message).toContain("POST /mcp");
    },
  );

  test("gives a wrong path up long before the start-up's time, and names the address", async () => {
    const refusedTwice = join(temporaryFolder(), "refused-twice");
    const clock = { now: () => performance.now() + (existsSync(refusedTwice) ? 6_000 : 0) };
    const spec = httpSpec(server, ["404", "${PORT}", refusedTwice], { startupTimeoutMs: 600_000 });
    const error = await launchError(spec, { clock });
    expect(error.message).toMatch(/handshake at http:\/\/127\.0\.0\.1:\d+\/mcp failed: HTTP 404/);
    expect(error.message).toContain("check the path of `server.url`");
  });

  test("ends in time when no header ever comes", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;
    const { command: _, ...byUrl } = httpSpec("", [], { url, args: [], startupTimeoutMs: 200 });
    const error = await launchError(byUrl);
    expect(error.message).toContain("did not answer the MCP handshake within 200 ms");
  });

  test("ends in time, and at once when interrupted, while the last notification of the handshake goes unanswered", async () => {
    const methods: string[] = [];
    const interrupted = new AbortController();
    const silent = createServer(async (request, response) => {
      const { id, method, params } = JSON.parse((await request.toArray()).join("") || "{}");
      if (method) methods.push(method);
      if (methods.length > 3) interrupted.abort(new Error("SIGINT"));
      if (method !== "initialize") return;
      answerInitialize(response, { id, params });
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`;
    const { command: _, ...byUrl } = httpSpec("", [], { url, args: [] });
    let [late, seconds] = [new Error("not tried"), 1];
    // On a busy machine the first answer may need longer.
    while (methods.length < 2 && seconds < 200) {
      methods.length = 0;
      seconds *= 2;
      late = await launchError({ ...byUrl, startupTimeoutMs: seconds * 1000 });
    }
    expect(late.message).toContain(`did not answer the MCP handshake within ${seconds} s`);
    expect(methods).toEqual(["initialize", "notifications/initialized"]);
    const patient = { ...byUrl, startupTimeoutMs: 600_000 };
    expect((await launchError(patient, { signal: interrupted.signal })).message).toBe("SIGINT");
  });

  test("opens no stream when it is called off before the server takes the last notification", async () => {
    const interrupted = new AbortController();
    const asked: string[] = [];
    let take = () => {};
    let isEnded = false;
    let typeOfEnd: string | undefined = "none was asked";
    await using slow = await listen(async (request, response) => {
      const { id, method, params } = JSON.parse((await request.toArray()).join("") || "{}");
      asked.push(method ?? request.method);
      if (method === "initialize") {
        response.setHeader("mcp-session-id", "session-1");
        answerInitialize(response, { id, params });
      } else if (method === "notifications/initialized") {
        take = () => void response.writeHead(202).end();
        interrupted.abort(new Error("SIGINT"));
      } else if (request.method !== "DELETE") response.writeHead(405).end();
      else {
        typeOfEnd = request.headers["content-type"];
        response.once("close", () => {
          isEnded = true;
        });
        take();
        // Time for a stream that should not be.
        setTimeout(() => response.end(), 50);
      }
    });
    const { command: _, ...byUrl } = httpSpec("", [], { url: `${slow.url}/mcp`, args: [] });
    expect((await launchError(byUrl, { signal: interrupted.signal })).message).toBe("SIGINT");
    await expect.poll(() => isEnded).toBe(true);
    expect(asked).toContain("DELETE");
    // Fastify refuses a type of content without any.
    expect(typeOfEnd).toBeUndefined();
    expect(asked).not.toContain("GET");
  });

  test("ends in time when nothing ever listens", async () => {
    const short = { startupTimeoutMs: 300, shutdownTimeoutMs: 200 };
    const spec = httpSpec(fixture("misbehave.js"), ["stubborn", "${PORT}"], short);
    const error = await launchError(spec);
    expect(error.message).toContain("nothing accepts connections within 300 ms");
    expect(error.message).toMatch(/check the host and port .* raise `server\.startup_timeout`/);
  });

  test.each([
    ["told", 1_000, "did not answer the MCP handshake within 1 s"],
    ["passed over for want of time", 900, "failed: the HTTP connection failed: "],
  ])("the silence of a server that has reset a connection before is %s", async (_, startupTimeoutMs, found) => {
    const script = `let silent = false;
      require("net").createServer((socket) => socket.on("error", () => {}).once("data", () => {
        if (!silent) socket.resetAndDestroy();
        silent = true;
      })).listen(process.argv[1], "127.0.0.1")`;
    // On a clock that stands, each attempt has the whole time.
    const spec = httpSpec("-e", [script, "${PORT}"], { startupTimeoutMs });
    expect((await launchError(spec, { clock: { now: () => 0 } })).message).toContain(found);
  });

  test("shows the exit of a server that does not stay up", async () => {
    const error = await launchError(httpSpec(fixture("misbehave.js"), ["exit-7"]));
    expect(error.message).toContain("exited with code 7");
    expect(error.message).toContain("cannot read settings.json");
  });
});

describe("a session that the server has ended", () => {
  const life = fixture("session-life.js");
  let now = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + now };

  async function ended(idleMs: number) {
    const env = { ...childEnvironment(process.env, {}), IDLE_MS: "60000", WORK_MS: "0" };
    const running = await launch(httpSpec(life, ["${PORT}", "sound", "0"], { env }), { clock });
    const session = await running.connect();
    const first = session.sessionId ?? "";
    await fetch(running.url ?? "", { method: "DELETE", headers: { "mcp-session-id": first } });
    now += idleMs;
    await session.renew?.();
    return { session, first };
  }

  test("is opened anew after a second without a request", async () => {
    const { session, first } = await ended(1000);
    expect(textOf(await call(session, {}, "work"))).toBe("done");
    expect(session.sessionId).not.toBe(first);
    const renewed = session.sessionId;
    now += 1000;
    await session.renew?.();
    expect(session.sessionId).toBe(renewed);
  });

  test("is opened anew before the next calls once some were answered 404", async () => {
    const { session, first } = await ended(0);
    expect(textOf(await call(session, {}, "work"))).toMatchObject({ kind: "http-status", status: 404 });
    await session.renew?.();
    expect(textOf(await call(session, {}, "work"))).toBe("done");
    expect(session.sessionId).not.toBe(first);
  });

  test("is opened anew later where that failed at first", async () => {
    const opened: string[] = [];
    await using server = await listen(async (request, response) => {
      const { id, method, params } = JSON.parse((await request.toArray()).join("") || "{}");
      if (method === "initialize") {
        opened.push(`session-${opened.length + 1}`);
        if (opened.length === 2) return response.writeHead(503).end();
        return answerInitialize(response.setHeader("mcp-session-id", opened.at(-1) ?? ""), { id, params });
      }
      // The first session ends with its handshake.
      const isKnown = request.headers["mcp-session-id"] === "session-3" || method?.startsWith("notifications/");
      return response.writeHead(isKnown && request.method === "POST" ? 202 : 404).end();
    });
    const { command: _, ...byUrl } = httpSpec("", [], { url: `${server.url}/mcp`, args: [] });
    const session = await (await launch(byUrl, { clock })).connect();
    now += 1000;
    await session.renew?.();
    expect([opened.length, session.sessionId]).toEqual([2, "session-1"]);
    await session.renew?.();
    expect(session.sessionId).toBe("session-3");
  });

  test("is asked for in vain where the server has stopped answering", async () => {
    const env = { ...childEnvironment(process.env, {}), IDLE_MS: "60000" };
    const running = await launch(httpSpec(life, ["${PORT}", "sound", "0"], { env }), { clock });
    const session = await running.connect();
    const { sessionId } = session;
    const pid = running.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    now += 1000;
    await session.renew?.();
    process.kill(pid, "SIGCONT");
    expect(session.sessionId).toBe(sessionId);
    expect(textOf(await call(session, {}, "work"))).toBe("done");
  });

  test("is a failure while it is in use", async () => {
    const { session, first } = await ended(0);
    expect(textOf(await call(session, {}, "work"))).toMatchObject({ kind: "http-status", status: 404 });
    expect(session.sessionId).toBe(first);
  });
});

test("waits for a route that comes late", async () => {
  const session = await open("late-route");
  expect(textOf(await call(session))).toBe("ok");
});

test("a notification is taken by any status of success, whatever the server writes beside it", async () => {
  await using chatty = await listen(async (request, response) => {
    const { id, method, params } = JSON.parse((await request.toArray()).join("") || "{}");
    if (method === "initialize") answerInitialize(response, { id, params });
    else response.writeHead(request.method === "POST" ? 200 : 405, { "content-type": "text/plain" }).end("OK");
  });
  const { command: _, ...byUrl } = httpSpec("", [], { url: `${chatty.url}/mcp`, args: [] });
  const session = await (await launch(byUrl)).connect();
  expect(session.identity.name).toBe("x");
  const failure = { kind: "malformed", message: expect.stringContaining('answered with "text/plain"') };
  expect(textOf(await call(session))).toEqual(failure);
  await session.close();
});

describe("the wire over HTTP", () => {
  test("sends what the protocol asks for, on connections it keeps", async () => {
    const headers = { Authorization: "Bearer t", Origin: "http://127.0.0.1:${PORT}" };
    const running = await launch(httpSpec(server, ["log", "${PORT}"], { headers }));
    const session = await running.connect();
    await Promise.all([call(session), call(session), call(session)]);
    for (let i = 0; i < 5; i++) await call(session);
    const log = JSON.parse(String(textOf(await call(session)))) as Logged[];
    const calls = log.slice(-9);
    expect(log.map(({ method }) => method)).toContain("GET");
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["POST"]));
    expect(calls[0]?.headers).toMatchObject({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
      "mcp-session-id": "session-1",
      authorization: "Bearer t",
      origin: running.url?.origin,
    });
    expect(log[0]?.headers).not.toHaveProperty("mcp-session-id");
    expect(new Set(calls.slice(0, 3).map(({ port }) => port)).size).toBe(3);
    expect(new Set(calls.slice(3).map(({ port }) => port)).size).toBe(1);
  });

  test.each([
    ["sse", "streamed"],
    ["sse-in-pieces", "in pieces"],
    ["sse-bare-cr", "no line feeds"],
    ["sse-resumed", "after all"],
  ])("reads replies that come as an event stream (%s)", async (mode, text) => {
    const session = await open(mode);
    expect(textOf(await call(session))).toBe(text);
    expect(session.warnings()).toEqual([]);
  });

  test.each([
    ["sse-broken", { kind: "disconnected", message: "the HTTP connection failed: other side closed" }],
    ["sse-empty", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    ["sse-never-resumed", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    ["call-202", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    ["other-id", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    ["deep", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    ["half-json", { kind: "malformed", message: "the server's HTTP response held no reply to the request" }],
    [
      "gzip",
      {
        kind: "malformed",
        message: 'the server answered with content-encoding "gzip", which the request did not accept',
        encoded: true,
      },
    ],
    ["call-500", { kind: "http-status", status: 500, message: "HTTP 500: boom" }],
    [
      "lost-session",
      {
        kind: "http-status",
        status: 404,
        message: "HTTP 404: Session not found (the server no longer knows the session)",
      },
    ],
    ["dies", { kind: "disconnected", message: "the server exited with code 9" }],
  ])("ends a request that gets no reply (%s)", async (mode, failure) => {
    const session = await open(mode);
    expect(textOf(await call(session))).toEqual(failure);
  });

  test("takes no reply on the stream of another request, which may have come before its own has left", async () => {
    const session = await open("sse-ahead");
    const next = await new Promise<{ sentAt: number; outcome: Outcome }>((resolve) => {
      const onReply = async () => {
        const sentAt = systemClock.now();
        resolve({ sentAt, outcome: await call(session) });
      };
      session.wire.send(session.wire.encode("tools/call", { name: "call" }), { onReply, onFailure: () => {} });
    });
    expect(textOf(next.outcome)).toBe("asked");
    expect(next.outcome).toHaveProperty(
      "at",
      expect.toSatisfy((at: number) => at > next.sentAt),
    );
    expect(session.warnings()).toEqual(["2 replies to requests never made"]);
  });

  test("reads which arguments to repeat in headers from a list that comes behind a notification", async () => {
    await using lister = await listen(async (asked, response) => {
      const { id, method } = JSON.parse((await asked.toArray()).join(""));
      const inputSchema = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } };
      const result =
        method === "tools/list"
          ? { tools: [{ name: "t", inputSchema }] }
          : { region: asked.headers["mcp-param-region"] };
      const told = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "listing" } };
      const events = [told, { jsonrpc: "2.0", id, result }].map((one) => `data: ${JSON.stringify(one)}\n\n`);
      response.setHeader("content-type", "text/event-stream").end(events.join(""));
    });
    const connection = new HttpConnection(new URL(lister.url), { clock: systemClock, headers: {} });
    onTestFinished(() => connection.transport.close());
    connection.wire.speakStateless("2026-07-28");
    await request(connection, "tools/list");
    const called = await request(connection, "tools/call", { name: "t", arguments: { region: "eu" } });
    expect(called).toMatchObject({ reply: { result: { region: "eu" } } });
  });

  test("reads a reply that says it is not encoded", async () => {
    expect(textOf(await call(await open("identity")))).toBe("as it is");
  });

  test("takes the JSON-RPC error in an unsuccessful response for the reply it is", async () => {
    const error = { code: -32601, message: "no such tool" };
    expect(await call(await open("refused-json"))).toMatchObject({ reply: { error } });
  });

  test.each([400, 401, 403, 404, 409, 429, 500, 502, 503])(
    "takes a result under HTTP %i for no reply",
    async (status) => {
      expect(textOf(await call(await open(`result-of-${status}`)))).not.toBe("fine");
    },
  );

  test("takes a result in a coding nobody asked for, for no reply", async () => {
    expect(textOf(await call(await open("said-to-be-gzip")))).toMatchObject({ kind: "malformed", encoded: true });
  });

  test.each(["long", "sse-long", "sse-long-in-lines"])(
    "ends a request whose reply is over the cap (%s)",
    async (mode) => {
      const running = await launch(httpSpec(server, [mode, "${PORT}"]));
      const url = new URL(addressOf(running.stderrTail()));
      const connection = new HttpConnection(url, { clock: systemClock, headers: {}, maxMessageBytes: 4_096 });
      const options = { clock: systemClock, timeoutMs: 20_000, protocol: "2025-11-25", answers: {} };
      const session = await openByInitialize(connection, options);
      onTestFinished(() => session.close());
      const failure = { kind: "malformed", message: "the server's reply is longer than 4096 bytes" };
      expect(textOf(await call(session))).toEqual(failure);
      expect(await toolNames(session)).toEqual([]);
    },
  );

  test("opens the server's own stream again where it ended", async () => {
    const seen = join(temporaryFolder(), "seen");
    const running = await launch(httpSpec(server, ["stream-ends", "${PORT}", seen]));
    await running.connect();
    await expect.poll(() => existsSync(seen) && readFileSync(seen, "utf8")).toBe("3 streams, the last from event-2");
  });

  test("opens it again however often it ends with nothing to say, where it lasted", async () => {
    let streams = 0;
    let passedMs = 0;
    const clock = { now: () => systemClock.now() + passedMs };
    await using quiet = await listen(async (asked, response) => {
      const { id, method, params } = JSON.parse((await asked.toArray()).join("") || "{}");
      if (method === "initialize") answerInitialize(response, { id, params });
      else if (asked.method !== "GET") response.writeHead(202).end();
      else {
        streams++;
        response.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 1\n\n");
        // The head has to be there before a minute has passed.
        setTimeout(() => {
          passedMs += 60_000;
          response.end();
        }, 10);
      }
    });
    const { command: _, ...byUrl } = httpSpec("", [], { url: `${quiet.url}/mcp`, args: [] });
    const session = await (await launch(byUrl, { clock })).connect();
    await expect.poll(() => streams).toBeGreaterThan(4);
    await session.close();
  });

  test("leaves a stream alone that keeps ending with nothing to say", async () => {
    const session = await open("stream-useless");
    await expect.poll(async () => textOf(await call(session))).toBe("3");
    await wait(50);
    expect(textOf(await call(session))).toBe("3");
  });

  test("goes on after a request that was given up", async () => {
    const session = await open("call-slow");
    const frame = session.wire.encode("tools/call", { name: "call" });
    const outcomes: string[] = [];
    session.wire.send(frame, { onReply: () => outcomes.push("reply"), onFailure: () => outcomes.push("failure") });
    expect(await request(session, "tools/list")).toHaveProperty("reply");
    session.wire.abandon(frame.id);
    expect(textOf(await call(session))).toBe("quick");
    expect(outcomes).toEqual([]);
  });

  test("fails what is in flight when the session is closed, and ends the session at the server", async () => {
    const ended = join(temporaryFolder(), "ended");
    const running = await launch(httpSpec(server, ["call-slow", "${PORT}", ended]));
    const session = await running.connect();
    const hanging = call(session);
    await session.close();
    const closed = { kind: "disconnected", message: "the session was closed" };
    expect(textOf(await hanging)).toEqual(closed);
    expect(textOf(await call(session))).toEqual(closed);
    expect(readFileSync(ended, "utf8")).toBe("session-1");
  });
});

describe("ports and addresses", () => {
  test("takes another port when the first was taken in the meantime", async () => {
    const flag = join(temporaryFolder(), "flag");
    const running = await launch(httpSpec(server, ["port-taken-once", "${PORT}", flag]));
    expect(textOf(await call(await running.connect()))).toBe("ok");
  });

  test("refuses to measure a stranger that already listens on a fixed port, and reaches it by URL alone", async () => {
    const stranger = await launch(httpSpec(server, ["log", "${PORT}"]));
    const log = JSON.parse(String(textOf(await call(await stranger.connect())))) as Logged[];
    const url = `http://${log[0]?.headers.host}/mcp`;
    const error = await launchError(httpSpec(server, ["ok", "1"], { url }));
    expect(error.message).toMatch(/something is already listening on 127\.0\.0\.1:\d+/);

    const { command: _, ...byUrl } = httpSpec("", [], { url, args: [] });
    const reached = await launch(byUrl);
    expect(reached.pid).toBeUndefined();
    expect(reached.readyMs()).toBeUndefined();
    expect(await toolNames(await reached.connect())).toEqual([]);
    expect(await reached.stop()).toEqual({ exitCode: null, signal: null, killed: false, orphans: 0 });
    expect(textOf(await call(await stranger.connect()))).toContain("POST");
    await stranger.stop();
    const { message } = await launchError({ ...byUrl, protocol: "auto" });
    expect(message.split("\n")).toEqual([
      `nothing listens at ${url}`,
      expect.stringMatching(/^ {2}fix: start the server first, or correct .* `server\.url` or --url/),
    ]);
  });

  test("an address that something else answers at is named once, and by where it may come from", async () => {
    const other = createServer((_, response) => void response.writeHead(404).end()).listen(0, "127.0.0.1");
    onTestFinished(() => {
      other.closeAllConnections();
      other.close();
    });
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/mcp`;
    const { command: _, ...byUrl } = httpSpec("", [], { url, args: [] });
    const { message } = await launchError(byUrl);
    expect(message).toMatch(/^the MCP handshake at http:\S+ failed: HTTP 404/);
    expect(message.split(url)).toHaveLength(2);
    expect(message).toContain("check the path of `server.url` or --url");
  });

  test.each(["", "127.0.0.1:80/mcp", "file:///mcp"])("refuses %j as an address", async (url) => {
    expect((await launchError(httpSpec(server, [], { url }))).message).toContain("streamable-http needs a URL");
  });
});
