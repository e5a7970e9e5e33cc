import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { configuration, prove, servers, twoCommits } from "./support.ts";

type Files = Readonly<Record<string, string>>;

/** A folder outside of every checkout, with executable files. */
function outside(files: Files): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, 0o755);
  }
  return folder.path;
}

function proofOf(
  server: object,
  { files = {}, build, changed }: { files?: Files; build?: string; changed?: Files } = {},
) {
  const config = configuration(server, build);
  const repository = twoCommits({ "mcp-bench.yml": config, "server.cjs": servers.node, ...files }, changed);
  onTestFinished(() => repository[Symbol.dispose]());
  return prove(repository);
}

const own = (name: string) => ({ head: { kind: "own", name }, base: { kind: "own", name } });
const unclear = { kind: "unknown", doubt: "unclear" };

test.each<[string, object, Parameters<typeof proofOf>[1], string]>([
  ["node", { command: "node", args: ["server.cjs", "--data", "/tmp"] }, {}, "server.cjs"],
  ["node and a folder", { command: "node", args: ["."] }, { files: { "package.json": '{"main":"server.cjs"}' } }, "."],
  [
    "a wrapper that it replaces",
    { command: "sh", args: ["run.sh"] },
    { files: { "run.sh": "exec node server.cjs\n" } },
    "server.cjs",
  ],
  ["a wrapper that stays", { command: "sh", args: ["-c", "node server.cjs; true"] }, {}, "server.cjs"],
  [
    "a process with a name of its own",
    { command: "node", args: ["named.cjs"] },
    { files: { "named.cjs": `process.title = "tiny";\n${servers.node}`.replace(/#!.*\n/, "") } },
    "named.cjs",
  ],
  [
    "node and a file that is called like a launcher",
    { command: "node", args: ["dist/docker.js"] },
    { files: { "dist/docker.js": servers.node } },
    "dist/docker.js",
  ],
])("a server of the checkout is proven: %s", async (_, server, given, name) => {
  expect(await proofOf(server, given)).toEqual(own(name));
});

test("head may start another file than base", async () => {
  const found = await proofOf(
    { command: "node", args: ["server.cjs"] },
    { changed: { "server.cjs": servers.node.replace('"tiny"', '"other"') } },
  );
  expect(found).toEqual(own("server.cjs"));
});

test("one file outside of both checkouts is refused", async () => {
  const file = path.join(outside({ "server.cjs": servers.node }), "server.cjs");
  const found = await proofOf({ command: "node", args: [file, "./mcp-bench.yml"] });
  expect(found).toMatchObject({ exitCode: 2, message: expect.stringContaining("same_program: true") });
  expect(JSON.stringify(found)).not.toContain(path.dirname(file));
});

test("the same is refused behind a script of the checkout", async () => {
  const file = path.join(outside({ "server.cjs": servers.node }), "server.cjs");
  const found = await proofOf({ command: "sh", args: ["run.sh"] }, { files: { "run.sh": `node ${file}; true\n` } });
  expect(found).toMatchObject({ exitCode: 2 });
});

test("a program that the later build overwrites is refused", async () => {
  const file = path.join(outside({}), "server.cjs");
  const found = await proofOf({ command: "node", args: [file] }, { build: `cp server.cjs ${file}` });
  expect(found).toMatchObject({ exitCode: 2 });
});

describe("where one arm alone runs its own", () => {
  const run = (file: string) => ({ "run.sh": `exec node ${file}\n` });
  const oneSided = async (order: (own: string, other: string) => [base: string, head: string]) => {
    const file = path.join(outside({ "released.cjs": servers.node }), "released.cjs");
    const [base, head] = order("server.cjs", file);
    return proofOf({ command: "sh", args: ["run.sh"] }, { files: run(base), changed: run(head) });
  };

  test("head that runs none of its own is refused", async () => {
    const found = await oneSided((own, other) => [own, other]);
    expect(found).toMatchObject({ exitCode: 2, message: expect.stringContaining("head runs released.cjs") });
  });

  test("head that starts to run its own is measured, and in doubt", async () => {
    expect(await oneSided((own, other) => [other, own])).toEqual({
      head: { kind: "own", name: "server.cjs", doubt: "unclear" },
      base: { kind: "elsewhere", name: "released.cjs", doubt: "unclear" },
    });
  });
});

test("the exception is one key", async () => {
  const file = path.join(outside({ "server.cjs": servers.node }), "server.cjs");
  const found = await proofOf({ command: "node", args: [file], same_program: true });
  const allowed = { kind: "elsewhere", name: "server.cjs", doubt: "allowed" };
  expect(found).toEqual({ head: allowed, base: allowed });
});

test("the exception is base's to make", async () => {
  const file = path.join(outside({ "server.cjs": servers.node }), "server.cjs");
  const server = { command: "node", args: [file] };
  const allowed = { ...server, same_program: true };
  const change = (to: object) => ({ changed: { "mcp-bench.yml": configuration(to) } });
  expect(await proofOf(server, change(allowed))).toMatchObject({ exitCode: 2 });
  expect(await proofOf(allowed, change(server))).toMatchObject({ head: { doubt: "allowed" } });
});

test("different files outside are measured, and are in doubt", async () => {
  const folder = outside({ "base.cjs": servers.node, "head.cjs": servers.node });
  const found = await proofOf(
    { command: "sh", args: ["run.sh"] },
    {
      files: { "run.sh": `exec node ${folder}/base.cjs\n` },
      changed: { "run.sh": `exec node ${folder}/head.cjs\n` },
    },
  );
  expect(found).toEqual({
    head: { kind: "elsewhere", name: "head.cjs", doubt: "unclear" },
    base: { kind: "elsewhere", name: "base.cjs", doubt: "unclear" },
  });
});

test("where nothing tells, both are in doubt", async () => {
  const found = await proofOf({ command: "node", args: ["-e", "require('./server.cjs')"] });
  expect(found).toEqual({ head: unclear, base: unclear });
});

test("a launcher that is installed in the checkout proves nothing", async () => {
  const installed = { "node_modules/.bin/env.js": "require('../../server.cjs')" };
  const found = await proofOf({ command: "node", args: ["node_modules/.bin/env.js"] }, { files: installed });
  expect(found).toEqual({ head: unclear, base: unclear });
});

test("a runner that lies elsewhere may run a file of the checkout", async () => {
  const folder = outside({ "runner.cjs": "require(require('node:path').resolve(process.argv[2]))" });
  const found = await proofOf({ command: "node", args: [`${folder}/runner.cjs`, "server.cjs"] });
  expect(found).toEqual({ head: unclear, base: unclear });
});
