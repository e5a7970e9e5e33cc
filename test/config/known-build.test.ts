import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { buildOf } from "../../src/config/find-server/find-server.ts";
import { temporaryFolder } from "../support/folder.ts";

test.each([
  ["a package without a lock file", { "package.json": "{}" }, undefined],
  ["a package with one", { "package.json": "{}", "package-lock.json": "{}" }, "npm ci"],
  [
    "a package with a build of its own",
    { "package.json": '{ "scripts": { "build": "tsc" } }', "package-lock.json": "{}" },
    "npm ci && npm run build",
  ],
  ["a lock file amid a merge", { "package.json": "{}", "package-lock.json": "<<<<<<< ours" }, undefined],
  ["a package of pnpm", { "package.json": "{}", "pnpm-lock.yaml": "" }, "pnpm install --frozen-lockfile"],
  [
    "a package with dependencies and no lock file",
    { "package.json": '{ "dependencies": { "a": "1" } }' },
    "npm install",
  ],
  ["a project of uv", { "uv.lock": "", "pyproject.toml": "" }, "uv sync --frozen"],
  ["no package", {}, undefined],
])("the build of %s", async (_, files, build) => {
  using folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder.path, name), text);
  expect(buildOf("", folder.path)).toBe(build);
});
