import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { configFromCommandLine, loadConfig } from "../../src/config/load-config.ts";
import { standardRun } from "../../src/options/run-options.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { openBase, planUnder } from "../../src/run/base-commit.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, commitFiles, gitEnvironment } from "../support/git-run.ts";

test("a checkout of base is removed where the run was ended meanwhile", async () => {
  using folder = temporaryFolder();
  const temporary = path.join(folder.path, "temporary");
  mkdirSync(temporary);
  const remote = bareRepository(folder.path);
  const sha = commitFiles(remote, "main", { "server.js": "" });
  const controller = new AbortController();
  const seen: string[][] = [];
  const request = {
    loaded: configFromCommandLine("node server.js"),
    directory: folder.path,
    dirty: false,
    compare: { kind: "commit", sha, why: "it is the one before" },
    sources: [{ url: remote }],
    environment: { ...gitEnvironment, RUNNER_TEMP: temporary },
    run: { ...standardRun, seed: 1 },
    signal: controller.signal,
    progress: ({ kind }: { kind: string }) => {
      seen.push(readdirSync(temporary));
      if (seen.length === 2) controller.abort(new Error(`ended after a ${kind}`));
    },
  } as const;
  await expect(openBase(request, () => undefined)).rejects.toThrow("ended after a stage");
  expect(seen).toEqual([[], [expect.stringMatching(/^mcp-bench-base-/)]]);
  expect(readdirSync(temporary)).toEqual([]);
});

test.each(["by its name", "by its whole path"])("thresholds are base's where head's file is named %s", async (how) => {
  using folder = temporaryFolder();
  const directory = path.join(folder.path, "head");
  mkdirSync(directory);
  const remote = bareRepository(folder.path);
  const written = (limit: string) => `server: node server.js\nthresholds: { p50: ${limit} }\n`;
  const sha = commitFiles(remote, "main", { "server.js": "", "mcp-bench.yml": written("+10%") });
  writeFileSync(path.join(directory, "mcp-bench.yml"), written("+900%"));
  const file = how === "by its name" ? "mcp-bench.yml" : path.join(directory, "mcp-bench.yml");
  await using base = await openBase(
    {
      loaded: await loadConfig(file, directory),
      directory,
      dirty: false,
      compare: { kind: "commit", sha, why: "it is the one before" },
      sources: [{ url: remote }],
      environment: gitEnvironment,
      run: { ...standardRun, seed: 1 },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
    () => undefined,
  );
  expect(base?.config?.whose).toBe("base");
  expect(base?.config?.loaded.config.thresholds).toMatchObject([{ metric: "p50", text: "+10%" }]);
});

describe("where base cannot be planned as its own file says", () => {
  const commit = "a".repeat(40);

  /** The plan of both, from their configurations. */
  async function planned({ base, head, allowed = [] }: { base: string; head: string; allowed?: string[] }) {
    using folder = temporaryFolder();
    const side = async (name: string, text: string) => {
      const directory = path.join(folder.path, name);
      mkdirSync(directory);
      writeFileSync(path.join(directory, "mcp-bench.yml"), text);
      return { directory, loaded: await loadConfig("mcp-bench.yml", directory) };
    };
    const { directory, loaded } = await side("head", head);
    const config = { ...(await side("base", base)), whose: "base" as const };
    const environment = Object.fromEntries(allowed.map((name) => [name, "x"]));
    return planUnder(
      { sha: commit, root: config.directory, config, [Symbol.asyncDispose]: async () => undefined },
      {
        loaded,
        options: {
          directory,
          expansion: { environment, allowed },
          childEnvironment: () => ({}),
          run: { ...standardRun, seed: 1 },
        },
      },
    );
  }

  const written = (limit: string, more = "") =>
    `server: node server.js\nthresholds: { p50: ${limit} }\nbenchmarks: [{ method: ping }]\n${more}`;
  const redis = "services: { redis: { command: redis } }\n";
  const cached = `cached: { env: { R: "\${PORT_redis}" } }`;
  const limitsOf = (plan: Plan) =>
    plan.rows.map(({ thresholds }) => thresholds.find(({ metric }) => metric === "p50")?.text);
  const armsOf = (plan: Plan) => plan.arms.map(({ id }) => id).sort();
  const all = ["base/cached", "base/plain", "head/cached", "head/plain"];

  test("a variant that needs head's service is started by base's own server", async () => {
    const plan = await planned({
      base: written("+10%", "variants: { plain: {} }\n"),
      head: written("+900%", `${redis}variants: { plain: {}, ${cached} }\n`),
    });
    expect(limitsOf(plan)).toEqual(["+10%", "+10%"]);
    expect([armsOf(plan), plan.baseFailure]).toEqual([all, undefined]);
  });

  test("a variant that head deletes with its service is started by head's own server", async () => {
    const plan = await planned({
      base: written("+10%", `${redis}variants: { plain: {}, ${cached} }\n`),
      head: written("+900%", "variants: { plain: {} }\n"),
    });
    expect(limitsOf(plan)).toEqual(["+10%", "+10%"]);
    expect([armsOf(plan), plan.baseFailure]).toEqual([all, undefined]);
  });

  test("base's thresholds decide over head alone, which is told, where nothing can start it", async () => {
    const using = (limit: string, name: string) =>
      written(limit).replace("node server.js", `{ command: node, env: { A: "\${${name}}" } }`);
    const plan = await planned({ base: using("+10%", "OLD"), head: using("+900%", "NEW"), allowed: ["NEW"] });
    expect(limitsOf(plan)).toEqual(["+10%"]);
    expect(armsOf(plan)).toEqual(["head"]);
    expect(plan.configuration).toMatchObject({ decides: "base" });
    expect(plan.baseFailure).toMatchObject({ stage: "configuration", commit, message: expect.stringContaining("OLD") });
  });

  const http = (more: string) => `server: { url: "http://127.0.0.1:1/mcp"${more} }\n`;
  test.each([
    {
      message: "{{identity}} stands for nobody",
      base: `${http("")}benchmarks: [{ tool: t }]\n`,
      head: `${http(", identities: [{ name: ann }, { name: bob }]")}benchmarks: [{ tool: t, arguments: { a: "{{identity}}" } }]\n`,
    },
    {
      message: "the server's launch has {{n}}",
      base: "server: node s.js --rules 1\nbenchmarks: [{ tool: t }]\n",
      head: "server: 'node s.js --rules {{n}}'\nbenchmarks: [{ tool: t, matrix: { n: [1, 50] } }]\n",
    },
  ])("a benchmark that only one of the two servers can run is measured on head alone: $message", async (files) => {
    const plan = await planned(files);
    expect(armsOf(plan)).toEqual(["head"]);
    expect(plan.baseFailure).toMatchObject({ message: expect.stringContaining(files.message) });
  });

  test("head's thresholds decide, which is told, where base's benchmarks make no sense either", async () => {
    const benchmarks = "benchmarks: [{ tool: t, arguments_from: none.jsonl }]\n";
    const base = written("+10%").replace(/benchmarks: .*\n/, benchmarks);
    const plan = await planned({ base, head: written("+900%") });
    expect(limitsOf(plan)).toEqual(["+900%"]);
    expect(plan.configuration).toMatchObject({ decides: "head", unusable: expect.stringContaining("none.jsonl") });
    expect(plan.baseFailure).toMatchObject({ stage: "configuration", commit });
  });
});
