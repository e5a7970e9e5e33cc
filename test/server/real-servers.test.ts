import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { childEnvironment } from "../../src/base/host/environment.ts";
import { compileCache } from "../support/compile-cache.ts";
import {
  call,
  everything,
  filesystem,
  httpSpec,
  launch,
  leftOf,
  request,
  stdioSpec,
  textOf,
  toolNames,
} from "./support.ts";

const transports = [
  ["stdio", stdioSpec(everything, ["stdio"])],
  [
    "streamable HTTP",
    httpSpec(everything, ["streamableHttp"], {
      env: childEnvironment(process.env, { PORT: "${PORT}", ...compileCache }),
    }),
  ],
] as const;

describe.each(transports)("server-everything over %s", (_name, spec) => {
  test("does the handshake and serves the wire on one session", async () => {
    const server = await launch(spec);
    const session = await server.connect();
    expect(session.identity).toMatchObject({ name: "mcp-servers/everything", protocol: "2025-11-25" });
    expect(session.handshakeMs).toBeLessThan(server.readyMs() ?? 0);
    expect(await toolNames(session)).toContain("echo");
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call(session, { message: `"id":${i}}` }, "echo")),
    );
    expect(replies.map(textOf)).toEqual(Array.from({ length: 20 }, (_, i) => `Echo: "id":${i}}`));
    expect(textOf(await request(session, "ping"))).toMatchObject({ result: {} });
    expect(textOf(await request(session, "no/such"))).toMatchObject({ error: { code: -32601 } });
    expect(await call(session, {}, "echo")).toMatchObject({ reply: { result: { isError: true } } });
    expect(session.warnings()).toEqual([]);
    await server.stop();
    expect(leftOf(server.pid ?? 0)).toEqual([]);
  });
});

test("server-everything over HTTP gives every session its own id", async () => {
  const server = await launch(transports[1][1]);
  const sessions = await Promise.all([server.connect(), server.connect(), server.connect()]);
  const replies = await Promise.all(sessions.map((session) => call(session, { message: "hi" }, "echo")));
  expect(replies.map(textOf)).toEqual(["Echo: hi", "Echo: hi", "Echo: hi"]);
  await sessions[0]?.close();
  expect(await call(sessions[0] ?? (await server.connect()), {}, "echo")).toHaveProperty("failure");
  expect(textOf(await call(sessions[1] ?? (await server.connect()), { message: "hi" }, "echo"))).toBe("Echo: hi");
});

test("a stdio server gives its one session each time", async () => {
  const server = await launch(transports[0][1]);
  expect(await server.connect()).toBe(await server.connect());
});

test("server-filesystem reads a file of 8 MB", async () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "big.txt");
  const content = "0123456789abcdef".repeat(2 ** 19);
  writeFileSync(path, content);
  const session = await (await launch(stdioSpec(filesystem, [folder]))).connect();
  expect(textOf(await call(session, { path }, "read_text_file"))).toBe(content);
});
