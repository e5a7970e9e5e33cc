import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { callTools, lookAround, tryConfiguration, waitText } from "../../src/init/look.ts";
import { temporaryFolder } from "../support/folder.ts";

const server = `process.stderr.write(process.env.KEY, () => process.exit(1))`;
const config = { server: { command: process.execPath, args: ["-e", server], env: { KEY: "${SECRET}" } } };
const look = {
  directory: process.cwd(),
  environment: { SECRET: "hunter2hunter2" },
  passEnv: ["SECRET"],
  signal: new AbortController().signal,
};

test("a server that ends with a secret on its lips is quoted without it", async () => {
  const loaded = parseConfig(JSON.stringify(config), "bench.yml");
  const looks = [
    () => tryConfiguration(loaded, { ...look, warn: () => {} }),
    () => callTools(loaded, { ...look, call: [], warn: () => {} }),
  ];
  for (const start of looks) {
    const { message } = (await start().catch((error: unknown) => error)) as Error;
    expect(message).toContain("***");
    expect(message).not.toContain("hunter2");
  }
});

test("a tool that answers with a secret is quoted without it", async () => {
  const failing = `const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") answer(id, { tools: [{ name: "t", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] });
  else if (method === "tools/call") answer(id, { isError: true, content: [{ type: "text", text: "GET /?key=" + process.env.KEY }] });
  else if (id !== undefined) answer(id, {});
});`;
  const loaded = parseConfig(JSON.stringify({ server: { ...config.server, args: ["-e", failing] } }), "bench.yml");
  const { tools } = await callTools(loaded, { ...look, call: [], warn: () => {} });
  expect(tools).toMatchObject([{ outcome: { kind: "failed", reason: expect.stringContaining("key=***") } }]);
});

test("arguments that are no paths, and places that lead nowhere, are passed over", () => {
  using folder = temporaryFolder();
  symlinkSync("a-circle", path.join(folder.path, "a-circle"));
  writeFileSync(path.join(folder.path, "b.txt"), "text");
  const script = "process.stdin.resume();".repeat(100);
  expect(lookAround(folder.path, ["-e", script])).toEqual({ folders: ["."], files: ["b.txt"] });
});

test.each([
  ["server: node x", "starting the server of c.yml: it has 45 s to answer"],
  [
    "server: { url: 'http://127.0.0.1:1/mcp', startup_timeout: 5s }",
    "asking the server of c.yml: it has 7.5 s to answer",
  ],
  ["server: { command: node, protocol: '2025-11-25' }", "starting the server of c.yml: it has 30 s to answer"],
])("what is waited for is told before: %s", (text, told) => {
  expect(waitText(parseConfig(text, "c.yml"))).toBe(told);
  expect(waitText(parseConfig(text, "c.yml"), ".mcp.json: one")).toBe(told.replace("c.yml", ".mcp.json: one"));
});
