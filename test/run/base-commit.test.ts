import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configFromCommandLine, loadConfig } from "../../src/config/load.ts";
import { standardRun } from "../../src/plan/run-options.ts";
import { openBase } from "../../src/run/base-commit.ts";
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
