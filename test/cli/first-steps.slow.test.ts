import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

const everything = `node ${path.resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js")} stdio`;
/** Has no tool that takes ten seconds and outlives the session. */
const quick = `node ${path.resolve("dist/control-server.js")}`;

test.concurrent("init writes what run measures, and never over what is there", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  const inside = path.join(folder.path, "packages", "server");
  await mkdir(inside, { recursive: true });
  const made = await cli(["init", "--server", everything], inside);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toMatch(/: 8 of 13 tools measured\n(?:.*\n)+wrote mcp-bench\.yml\nwrote .*mcp-bench\.yml\n/); // notes of a slow machine stand between
  expect(made.stdout).toMatch(/^next: .*: npx mcp-bench doctor says whether a run works/m);
  expect(made.stdout).toContain("starting the server of the command line: it has 45 s to answer\n");
  const { config } = await loadConfig("mcp-bench.yml", inside);
  expect(config.benchmarks).toContainEqual(expect.objectContaining({ tool: "get-env" }));
  const text = await readFile(path.join(inside, "mcp-bench.yml"), "utf8");
  expect(text).toMatch(/\n {2}- tool: echo\n {4}arguments:\n {6}message: text\n/);
  expect(text).toMatch(/# \(its call failed: .*\)\n {2}# - tool: trigger-long-running-operation/);
  const workflow = await readFile(path.join(folder.path, ".github/workflows/mcp-bench.yml"), "utf8");
  expect(workflow).toContain("working-directory: packages/server");

  const again = await cli(["init", "--server", everything], inside);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/files exist already\n {2}fix: add --force to replace them/),
  });
  const other = await cli(["init", "--force", "--no-workflow", "--server", quick, "--pass-env", "UNUSED"], inside);
  expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("note: `pass-env` names UNUSED") });
});

test.concurrent("init calls what it is told to, and no other tool that does not say that it only reads", async () => {
  using folder = temporaryFolder();
  const init = (...more: readonly string[]) =>
    cli(["init", "--force", "--no-workflow", "--server", `node ${silent}`, ...more], folder.path);
  const silent = path.join(folder.path, "silent.mjs");
  const answers = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    "tools/list": { tools: ["list_tables", "drop_table"].map((name) => ({ name, inputSchema: { type: "object" } })) },
    "tools/call": { content: [{ type: "text", text: "fine" }] },
    ping: {},
  };
  await writeFile(
    silent,
    `import { createInterface } from "node:readline";
console.log("listening");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = ${JSON.stringify(answers)}[method];
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "no" } }) }));
}
`,
  );
  const none = await init();
  expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining("0 of 2 tools measured") });
  expect(none.stdout).toMatch(/only reads.*: list_tables, drop_table\n.*--call NAME,NAME\n/);
  expect(none.stdout).toMatch(/note: .*not JSON-RPC.*listening/);
  expect(await init("--call", "list_tables")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 of 2 tools measured"),
  });
  const { config } = await loadConfig("mcp-bench.yml", folder.path);
  expect(config.benchmarks?.flatMap(({ tool }) => tool ?? [])).toEqual(["list_tables"]);
  expect(await init("--call", "list_table")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--call: the server has no tool "list_table"\n {2}fix: did you mean "list_tables"\?/),
  });
  expect(await init("--url", "http://127.0.0.1:3000/mcp")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("base and head cannot listen on one port"),
  });
});

test.concurrent("init builds what npm has a lock file for, as base is a fresh checkout", async () => {
  using folder = temporaryFolder();
  await writeFile(path.join(folder.path, "package.json"), JSON.stringify({ scripts: { build: "tsc" } }));
  await writeFile(path.join(folder.path, "package-lock.json"), "{}");
  expect((await cli(["init", "--no-workflow", "--server", quick], folder.path)).code).toBe(0);
  const { config } = await loadConfig("mcp-bench.yml", folder.path);
  expect(config.build?.run).toBe("npm ci && npm run build");
});

test.concurrent("run asks for a name where the commit to compare with is an unset variable", async () => {
  using folder = temporaryFolder();
  const { code, stderr } = await cli(["run", "--server", everything, "--compare-ref", ""], folder.path);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--compare-ref: it is empty\n {2}fix: name a branch/),
  });
});

