import { expect, test } from "vitest";
import { configPath } from "../../src/action/config-path.ts";

test.each([
  ["the default", { workingDirectory: "." }, "mcp-bench.yml"],
  ["a file of a folder", { workingDirectory: "./packages/a", config: "bench/all.yml" }, "packages/a/bench/all.yml"],
  ["a file beside the folder", { workingDirectory: "packages/a", config: "../bench.yml" }, "packages/bench.yml"],
  ["an absolute file", { workingDirectory: "packages/a", config: "/srv/repo/bench.yml" }, "bench.yml"],
  ["an absolute folder", { workingDirectory: "/srv/repo/packages/a" }, "packages/a/mcp-bench.yml"],
  ["a name that begins with dots", { workingDirectory: ".", config: "..bench.yml" }, "..bench.yml"],
  ["a file outside the workspace", { workingDirectory: ".", config: "/tmp/bench.yml" }, undefined],
])("%s", (_, asked, file) => {
  expect(configPath(asked, "/srv/repo")).toBe(file);
});
