import { getEventListeners } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { ServerError } from "../../../src/errors.ts";
import { requestOnce } from "../../../src/measure/load/request-once.ts";
import { spawnServer } from "../../../src/server/process/process.ts";
import { openByInitialize } from "../../../src/server/protocol/handshake.ts";
import type { Frame, Session } from "../../../src/server/protocol/session.ts";
import { StdioConnection } from "../../../src/server/stdio/stdio.ts";
import { temporaryFolder } from "../../support/folder.ts";
import {
  call,
  fixture,
  launch,
  launchError,
  leftOf,
  request,
  settled,
  stdioSpec,
  textOf,
  toolNames,
} from "../support.ts";

async function open(mode: string, argument = ""): Promise<Session> {
  const server = await launch(stdioSpec(fixture("misbehave.js"), [mode, argument]));
  return server.connect();
}

describe("a handshake over stdio that fails", () => {
  // The first three wait for their time limit.
  test.concurrent("ends in time when the server never answers", async () => {
    const error = await launchError(stdioSpec(fixture("misbehave.js"), ["never-answers"], { startupTimeoutMs: 500 }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain("did not answer the MCP handshake within 500 ms");
    expect(error.message).toContain("one over HTTP needs `server.url`");
    expect(error.message).toContain("server.startup_timeout");
  });

  test.concurrent("shows a line that was begun and never ended", async () => {
    const args = ["-c", `printf '{"jsonrpc": "2.0", "id"'; cat >/dev/null`];
    const error = await launchError(stdioSpec("", [], { command: "sh", args, startupTimeoutMs: 4_000 }));
    expect(error.message).toContain('it began a line without ending it: "{\\"jsonrpc');
  });

  test.concurrent("shows what a server says instead of JSON", async () => {
    const args = ["-c", "echo Server ready; cat >/dev/null"];
    const error = await launchError(stdioSpec("", [], { command: "sh", args, startupTimeoutMs: 4_000 }));
    expect(error.message).toContain("not JSON-RPC");
    expect(error.message).toContain("Server ready");
  });

  test("names the program that is not there, else what a server gets of the environment", async () => {
    const missing = await launchError(stdioSpec("dist/never-built.js"));
    expect(missing.message).toContain(`dist/never-built.js does not exist in ${process.cwd()}/: let \`build\``);
    const ended = await launchError(stdioSpec("--version"));
    expect(ended.message).toContain("only what `server.env` names");
  });

  test.each([
    ["in the image of a container", "docker", ["run", "image", "python", "server.py"]],
    ["at an address", "deno", ["run", "https://host/server.ts"]],
    ["in a list of paths", "java", ["-cp", "target/app.jar:lib/sdk.jar", "Main"]],
  ])("misses no file %s", async (_, name, args) => {
    using folder = temporaryFolder();
    const command = join(folder.path, name);
    writeFileSync(command, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const { message } = await launchError(stdioSpec("", [], { command, args }));
    expect(message).not.toContain("does not exist");
    expect(message).toContain("only what `server.env` names");
  });

  test("says in one line what is wrong with the first reply", async () => {
    const error = await launchError(stdioSpec(fixture("misbehave.js"), ["empty-initialize"]));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toMatch(/failed: its reply is malformed: protocolVersion: .+\n {2}fix: check/);
  });

  const hostile = (file: string, ...args: string[]) => stdioSpec(fixture(`hostile/stdio/${file}.js`), args);

  test.each([
    ["no-version", 'the reply is no JSON-RPC 2.0: it has no "jsonrpc": "2.0"'],
    ["result-and-error", "the reply has a result and an error"],
    ["null-result", "the reply has a result that is no object"],
    ["error-without-code", "the reply has an error without a whole number as `code`"],
    ["closes-stdout", "failed: the server closed its stdout but is still running"],
  ])("says at once what is wrong with the answer: %s", async (mode, message) => {
    const error = await launchError({ ...hostile("handshake", mode), shutdownTimeoutMs: 200 });
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain(message);
  });

  test("ends when the server asks without end and never reads the answers", async () => {
    const error = await launchError({ ...hostile("floods", "pings"), shutdownTimeoutMs: 200 });
    expect(error.message).toContain("failed: the server asks and does not read the answers: 1024 KiB of them wait");
  });

  test.each(["blank-lines", "logs", "empty"])("ends in time in a flood of %s", async (mode) => {
    const error = await launchError({ ...hostile("floods", mode), startupTimeoutMs: 500, shutdownTimeoutMs: 200 });
    expect(error.message).toContain("did not answer the MCP handshake within 500 ms");
  });

  test("stops when it is called off", async () => {
    const controller = new AbortController();
    const launching = launchError(stdioSpec(fixture("misbehave.js"), ["never-answers"]), { signal: controller.signal });
    controller.abort(new Error("cancelled by the user"));
    expect((await launching).message).toBe("cancelled by the user");
  });

  test("refuses a protocol revision nobody knows", async () => {
    const error = await launchError(stdioSpec(fixture("misbehave.js"), ["ok"], { protocol: "1999-01-01" }));
    expect(error.message).toContain("expected: auto, 2026-07-28, 2025-11-25");
  });
});

test("leaves nothing on the signal that could call it off: thousands of sessions share one", async () => {
  const { signal } = new AbortController();
  const server = await launch(stdioSpec(fixture("misbehave.js"), ["ok"]), { signal });
  await (await server.connect()).close();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("says when the server speaks another protocol revision than the one asked for", async () => {
  const spec = stdioSpec(fixture("misbehave.js"), ["old-protocol"]);
  expect((await (await launch({ ...spec, protocol: "auto" })).connect()).identity.protocol).toBe("2024-11-05");
  const error = await launchError({ ...spec, protocol: "2025-03-26" });
  expect(error.message).toContain("the server speaks protocol 2024-11-05, not 2025-03-26");
});

test("speaks the protocol revision asked for", async () => {
  const server = await launch(stdioSpec(fixture("misbehave.js"), ["ok"], { protocol: "2025-03-26" }));
  expect((await server.connect()).identity).toEqual({ name: "misbehave", version: "1.2.3", protocol: "2025-03-26" });
});

test("a session begins with initialize and says that it is initialized, before anything is asked", async () => {
  const told = "process.stdin.on('data', (chunk) => process.stderr.write(chunk)); ";
  const script = `${told}process.argv[2] = 'ok'; import(${JSON.stringify(fixture("misbehave.js"))})`;
  const server = await launch(stdioSpec("-e", [script]));
  await request(await server.connect(), "ping");
  const methods = () => [...server.stderrTail().matchAll(/"method":"([^"]+)"/g)].map(([, method]) => method);
  // The reply may overtake what the server writes to its other pipe.
  await expect.poll(methods).toEqual(["initialize", "notifications/initialized", "ping"]);
});

describe("the wire over stdio", () => {
  test("tolerates lines that are not JSON and reports them", async () => {
    const session = await open("garbage");
    expect(textOf(await call(session, { text: "fine" }))).toBe("fine");
    expect(session.warnings()).toEqual([expect.stringContaining("2 messages that are not JSON-RPC")]);
    expect(session.warnings()[0]).toContain('"Listening...", "{not json"');
  });

  test("has nothing to report on a sound server", async () => {
    const session = await open("ok");
    expect(textOf(await call(session, { text: "fine" }))).toBe("fine");
    expect(session.warnings()).toEqual([]);
  });

  test("passes over messages nested too deep and reports them", async () => {
    const session = await open("deep");
    expect(textOf(await call(session, { text: "fine" }))).toBe("fine");
    expect(session.warnings()).toEqual(["2 messages nested deeper than 1000 levels, passed over"]);
  });

  test("does not take a broken line for the reply it begins like", async () => {
    const session = await open("garbage-reply");
    expect(textOf(await call(session))).toBe("after all");
    expect(session.warnings()).toEqual([expect.stringContaining("1 message that is not JSON-RPC")]);
  });

  test("waits on a half line; what it is glued to later is no JSON for the caller to reject", async () => {
    const session = await open("half-line");
    const frame = session.wire.encode("tools/call", { name: "call" });
    const half = new Promise<string>((resolve) => {
      const onReply = (_id: number, body: Uint8Array) => resolve(Buffer.from(body).toString());
      session.wire.send(frame, { onReply, onFailure: (_id, failure) => resolve(failure.message) });
    });
    expect(await settled(half, 100)).toBe("pending");
    const lost = request(session, "ping");
    const glued = await half;
    expect(() => JSON.parse(glued)).toThrow(SyntaxError);
    expect(await settled(lost, 50)).toBe("pending");
    expect(textOf(await request(session, "ping"))).toEqual({ jsonrpc: "2.0", id: frame.id + 2, result: {} });
  });

  test("drops the reply to a request that was given up", async () => {
    const session = await open("swapped-ids");
    const frame = session.wire.encode("tools/call", { name: "call" });
    const outcomes: string[] = [];
    session.wire.send(frame, { onReply: () => outcomes.push("reply"), onFailure: () => outcomes.push("failure") });
    session.wire.abandon(frame.id);
    expect(textOf(await call(session))).toBe("first call");
    await request(session, "ping");
    expect(outcomes).toEqual([]);
    expect(session.warnings()).toEqual([expect.stringMatching(/^1 reply came up to \d+ ms after cancellation/)]);
  });

  test("says that a server broke off in the middle of a line", async () => {
    const session = await open("half-line-then-exit");
    expect(await call(session)).toMatchObject({
      failure: { kind: "disconnected", message: "the server exited with code 1 in the middle of a line" },
    });
  });

  test("ignores and counts a reply to a request never made", async () => {
    const session = await open("unknown-id");
    const calling = call(session);
    await expect.poll(() => session.warnings()).toEqual(["1 reply to requests never made"]);
    expect(await settled(calling, 0)).toBe("pending");
  });

  test("takes no reply for that to a request which leaves only after it", async () => {
    const session = await open("answers-ahead");
    const [first, second] = [0, 1].map(() => session.wire.encode("tools/call", { name: "call" })) as [Frame, Frame];
    const replies: { id: number; sentAt: number; at: number }[] = [];
    const hasBoth = new Promise<void>((resolve) => {
      const send = (frame: Frame) => {
        const sentAt = systemClock.now();
        session.wire.send(frame, { onReply: (id, _body, at) => onReply({ id, sentAt, at }), onFailure: () => {} });
      };
      const onReply = (reply: (typeof replies)[number]) => {
        if (replies.push(reply) === 1) send(second);
        else resolve();
      };
      send(first);
    });
    await hasBoth;
    expect(replies.map(({ id }) => id)).toEqual([first.id, second.id]);
    for (const { sentAt, at } of replies) expect(at).toBeGreaterThan(sentAt);
    expect(session.warnings()).toEqual(["2 replies to requests never made"]);
  });

  test("does not send what is given up while a chunk is read", async () => {
    const session = await open("swapped-ids");
    const sent = [0, 1, 2].map(() => session.wire.encode("tools/call", { name: "call" }));
    const [held, answered, dropped] = sent as [Frame, Frame, Frame];
    const nothing = { onReply: () => {}, onFailure: () => {} };
    const done = new Promise<void>((resolve) => {
      const onReply = () => {
        session.wire.send(dropped, nothing);
        session.wire.abandon(dropped.id);
        resolve();
      };
      session.wire.send(held, nothing);
      session.wire.send(answered, { onReply, onFailure: () => {} });
    });
    await done;
    expect(await settled(call(session), 100)).toBe("pending");
    expect(session.warnings()).toEqual([]);
  });

  test("takes the first of two replies", async () => {
    const session = await open("duplicate-id");
    expect(textOf(await call(session))).toBe("first");
    await request(session, "ping");
    expect(session.warnings()).toEqual(["1 reply to requests already answered"]);
  });

  test("gives each reply to the request whose id it carries", async () => {
    const session = await open("swapped-ids");
    expect((await Promise.all([call(session), call(session)])).map(textOf)).toEqual(["second call", "first call"]);
  });

  test("does not take an id written as text for the number it was sent as", async () => {
    const session = await open("string-id");
    expect(await call(session)).toMatchObject({ failure: { kind: "malformed" } });
  });

  test("reports a reply to nobody and goes on", async () => {
    const session = await open("null-id");
    expect(textOf(await call(session))).toBe("after all");
    expect(session.warnings()).toEqual(["1 reply with an id that was never sent"]);
  });

  test("ends a request at once whose reply says neither result nor error", async () => {
    const session = await open("neither-result-nor-error");
    const options = { clock: systemClock, signal: new AbortController().signal, timeoutMs: 600_000 };
    const asking = requestOnce(session.wire, { method: "tools/call", params: { name: "call" } }, options);
    await expect(asking).rejects.toThrow("malformed: not a JSON-RPC response");
    expect(session.warnings()).toEqual([]);
  });

  test("reads a line of 100 MB", async () => {
    const session = await open("long-line", String(100 * 2 ** 20));
    expect(textOf(await call(session))).toHaveLength(100 * 2 ** 20);
  });

  test("ends what waits when a line exceeds the cap, and goes on behind it", async () => {
    const spec = stdioSpec(fixture("misbehave.js"), ["long-line", String(2 ** 20)]);
    const { command = "" } = spec;
    const server = await spawnServer({ ...spec, command, endsOn: "stdin" }, systemClock);
    onTestFinished(async () => void (await server.stop()));
    const connection = new StdioConnection(server, { clock: systemClock, maxFrameBytes: 100_000 });
    const session = await openByInitialize(connection, {
      clock: systemClock,
      timeoutMs: 20_000,
      protocol: "auto",
      answers: {},
    });
    const message = "the server wrote a line of more than 100000 bytes";
    expect(textOf(await call(session))).toEqual({ kind: "malformed", message });
    expect(await request(session, "ping")).toHaveProperty("reply.result");
  });

  test("is not blocked by a server that floods stderr", async () => {
    const server = await launch(stdioSpec(fixture("misbehave.js"), ["flood-stderr"]));
    expect(textOf(await call(await server.connect(), { text: "fine" }))).toBe("fine");
    expect(server.stderrTail().length).toBeGreaterThan(1000);
    expect(server.stderrTail().length).toBeLessThanOrEqual(16 * 1024);
  });

  test("fails everything in flight, and everything after, when the server dies", async () => {
    const session = await open("dies-after", "1");
    expect(textOf(await call(session))).toBe("alive");
    const failure = { kind: "disconnected", message: "the server exited with code 9" };
    expect((await Promise.all([call(session), call(session)])).map(textOf)).toEqual([failure, failure]);
    expect(textOf(await call(session))).toEqual(failure);
  });

  test("one call that hangs does not hold up the others", async () => {
    const session = await open("hangs");
    expect(textOf(await call(session))).toBe("quick");
    expect(await settled(call(session), 50)).toBe("pending");
    expect(textOf(await call(session))).toBe("quick");
  });

  test("fails what is in flight when the server closes stdout but lives", async () => {
    const server = await launch(stdioSpec(fixture("misbehave.js"), ["closes-stdout"], { shutdownTimeoutMs: 200 }));
    const failure = { kind: "disconnected", message: "the server closed its stdout but is still running" };
    expect(textOf(await call(await server.connect()))).toEqual(failure);
    expect(leftOf(server.pid ?? 0)).toEqual([server.pid]);
    await server.stop();
    expect(leftOf(server.pid ?? 0)).toEqual([]);
  });

  test("answers the server's ping and declines what it has not declared", async () => {
    const session = await open("asks-client");
    expect(JSON.parse(String(textOf(await call(session))))).toEqual([
      ["q-ping", "answered"],
      ["q-roots/list", -32601],
      ["q-sampling/createMessage", -32601],
      ["q-elicitation/create", -32601],
    ]);
  });

  test("shows a changed list of tools on the same session", async () => {
    const session = await open("changes-tools");
    expect(await toolNames(session)).toHaveLength(1);
    expect(textOf(await call(session))).toBe("changed");
    expect(await toolNames(session)).toHaveLength(2);
    expect(session.warnings()).toEqual([]);
  });

  test("hands errors over as the replies they are", async () => {
    const rpc = await call(await open("rpc-error"));
    expect(rpc).toMatchObject({ reply: { error: { code: -32602, message: "no such thing" } } });
    const tool = await call(await open("tool-error"));
    expect(tool).toMatchObject({ reply: { result: { isError: true } } });
  });

  test("fails what is in flight when the session is closed, and later requests without recursion", async () => {
    const session = await open("hangs");
    await call(session);
    const hanging = call(session);
    await session.close();
    const closed = { kind: "disconnected", message: "the session was closed" };
    expect(textOf(await hanging)).toEqual(closed);
    let left = 20_000;
    const last = await new Promise((resolve) => {
      const again = (_id: number, failure: unknown) => {
        if (left-- > 0) session.wire.send(session.wire.encode("ping"), { onReply: () => {}, onFailure: again });
        else resolve(failure);
      };
      again(0, undefined);
    });
    expect(last).toEqual(closed);
  });
});
