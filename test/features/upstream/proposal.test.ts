import { expect, test } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import "../../../src/features/index.ts";
import { checkReplay } from "../../../src/features/upstream/check.ts";
import { lacksApi, proposeReplay } from "../../../src/features/upstream/proposal.ts";
import { starterConfig } from "../../../src/init/starter-config.ts";

const failed = (name: string, reason: string) =>
  ({ name, arguments: {}, outcome: { kind: "failed", reason } }) as const;
const ok = { name: "now", arguments: {}, outcome: { kind: "ok", latencyMs: 1 } } as const;

function propose(tools: Parameters<typeof proposeReplay>[0]["tools"], server: object) {
  const config = parseConfig(JSON.stringify({ server }), "test").config;
  return proposeReplay({ loaded: { config, benchmarkLines: [] }, tools, passEnv: [] });
}

test("where some tools answer, the keys and the tools that failed stand as comments", () => {
  const tools = [ok, failed("search", "getaddrinfo ENOTFOUND api.example.com")];
  const server = { command: "node", args: ["server.js"] };
  const text = starterConfig({ server }, { rows: [], tools, proposal: propose(tools, server) });
  expect(text).toMatch(/^# upstream:\n# {3}replay: mcp-bench\.har$/m);
  expect(text).toMatch(/^ {2}# - tool: search$/m);
  expect(Object.keys(parseConfig(text, "test").config)).not.toContain("upstream");
});

test("where none answers, both are written, with the command that comes first", () => {
  const tools = [failed("search", "getaddrinfo ENOTFOUND api.example.com")];
  const server = { command: "node", args: ["server.js"] };
  const text = starterConfig({ server }, { rows: [], tools, proposal: propose(tools, server) });
  expect(text).toMatch(/^# to replay .*; first call: npx mcp-bench record.*\nupstream:\n {2}replay: mcp-bench\.har$/m);
  expect(parseConfig(text, "test").config.benchmarks?.map(({ tool }) => tool)).toEqual(["search"]);
});

test("a variable that an error names gets any value, and is passed while recording", () => {
  const proposal = propose([failed("search", "Error: TAVILY_API_KEY environment variable is required")], {
    command: "node",
    args: [],
  });
  expect(proposal).toMatchObject({
    env: ["TAVILY_API_KEY"],
    commands: ["npx mcp-bench record --pass-env TAVILY_API_KEY", expect.stringContaining("npx mcp-bench run")],
  });
});

test("the variable of the API's address is taken from the environment, and a proxy leads to several", () => {
  const keys = (env: Record<string, string>) =>
    propose([failed("search", "fetch failed")], { command: "node", args: ["server.js"], env })?.keys;
  const WIKI_BASE_URL = "https://api.wiki.example/v1";
  expect(keys({ WIKI_BASE_URL, LEVEL: "1" })).toEqual({
    upstream: { replay: "mcp-bench.har", url_env: { WIKI_BASE_URL } },
  });
  const upstream = { replay: "mcp-bench.har" };
  expect(keys({ WIKI_BASE_URL, FILES_URL: "https://files.example" })).toEqual({ upstream });
  expect(keys({ HTTPS_PROXY_URL: "http://proxy.example" })).toEqual({ upstream });
});

test("nothing is proposed for tools that answer, or fail by their arguments, or of a server that runs elsewhere", () => {
  const server = { command: "node", args: [] };
  expect(propose([ok, failed("read", "ENOENT: no such file or directory, open 'text'")], server)).toBeUndefined();
  expect(propose([failed("search", "fetch failed")], { url: "https://mcp.example.com/mcp" })).toBeUndefined();
});

test.each([
  "getaddrinfo ENOTFOUND api.notion.com",
  'Get "https://kubernetes.example.com/api": dial tcp: lookup kubernetes.example.com: no such host',
  "All connection attempts failed",
  "[Errno -3] Temporary failure in name resolution",
  "Request failed with status code 401",
  "Unauthorized: API token is invalid.",
  "BRAVE_API_KEY is missing: no API key",
])("%s: for want of a key or the network", (reason) => expect(lacksApi(reason)).toBe(true));

test.each([
  "Invalid arguments for tool read: Required",
  "ENOENT: no such file or directory, open '/tmp/401.txt'",
  "Path is outside of the allowed folders",
  "Unexpected token < in JSON",
  "division by zero",
])("%s: by the call itself", (reason) => expect(lacksApi(reason)).toBe(false));

test("doctor says nothing of a configuration that replays nothing", () => {
  expect(checkReplay({}, { rows: [] })).toEqual([]);
  expect(checkReplay({ upstream: { replay: "x.har" } }, { rows: [] })).toMatchObject([
    { state: "bad", text: expect.stringContaining("through the proxy") },
  ]);
});
