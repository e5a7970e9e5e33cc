import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { nights } from "../../scripts/self-check-nights.ts";
import { thresholdsOf } from "../../src/decide/thresholds.ts";
import { findDrift } from "../../src/history/drift.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";

/** The workflow proves things where it runs, on GitHub. Here its steps are given GitHub's answers, and others. */

interface Job {
  readonly needs?: readonly string[];
  readonly steps: readonly { readonly name?: string; readonly run?: string }[];
}
function jobsOf(file: string): Record<string, Job> {
  return parse(readFileSync(`.github/workflows/${file}`, "utf8")).jobs;
}
const jobs = jobsOf("self-check.yml");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-bench-self-check-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the steps of a job that are commands, with programs of that name which print this. */
function run(
  job: string,
  programs: Record<string, string>,
  more: Record<string, string> = {},
  of = jobs,
): number | null {
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const scripts = (of[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(0);
  const codes = scripts.map(
    (script) =>
      spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", script], {
        cwd: folder,
        env: { PATH: `${folder}:${env.PATH}`, GH_REPO: "octo/server", GITHUB_REF: "refs/heads/main", ...more },
      }).status,
  );
  return Math.max(...codes.map((code) => code ?? 255));
}

describe("a token that may only read", () => {
  it("is refused everywhere", () => {
    expect(run("token", { curl: "echo -n 403" })).toBe(0);
  });

  it.each(["receive-pack", "git/refs", "issues", "labels"])("is told where %s would let it write", (place) => {
    expect(run("token", { curl: `case "$*" in *${place}*) echo -n 422 ;; *) echo -n 403 ;; esac` })).toBe(1);
  });
});

describe("the reusable workflow that comments", () => {
  it("says nothing where the self-check is of no pull request", () => {
    const silent = (STATUS: string) => run("silent", {}, { STATUS }, jobsOf("self-check-comment.yml"));
    expect([silent(""), silent("pass")]).toEqual([0, 1]);
  });
});

describe("a record of another commit", () => {
  const results = () => ({ RESULTS: folder, FORGED: join(folder, "forged") });
  const outcome = { HONEST: "pass", OUTCOME: "failure" };

  it("is made of the one that arrived, and has to be refused", () => {
    writeFileSync(join(folder, "record.json"), '{"commit":{"sha":"main"},"rounds":[]}');
    const jq = `printf '%s' "$*" > ${join(folder, "asked")}; echo '{}'`;
    expect(run("artifact", { jq }, { ...results(), ...outcome, FORGED: join(folder, "forged") })).toBe(1);
    expect(readFileSync(join(folder, "asked"), "utf8")).toContain(`--arg sha ${"e".repeat(40)} .commit.sha = $sha`);
  });

  const last = (more: Record<string, string>) => {
    const script = jobs.artifact?.steps.at(-1)?.run ?? "";
    return spawnSync("bash", ["--norc", "-e", "-c", script], { env: { PATH: env.PATH, ...more } }).status;
  };
  it("refused, beside one that is reported on, is what is wanted", () => {
    expect(last({ ...outcome, FORGED: "errored" })).toBe(0);
  });

  it.each([
    ["nothing was reported", { ...outcome, HONEST: "", FORGED: "errored" }],
    ["the honest one was refused as well", { ...outcome, HONEST: "errored", FORGED: "errored" }],
    ["it was accepted", { ...outcome, OUTCOME: "success", FORGED: "pass" }],
    ["its job failed for another reason", { ...outcome, FORGED: "" }],
  ])("fails the check where %s", (_, more) => {
    expect(last(more)).toBe(1);
  });
});

describe("a server of each kind", () => {
  const ending = (KIND: string, OUTCOME: string, STATUS: string) => {
    const script = jobs.verdict?.steps.at(-1)?.run ?? "";
    return spawnSync("bash", ["--norc", "-e", "-c", script], { env: { PATH: env.PATH, KIND, OUTCOME, STATUS } }).status;
  };

  it.each([
    ["unchanged", "success", "pass"],
    ["unchanged", "success", "inconclusive"],
    ["slower", "failure", "regressed"],
    ["broken", "failure", "errored"],
  ])("%s: %s and %s is right", (...found) => {
    expect(ending(...found)).toBe(0);
  });

  it.each([
    ["unchanged", "failure", "regressed"],
    ["slower", "success", "pass"],
    ["slower", "failure", "errored"],
    ["broken", "failure", "regressed"],
    ["broken", "success", ""],
  ])("%s: %s and %j is wrong", (...found) => {
    expect(ending(...found)).toBe(1);
  });

  it("is a project of two commits", () => {
    const script = jobs.project?.steps.find(({ name }) => name === "A project of two commits")?.run ?? "";
    for (const [KIND, changed] of [
      ["unchanged", ""],
      ["slower", "server.mjs"],
      ["broken", "server.mjs"],
    ] as const) {
      const PROJECT = join(folder, KIND);
      const made = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", script], {
        env: { PATH: env.PATH, KIND, PROJECT },
      });
      expect(made.status).toBe(0);
      const differs = spawnSync("git", ["-C", PROJECT, "diff", "--name-only", "HEAD~1"], { encoding: "utf8" });
      expect([differs.status, differs.stdout.trim()]).toEqual([0, changed]);
    }
  });
});

it("its nights shift for the worse, and back", () => {
  const made = nights("f".repeat(40), Date.UTC(2026, 10, 1));
  const [first] = made.slow;
  const thresholds = first ? thresholdsOf(tabulate(first)) : new Map();
  const shiftsOf = (records: readonly RunRecord[]) => {
    const history = records.map((record) => ({
      commit: record.commit?.sha ?? "",
      createdAt: record.createdAt,
      summary: summarise(tabulate(record), "head"),
    }));
    return findDrift(history, thresholds).shifts;
  };
  expect(shiftsOf(made.slow.slice(0, 13))).toEqual([]);
  expect(shiftsOf(made.slow)).toMatchObject([{ metric: "p50" }]);
  // The record of tonight is stored once.
  expect(shiftsOf([...made.slow.slice(0, -1), ...made.quick])).toEqual([]);
});

describe("what was proved", () => {
  it("asks every other job", () => {
    const [, ...others] = Object.keys(jobs).toReversed();
    expect(jobs.proved?.needs?.toSorted()).toEqual(others.toSorted());
  });
});

describe("the annotations of a step", () => {
  it.each([
    [10, 0],
    [12, 1],
  ])("that keep %i end with %i", (kept, code) => {
    expect(run("annotations", { gh: `echo ${kept}` })).toBe(code);
  });
});

describe("the newest release", () => {
  const gh = (immutable: boolean, verified: boolean) =>
    `case "$1" in api) echo ${immutable} ;; attestation) ${verified} ;; release) [ "$2" = view ] && echo v1.0.0 || touch mcp-bench-1.tgz ;; esac`;

  it("has to be there where there is a version to run", () => {
    expect(run("release", { gh: "exit 1" })).toBe(1);
  });

  it.each([
    [true, true, 0],
    [false, true, 1],
    [true, false, 1],
  ])("immutable: %s, attested: %s, ends with %i", (immutable, verified, code) => {
    expect(run("release", { gh: gh(immutable, verified) })).toBe(code);
  });
});
