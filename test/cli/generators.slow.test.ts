import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { summarise } from "../../src/metrics/summarise.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import { cli } from "../support/cli.ts";
import { sharedFolder } from "../support/folder.ts";
import { httpEchoServer } from "../support/http-echo-server.ts";

const folder = sharedFolder();

const count = 3;

/** The script of a manifest's one container, and what it is given beside what differs from run to run. */
function podOf(file: string): { readonly script: string; readonly env: Readonly<Record<string, string>> } {
  const documents = parseAllDocuments(readFileSync(`workflows/kubernetes/${file}`, "utf8")).map((one) => one.toJS());
  const { command, args, env } = documents.find(({ kind }) => kind === "Job").spec.template.spec.containers[0];
  expect(command).toEqual(["sh", "-euc"]);
  const given = env.map(({ name, value = "" }: { name: string; value?: string }) => [name, value]);
  return { script: args[0], env: Object.fromEntries(given) };
}

/** `npx` is this program. */
async function run({ script, env }: ReturnType<typeof podOf>, more: Record<string, string>): Promise<string> {
  const npx = `npx() { shift 2; "${process.execPath}" "${path.resolve("dist/cli.js")}" "$@"; }`;
  const { stdout } = await promisify(execFile)("sh", ["-euc", `${npx}\n${script}`], {
    cwd: folder,
    env: { ...process.env, ...env, ROUNDS: "1", RESULTS: folder, ...more },
  });
  return stdout;
}

const files = Array.from({ length: count }, (_, at) => `generator-${at + 1}.json`);

/** The commands of the pods, as plain processes: only their image and their volume are not here. Gives what failed. */
async function startAll(startAt: string): Promise<string[]> {
  const pod = podOf("generators.yaml");
  const ended = await Promise.allSettled(
    files.map((_, at) => run(pod, { JOB_COMPLETION_INDEX: String(at), GENERATORS: String(count), START_AT: startAt })),
  );
  return ended.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
}

/** Where the machine was too busy for a generator to be there in time, all begin again, with more time ahead. */
async function startInTime(again: () => void, secondsAhead = 5): Promise<string> {
  const startAt = new Date(Date.now() + 1000 * secondsAhead).toISOString();
  const failures = await startAll(startAt);
  if (failures.length === 0) return startAt;
  for (const one of failures) expect(one).toMatch(/the start of all generators, .* ago|began .* late/);
  expect(secondsAhead, "seconds ahead").toBeLessThan(60);
  again();
  return await startInTime(again, 4 * secondsAhead);
}

test("three processes make one schedule of calls between them, and their sum is that of the whole load", async () => {
  await using server = await httpEchoServer();
  writeFileSync(
    path.join(folder, "mcp-bench.yml"),
    `version: 1
server: { url: "${server.url}", transport: streamable-http, protocol: "2025-11-25" }
benchmarks:
  - { name: rate, tool: echo, arguments: { text: "r{{seq}}." }, expect: { text: "r{{seq}}." }, rate: 300/s, duration: 1s, timeout: 3s, warmup: 6 }
  - { name: sessions, tool: echo, arguments: { text: "s{{session}}." }, sessions: 6, concurrency: 6, duration: 1s, timeout: 1s, warmup: 0 }
`,
  );
  const startAt = await startInTime(() => server.calls.splice(0));

  const calls = (letter: string) => server.calls.filter(({ text }) => text.startsWith(letter));
  const numbers = calls("r").map(({ text }) => text);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 306 }, (_, seq) => `r${seq}.`)));
  expect(new Set(calls("s").map(({ text }) => text)).size).toBe(6);

  expect(await run(podOf("merge.yaml"), {})).toContain("rate");
  const record = readRecord(JSON.parse(readFileSync(path.join(folder, "record.json"), "utf8")), "record.json");
  const [rate, sessions] = summarise(record, "head").rows;
  expect(rate).toMatchObject({ row: "rate", attempted: 300, ok: 300 });
  expect(sessions?.attempted).toBe(calls("s").length);
  expect(record.generators).toMatchObject({ kind: "all", count, startAt });
  const [block] = record.rounds[0]?.launches[0]?.measurements[0]?.blocks ?? [];
  expect(block?.wallMs).toBeGreaterThanOrEqual(1000);

  const [missing, alone] = await Promise.all([
    cli(["merge", ...files.slice(1)], folder),
    cli(["report", files[0] ?? ""], folder),
  ]);
  expect(missing).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("of 3 generators 1 is missing"),
  });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("this is what generator 1 of 3 measured") });
});

test.each([
  ["a generator measures a share of the load", ["--start-at", "2999-01-01T00:00:00Z"]],
  [
    "the start of all generators, 2020-01-01T00:00:00Z, was",
    ["--start-at", "2020-01-01T00:00:00Z", "--json", "a.json"],
  ],
])("%s", async (message, words) => {
  await using server = await httpEchoServer();
  writeFileSync(
    path.join(folder, "mcp-bench.yml"),
    `version: 1
server: { url: "${server.url}" }
benchmarks: [{ tool: echo, concurrency: 2, duration: 1s }]
`,
  );
  const { code, stderr } = await cli(["run", "--generator", "1/2", "--rounds", "1", ...words], folder);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
