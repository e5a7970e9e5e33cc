import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunRecord } from "../../src/record/record.ts";
import { elements, outsideCode, toHtml } from "../support/cmark.ts";
import { workflowRunEvent } from "../support/events.ts";
import { tunableProject } from "../support/repository.ts";
import { type OpenPullRequest, type Scenario, startScenario } from "../support/scenario.ts";
import { findTool } from "../support/tool.ts";

/** Generous on the pull request, strict on base: the comment has to judge by base. */
const lenient = tunableProject()["mcp-bench.yml"] ?? "";
const strict = lenient.replace(/thresholds: .*/, "thresholds: { p50: 1us }");

let scenario: Scenario;
let pullRequest: OpenPullRequest;
let headSha: string;
let main: string;
let record: RunRecord;
let artifacts: string;

beforeAll(async () => {
  scenario = await startScenario({ ...tunableProject(), "mcp-bench.yml": strict });
  const { repository, api } = scenario;
  main = repository.git("rev-parse", "main");
  pullRequest = await scenario.openPullRequest({ "mcp-bench.yml": lenient });
  headSha = repository.git("rev-parse", "HEAD^2");
  api.comesFrom(pullRequest.number, { owner: "mallory", branch: "feature", baseSha: main });
  const inputs = { mode: "bench", "compare-ref": "none" };
  const measured = await scenario.run(pullRequest.opened, { inputs, token: "token-read-only" });
  expect(measured.exitCode, measured.log).toBe(0);
  record = JSON.parse(measured.files["results-json"] ?? "");
});
afterAll(() => scenario[Symbol.asyncDispose]());

beforeEach(() => {
  artifacts = mkdtempSync(join(tmpdir(), "mcp-bench-artifacts-"));
  return () => rmSync(artifacts, { recursive: true, force: true });
});

function put(file: string, content: string): void {
  mkdirSync(join(artifacts, file, ".."), { recursive: true });
  writeFileSync(join(artifacts, file), content);
}

/** Returns what the commenting workflow does once the artifacts are downloaded. */
async function report({ conclusion = "success", sha = headSha, branch = "feature", directory = "." } = {}) {
  const event = workflowRunEvent({ headSha: sha, headBranch: branch, conclusion, sha: main });
  const before = await scenario.api.comments(pullRequest.number);
  const key = `key-${Math.random()}`;
  const inputs = { mode: "report", results: artifacts, "fail-on": "never", "comment-key": key };
  const outcome = await scenario.run(event, { inputs: { ...inputs, "working-directory": directory } });
  const after = await scenario.api.comments(pullRequest.number);
  return { outcome, comments: after.slice(before.length).map(({ body }) => body) };
}

describe("a pull request from a fork, measured by a run that ended", () => {
  test("is told who skipped it, where that run measured nothing", async () => {
    scenario.api.labels.set(pullRequest.number, "mcp-bench:skip", "alice");
    const broken = await report({ conclusion: "failure" });
    expect(broken.comments.join()).toContain("no result");
    const { outcome, comments } = await report();
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(comments.join()).toContain("`alice` skipped it");
    scenario.api.labels.remove(pullRequest.number, "mcp-bench:skip", "alice");
  });

  test("is commented, marked as untrusted, and judged by the thresholds of base", async () => {
    put("mcp-bench-results-default/record.json", JSON.stringify(record));
    const { outcome, comments } = await report();
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(record.rows[0]?.thresholds.map(({ text }) => text)).not.toContain("1us");
    expect(outcome.outputs.status).toBe("over-budget");
    expect(comments).toHaveLength(1);
    expect(comments[0]).toMatch(/untrusted/i);
    expect(comments[0]).toContain(`of base commit \`${main.slice(0, 7)}\``);
  });

  test("may have its server in a directory that this job, which checks nothing out, does not have", async () => {
    put("record.json", JSON.stringify(record));
    const { outcome, comments } = await report({ directory: "servers/search" });
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(comments[0]).toMatch(/the standard ones, as base commit .* has no .*servers\/search\/mcp-bench.yml/);
    expect(comments[0]).toContain("--working-directory servers/search");
  });

  const numbers = Array.from({ length: 40 }, (_, index) => index);
  const thresholds = strict.match(/^thresholds: .*$/m)?.[0] ?? "";
  test.each([
    [
      "names its server in a file that this job does not have",
      `server_config: .mcp.json\n${thresholds}`,
      "over-budget",
      /mcp-bench.yml of base commit/,
    ],
    [
      "has more rows than there may be",
      `server: node x.js\nbenchmarks: [{ tool: t, matrix: { a: [${numbers}] }, concurrency: [${numbers.slice(1)}] }]`,
      "no-baseline",
      /the standard ones, as .*mcp-bench.yml.* of base commit .* cannot be used/,
    ],
  ] as const)("is judged where base %s", async (_, config, status, thresholdsText) => {
    await using other = await startScenario({ "mcp-bench.yml": `${config}\n` });
    const opened = await other.openPullRequest({ "README.md": "Better.\n" });
    const base = other.repository.git("rev-parse", "main");
    const head = other.repository.git("rev-parse", "HEAD^2");
    other.api.comesFrom(opened.number, { owner: "mallory", branch: "feature", baseSha: base });
    put("record.json", JSON.stringify({ ...record, commit: { sha: head, dirty: false } }));
    const event = workflowRunEvent({ headSha: head, headBranch: "feature", sha: base });
    const outcome = await other.run(event, { inputs: { mode: "report", results: artifacts, "fail-on": "never" } });
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(outcome.outputs.status).toBe(status);
    const [comment] = await other.api.comments(opened.number);
    expect(comment?.body).toMatch(thresholdsText);
  });

  test("cannot name the commit that people are told to build and start", async () => {
    const hostile = "d00d".repeat(10);
    const base = { ...record.arms.find(({ side }) => side === "head"), id: "base", side: "base", commit: hostile };
    put("record.json", JSON.stringify({ ...record, arms: [...record.arms, base] }));
    const { outcome, comments } = await report();
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(comments[0]).toContain(`--compare-ref ${main}`);
    expect(comments[0]).not.toContain(hostile.slice(0, 7));
  });

  test("is told of a run that failed and left nothing", async () => {
    const { outcome, comments } = await report({ conclusion: "failure" });
    expect(outcome.exitCode, outcome.log).toBe(2);
    expect(outcome.outputs.status).toBe("errored");
    expect(comments).toHaveLength(1);
    expect(comments[0]).toContain("no result");
  });

  test("gets no comment when the run measured nothing, the head has moved on, or it is closed", async () => {
    put("record.json", JSON.stringify(record));
    for (const [facts, reason] of [
      [{ conclusion: "cancelled" }, "cancelled"],
      [{ sha: "a".repeat(40) }, "moved on"],
      [{ branch: "another" }, "no open pull request"],
    ] as const) {
      const { outcome, comments } = await report(facts);
      expect(outcome.exitCode, outcome.log).toBe(0);
      expect(outcome.log).toMatch(new RegExp(`Nothing is reported: .*${reason}`));
      expect(comments).toEqual([]);
    }
  });
});

