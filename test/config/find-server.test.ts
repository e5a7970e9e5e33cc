import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { splitCommandLine } from "../../src/config/expand/command-line.ts";
import { buildOf, onlyServer, searchServer, toolchainOf } from "../../src/config/find-server/find-server.ts";
import { chooseConfig, loadConfig } from "../../src/config/load-config.ts";
import { temporaryFolder } from "../support/folder.ts";

function project(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  return folder;
}

const clients = JSON.stringify({
  mcpServers: { one: { command: "node", args: ["dist/a.js"] }, two: { command: "node", args: ["dist/b.js"] } },
});

function serverOf(directory: string): unknown {
  const lines = searchServer(directory).found?.lines;
  return lines && "server" in lines ? lines.server : lines;
}

test.each([
  [
    "package.json",
    {
      "package.json": '{ "name": "s", "bin": "./dist/x.js", "scripts": { "build": "tsc" } }',
      "package-lock.json": "{}",
    },
    ["node dist/x.js", "npm ci && npm run build"],
  ],
  [
    "pyproject.toml",
    {
      "pyproject.toml": '[project]\nname = "s"\n\n[project.scripts] # programs\n"my-server" = "s:main"\n',
      "uv.lock": "",
    },
    [".venv/bin/my-server", "uv sync --frozen"],
  ],
  [
    "pyproject.toml of Poetry, beside a package that holds tools",
    {
      "pyproject.toml": '[project]\nname = "s"\n[tool.poetry.scripts]\nmy-server = "s:main"\n',
      "package.json": '{ "scripts": { "build": "vite" } }',
      "package-lock.json": "{}",
    },
    [".venv/bin/my-server", "python3 -m venv .venv && .venv/bin/pip install --quiet ."],
  ],
  [
    "package.json beside a lock file of Python, by a name with a space",
    { "package.json": '{ "bin": "./my server.js" }', "package-lock.json": "{}", "uv.lock": "" },
    ["node 'my server.js'", "npm ci"],
  ],
  [
    "go.mod",
    { "go.mod": "module example.com/a/s\n", "cmd/s/main.go": "package main\n", "cmd/lib/main.go": "package lib\n" },
    ["./bin/s", "go build -o bin/s ./cmd/s"],
  ],
  [
    "go.mod, past folders that Go cannot build",
    { "go.mod": "module a/s\n", "cmd/s/main.go": "package main\n", "cmd/a: b #$(c)/main.go": "package main\n" },
    ["./bin/s", "go build -o bin/s ./cmd/s"],
  ],
  [
    "go.mod of a name that no file can have",
    { "go.mod": "module a/s\0x\n", "main.go": "package main\n", "cmd/s/main.go": "package main\n" },
    ["./bin/s", "go build -o bin/s ./cmd/s"],
  ],
  [
    "Cargo.toml",
    { "Cargo.toml": '[workspace]\n[package]\nname = "s"\n[dependencies]\nname = "1"\n', "src/main.rs": "" },
    ["target/release/s", "cargo build --release"],
  ],
  [
    "Package.swift, by the name of its product",
    {
      "Package.swift":
        'products: [.library(name: "L", targets: ["L"]), .executable(name: "my-s", targets: ["S"])],\ntargets: [.executableTarget(name: "S")]',
    },
    [".build/release/my-s", "swift build -c release"],
  ],
  [
    "Package.swift",
    { "Package.swift": 'targets: [.target(name: "L"), .executableTarget(\n name: "s", dependencies: [])]' },
    [".build/release/s", "swift build -c release"],
  ],
])("the server of a project is found in %s", (_, files, [server, build]) => {
  using folder = project(files);
  expect(searchServer(folder.path).found).toMatchObject({ lines: { server }, build });
});

test.each([
  ["node server.js", "node server.js"],
  [" node --enable-source-maps dist/index.js stdio ", "node --enable-source-maps dist/index.js stdio"],
  ["tsx src/index.ts", "node_modules/.bin/tsx src/index.ts"],
  ["next start", undefined],
  ["npm run build && node dist/index.js", undefined],
  ["node dist/index.js && echo", undefined],
  ["node dist/index.js --port $PORT", undefined],
  ["node 'dist/index.js", undefined],
  ["node --version", undefined],
])("npm start as a server: %j", (start, server) => {
  using folder = project({ "package.json": JSON.stringify({ name: "s", scripts: { start } }) });
  expect(serverOf(folder.path)).toEqual(server);
  using named = project({ "package.json": JSON.stringify({ bin: "named.js", scripts: { start } }) });
  expect(serverOf(named.path)).toBe("node named.js");
});

