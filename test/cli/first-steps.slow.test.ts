import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

const everything = `node ${path.resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js")} stdio`;
/** A file of the checkout that is such a server. */
const sampleServer = `await import(${JSON.stringify(path.resolve("dist/sample-server.js"))});\n`;
/** Has no tool that takes ten seconds and outlives the session. */
const quick = `node ${path.resolve("dist/sample-server.js")}`;

test.concurrent("init writes what run measures, and never over what is there", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  const inside = path.join(folder.path, "packages", "server");
  await mkdir(inside, { recursive: true });
  const made = await cli(["init", "--server", everything], inside);
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toMatch(/\nMeasures 8 of 13 tools: .*\n(?:.*\n)+wrote mcp-bench\.yml\nwrote .*mcp-bench\.yml\n/); // notes of a slow machine stand between
  expect(made.stdout).toMatch(/^next: .*: npx mcp-bench doctor checks that a run works/m);
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
  expect(none).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Measures none of 2 tools: 2 are not marked"),
  });
  expect(none.stdout).toMatch(/To measure more: .*--call NAME,NAME .*\n/);
  expect(none.stdout).toMatch(/note: .*not JSON-RPC.*listening/);
  expect(await init("--call", "list_tables")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Measures 1 of 2 tools: "),
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

test.concurrent("init takes a server that clients start from the checkout, and lists the others", async () => {
  using folder = temporaryFolder();
  const none = await cli(["init"], folder.path);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/no manifest of the project[\s\S]*--server/) });
  await writeFile(path.join(folder.path, "server.mjs"), sampleServer);
  const own = { command: "node", args: ["server.mjs"] };
  const client = (servers: object) =>
    writeFile(path.join(folder.path, ".mcp.json"), JSON.stringify({ mcpServers: servers }));
  await client({ one: own, two: own, far: { url: "https://mcp.example.com/mcp" } });
  const several = await cli(["init"], folder.path);
  expect(several.code).toBe(2);
  expect(several.stderr).toMatch(
    /passed over: \.mcp\.json: far is an address[\s\S]*--server-name one\n.*--server-name two/,
  );
  await client({ one: own, far: { url: "https://mcp.example.com/mcp" } });
  const made = await cli(["init", "--no-workflow"], folder.path);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("named by .mcp.json: one\n") });
  expect(await readFile(path.join(folder.path, "mcp-bench.yml"), "utf8")).toMatch(
    /\nversion: 1\nserver_config: \.mcp\.json\nserver_name: one\n/,
  );
});

test.concurrent("init gives the server an environment, and takes the build of the program that is named", async () => {
  using folder = temporaryFolder();
  const sample = path.resolve("dist/sample-server.js");
  await writeFile(
    path.join(folder.path, "make.mjs"),
    `import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist", { recursive: true });
writeFileSync("dist/index.mjs", 'if (process.env.TOKEN !== "s3cret" || process.env.MODE !== "a=b") process.exit(7);\\nawait import(${JSON.stringify(sample)});\\n');
`,
  );
  const manifest = { name: "x", bin: { x: "dist/index.mjs", y: "dist/y.mjs" }, scripts: { build: "node make.mjs" } };
  await writeFile(path.join(folder.path, "package.json"), JSON.stringify(manifest));
  const init = ["init", "--server", "node dist/index.mjs", "--env", "TOKEN", "--env", "MODE=a=b"];
  const made = await cli(init, folder.path, { TOKEN: "s3cret" });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("npm install && npm run build") });
  const text = await readFile(path.join(folder.path, "mcp-bench.yml"), "utf8");
  expect(text).not.toContain("s3cret");
  const { config } = await loadConfig("mcp-bench.yml", folder.path);
  expect(config).toMatchObject({
    server: { command: "node", args: ["dist/index.mjs"], env: { TOKEN: "${TOKEN}", MODE: "a=b" } },
    build: { run: "npm install && npm run build" },
  });
  const workflow = await readFile(path.join(folder.path, ".github/workflows/mcp-bench.yml"), "utf8");
  expect(workflow).toContain("TOKEN: ${{ secrets.TOKEN }}");
  expect(await cli(["init", "--force", "--env", "A B=1"], folder.path)).toMatchObject({ code: 2 });

  await writeFile(
    path.join(folder.path, "package.json"),
    JSON.stringify({ ...manifest, scripts: { build: "echo why; exit 3" } }),
  );
  await rm(path.join(folder.path, "dist"), { recursive: true });
  const broken = await cli([...init, "--force"], folder.path, { TOKEN: "s3cret" });
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringMatching(/^why$[\s\S]*build ".*": the build failed/m) });
  const own = await cli([...init, "--force", "--build", "node make.mjs"], folder.path, { TOKEN: "s3cret" });
  expect(own.code).toBe(0);
  expect((await loadConfig("mcp-bench.yml", folder.path)).config.build?.run).toBe("node make.mjs");
});

