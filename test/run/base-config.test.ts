import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mapValues } from "../../src/base/json.ts";
import { chooseConfig } from "../../src/config/load-config.ts";
import { ConfigError } from "../../src/errors.ts";
import { standardRun } from "../../src/options/run-options.ts";
import { type BaseConfig, chooseBaseConfig } from "../../src/run/base-config.ts";
import { temporaryFolder } from "../support/folder.ts";
import { gitEnvironment } from "../support/git-run.ts";
import { createRepository } from "../support/repository.ts";

type Files = Readonly<Record<string, string>>;

const named = (name: string) => `title: ${name}\nserver: node server.js\n`;
const manifest = '{ "name": "s", "bin": "server.js" }';

interface Given {
  /** `/head/` stands for head's folder, here and there. */
  readonly base: Files;
  readonly head: Files;
  readonly run?: Partial<typeof standardRun>;
  /** Done to the checkout of base, which holds only plain files so far. */
  readonly make?: (base: string) => void;
}

async function chosen({ base, head, run = {}, make }: Given): Promise<BaseConfig & { readonly inside: string }> {
  using folder = temporaryFolder();
  const placed = (files: Files) => mapValues(files, (text) => text.replaceAll("/head/", `${folder.path}/`));
  for (const [name, text] of Object.entries(placed(head))) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  using repository = createRepository({ "server.js": "", ...placed(base) });
  make?.(repository.directory);
  const asked = { ...standardRun, ...run };
  const directory = path.join(folder.path, asked.workingDirectory);
  const config = await chooseBaseConfig(repository.directory, {
    loaded: await chooseConfig(asked, directory),
    directory,
    workingCopy: { root: folder.path, commit: { sha: "", parents: [] } },
    dirty: false,
    compare: { kind: "none", reason: "" },
    sources: [],
    environment: gitEnvironment,
    run: { ...asked, seed: 1 },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return { ...config, inside: path.relative(repository.directory, config.directory) };
}

const titleOf = ({ whose, loaded }: BaseConfig) => [whose, loaded.config.title];

describe("base's own configuration", () => {
  test("is the same file, however the command line names it", async () => {
    const files = { base: { "mcp-bench.yml": named("old") }, head: { "mcp-bench.yml": named("new") } };
    expect(titleOf(await chosen(files))).toEqual(["base", "old"]);
    const other = {
      base: { "ci/b.yml": named("old") },
      head: { "ci/b.yml": named("new") },
      run: { config: "ci/b.yml" },
    };
    expect(titleOf(await chosen(other))).toEqual(["base", "old"]);
  });

  test("is found where head has renamed, moved or deleted it", async () => {
    const base = { "mcp-bench.yml": named("old"), "package.json": manifest };
    const renamed = await chosen({ base, head: { "bench.yml": named("new") }, run: { config: "bench.yml" } });
    expect(titleOf(renamed)).toEqual(["base", "old"]);
    const deleted = await chosen({ base, head: { "package.json": manifest } });
    expect(titleOf(deleted)).toEqual(["base", "old"]);
    const moved = await chosen({
      base: { "ci/b.yml": named("old") },
      head: { "x/b.yml": named("new") },
      run: { config: "x/b.yml" },
    });
    expect([...titleOf(moved), moved.inside]).toEqual(["base", "old", ""]);
    const same = await chosen({
      base: { "a.yml": named("same") },
      head: { "b.yml": named("same") },
      run: { config: "b.yml" },
    });
    expect(titleOf(same)).toEqual(["base", "same"]);
  });

  test("goes with a working directory that moved", async () => {
    const found = await chosen({
      base: { "server/mcp-bench.yml": named("old") },
      head: { "packages/server/mcp-bench.yml": named("new") },
      run: { workingDirectory: "packages/server" },
    });
    expect([...titleOf(found), found.inside]).toEqual(["base", "old", "server"]);
  });

  test("is not that of another server which head still has, nor one of several", async () => {
    const other = { "other/mcp-bench.yml": named("other") };
    const head = { ...other, "mine/mcp-bench.yml": named("new") };
    const run = { workingDirectory: "mine" };
    expect(titleOf(await chosen({ base: other, head, run }))).toEqual(["head", "new"]);
    const several = { "a/mcp-bench.yml": named("a"), "b/mcp-bench.yml": named("b") };
    const unsure = await chosen({ base: several, head: { "mine/mcp-bench.yml": named("new") }, run });
    expect(titleOf(unsure)).toEqual(["head", "new"]);
    expect(unsure.unusable).toContain('"a/mcp-bench.yml", "b/mcp-bench.yml"');
  });

  test("is not the one that head has beside its own", async () => {
    const base = { "mcp-bench.yml": named("other") };
    const head = { ...base, "second.yml": named("new") };
    const found = await chosen({ base, head, run: { config: "second.yml" } });
    expect([...titleOf(found), found.unusable]).toEqual(["head", "new", undefined]);
  });

  test("of several that moved is the one whose folder has the same name", async () => {
    const found = await chosen({
      base: { "a/mcp-bench.yml": named("a"), "mine/mcp-bench.yml": named("old") },
      head: { "packages/a/mcp-bench.yml": named("a"), "packages/mine/mcp-bench.yml": named("new") },
      run: { workingDirectory: "packages/mine" },
    });
    expect([...titleOf(found), found.inside]).toEqual(["base", "old", "mine"]);
  });

  test("is not that of another package which head deletes", async () => {
    const other = await chosen({
      base: { "packages/mine/package.json": manifest, "packages/other/mcp-bench.yml": named("other") },
      head: { "packages/mine/mcp-bench.yml": named("new") },
      run: { workingDirectory: "packages/mine" },
    });
    expect([...titleOf(other), other.unusable]).toEqual(["head", "new", undefined]);
  });

  test("may lie above the working directory", async () => {
    const files = (name: string) => ({ "bench.yml": named(name), "packages/a/package.json": manifest });
    const run = { workingDirectory: "packages/a", config: "../../bench.yml" };
    expect(titleOf(await chosen({ base: files("old"), head: files("new"), run }))).toEqual(["base", "old"]);
  });

  test("is of neither commit where it lies outside of the checkout", async () => {
    using folder = temporaryFolder();
    const config = path.join(folder.path, "bench.yml");
    writeFileSync(config, named("mine"));
    const files = { "mcp-bench.yml": named("old") };
    expect(titleOf(await chosen({ base: files, head: files, run: { config } }))).toEqual(["user", "mine"]);
  });

  test("is what its manifests name where neither commit has a file", async () => {
    const { whose, loaded } = await chosen({
      base: { "package.json": manifest },
      head: { "package.json": manifest.replace("server.js", "main.js"), "main.js": "" },
    });
    expect([whose, loaded.config.server]).toEqual(["base", expect.stringContaining("server.js")]);
  });

  test("is what clients start in it, whose path is written as that of head", async () => {
    const entry = { command: "node", args: ["/head/server.js", "/head/data"] };
    const files = { "server.js": "", ".mcp.json": JSON.stringify({ mcpServers: { one: entry } }) };
    const { whose, loaded } = await chosen({ base: files, head: files });
    expect(whose).toBe("base");
    expect(loaded.config.server).toMatchObject({ args: ["${CHECKOUT}/server.js", "${CHECKOUT}/data"] });
  });

  test("does not exist: head's serves both", async () => {
    const found = await chosen({ base: { "package.json": manifest }, head: { "mcp-bench.yml": named("new") } });
    expect([...titleOf(found), found.unusable]).toEqual(["head", "new", undefined]);
  });

  test.each([
    ["does not parse", { "mcp-bench.yml": "server: [" }, undefined],
    ["has an unknown key", { "mcp-bench.yml": "serve: node s.js" }, undefined],
    ["is too large", { "mcp-bench.yml": `#${"x".repeat(10 * 2 ** 20)}` }, undefined],
    ["is a folder", {}, (base: string) => mkdirSync(path.join(base, "mcp-bench.yml"))],
    ["is a link to nothing", {}, (base: string) => symlinkSync("nothing", path.join(base, "mcp-bench.yml"))],
  ])("that %s is told, and head's serves both", async (_, base: Files, make) => {
    const found = await chosen({ base, head: { "mcp-bench.yml": named("new") }, ...(make ? { make } : {}) });
    expect(titleOf(found)).toEqual(["head", "new"]);
    expect(found.unusable).toContain("mcp-bench.yml");
  });

  test("is of neither where a command line names the server", async () => {
    const found = await chosen({ base: {}, head: {}, run: { server: "node server.js" } });
    expect(found.whose).toBe("user");
  });
});

describe("a head that replaces its configuration", () => {
  test.each([
    ["by a folder", (file: string) => mkdirSync(file)],
    ["by a link to nothing", (file: string) => symlinkSync("nothing", file)],
    ["by a link to itself", (file: string) => symlinkSync(path.basename(file), file)],
    ["by 10 MB", (file: string) => writeFileSync(file, `#${"x".repeat(10 * 2 ** 20)}`)],
    ["by what does not parse", (file: string) => writeFileSync(file, "server: [")],
  ])("%s gets an error that names it, never a default", async (_, make) => {
    using folder = temporaryFolder();
    writeFileSync(path.join(folder.path, "package.json"), manifest);
    make(path.join(folder.path, "mcp-bench.yml"));
    const error = await chooseConfig({ set: [] }, folder.path).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ message: expect.stringContaining("mcp-bench.yml"), exitCode: 2 });
  });
});