test.each([
  ["package-lock.json", "{}", "../../node_modules/.bin/tsx src/index.ts"],
  ["yarn.lock", "", "node_modules/.bin/tsx src/index.ts"],
])("a program of npm's start is where the manager of a workspace puts it: %s", (lock, text, server) => {
  using folder = project({
    "package.json": '{ "workspaces": ["packages/*"] }',
    [lock]: text,
    "packages/s/package.json": '{ "name": "s", "scripts": { "start": "tsx src/index.ts" } }',
  });
  expect(serverOf(path.join(folder.path, "packages/s"))).toBe(server);
});

test("a member of a Cargo workspace is built where it is looked for", () => {
  const member = '[package]\nname = "s"\n';
  using folder = project({
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/s/Cargo.toml": member,
    "crates/s/src/main.rs": "",
  });
  const { found } = searchServer(path.join(folder.path, "crates/s"));
  expect(found).toMatchObject({ program: "target/release/s", build: "cargo build --release --target-dir target" });
});

test("what manifests name comes before what clients start, and an address is never taken from a file", () => {
  using both = project({ ".mcp.json": clients, "package.json": '{ "bin": "x.js" }' });
  expect(serverOf(both.path)).toBe("node x.js");
  const remote = { type: "streamable-http", url: "https://example.com/mcp" };
  const released = { registryType: "npm", identifier: "@a/s", version: "1.2.3" };
  using published = project({ "server.json": JSON.stringify({ packages: [released], remotes: [remote] }) });
  expect(searchServer(published.path)).toEqual({
    candidates: [],
    passedOver: [
      { from: "server.json: npm @a/s", why: "released" },
      { from: "server.json: https://example.com/mcp", why: "remote" },
    ],
  });
});

test("a client file gives the arguments of the program that a manifest names, or chooses among several", () => {
  const goFiles = { "go.mod": "module a/s\n", "main.go": "package main\n" };
  const entry = { command: "${workspaceFolder}/bin/s", args: ["stdio", "--log file"] };
  using one = project({ ...goFiles, ".vscode/mcp.json": JSON.stringify({ servers: { s: entry } }) });
  expect(serverOf(one.path)).toBe("./bin/s stdio '--log file'");
  const second = { command: "node", args: ["b.js", "--stdio"] };
  using two = project({
    "package.json": '{ "bin": { "a": "a.js", "b": "b.js" } }',
    "b.js": "",
    ".mcp.json": JSON.stringify({ mcpServers: { s: second } }),
  });
  expect(searchServer(two.path).found).toMatchObject({
    lines: { server: "node b.js --stdio" },
    source: { kind: "manifest", from: "package.json: bin b", why: "client" },
  });
});

test("a path of the checkout among a program's arguments is each commit's own", () => {
  const entry = { command: "node", args: ["a.js", "${workspaceFolder}", "--db=${workspaceFolder}/x y"] };
  using folder = project({
    "package.json": '{ "bin": "a.js" }',
    "a.js": "",
    ".vscode/mcp.json": JSON.stringify({ servers: { s: entry } }),
  });
  const server = String(serverOf(folder.path));
  expect(splitCommandLine(server, "server").args).toEqual(["a.js", "${CHECKOUT}", "--db=${CHECKOUT}/x y"]);
});

test.each([
  [[{ type: "positional", value: "start-mcp-server" }], "stdio", "./bin/s start-mcp-server"],
  [
    [
      { type: "positional", value: "serve" },
      { type: "named", name: "--db", value: "x" },
      { type: "positional", value: "y" },
    ],
    "stdio",
    "./bin/s serve",
  ],
  [[{ type: "positional", valueHint: "folder" }], "stdio", "./bin/s"],
  [[{ type: "positional", value: "{folder}" }], "stdio", "./bin/s"],
  [[{ type: "positional", value: "serve-http" }], "streamable-http", "./bin/s"],
])("server.json tells the subcommand over stdio: %j", (packageArguments, type, server) => {
  const image = {
    registryType: "oci",
    packageArguments: [{ type: "positional", value: "x" }],
    transport: { type: "stdio" },
  };
  using folder = project({
    "go.mod": "module a/s\n",
    "main.go": "package main\n",
    "server.json": JSON.stringify({
      packages: [image, { registryType: "pypi", packageArguments, transport: { type } }],
    }),
  });
  expect(serverOf(folder.path)).toBe(server);
});