test.concurrent("doctor fails where git ignores the program and no build makes it", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  await writeFile(path.join(folder.path, "server.mjs"), sampleServer);
  await writeFile(path.join(folder.path, ".gitignore"), "server.mjs\n");
  const doctor = async (config: string) => {
    await writeFile(path.join(folder.path, "mcp-bench.yml"), config);
    return (await cli(["doctor"], folder.path)).stdout;
  };
  expect(await doctor("server: node server.mjs\n")).toMatch(/^FAIL {2}program: git ignores server\.mjs/m);
  expect(await doctor("server: node server.mjs\nbuild: 'true'\n")).not.toContain("FAIL  program");
  await writeFile(path.join(folder.path, ".gitignore"), "");
  expect(await doctor("server: node server.mjs\n")).not.toContain("FAIL  program");
});

test.concurrent("a run says in its first line what named the server, and the record and the report keep it", async () => {
  using folder = temporaryFolder();
  const at = (name: string) => path.join(folder.path, name);
  await writeFile(at("server.mjs"), sampleServer);
  await writeFile(at("package.json"), '{ "name": "x", "bin": { "x": "server.mjs", "x-test": "test.mjs" } }');
  await writeFile(at(".mcp.json"), '{ "mcpServers": { "<b>far</b>": { "command": "npx", "args": ["-y", "x"] } } }');
  const { code, stderr } = await cli(["run", "--quick", "--json", "r.json", "--markdown", "r.md"], folder.path);
  expect(code).toBe(0);
  expect(stderr.split("\n")[0]).toBe(
    "measures node server.mjs, named by package.json: bin x (its other programs are helpers); passed over: .mcp.json: <b>far</b> fetches a released package, not this checkout",
  );
  expect(JSON.parse(await readFile(at("r.json"), "utf8")).source).toEqual({
    kind: "manifest",
    from: "package.json: bin x",
    why: "helpers",
    passedOver: [{ from: ".mcp.json: <b>far</b>", why: "released" }],
  });
  const markdown = await readFile(at("r.md"), "utf8");
  expect(markdown).toMatch(/Named by .*package\.json: bin x/);
  expect(markdown.replace(/`[^`]*`/g, "")).not.toContain("<b>far");
});

test.concurrent("doctor builds a program that is not there yet, and shows how its build fails", async () => {
  using folder = temporaryFolder();
  await writeFile(path.join(folder.path, "server.mjs"), sampleServer);
  const doctor = async (run: string) => {
    const config = `server: node dist/server.mjs\nbuild: ${JSON.stringify(run)}\n`;
    await writeFile(path.join(folder.path, "mcp-bench.yml"), config);
    return cli(["doctor"], folder.path);
  };
  const broken = await doctor("for i in $(seq 20); do echo line $i; done; exit 4");
  expect(broken.code).toBe(2);
  expect(broken.stderr).toMatch(/\nline 11\n[\s\S]*line 20\n/);
  expect(broken.stderr).not.toContain("line 10\n");
  expect(broken.stdout).toMatch(/^FAIL {2}build: .*exit code 4/m);
  const made = await doctor("mkdir -p dist && cp server.mjs dist");
  expect(made.stdout).toMatch(/^ok {4}build: makes the program[\s\S]*^ok {4}server: mcp-bench-sample/m);
});

/** Logs the host of every connection that is tried, by Node's own sockets, and refuses it. */
const offline = `data:text/javascript,${encodeURIComponent(`
import net from "node:net";
import { appendFileSync } from "node:fs";
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const { host, path } = [args].flat(2).find((one) => typeof one === "object") ?? {};
  if (path === undefined) appendFileSync(process.env.CONNECTIONS, host + "\\n");
  return connect.apply(this, args);
};`)}`;

const remote = { mcpServers: { prod: { type: "http", url: "https://mcp.example.invalid/mcp" } } };
const bridge = {
  mcpServers: { prod: { command: "npx", args: ["-y", "mcp-remote", "https://mcp.example.invalid/mcp"] } },
};
const registry = { remotes: [{ type: "streamable-http", url: "https://mcp.example.invalid/mcp" }] };

test.concurrent.each([
  [".mcp.json", "an address", remote],
  [".vscode/mcp.json", "an address", { servers: remote.mcpServers }],
  [".mcp.json", "a bridge", bridge],
  ["server.json", "an address", registry],
])("%s with %s: refused, and no connection is tried", async (file, _, document) => {
  using folder = temporaryFolder();
  await mkdir(path.dirname(path.join(folder.path, file)), { recursive: true });
  await writeFile(path.join(folder.path, file), JSON.stringify(document));
  const log = path.join(folder.path, "connections");
  const env = { NODE_OPTIONS: `--import=${offline}`, CONNECTIONS: log };
  for (const command of ["run", "init", "doctor"]) {
    const { code, stdout, stderr } = await cli([command], folder.path, env);
    expect({ command, code, text: `${stdout}${stderr}` }).toMatchObject({
      code: 2,
      text: expect.stringMatching(/passed over: .*(?:is an address|is a bridge)/),
    });
  }
  expect(await readFile(log, "utf8").catch(() => "")).toBe("");
  // The log does see what is tried.
  await cli(["run", "--url", "https://mcp.example.invalid/mcp"], folder.path, env);
  expect(await readFile(log, "utf8")).toContain("mcp.example.invalid");
});

test.concurrent("Windows is refused at the start, by the command line and by the action", async () => {
  using folder = temporaryFolder();
  const windows = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "platform", { value: "win32" });')}`;
  const env = { NODE_OPTIONS: `--import=${windows}` };
  expect(await cli(["run"], folder.path, env)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/does not run on Windows[\s\S]*WSL/),
  });
  expect((await cli(["run", "--help"], folder.path, env)).code).toBe(0);
  const action = spawnSync(process.execPath, [path.resolve("dist/main.js")], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  expect(action.status).toBe(2);
  expect(action.stdout).toContain("does not run on Windows");
});

