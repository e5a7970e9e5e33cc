import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientAnswers, LaunchSpec } from "../../src/plan/plan.ts";
import { patienceMs } from "../../src/plan/protocol.ts";
import type { Session } from "../../src/server/protocol/session.ts";
import {
  call,
  everything,
  fixture,
  httpSpec,
  launch,
  launchError,
  leftOf,
  request,
  stdioSpec,
  textOf,
  toolNames,
} from "./support.ts";

const protocol = "2026-07-28";
const ada: ClientAnswers = {
  elicitation: { action: "accept", content: { name: "Ada", ok: true }, delayMs: 0 },
  sampling: { text: "Hello", delayMs: 0 },
  roots: [{ uri: "file:///work", name: "work" }],
};

const ours = {
  stdio: stdioSpec(fixture("stateless.js"), [], { protocol }),
  "streamable HTTP": httpSpec(fixture("stateless.js"), ["${PORT}"], { protocol }),
};

async function open(spec: LaunchSpec): Promise<Session> {
  return (await launch(spec)).connect();
}

/** Returns what the server's SDK and its HTTP server saw of a request. */
async function seen(session: Session) {
  return JSON.parse(String(textOf(await call(session, {}, "meta")))) as Record<"envelope" | "headers", object>;
}

describe.each(Object.entries(ours))("the stateless line over %s", (transport, spec) => {
  test("says all about itself in every request", async () => {
    const server = await launch(spec);
    const session = await server.connect();
    expect(session.identity).toEqual({
      name: "stateless",
      version: "1.2.3",
      protocol,
      instructions: "No sessions here.",
    });
    expect(session.capabilities).toEqual(new Set(["tools", "prompts"]));
    expect(session.handshakeMs).toBeGreaterThan(0);
    expect(session.handshakeMs).toBeLessThan(server.readyMs() ?? 0);
    const { envelope, headers } = await seen(session);
    expect(envelope).toEqual({
      "io.modelcontextprotocol/protocolVersion": protocol,
      "io.modelcontextprotocol/clientInfo": { name: "mcp-bench", version: expect.any(String) },
      "io.modelcontextprotocol/clientCapabilities": {},
    });
    if (transport === "stdio") return;
    expect(headers).toMatchObject({
      "mcp-protocol-version": protocol,
      "mcp-method": "tools/call",
      "mcp-name": "meta",
      accept: "application/json, text/event-stream",
    });
    expect(headers).not.toHaveProperty("mcp-session-id");
  });

  test("answers many at once, and refuses what it does not know by a JSON-RPC error", async () => {
    const session = await open(spec);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => call(session, { text: `${i}` }, "echo")));
    expect(replies.map(textOf)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
    expect(textOf(await call(session, {}, "ünïcode"))).toBe("found");
    expect(textOf(await request(session, "ping"))).toMatchObject({ error: { code: -32601 } });
    expect(textOf(await call(session, {}, "no such"))).toMatchObject({ error: { code: expect.any(Number) } });
    expect(session.warnings()).toEqual([]);
  });

  test("keeps what a request says in `_meta` itself", async () => {
    const session = await open(spec);
    const params = { name: "meta", arguments: {}, _meta: { "io.modelcontextprotocol/logLevel": "debug" } };
    const { envelope } = JSON.parse(String(textOf(await request(session, "tools/call", params))));
    expect(envelope).toMatchObject({
      "io.modelcontextprotocol/protocolVersion": protocol,
      "io.modelcontextprotocol/logLevel": "debug",
    });
  });

  test("declares what the client answers, and answers it as one request", async () => {
    const session = await open({ ...spec, client: ada });
    expect((await seen(session)).envelope).toMatchObject({
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} }, sampling: {}, roots: {} },
    });
    const frame = session.wire.encode("tools/call", { name: "form", arguments: {} });
    const reply = await new Promise((resolve) => {
      session.wire.send(frame, {
        onReply: (id, body) => resolve([id, JSON.parse(Buffer.from(body).toString()).result.content[0].text]),
        onFailure: (id, failure) => resolve([id, failure]),
      });
    });
    expect(reply).toEqual([frame.id, '{"action":"accept","content":{"name":"Ada","ok":true}}']);
  });

  test("takes the time a person takes, and can decline", async () => {
    const session = await open({ ...spec, client: { elicitation: { action: "decline", delayMs: 150 } } });
    const from = performance.now();
    expect(textOf(await call(session, {}, "form"))).toBe('{"action":"decline"}');
    expect(performance.now() - from).toBeGreaterThanOrEqual(149);
  });

  test("says nothing more for a request that was given up while its answer was due", async () => {
    /** Returns what came of the request, and whether it was answered before it could be given up, as on a busy machine. */
    const giveUp = async (delayMs: number) => {
      const session = await open({ ...spec, client: { elicitation: { action: "cancel", delayMs } } });
      const outcomes: string[] = [];
      const frame = session.wire.encode("tools/call", { name: "form", arguments: {} });
      session.wire.send(frame, { onReply: () => outcomes.push("reply"), onFailure: () => outcomes.push("failure") });
      expect(textOf(await call(session, { text: "asked" }, "echo"))).toBe("asked");
      const isLate = outcomes.includes("reply");
      session.wire.abandon(frame.id);
      expect(textOf(await call(session, {}, "form"))).toBe('{"action":"cancel"}');
      return { outcomes, isLate };
    };
    let told = await giveUp(500);
    for (let delayMs = 2_500; told.isLate; delayMs *= 5) told = await giveUp(delayMs);
    expect(told.outcomes).toEqual([]);
  });

  test("is found by `auto`, on a launch that leaves nothing behind", async () => {
    const server = await launch({ ...spec, protocol: "auto" });
    expect((await server.connect()).identity.protocol).toBe(protocol);
    await server.stop();
    expect(leftOf(server.pid ?? 0)).toEqual([]);
  });

  test("is no server of the older line", async () => {
    const error = await launchError({ ...spec, protocol: "2025-11-25" });
    expect(error.message).toMatch(/the MCP handshake .*failed/);
    expect(error.message).toMatch(/2026-07-28|[Uu]nsupported protocol/);
  });
});

