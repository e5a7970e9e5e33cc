import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { summarise } from "../../src/metrics/summarise.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/git-run.ts";
import { httpEchoServer } from "../support/http-echo-server.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const count = 3;
const secondsAhead = 8;

test("three processes make one schedule of calls between them, and their sum is that of the whole load", async () => {
  await using server = await httpEchoServer();
  writeFileSync(
    path.join(folder.path, "mcp-bench.yml"),
    `version: 1
server: { url: "${server.url}", transport: streamable-http, protocol: "2025-11-25" }
benchmarks:
  - { name: rate, tool: echo, arguments: { text: "r{{seq}}." }, expect: { text: "r{{seq}}." }, rate: 300/s, duration: 1s, timeout: 1s, warmup: 6 }
  - { name: sessions, tool: echo, arguments: { text: "s{{session}}." }, sessions: 6, concurrency: 6, duration: 1s, timeout: 1s, warmup: 0 }
`,
  );
  const startAt = new Date(Date.now() + 1000 * secondsAhead).toISOString();
  const files = Array.from({ length: count }, (_, at) => `generator-${at + 1}.json`);
  const ended = await Promise.all(
    files.map((file, at) =>
      cli(
        ["run", "--generator", `${at + 1}/${count}`, "--start-at", startAt, "--rounds", "1", "--json", file],
        folder.path,
      ),
    ),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr.match(/^error.*/im)?.[0]])).toEqual(
    files.map(() => [0, undefined]),
  );

  const calls = (letter: string) => server.calls.filter(({ text }) => text.startsWith(letter));
  const numbers = calls("r").map(({ text }) => text);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 306 }, (_, seq) => `r${seq}.`)));
  expect(new Set(calls("s").map(({ text }) => text)).size).toBe(6);

  const merged = await cli(["merge", ...files, "--output", "record.json"], folder.path);
  expect(merged).toMatchObject({ code: 0 });
  const record = readRecord(JSON.parse(readFileSync(path.join(folder.path, "record.json"), "utf8")), "record.json");
  const [rate, sessions] = summarise(record, "head").rows;
  expect(rate).toMatchObject({ row: "rate", attempted: 300, ok: 300 });
  expect(sessions?.attempted).toBe(calls("s").length);
  expect(record.generators).toMatchObject({ kind: "all", count, startAt });
  const [block] = record.rounds[0]?.launches[0]?.measurements[0]?.blocks ?? [];
  expect(block?.wallMs).toBeGreaterThanOrEqual(1000);

  expect(await cli(["report", "record.json"], folder.path)).toMatchObject({ code: 0 });
  const [missing, alone] = await Promise.all([
    cli(["merge", ...files.slice(1)], folder.path),
    cli(["report", files[0] ?? ""], folder.path),
  ]);
  expect(missing).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("of 3 generators 1 is missing"),
  });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("this is what generator 1 of 3 measured") });
}, 60_000);

test.each([
  ["a generator measures a share of the load", ["--start-at", "2999-01-01T00:00:00Z"]],
  [
    "the start of all generators, 2020-01-01T00:00:00Z, was",
    ["--start-at", "2020-01-01T00:00:00Z", "--json", "a.json"],
  ],
])("%s", async (message, words) => {
  await using server = await httpEchoServer();
  writeFileSync(
    path.join(folder.path, "mcp-bench.yml"),
    `version: 1
server: { url: "${server.url}" }
benchmarks: [{ tool: echo, concurrency: 2, duration: 1s }]
`,
  );
  const { code, stderr } = await cli(["run", "--generator", "1/2", "--rounds", "1", ...words], folder.path);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
