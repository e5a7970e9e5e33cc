import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../src/server/process/port.ts";
import { findTool } from "../support/tool.ts";
import { testStudy } from "./study.ts";

const run = promisify(execFile);
const isBuilt = findTool("cmake") !== undefined && findTool("c++") !== undefined;
const folder = "node_modules/.cache/mcp-bench/cpp-server";

// The study finds it built: compiling it takes seconds.
beforeAll(async () => {
  if (!isBuilt) return;
  const { build } = parse(await readFile("fixtures/studies/galay-mcp/mcp-bench.yml", "utf8")) as { build: string };
  expect(build).toContain(folder);
  await run("sh", ["-c", build]);
}, 300_000);

// Calls of so short a time may take fifty times as long where they wait for a core.
testStudy("galay-mcp", { "defaults.requests": 5000 }, { hasCharts: false });

/** Returns what a program of the build prints for its standard input, line by line. */
async function linesOf(program: string, input: string | Buffer): Promise<string[]> {
  const child = run(path.join(folder, program), { encoding: "utf8" });
  child.child.stdin?.end(input);
  return (await child).stdout.split("\n").slice(0, -1);
}

describe.skipIf(!isBuilt)("the JSON reader and writer of the server in C++", () => {
  const read = [
    "null",
    "true",
    " [ ] ",
    '{"a":{"b":[1,2,{"c":null}]},"":false}',
    "[0,-0,1,-1,12345678901234,0.1,1e3,1E-7,-2.5e+10,123456789.123456789,1.7976931348623157e308,5e-324]",
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00"',
    '"é € 😀 \\u0000 \\u001f"',
    '{"k":1,"k":2}',
    `${"[".repeat(256)}${"]".repeat(256)}`,
  ];

  test("keep every value", async () => {
    const lines = await linesOf("json-lines", `${read.join("\n")}\n`);
    expect(lines.map((line) => JSON.parse(line))).toEqual(read.map((text) => positiveZero(JSON.parse(text))));
  });

  const refused = [
    "",
    "nul",
    "truee",
    "[1,]",
    "[1 2]",
    '{"a":1,}',
    '{"a" 1}',
    "{a:1}",
    "{1:1}",
    '{"a":1',
    "[1",
    '"open',
    '"tab\there"',
    '"\\x"',
    '"\\u12g4"',
    "01",
    "-",
    "1.",
    ".5",
    "+1",
    "1e",
    "1e999",
    "NaN",
    "1 2",
    `${"[".repeat(300)}${"]".repeat(300)}`,
  ];

  test("refuse what is not JSON", async () => {
    for (const text of refused.filter((one) => !/^\[\[|1e999/.test(one)))
      expect(() => JSON.parse(text), text).toThrow();
    const lines = await linesOf("json-lines", `${refused.join("\n")}\n`);
    expect(lines).toHaveLength(refused.length);
    expect(lines.filter((line) => !line.startsWith("error: "))).toEqual([]);
  });

  test("refuse bytes that are not UTF-8, and replace half a surrogate pair", async () => {
    const broken = [[0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff]];
    const quoted = broken.map((bytes) => Buffer.from([0x22, ...bytes, 0x22, 0x0a]));
    const lines = await linesOf("json-lines", Buffer.concat([...quoted, Buffer.from('"\\ud83d x \\ude00"\n')]));
    expect(lines.slice(0, -1).map((line) => line.replace(/ at .*/, ""))).toEqual(broken.map(() => "error: not UTF-8"));
    expect(lines.at(-1)).toBe('"\ufffd x \ufffd"');
  });
});

/** JSON text has no use for the sign of zero. */
function positiveZero(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => (item === 0 ? 0 : item)) : value;
}

const request = (id: unknown, method: string, params: object = {}) => ({ jsonrpc: "2.0", id, method, params });
const add = (id: unknown, a: unknown, b: unknown) => request(id, "tools/call", { name: "add", arguments: { a, b } });

describe.skipIf(!isBuilt)("the server in C++", () => {
  async function answers(...messages: unknown[]): Promise<unknown[]> {
    const lines = await linesOf("cpp-mcp-server", messages.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return lines.map((line) => JSON.parse(line));
  }
  const text = (value: string) => ({ content: [{ type: "text", text: value }] });

  test("adds, reads and lists", async () => {
    const found = await answers(
      add(1, 2, 0.5),
      request("r", "resources/read", { uri: "file:///readme.md" }),
      ...["tools", "resources", "prompts"].map((what) => request(what, `${what}/list`)),
      request(5, "ping"),
    );
    expect(found).toMatchObject([
      { id: 1, result: text("2.5") },
      { id: "r", result: { contents: [{ uri: "file:///readme.md", mimeType: "text/markdown" }] } },
      { result: { tools: [{ name: "add", inputSchema: { type: "object", required: ["a", "b"] } }] } },
      { result: { resources: [{ uri: "file:///readme.md" }] } },
      { result: { prompts: [{ name: "greet", arguments: [{ name: "name", required: true }] }] } },
      { id: 5, result: {} },
    ]);
  });

  test("says what is wrong, in the terms of the protocol", async () => {
    const found = await answers(
      add(1, "2", 3),
      request(2, "tools/call", { name: "subtract" }),
      request(3, "resources/read", { uri: "file:///none" }),
      request(4, "no/such"),
      [request(5, "ping")],
      { jsonrpc: "2.0", method: "notifications/initialized" },
    );
    expect(found).toMatchObject([
      { id: 1, result: { isError: true } },
      { id: 2, error: { code: -32602 } },
      { id: 3, error: { code: -32002 } },
      { id: 4, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test("answers over HTTP, several on one connection, and closes the door to pages of other sites", async () => {
    const port = await freePort();
    const child = spawn(path.join(folder, "cpp-mcp-server"), ["--http", String(port)], { stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      const url = `http://127.0.0.1:${port}/mcp`;
      const post = (body: unknown, headers = {}) =>
        fetch(url, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", ...headers },
        });
      await untilListening(port);
      const sums = await Promise.all(Array.from({ length: 20 }, async (_, n) => (await post(add(n, n, n))).json()));
      expect(sums).toMatchObject(sums.map((_, n) => ({ id: n, result: text(String(2 * n)) })));
      expect((await post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
      expect((await post(request(1, "ping"), { origin: "https://example.test" })).status).toBe(403);
      expect((await post(request(1, "ping"), { origin: `http://127.0.0.1:${port}` })).status).toBe(200);
      expect((await fetch(url)).status).toBe(405);
      expect((await fetch(url.replace("/mcp", "/other"), { method: "POST" })).status).toBe(404);
      // Two requests in one packet, the second cut in the middle of its body.
      const body = JSON.stringify(request(7, "ping"));
      const one = `POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      expect(await exchange(port, [`${one}${one.slice(0, -5)}`, one.slice(-5)], 2)).toBe(2);
      expect(await exchange(port, ["nonsense\r\n\r\n"], 1, 400)).toBe(1);
    } finally {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  });
});

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
}

/** Sends pieces over one connection and counts the replies with a status until there are `wanted`, or it closes. */
function exchange(port: number, pieces: readonly string[], wanted: number, status = 200): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = "";
    const count = () => received.split(`HTTP/1.1 ${status} `).length - 1;
    const socket = connect(port, "127.0.0.1", () => {
      socket.setNoDelay(true);
      socket.write(pieces[0] ?? "");
    });
    let sent = 1;
    socket.on("data", (chunk) => {
      received += chunk;
      const next = pieces[sent++];
      if (next !== undefined) socket.write(next);
      else if (count() >= wanted) socket.destroy();
    });
    socket.on("close", () => resolve(count())).on("error", reject);
  });
}