test("repeats in headers the arguments that a tool wants there, once its list has been read", async () => {
  const session = await open(ours["streamable HTTP"]);
  const region = async () => JSON.parse(String(textOf(await call(session, { region: "Zürich" }, "mirrored"))));
  expect(await toolNames(session)).toContain("mirrored");
  expect(await region()).toHaveProperty("mcp-param-region", "=?base64?WsO8cmljaA==?=");
});

describe("a server of the older line", () => {
  const older: [string, LaunchSpec][] = [
    ["stdio", stdioSpec(everything, ["stdio"])],
    ["streamable HTTP", httpSpec(fixture("http.js"), ["log", "${PORT}"])],
  ];

  test.each(older)("is found by `auto` over %s", async (_name, spec) => {
    const server = await launch({ ...spec, protocol: "auto" });
    expect((await server.connect()).identity.protocol).toBe("2025-11-25");
    // It refused the stateless line in words, and went on.
    expect(server.isSecond).toBeUndefined();
  });

  test.each(older)("is told from the stateless line when that is asked for over %s", async (_name, spec) => {
    const error = await launchError({ ...spec, protocol });
    expect(error.message).toContain("the server does not speak protocol 2026-07-28");
    expect(error.message).toContain("set `server.protocol` to what it speaks");
  });

  test("is found by `auto` when it takes what it does not know for the end, or does not answer it", async () => {
    const spec = (mode: string) => stdioSpec(fixture("misbehave.js"), [mode], { protocol: "auto" });
    // Half of it is waited for an answer that never comes.
    const silent = { ...spec("ignores-unknown"), startupTimeoutMs: 8_000 };
    for (const one of [spec("exits-on-unknown"), silent]) {
      const server = await launch(one);
      expect((await server.connect()).identity.protocol).toBe("2025-11-25");
      expect(server.isSecond).toBe(true);
    }
  });

  test("fails with the error of its own line when it does not work at all", async () => {
    const error = await launchError(stdioSpec(fixture("misbehave.js"), ["exit-7"], { protocol: "auto" }));
    expect(error.message).toContain("exited with code 7 before the MCP handshake was done");
  });
});

test("stops when it is called off in the middle of asking", async () => {
  const controller = new AbortController();
  const spec = stdioSpec(fixture("misbehave.js"), ["never-answers"], { protocol });
  const launching = launchError(spec, { signal: controller.signal });
  controller.abort(new Error("cancelled by the user"));
  expect((await launching).message).toBe("cancelled by the user");
});

test("closes its connection when it is called off before a server at an address has answered", async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const controller = new AbortController();
  const server = createServer(({ socket }) => {
    socket.once("close", close);
    controller.abort(new Error("cancelled by the user"));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const { command: _none, ...spec } = httpSpec("", [], { protocol, url, startupTimeoutMs: 3_600_000 });
  expect((await launchError(spec, { signal: controller.signal })).message).toBe("cancelled by the user");
  await closed;
});

test.each([protocol, "auto"])(
  "ends in time when nothing is answered, and names all of that time: %s",
  async (asked) => {
    const spec = stdioSpec(fixture("misbehave.js"), ["never-answers"], { protocol: asked, startupTimeoutMs: 300 });
    expect((await launchError(spec)).message).toContain(
      `did not answer the MCP handshake within ${patienceMs(spec)} ms`,
    );
  },
);
