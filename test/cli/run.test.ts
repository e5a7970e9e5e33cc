import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeProgram } from "../../src/cli/program.ts";
import { features } from "../../src/features/index.ts";
import { defaultBaselineBranch } from "../../src/options/read-option.ts";
import { cliHere } from "../support/cli-here.ts";
import { temporaryFolder } from "../support/folder.ts";
import { commitFiles } from "../support/git-run.ts";
import { createRepository, tunableProject } from "../support/repository.ts";

test("a folder for raw profiles that cannot be made is reported before anything is measured", async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, "profiles");
  writeFileSync(file, "");
  const words = ["run", "--working-directory", folder.path, "--profiles", file];
  await expect((await makeProgram(features)).parseAsync(words, { from: "user" })).rejects.toThrow(
    "its directory cannot be made",
  );
});

test.each(["by its whole path", "by its name"])("a configuration that is named %s is not written over", async (how) => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, "own.yml");
  writeFileSync(file, "server: node server.js\n");
  const config = how === "by its name" ? "own.yml" : file;
  const words = ["run", "--working-directory", folder.path, "--config", config, "--json", file];
  await expect((await makeProgram(features)).parseAsync(words, { from: "user" })).rejects.toThrow(
    "--json names the file that this command reads",
  );
  expect(readFileSync(file, "utf8")).toBe("server: node server.js\n");
});

test("a stored baseline that cannot be read is an error, not a missing one", async () => {
  using project = createRepository(tunableProject());
  commitFiles(path.join(project.remotes, "octo/server.git"), defaultBaselineBranch, { "mcp-bench.json": "{" });
  const run = await cliHere(["run", "--compare-ref", "none", "--quick"], project.directory);
  expect(run, run.stderr).toMatchObject({ code: 2, stdout: expect.stringContaining("stored baseline unreadable") });
});
