import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configFromCommandLine } from "../../src/config/load.ts";
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