test.each(["docker", "podman", "nerdctl", "finch"])("files that options of %s run name are not started", (command) => {
  const entry = { command, args: ["run", "-i", "--env-file", "./config/.env", "ghcr.io/x"] };
  using folder = project({ "config/.env": "", ".mcp.json": JSON.stringify({ mcpServers: { s: entry } }) });
  expect(searchServer(folder.path)).toEqual({
    candidates: [],
    passedOver: [{ from: ".mcp.json: s", why: "released" }],
  });
});

test.each([
  ["[tool.ruff]", "--requirement requirements.txt", "requirements.txt: server.py"],
  ["[build-system]\nrequires = []", "--quiet .", "pyproject.toml: server.py"],
  ["[project]\nname = 's'", "--quiet .", "pyproject.toml: server.py"],
  ["[tool.poetry]\nname = 's'", "--quiet .", "pyproject.toml: server.py"],
])("a pyproject.toml with %j beside a requirements.txt is installed by %s", (manifest, build, from) => {
  using folder = project({ "pyproject.toml": manifest, "requirements.txt": "mcp\n", "server.py": "import mcp\n" });
  expect(searchServer(folder.path).found).toMatchObject({ build: expect.stringContaining(build), source: { from } });
});

test.each([
  ['ENTRYPOINT ["/server/s"]\nCMD ["stdio"]', "./bin/s stdio"],
  ['FROM a\nCMD ["./s", "--transport=stdio"]\n', "./bin/s --transport=stdio"],
  ['ENTRYPOINT ["/server/s"]\nCMD ["--transport", "http"]', "./bin/s"],
  ["CMD ./s stdio", "./bin/s"],
  ['CMD ["other", "stdio"]', "./bin/s"],
])("a Dockerfile tells the arguments over stdio: %j", (dockerfile, server) => {
  using folder = project({ "go.mod": "module a/s\n", "main.go": "package main\n", Dockerfile: dockerfile });
  expect(serverOf(folder.path)).toBe(server);
});

test.each([
  ["one program has two names", { "package.json": '{ "bin": { "a": "a.js", "b": "./a.js" } }' }],
  ["the others are helpers", { "package.json": '{ "bin": { "a": "a.js", "load-test": "b.js", "gen": "c.js" } }' }],
  ["it is called as the package is", { "package.json": '{ "name": "@x/y", "bin": { "y": "a.js", "z": "b.js" } }' }],
  [
    "it is called as the repository is",
    { "package.json": '{ "repository": "x/y", "bin": { "y": "a.js", "z": "b.js" } }' },
  ],
  ["it alone speaks of MCP", { "package.json": '{ "name": "z", "bin": { "y-mcp": "a.js", "z": "b.js" } }' }],
])("one of several is chosen where %s", (_, files) => {
  using folder = project(files);
  expect(serverOf(folder.path)).toBe("node a.js");
});

const refusals: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    "several servers are named",
    { "package.json": '{ "bin": { "a": "a.js", "b": "b $(x).js" }, "scripts": { "build": "tsc" } }' },
    /several programs[\s\S]*--server 'node a\.js' --build 'npm install && npm run build'\n.*--server 'node '\\''b \$\(x\)\.js'\\'''/,
  ],
  [
    "there is none",
    { "package.json": "{}", "pyproject.toml": "[tool.x]\na = 1\n" },
    /no manifest of the project names/,
  ],
  [
    "a package of a monorepo has it",
    {
      "package.json": "{}",
      "packages/x/package.json": '{ "bin": "x.js" }',
      "node_modules/y/package.json": '{ "bin": "y.js" }',
    },
    /choose one:\n {4}npx mcp-bench init --working-directory packages\/x$/,
  ],
  [
    "clients start several",
    { ".mcp.json": clients },
    /--server-config \.mcp\.json --server-name one\n.*--server-name two$/,
  ],
  [
    "a manifest is broken",
    { "package.json": "{", ".mcp.json": "[]", "server.json": "7" },
    /passed over: \.mcp\.json cannot/,
  ],
];

