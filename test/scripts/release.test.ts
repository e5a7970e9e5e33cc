import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { env } from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-bench-release-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the commit that the reusable workflows pin", () => {
  const script = resolve("scripts/pin-workflows.ts");
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8" });
    return { status, stderr };
  };
  const identity = ["-c", "user.name=A Maintainer", "-c", "user.email=maintainer@example.org"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8", env: { PATH: env.PATH } }).trim();
  const commit = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    git("add", ".");
    git("commit", "--quiet", "-m", "Change");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
  };

  beforeEach(() => {
    git("init", "--quiet");
    for (const name of ["dist", ".github/actions"]) mkdirSync(join(folder, name), { recursive: true });
    cpSync(".github/workflows", join(folder, ".github/workflows"), { recursive: true });
    writeFileSync(join(folder, ".github/actions/action.yml"), "name: part\n");
    writeFileSync(join(folder, "action.yml"), "name: whole\n");
    writeFileSync(join(folder, "package.json"), '{ "version": "1.2.3" }');
    commit("dist/main.js", "1;\n");
  });

  it("is written wherever they use their own action, and may be released from main", () => {
    const released = git("rev-parse", "HEAD");
    expect(run()).toEqual({ status: 0, stderr: "" });
    const text = readFileSync(join(folder, ".github/workflows/mcp-bench.yml"), "utf8");
    expect(text.match(/uses: org\/mcp-bench-action\S*/g)?.length).toBeGreaterThan(3);
    for (const [line] of text.matchAll(/^(?!#).*uses: org\/.*$/gm)) expect(line).toMatch(`@${released} # v1.2.3`);
    git("commit", "--quiet", "--all", "-m", "Pin");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
    expect(run("--check")).toEqual({ status: 0, stderr: "" });
    commit("README.md", "Something else.\n");
    expect(run("--check").status).toBe(0);
  });

  it.each([
    ["that moves", () => undefined, "the action of v1, which can move"],
    [
      "whose action is another one",
      () => {
        run();
        commit("dist/main.js", "2;\n");
      },
      "whose action is not the one of this commit",
    ],
    [
      "of somewhere else",
      () => {
        run();
        git("add", ".");
        git("commit", "--quiet", "--amend", "-m", "Another history");
      },
      "which this commit does not come from",
    ],
    [
      "on another branch than main",
      () => {
        run();
        git("commit", "--quiet", "--all", "-m", "Pin");
      },
      "this commit does not lie on main",
    ],
  ])("%s is refused", (_, happen, found) => {
    happen();
    const { status, stderr } = run("--check");
    expect(stderr).toContain(found);
    expect(status).toBe(1);
  });

  it("is never one without the action that lies in the working tree", () => {
    writeFileSync(join(folder, "dist/main.js"), "2;\n");
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("changes that are in no commit") });
  });
});

describe("the release workflow", () => {
  const { jobs } = parse(readFileSync(".github/workflows/release.yml", "utf8"));

  it("publishes what waited for everything before it, from a draft", () => {
    const needs = Object.entries<{ needs?: string }>(jobs).map(([name, job]) => [name, job.needs]);
    expect(Object.fromEntries(needs)).toEqual({
      check: undefined,
      pack: "check",
      draft: "pack",
      npm: "draft",
      publish: "npm",
    });
    expect(jobs.draft.steps.at(-1).run).toContain("--draft");
  });

  /** Runs the step with a `gh` that knows these releases, and gives what was asked of it besides. */
  function move(tag: string, releases: readonly string[]): string {
    const calls = join(folder, "calls");
    writeFileSync(calls, "");
    const gh = `#!/bin/sh\nif [ "$1" = release ]; then printf '%s\\n' ${releases.join(" ")}; else echo "$@" >> ${calls}; fi\n`;
    writeFileSync(join(folder, "gh"), gh, { mode: 0o755 });
    const environment = { GITHUB_REF_NAME: tag, GITHUB_SHA: "a".repeat(40), GH_REPO: "org/mcp-bench-action" };
    const step = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", jobs.publish.steps[1].run], {
      env: { PATH: [folder, env.PATH].join(delimiter), ...environment },
      encoding: "utf8",
    });
    expect(step.status, step.stderr).toBe(0);
    return readFileSync(calls, "utf8");
  }

  it("moves the major tag to the newest release of its line", () => {
    const moved = move("v1.10.0", ["v2.0.0", "v1.10.0", "v1.9.3", "v1", "nightly"]);
    expect(moved).toContain(`refs/tags/v1 -f sha=${"a".repeat(40)}`);
  });

  it("never moves it back", () => {
    expect(move("v1.9.4", ["v1.9.4", "v1.10.0"])).toBe("");
    expect(move("v1.0.0", ["v1.0.0", "v2.0.0"])).toContain("refs/tags/v1 ");
  });
});