test.concurrent("init takes the server that clients start, and says so where none is named", async () => {
  using folder = temporaryFolder();
  const none = await cli(["init"], folder.path);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/neither \.mcp\.json nor a manifest[\s\S]*--server/),
  });
  const [command, ...args] = quick.split(" ");
  await writeFile(
    path.join(folder.path, ".mcp.json"),
    JSON.stringify({ mcpServers: { one: { command, args }, two: { command: "false" } } }),
  );
  expect(await cli(["init"], folder.path)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("one, .mcp.json: two"),
  });
  expect((await cli(["init", "--server-name", "one"], folder.path)).code).toBe(0);
  expect(await readFile(path.join(folder.path, "mcp-bench.yml"), "utf8")).toMatch(
    /\nversion: 1\nserver_config: \.mcp\.json\nserver_name: one\n/,
  );
});

test.concurrent("run says that nothing was compared, and why, where the commit to compare with does not start", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  await writeFile(path.join(folder.path, ".gitignore"), "server.js\n");
  await writeFile(
    path.join(folder.path, "mcp-bench.yml"),
    "server: node server.js\ncontrol: false\ndefaults: { requests: 2, warmup: 0, rounds: 1, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n",
  );
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  // What git does not know is in no other checkout.
  await writeFile(
    path.join(folder.path, "server.js"),
    `import(${JSON.stringify(path.resolve("dist/control-server.js"))});\n`,
  );
  const { code, stdout } = await cli(["run", "--compare-ref", "HEAD"], folder.path);
  expect(code).toBe(2);
  const words = stdout.replace(/[`\s]+/g, " ");
  expect(words).toMatch(/compared with nothing: HEAD was asked for and could not be measured: [^.]*server/);
  expect(words).toContain("A checkout holds only committed files: let build in the configuration make the rest");
});

test.concurrent("doctor finds a sound project sound", async () => {
  using folder = temporaryFolder();
  await writeFile(
    path.join(folder.path, "mcp-bench.yml"),
    `server: ${everything}\nbenchmarks: [{ tool: echo, arguments: { message: hi } }]\n`,
  );
  const { code, stdout } = await cli(["doctor", "--pass-env", "UNUSED"], folder.path);
  expect(stdout).toMatch(/^note {2}pass-env: `pass-env` names UNUSED/m);
  expect(stdout).toMatch(/^ok {4}server: mcp-servers\/everything .*\nok {4}benchmarks: 1 row can be measured$/m);
  expect(stdout).toMatch(/^ok {4}calls: 1 of 1 rows answer$/m);
  expect(stdout).not.toContain("FAIL");
  expect(code).toBe(0);
});

test.concurrent("doctor builds the last commit apart, and says what stands in its way", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  await writeFile(
    path.join(folder.path, "mcp-bench.yml"),
    `server: ${quick}\nbuild: test -e never-committed\ncontrol: false\ndefaults: { requests: 5, warmup: 0, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n`,
  );
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  const { code, stdout } = await cli(["doctor"], folder.path);
  expect(stdout).toMatch(/^note {2}base: the last commit cannot be measured: .*the build failed with exit code 1/m);
  expect(code).toBe(0);
});

test.concurrent.each([
  ["a server that ends at once", "server: node --version\n", 3, /FAIL {2}server: /],
  ["a key nobody knows", "servr: node x.js\n", 2, /FAIL {2}configuration: .*servr/],
  [
    "a row whose every call fails",
    `server: ${everything}\nbenchmarks: [{ tool: get-sum, arguments: { a: one, b: 2 } }]\n`,
    3,
    /FAIL {2}quick run: [\s\S]*get-sum: tool-error: /,
  ],
  [
    "an argument the tool does not name, and says so once",
    `server: ${everything}\nbenchmarks: [{ tool: echo, arguments: { message: hi, mesage: hi } }]\n`,
    0,
    /^(?![\s\S]*mesage[\s\S]*mesage)[\s\S]*no argument "mesage", did you mean "message"\?/,
  ],
  [
    "a tool the server does not have",
    `server: ${everything}\nbenchmarks: [{ tool: ecko, arguments: {} }]\n`,
    2,
    /FAIL {2}server: .*ecko[\s\S]*did you mean "echo"/,
  ],
])("doctor finds %s", async (_, text, exit, line) => {
  using folder = temporaryFolder();
  await writeFile(path.join(folder.path, "mcp-bench.yml"), text);
  const { code, stdout } = await cli(["doctor"], folder.path);
  expect(stdout).toMatch(line);
  expect(code).toBe(exit);
});
