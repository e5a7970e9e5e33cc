import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { env } from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { findTool } from "../support/tool.ts";

/** Says what `npm pack --json` says of it. */
interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

describe("the package", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let tarball: string;
  let packed: Packed;
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      // Neither what is installed here nor what was fetched before stands in for what the package lacks.
      env: {
        PATH: env.PATH,
        HOME: folder.path,
        npm_config_cache: path.join(folder.path, "cache"),
        npm_config_offline: "true",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });

  beforeAll(() => {
    folder = temporaryFolder();
    [packed] = JSON.parse(
      run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder.path], path.resolve(".")),
    ) as [Packed];
    tarball = path.join(folder.path, packed.filename);
  });
  afterAll(() => folder[Symbol.dispose]());

  test("runs in an empty folder, offline, and installs nothing else", () => {
    const empty = path.join(folder.path, "empty");
    mkdirSync(empty);
    const output = run("npm", ["install", "--no-audit", "--no-fund", tarball], empty);
    expect(output).toMatch(/added 1 package\b/);
    const demo = run("npx", ["mcp-bench", "demo", "--html", "report.html"], empty);
    expect(demo).toContain("`mcp-bench run` exits with 1; the demo with 0");
    expect(demo).toContain("Next, in the folder of a server of your own: npx mcp-bench init\n");
  });

  test("is small, but for the tokenizer and the proxy, and holds what it names", () => {
    // Both are loaded late, by the few runs that ask for them.
    const large = ["dist/tokenizer-o200k_base.js", "dist/upstream-proxy.js"];
    const files = packed.files.filter((file) => !large.includes(file.path));
    expect(files.length).toBe(packed.files.length - large.length);
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(3_000_000);
    expect(packed.files.map((file) => file.path)).toEqual(
      expect.arrayContaining(["dist/cli.js", "mcp-bench.schema.json", "README.md", "LICENSE"]),
    );
  });

  const publint = findTool("publint");
  test.skipIf(publint === undefined)("has no complaint of publint", () => {
    expect(run(publint ?? "", ["run", tarball, "--strict"], folder.path)).toContain("All good!");
  });
});
