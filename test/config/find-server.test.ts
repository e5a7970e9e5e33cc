import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findServers, onlyServer } from "../../src/config/find-server.ts";
import { chooseConfig, loadConfig } from "../../src/config/load.ts";
import { temporaryFolder } from "../support/folder.ts";

function project(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  return folder;
}

const clients = JSON.stringify({ mcpServers: { one: { command: "a" }, two: { command: "b" } } });

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
    ['node "my server.js"', "npm ci"],
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
  [
    "server.json",
    { "server.json": '{ "packages": [{ "registryType": "npm", "identifier": "@a/s", "version": "1.2.3" }] }' },
    ["npx -y @a/s@1.2.3", undefined],
  ],
  [
    "server.json, without a version",
    { "server.json": '{ "packages": [{ "registryType": "pypi", "identifier": "s" }, { "registryType": "npm" }] }' },
    ["uvx s", undefined],
  ],
])("the server of a project is found in %s", (_, files, [server, build]) => {
  using folder = project(files);
  const [found, ...others] = findServers(folder.path);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ lines: { server } });
  expect(found?.build).toBe(build);
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
  expect(findServers(folder.path).map(({ lines }) => lines)).toEqual(server === undefined ? [] : [{ server }]);
  using named = project({ "package.json": JSON.stringify({ bin: "named.js", scripts: { start } }) });
  expect(findServers(named.path).map(({ lines }) => lines)).toEqual([{ server: "node named.js" }]);
});

test("a member of a Cargo workspace is built where it is looked for", () => {
  const member = '[package]\nname = "s"\n';
  using folder = project({
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/s/Cargo.toml": member,
    "crates/s/src/main.rs": "",
  });
  const [found] = findServers(path.join(folder.path, "crates/s"));
  expect(found).toMatchObject({ program: "target/release/s", build: "cargo build --release --target-dir target" });
});

test("what clients start comes before what manifests name, and an address is one too", () => {
  using both = project({ ".mcp.json": clients, "package.json": '{ "bin": "x.js" }' });
  expect(findServers(both.path).map(({ lines }) => lines)).toEqual([
    { server_config: ".mcp.json", server_name: "one" },
    { server_config: ".mcp.json", server_name: "two" },
  ]);
  const remote = { type: "streamable-http", url: "https://example.com/mcp" };
  using reached = project({ "server.json": JSON.stringify({ remotes: [remote, { type: "sse", url: "https://b" }] }) });
  expect(findServers(reached.path)).toMatchObject([{ lines: { server: { url: remote.url } } }]);
});

test.each([
  [
    "several servers are named",
    { "package.json": '{ "bin": { "a": "a.js", "b": "b.js" } }' },
    /bin a, package.json: bin b/,
  ],
  ["one program has two names", { "package.json": '{ "bin": { "a": "a.js", "b": "./a.js" } }' }, undefined],
  ["there is none", { "package.json": "{}", "pyproject.toml": "[tool.x]\na = 1\n" }, /no server is named, and neither/],
  [
    "a package of a monorepo has it",
    {
      "package.json": "{}",
      "packages/x/package.json": '{ "bin": "x.js" }',
      "node_modules/y/package.json": '{ "bin": "y.js" }',
    },
    /server\.json\); packages\/x does: name it by `working-directory`$/,
  ],
  ["a manifest is broken", { "package.json": "{", ".mcp.json": "[]", "server.json": "7" }, /neither/],
])("%s", (_, files, problem) => {
  using folder = project(files);
  const found = onlyServer(folder.path);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toMatchObject({ lines: { server: "node a.js" } });
});

test("a run without a configuration measures the one server of the project, and else names the several", async () => {
  using one = project({ "package.json": '{ "bin": "server.js", "dependencies": { "a": "1" } }' });
  expect((await chooseConfig({}, one.path)).config).toMatchObject({
    server: "node server.js",
    build: { run: "npm install" },
  });
  using several = project({ ".mcp.json": clients });
  await expect(chooseConfig({}, several.path)).rejects.toThrow(/several: \.mcp\.json: one, \.mcp\.json: two/);
});

test("a path of this folder in what clients start is each commit's own, that of a neighbour stays", async () => {
  using folder = project({});
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
  using folder = project({ "pyproject.toml": `[${" ".repeat(200_000)}\n[project.scripts]\ns = "s:main"\n` });
  for (const name of ["package.json", ".mcp.json", "go.mod", "Cargo.toml", "Package.swift", "server.json"])
    symlinkSync("/dev/zero", path.join(folder.path, name));
  const began = process.cpuUsage().user;
  expect(findServers(folder.path).map(({ lines }) => lines)).toEqual([{ server: ".venv/bin/s" }]);
  // Processor time, which a busy machine does not add to.
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000);
});
