/*
 * The client that the official conformance suite starts, once per scenario, with the address of its server as the last argument:
 * a run of the CLI whose configuration makes the calls that the scenario is about.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process, { argv, env, execPath } from "node:process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../../src/mcp-bench.ts", import.meta.url));

interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[];
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly valid_jwt?: string;
}

const { MCP_CONFORMANCE_SCENARIO: scenario = "", MCP_CONFORMANCE_CONTEXT: json = "{}" } = env;
const context = JSON.parse(json) as Context;
const url = argv.at(-1) ?? "";

const tool = (name: string, args: object = {}) => ({ name, tool: name, arguments: args });

/** Calls of scenarios that do not name their own. */
const calls: Readonly<Record<string, readonly object[]>> = {
  initialize: [{ method: "ping" }],
  "request-metadata": [{ method: "server/discover" }],
  tools_call: [tool("add_numbers", { a: 5, b: 3 })],
  "elicitation-sep1034-client-defaults": [tool("test_client_elicitation_defaults")],
  "sse-retry": [tool("test_reconnection")],
  "sep-2322-client-request-state": [
    tool("test_mrtr_echo_state"),
    tool("test_mrtr_no_state"),
    tool("test_mrtr_unrelated"),
    tool("test_mrtr_no_result_type"),
  ],
  "http-standard-headers": [
    tool("test_headers"),
    { method: "tools/list" },
    { method: "resources/list" },
    { resource: "file:///path/to/file%20name.txt" },
    { method: "prompts/list" },
    { prompt: "test_prompt" },
  ],
  "http-invalid-tool-headers": [tool("valid_tool", { region: "us" })],
};

const passEnv: Record<string, string> = {};
const { client_id, client_secret, private_key_pem, valid_jwt } = context;
if (client_secret !== undefined) passEnv.SECRET = client_secret;
if (private_key_pem !== undefined) passEnv.KEY = private_key_pem;
if (valid_jwt !== undefined) passEnv.ASSERTION = valid_jwt;

/** The client of a scenario that needs no person. Its authorization server is the one that its MCP server names. */
async function authOf(): Promise<object> {
  if (client_id === undefined || Object.keys(passEnv).length === 0) return {};
  const { origin, pathname } = new URL(url);
  const response = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  const { authorization_servers: [issuer] = [] } = (await response.json()) as { authorization_servers?: string[] };
  const registered = { issuer, client_id };
  if (valid_jwt !== undefined) return { auth: { workload_identity: { ...registered, assertion: "${ASSERTION}" } } };
  const proof = client_secret === undefined ? { private_key: "${KEY}" } : { client_secret: "${SECRET}" };
  return { auth: { client_credentials: { ...registered, ...proof } } };
}

const config = {
  version: 1,
  server: { url, client: { elicitation: { action: "accept" } }, ...(await authOf()) },
  defaults: { requests: 1, warmup: 0 },
  benchmarks: context.toolCalls?.map(({ name, arguments: args }) => tool(name, args)) ??
    calls[scenario] ?? [{ method: "tools/list" }],
};

const folder = mkdtempSync(path.join(tmpdir(), "mcp-bench-conformance-"));
try {
  writeFileSync(path.join(folder, "mcp-bench.yml"), JSON.stringify(config));
  const pass = Object.keys(passEnv);
  const { status } = spawnSync(
    execPath,
    [cli, "run", "--rounds", "1", "--compare-ref", "none", ...(pass.length > 0 ? ["--pass-env", pass.join(",")] : [])],
    { cwd: folder, env: { ...env, ...passEnv }, stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
