import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../../src/config/parse.ts";
import { cliHere } from "../../support/cli-here.ts";
import { sharedFolder } from "../../support/folder.ts";

const folder = sharedFolder();
const fixture = (name: string) => path.resolve("fixtures/traces", name);

let files = 0;
function written(content: string): string {
  const file = path.join(folder, `${++files}.jsonl`);
  writeFileSync(file, content);
  return file;
}

async function imported(...words: readonly string[]) {
  const { code, stdout, stderr } = await cliHere(["import", "trace", ...words], folder);
  return { code, stderr, text: stdout, benchmarks: parse(stdout)?.benchmarks };
}

const call = (tool: string, more: object = {}) =>
  JSON.stringify({ "mcp.method.name": "tools/call", "gen_ai.tool.name": tool, ...more });

const span = (kind: number, attributes: Record<string, string>, atMs = 0) => ({
  kind,
  name: attributes["mcp.method.name"] ?? "execute_tool",
  traceId: "5b8efff798038103d269b633813fc60c",
  startTimeUnixNano: `${1_795_000_000_000 + atMs}000000`,
  attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
});
const otlp = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

describe("mcp-bench import trace", () => {
  it("reads the spans that a server wrote, and counts no call twice that its client traced too", async () => {
    const { benchmarks } = await imported(fixture("fastmcp-otlp.jsonl"));
    expect(benchmarks[0].mix).toEqual([
      { tool: "search", weight: 3 },
      { method: "tools/list", weight: 3 },
      { tool: "read_note", weight: 3 },
      { resource: "note:///today", weight: 1 },
      { tool: "fail", weight: 1 },
    ]);
    expect(benchmarks[1].steps).toEqual([{ tool: "search" }, { method: "tools/list" }, { tool: "read_note" }]);
  });

  it("takes shares and the rate of the busiest minute of a gateway's log, gzipped", async () => {
    const { benchmarks, stderr } = await imported(fixture("agentgateway.log.gz"));
    expect(benchmarks[0]).toMatchObject({ rate: "3/s", duration: "60s" });
    expect(benchmarks[0].mix).toEqual([
      { tool: "search_notes", weight: 4 },
      { method: "tools/list", weight: 1 },
      { tool: "read_note", weight: 1 },
    ]);
    expect(stderr).toContain("1 of 421 lines");
  });

  it("reads a gateway's log in JSON, where what is missing is a dash", async () => {
    const { benchmarks } = await imported(fixture("envoy-access.jsonl"));
    expect(benchmarks[0].mix).toEqual([
      { tool: "search", weight: 1 },
      { method: "tools/list", weight: 1 },
      { tool: "get", weight: 1 },
    ]);
  });

  it("reads messages of JSON-RPC with their arguments, without credentials, and takes no placeholder literally", async () => {
    const { benchmarks, text } = await imported(fixture("messages.jsonl"));
    expect(benchmarks[0].mix).toContainEqual({
      tool: "search",
      arguments: { query: "bread \\{{seq}}", api_key: "***" },
      weight: 4,
    });
    expect(text).not.toMatch(/k-123456|abcdefgh12345678/);
    expect(text).toContain("4 sets of arguments or URIs held credentials");
  });

  it.each(["fastmcp-otlp.jsonl", "agentgateway.log.gz", "envoy-access.jsonl", "messages.jsonl"])(
    "writes benchmarks of %s that a configuration takes",
    async (name) => {
      const { text } = await imported(fixture(name));
      const { config } = parseConfig(`server: node server.js\n${text}`, "mcp-bench.yml");
      expect(config.benchmarks).toHaveLength(2);
    },
  );

  it("takes spans of clients, by their name where they lack the tool, and those of agents where there are no others", async () => {
    const client = { ...span(3, { "mcp.method.name": "tools/call" }), name: "MCP send tools/call search" };
    expect((await imported(written(otlp(client, client)))).benchmarks[0].tool).toBe("search");
    const agent = span(1, { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get" });
    expect((await imported(written(otlp(agent)))).benchmarks[0].tool).toBe("get");
  });

  it("reads arguments that a span has as JSON, but those of no failed call", async () => {
    const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": "get" };
    const fine = span(2, { ...attributes, "gen_ai.tool.call.arguments": '{"id":1}' });
    const failed = { ...span(2, { ...attributes, "gen_ai.tool.call.arguments": '{"id":2}' }), status: { code: 2 } };
    const { benchmarks, text } = await imported(written(otlp(failed, failed, fine)));
    expect(benchmarks[0].arguments).toEqual({ id: 1 });
    expect(text).toContain("2 calls failed");
  });

  it("takes no rate of a trace that lasts less than five seconds", async () => {
    const brief = (ms: number) =>
      Array.from({ length: 100 }, (_, index) => call("a", { time: 1_795_000_000_000 + (ms * index) / 99 })).join("\n");
    expect((await imported(written(brief(4_900)))).text).toContain("No rate: the trace lasts less than 5 s");
    expect((await imported(written(brief(5_100)))).benchmarks[0]).toMatchObject({ rate: "19/s" });
  });

  it("pools several files", async () => {
    const { benchmarks } = await imported(written(`${call("a")}\n`), written(`${call("b")}\n`));
    expect(benchmarks[0].mix.map(({ tool }: { tool: string }) => tool)).toEqual(["a", "b"]);
  });

  it("writes no rate where the trace has too few calls or no times", async () => {
    const sparse = [0, 600_000, 1_200_000].map((atMs) => call("a", { time: 1_795_000_000_000 + atMs }));
    expect((await imported(written(sparse.join("\n")))).benchmarks[0]).toEqual({ name: "traffic", tool: "a" });
    const { benchmarks, text } = await imported(written([call("a"), call("a")].join("\n")));
    expect(benchmarks[0]).not.toHaveProperty("rate");
    expect(text).toContain("without times");
    expect(text).toContain("No rate: the trace has no times");
  });

  it("keeps the most frequent of many tools and arguments, in bounded memory", async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) =>
      index % 3 === 0
        ? call("often", { arguments: { page: 1 }, "mcp.session.id": `s${index}` })
        : call(`tool ${index % 1_500}`, { arguments: { page: index }, "mcp.session.id": `s${index}` }),
    );
    const { benchmarks, text } = await imported(written(lines.join("\n")));
    expect(benchmarks[0].mix[0]).toMatchObject({ tool: "often", arguments: { page: 1 } });
    expect(benchmarks[0].mix.length).toBeLessThanOrEqual(20);
    expect(text).toContain("Left out");
  });

  it("hides values of --pass-env, and what a name holds stays within its line", async () => {
    process.env.TRACE_TEST_VALUE = "hunter2hunter2";
    try {
      const line = call("evil\n# ::error::x", { arguments: { q: "say hunter2hunter2", hunter2hunter2: 1 } });
      const { benchmarks } = await imported(written(line), "--pass-env", "TRACE_TEST_VALUE");
      const shown = { q: "say ***", "***": 1 };
      expect(benchmarks[0]).toEqual({ name: "traffic", tool: "evil\n# ::error::x", arguments: shown });
      const read = { "mcp.method.name": "resources/read", "mcp.resource.uri": "db://hunter2hunter2/a" };
      const found = await imported(written(JSON.stringify(read)), "--pass-env", "TRACE_TEST_VALUE");
      expect(found.benchmarks[0]).toEqual({ name: "traffic", resource: "db://***/a" });
    } finally {
      delete process.env.TRACE_TEST_VALUE;
    }
  });

  it("hides credentials in addresses, within texts and in JSON that is a text", async () => {
    const given = {
      url: "https://x.example.com/a?api_key=abc&page=2",
      text: "see https://x.example.com/?token=abc please",
      body: '{"password":"hunter2","page":2}',
      page: 2,
    };
    const read = (uri: string) => JSON.stringify({ "mcp.method.name": "resources/read", "mcp.resource.uri": uri });
    const lines = [call("fetch", { arguments: given }), read("https://x/y?token=a1"), read("https://x/y?token=b2")];
    const { benchmarks, text } = await imported(written(lines.join("\n")));
    expect(benchmarks[0].mix).toEqual([
      { resource: "https://x/y?token=***", weight: 2 },
      {
        tool: "fetch",
        arguments: {
          url: "https://x.example.com/a?api_key=***&page=2",
          text: "see https://x.example.com/?token=*** please",
          body: '{"password":"***","page":2}',
          page: 2,
        },
        weight: 1,
      },
    ]);
    expect(text).toContain("3 sets of arguments or URIs held credentials");
  });

  it("writes a file, and never over its input", async () => {
    const input = written(call("a"));
    expect((await imported(input, "--output", input)).code).toBe(2);
    const output = path.join(folder, "out.yml");
    expect((await imported(input, "--output", output)).code).toBe(0);
    expect(parse(readFileSync(output, "utf8")).benchmarks[0].tool).toBe("a");
  });

  it.each([
    ["an empty file", "", "it is empty"],
    [
      "a log of paths alone",
      '10.0.0.1 - - [20/Nov/2026:09:00:00 +0000] "POST /mcp HTTP/1.1" 200 12\n',
      "no line of a known form",
    ],
    ["spans of something else", otlp(span(2, { "http.request.method": "GET" })), "names no call of MCP"],
    ["a formatted document, which no line of is JSON", '{\n  "resourceSpans": []\n}\n', "`jq -c` makes lines"],
    ["binary data", "\u0000\u0001\u0002\n", "no line of a known form"],
    ["JSON that is no map", "[1, 2]\n3\n", "no line of a known form"],
  ])("refuses %s", async (_, content, message) => {
    const { code, stderr } = await imported(written(content));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses a file that is not there, a folder, and broken compression", async () => {
    expect((await imported(path.join(folder, "none"))).stderr).toContain("no such file");
    expect((await imported(folder)).stderr).toContain("not a regular file");
    const gz = readFileSync(fixture("agentgateway.log.gz"));
    const file = path.join(folder, "cut.gz");
    writeFileSync(file, gz.subarray(0, 1_000));
    expect((await imported(file)).stderr).toContain("ends in the middle of compressed data");
  });
});
