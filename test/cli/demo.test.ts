import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

test("the demo commits to its own repository alone, also where a hook names another", async () => {
  using folder = temporaryFolder();
  git(folder.path, ["init", "--quiet"]);
  const GIT_DIR = path.join(folder.path, ".git");
  const child = spawn(process.execPath, [path.resolve("dist/cli.js"), "demo"], {
    cwd: folder.path,
    env: { ...process.env, GIT_DIR, GIT_INDEX_FILE: path.join(GIT_DIR, "index") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await expect.poll(() => printed).toContain("Two commits of a small MCP server");
  child.kill("SIGINT");
  // A round that was over before the signal came has a verdict.
  expect([130, 0, 1]).toContain((await closed)[0]);
  expect(git(folder.path, ["for-each-ref"])).toBe("");
  expect(git(folder.path, ["status", "--porcelain"])).toBe("");
});
