import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { warningTexts } from "../../support/warnings.ts";
import { loggingOver, reportOf, runConfig, summaryOf } from "../run-config.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "mcp-bench-logs-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const load = `
defaults: { requests: 20, warmup: 5, rounds: 2, leak_check: 0 }
benchmarks:
  - { tool: decide, concurrency: 2 }
  - { method: tools/list }
`;

describe.each([
  ["stderr over stdio", loggingOver.stdio(), "stderr"],
  ["stderr over HTTP", loggingOver.http, "stderr"],
  ["a file", loggingOver.stdio("--log", "server.log"), "{ file: server.log }"],
])("numbers the server writes to %s", (_, server, from) => {
  test("are those of the calls that were measured", async () => {
    const record = await runConfig(
      `server: ${server}
server_metrics: [{ from: ${from}, fields: [policy_eval_ms, memory.peak_bytes], where: { event: decision } }]${load}`,
      { directory: folder() },
    );
    const [decide, list] = reportOf(record).head.rows;
    const [evaluation, peak] = decide?.serverMetrics ?? [];
    // Five calls warm up; two rounds of twenty count on from there, and the line of the start is in neither.
    expect(evaluation).toMatchObject({
      field: "policy_eval_ms",
      lines: 40,
      calls: 40,
      values: { count: 40, min: 6, max: 25, mean: 15.5, p50: 15.5 },
    });
    expect(peak?.values).toMatchObject({ min: 6000, max: 25_000 });
    expect(list?.serverMetrics).toEqual([
      { field: "policy_eval_ms", lines: 0, calls: 40 },
      { field: "memory.peak_bytes", lines: 0, calls: 40 },
    ]);
    expect(warningTexts(record)).toEqual([]);
    const summary = summaryOf(record);
    expect(summary).toContain("Server-side metrics (2 fields)");
    expect(summary).toContain("40 / 40");
    expect(summary.match(/policy\\?_eval\\?_ms/g)).toHaveLength(1);
  });
});

test("a field that no line holds is told, once", async () => {
  const record = await runConfig(
    `server: ${loggingOver.stdio()}
server_metrics: [{ from: stderr, fields: [policy_eval, policy_eval_ms] }, { from: stderr, fields: [nothing], where: { event: other } }]${load}`,
  );
  expect(warningTexts(record)).toEqual([
    expect.stringContaining("policy_eval was never read as a number, none of 40 matching lines on stderr holds it"),
    expect.stringContaining("nothing was never read as a number, no line on stderr matched"),
  ]);
});

test("a link that leads out of the working directory is refused", async () => {
  const directory = folder();
  mkdirSync(join(directory, "inside"));
  writeFileSync(join(directory, "secret"), "{}\n");
  symlinkSync(join(directory, "secret"), join(directory, "inside/server.log"));
  const text = `server: ${loggingOver.stdio()}\nserver_metrics: [{ from: { file: server.log }, fields: [a] }]${load}`;
  await expect(runConfig(text, { directory: join(directory, "inside") })).rejects.toThrow(
    "the log of the server lies outside of its working directory",
  );
  expect(readFileSync(join(directory, "secret"), "utf8")).toBe("{}\n");
});

test("a variant may have a log of its own", async () => {
  const record = await runConfig(`
server: ${loggingOver.stdio()}
variants: { direct: {}, proxied: { reference: direct } }
server_metrics: [{ from: stderr, fields: [policy_eval_ms], variant: proxied, name: proxy }]
${load}`);
  const rows = reportOf(record).head.rows.filter(({ row }) => row.startsWith("decide"));
  expect(rows.map(({ serverMetrics }) => serverMetrics?.map(({ field }) => field))).toEqual([
    undefined,
    ["proxy: policy_eval_ms"],
  ]);
});

describe("the configuration", () => {
  const parse = (entries: string) => parseConfig(`server: node x.js\nserver_metrics: ${entries}\n`, "c.yml");

  test.each([
    ["[{ from: { file: ../x.log }, fields: [a] }]", "not a path inside the server's working directory"],
    ["[{ from: { file: /etc/passwd }, fields: [a] }]", "not a path inside the server's working directory"],
    ["[{ from: stdout, fields: [a] }]", "stderr"],
    ["[{ from: stderr, fields: [] }]", "names no field"],
    ["[{ from: stderr, fields: [a], variant: proxied }]", 'there is no variant "proxied"'],
    ["[{ from: stderr, fields: [a] }, { from: stderr, fields: [a], where: { b: c } }]", '"a" is listed twice'],
  ])("is refused: %s", (entries, message) => {
    expect(() => parse(entries)).toThrow(message);
  });

  test("is taken: one field of two kinds of lines, told apart by name", () => {
    expect(() => parse("[{ from: stderr, fields: [a] }, { from: stderr, name: b, fields: [a] }]")).not.toThrow();
  });

  test("needs a process for stderr", async () => {
    const text = `server: { url: "http://127.0.0.1:1/mcp" }\nserver_metrics: [{ from: stderr, fields: [a] }]${load}`;
    await expect(runConfig(text)).rejects.toThrow("a server that is reached by URL alone has no stderr to read");
  });
});