test.concurrent("run says that nothing was compared, and why, where the commit to compare with does not start", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  await writeFile(path.join(folder.path, ".gitignore"), "server.js\n");
  await writeFile(
    path.join(folder.path, "mcp-bench.yml"),
    "server: node server.js\ndefaults: { requests: 2, warmup: 0, rounds: 1, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n",
  );
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  // Files that git does not know are in no other checkout.
  await writeFile(
    path.join(folder.path, "server.js"),
    `import(${JSON.stringify(path.resolve("dist/sample-server.js"))});\n`,
  );
  const { code, stdout } = await cli(["run", "--compare-ref", "HEAD"], folder.path);
  expect(code).toBe(0); // by `fail-on`: head works
  const words = stdout.replace(/[`\s]+/g, " ");
  expect(words).toMatch(/base could not be measured The base server [^.]* failed/);
  expect(words).toContain("A checkout holds only committed files: build in the configuration has to make the rest");
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
    `server: ${quick}\nbuild: echo no such wheel; test -e never-committed\ndefaults: { requests: 5, warmup: 0, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n`,
  );
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  const { code, stdout, stderr } = await cli(["doctor"], folder.path);
  expect(stderr).toContain("no such wheel\n");
  expect(stdout).toMatch(/^note {2}base: the last commit cannot be measured: .*the build failed with exit code 1/m);
  expect(code).toBe(0);
});

test.concurrent("doctor fails where the last commit would start the same program", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  const more = "defaults: { requests: 5, warmup: 0, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n";
  await writeFile(path.join(folder.path, "mcp-bench.yml"), `server: ${quick}\n${more}`);
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  const { code, stdout } = await cli(["doctor"], folder.path);
  expect(stdout).toMatch(/^FAIL {2}base: .*same program[\s\S]*same_program: true/m);
  expect(code).toBe(2);
});

test.concurrent.each([
  [["--server", quick], /^FAIL {2}base: .*same program/m, 2],
  [["--set", "build=exit 7"], /^note {2}base: the last commit cannot be measured: .*failed with exit code 7/m, 0],
])("doctor starts as base what a run with %j would", async (words, line, exit) => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  await writeFile(path.join(folder.path, "server.mjs"), sampleServer);
  const more = "defaults: { requests: 5, warmup: 0, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n";
  await writeFile(path.join(folder.path, "mcp-bench.yml"), `server: node server.mjs\n${more}`);
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  const { code, stdout } = await cli(["doctor", ...words], folder.path);
  expect(stdout).toMatch(line);
  expect(code).toBe(exit);
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