describe("a poisoned artifact ends in a sentence, not in trust:", () => {
  const poisons: Record<string, { make: () => void; found: RegExp }> = {
    "the record of another pull request": {
      make: () => put("record.json", JSON.stringify({ ...record, commit: { sha: "b".repeat(40), dirty: false } })),
      found: /the record is of commit/,
    },
    "a field that names another pull request": {
      make: () => put("record.json", JSON.stringify({ ...record, pullRequest: 1 })),
      found: /not a record/,
    },
    "a huge file": {
      make: () => {
        put("record.json", "");
        truncateSync(join(artifacts, "record.json"), 10 * 2 ** 30);
      },
      found: /at most \d+ bytes/,
    },
    "a bomb of brackets": {
      make: () => put("record.json", "[".repeat(10_000_000)),
      found: /nested too deep/,
    },
    "a record from the future": {
      make: () => put("record.json", JSON.stringify({ ...record, schema: 99 })),
      found: /version 99/,
    },
    "a thousand records": {
      make: () => {
        for (let index = 0; index < 1000; index++) put(`results-${index}/record.json`, "{}");
      },
      found: /there are 1000 folders/,
    },
    "no JSON": { make: () => put("record.json", "::set-output name=status::pass"), found: /not JSON/ },
  };

  test.each(Object.keys(poisons))("%s", async (name) => {
    const poison = poisons[name];
    poison?.make();
    const { outcome, comments } = await report();
    expect(outcome.exitCode, outcome.log).toBe(2);
    expect(outcome.outputs.status).toBe("errored");
    expect(outcome.log).toMatch(poison?.found ?? /^$/);
    expect(comments).toHaveLength(1);
    expect(comments[0]).toContain("no result");
  });

  test.skipIf(findTool("cmark-gfm") === undefined).each(["\u200b", "\u{e0041}", "\u001b[0m"])(
    "a key that closes the fence of its own refusal, by %j, brings nothing to life",
    async (between) => {
      const key = `x\n\`\`${between}\`\`\n\n## no regression found\n\n@mallory [more](https://evil.example) <img src=x>`;
      put("record.json", JSON.stringify({ ...record, [key]: 1 }));
      const { outcome, comments } = await report();
      expect(outcome.exitCode, outcome.log).toBe(2);
      for (const markdown of [comments[0] ?? "", outcome.summary]) {
        expect(outsideCode(toHtml(markdown))).not.toMatch(/mallory|evil|regression found|<img/);
        expect(elements(toHtml(markdown)).h3).toBe(1);
      }
    },
  );

  test("a script and a mention in names are shown, not run", async () => {
    const [row] = record.rows;
    const hostile = "<script>alert(1)</script> @everyone [x](javascript:1)";
    const renamed = JSON.stringify(record).replaceAll(JSON.stringify(row?.id), JSON.stringify(hostile));
    put("record.json", renamed);
    const { outcome, comments } = await report();
    expect(outcome.exitCode, outcome.log).toBe(0);
    expect(comments[0]?.replace(/`[^`]*`/g, "")).not.toMatch(/<script|@everyone|\(javascript:/);
    expect(outcome.files["report-html"]).not.toContain("<script>alert(1)");
  });
});