test.each(refusals)("no server is taken where %s", (_, files, message) => {
  using folder = project(files);
  expect(() => onlyServer(folder.path)).toThrow(message);
});

test("names of a file stay in one line, however they are written", () => {
  const name = `x\n::error::y\n${"z".repeat(10_000)}`;
  using folder = project({
    "package.json": JSON.stringify({ bin: { [name]: "a.js" } }),
    ".mcp.json": JSON.stringify({ mcpServers: { [name]: { url: "https://example.com" } } }),
  });
  const { found, passedOver } = searchServer(folder.path);
  for (const text of [found?.source.from, passedOver[0]?.from]) {
    expect(text).toMatch(/x ::error::y z+…$/);
    expect(text?.length).toBeLessThan(600);
  }
  using several = project({ "package.json": JSON.stringify({ bin: { a: "a\n\n.js", b: "b\n.js" } }) });
  expect(() => onlyServer(several.path)).toThrow(/\n {4}npx .*a .js.*\n {4}npx .*b .js.*$/);
});

test("a command line takes the build of its program, or that of the project", () => {
  using folder = project({
    "go.mod": "module a/s\n",
    "cmd/one/main.go": "package main\n",
    "cmd/two/main.go": "package main\n",
    "package.json": "{}",
    "package-lock.json": "{}",
  });
  expect(buildOf("./bin/two stdio", folder.path)).toBe("go build -o bin/two ./cmd/two");
  expect(buildOf(`${folder.path}/bin/one`, folder.path)).toBe("go build -o bin/one ./cmd/one");
  expect(buildOf("node server.js", folder.path)).toBe("npm ci");
});

test("the toolchain is that of the language that has a program", () => {
  using folder = project({ "pyproject.toml": "[tool.ruff]\n", "package.json": '{ "bin": "a.js" }', "x.csproj": "" });
  expect(toolchainOf(folder.path)).toMatchObject([{ uses: expect.stringContaining("setup-node@") }]);
});

test("a run without a configuration measures the one server of the project, and else names the several", async () => {
  using one = project({ "package.json": '{ "bin": "server.js", "dependencies": { "a": "1" } }' });
  expect((await chooseConfig({}, one.path)).config).toMatchObject({
    server: "node server.js",
    build: { run: "npm install" },
  });
  using several = project({ ".mcp.json": clients });
  await expect(chooseConfig({}, several.path)).rejects.toThrow(/--server-name one/);
});

test("a path of this folder in what clients start is each commit's own, that of a neighbour stays", async () => {
  using folder = project({ "server.js": "" });
  const args = [`${folder.path}/server.js`, `--root=${folder.path}`, `${folder.path}-data/x`, `/mnt${folder.path}/x`];
  const file = { mcpServers: { one: { command: "node", args, env: { DATA: `${folder.path}/data` } } } };
  writeFileSync(path.join(folder.path, ".mcp.json"), JSON.stringify(file));
  expect((await chooseConfig({}, folder.path)).config.server).toMatchObject({
    args: ["${CHECKOUT}/server.js", "--root=${CHECKOUT}", `${folder.path}-data/x`, `/mnt${folder.path}/x`],
    env: { DATA: "${CHECKOUT}/data" },
  });
  using base = project({ ".mcp.json": JSON.stringify(file), "mcp-bench.yml": "server_config: .mcp.json\n" });
  const { config } = await loadConfig("mcp-bench.yml", base.path, { checkout: folder.path });
  expect(config.server).toMatchObject({ env: { DATA: "${CHECKOUT}/data" } });
});

test("a manifest without an end is none, nor is a line of it that is made to be searched for ever", () => {
  using folder = project({ "pyproject.toml": `x = [${" ".repeat(200_000)}]\n[project.scripts]\ns = "s:main"\n` });
  for (const name of ["package.json", ".mcp.json", "go.mod", "Cargo.toml", "Package.swift", "server.json"])
    symlinkSync("/dev/zero", path.join(folder.path, name));
  const began = process.cpuUsage().user;
  expect(serverOf(folder.path)).toBe(".venv/bin/s");
  // Processor time, which a busy machine does not add to.
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000);
});
