import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActionOutcome } from "../support/action-process.ts";
import { pushEvent } from "../support/events.ts";
import { tunableProject } from "../support/repository.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

/** Each rule, and the tests elsewhere that ring when it is broken: file and part of the title. */
const rules: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  "1: no job that runs target code holds a right to write, and nothing trusted follows it": [
    ["security/workflow-rules.test.ts", "a job that may push runs the action in mode report or publish only"],
    ["security/workflow-rules.test.ts", "after the code under test only its results are uploaded"],
    ["security/workflow-rules.test.ts", "checkout has persist-credentials: false"],
  ],
  "2: build and server get no token, inputs or command files": [
    ["base/host/environment.test.ts", "keeps what programs need and drops everything else"],
    ["run/build.test.ts", "runs in the checkout with the part of the environment that servers get, and nothing else"],
  ],
  "3: git runs in a repository of ours, and obeys nothing of the checkout": [
    ["git/remote.test.ts", "a hostile checkout is read without running or obeying anything of it"],
    ["git/git.test.ts", "the token is given by environment and for one host only"],
    ["git/git.test.ts", "nothing of the parent's git settings reaches it"],
  ],
  "4: variables expand only where and for whom they may; secrets are blotted out": [
    ["record/redact.test.ts", "are blotted out of what people read"],
    ["record/redact.test.ts", "are blotted out where the text was cut in their midst"],
  ],
  "5: untrusted output in the log is no command": [
    ["base/untrusted.test.ts", "splits on CR and LF, prefixes, and wraps"],
    ["e2e/broken-server.test.ts", "a server whose output is full of workflow commands sets nothing"],
  ],
  "6: every artifact is hostile": [
    ["e2e/fork.slow.test.ts", "a poisoned artifact ends in a sentence, not in trust"],
    ["e2e/fork.slow.test.ts", "is commented, marked as untrusted, and judged by the thresholds of base"],
    ["action/run-results.test.ts", "of which one is of another commit are refused"],
    ["action/run-results.test.ts", "that are too large together are refused unread"],
  ],
  "7: single-job use never writes the baseline on pull requests, nor runs on privileged events": [
    ["e2e/stored-baseline.slow.test.ts", "a pull request never writes the baseline, even when asked to"],
    ["e2e/events.test.ts", "the code under test is not run"],
    ["e2e/token-that-pushes.slow.test.ts", "token-that-pushes"],
  ],
  "8: a regular expression ends within its time": [
    ["measure/load/outcome.test.ts", "a pattern that runs away ends within its time limit, with the fix"],
  ],
  "9: publishing and commenting jobs restore no caches": [
    ["security/workflow-rules.test.ts", "a job that may push restores no caches"],
    ["security/workflow-rules.test.ts", "a job that comments restores no caches"],
  ],
};

describe.each(Object.entries(rules))("rule %s", (_, tests) => {
  test.each(tests)("is guarded by %s: %s", (file, title) => {
    expect(readFileSync(join("test", file), "utf8")).toContain(title);
  });
});

const secret = "s3cret-of-the-backend";
const shared = ["PATH", "HOME", "RUNNER_TRACKING_ID"];
const forbidden = /^(GITHUB_(TOKEN|ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|INPUT_.*|ACTIONS_.*|AWS_.*|API_TOKEN)$/;

let folder: string;
let scenario: Scenario;
let outcome: ActionOutcome;
const seen = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>;

/** Tells its environment, and plants what git would run or be led astray by if it worked in this checkout. */
const look = (name: string) => `
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
writeFileSync(${JSON.stringify(join(folder, name))}, JSON.stringify(process.env));
const evil = ${JSON.stringify(join(folder, "evil"))};
writeFileSync(evil, "#!/bin/sh\\ntouch " + evil + "-was-run\\n");
chmodSync(evil, 0o755);
mkdirSync(".git/hooks", { recursive: true });
for (const hook of ["pre-push", "post-checkout", "reference-transaction"])
  writeFileSync(".git/hooks/" + hook, "#!/bin/sh\\ntouch " + evil + "-was-run\\n", { mode: 0o755 });
const set = (key, value) => execFileSync("git", ["config", key, value]);
set("core.fsmonitor", evil);
set("core.sshCommand", evil);
set("credential.helper", "!" + evil);
set("url." + evil + ".insteadOf", "http://");
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-bench-rules-"));
  const files = tunableProject();
  const config = (files["mcp-bench.yml"] ?? "")
    .replace("args: [server.js]", 'args: [start.mjs]\n  env: { BACKEND: "${API_TOKEN}" }')
    .replace(/^build: (.*)$/m, (_, command) => `build: ${command} && ${JSON.stringify(process.execPath)} build.mjs`)
    .replace("benchmarks:\n", 'environment: { Note: "${API_TOKEN}" }\nbenchmarks:\n');
  scenario = await startScenario({
    ...files,
    "mcp-bench.yml": config,
    "build.mjs": look("build.json"),
    "start.mjs": `${look("server.json")}console.error(process.env.BACKEND);\nawait import("./server.js");\n`,
  });
  const { repository } = scenario;
  const before = repository.git("rev-parse", "HEAD");
  const after = repository.commit("Change main", { "README.md": "A server.\n" });
  repository.push("main");
  outcome = await scenario.run(pushEvent({ before, after }), {
    token: "token-that-pushes",
    inputs: { "update-baseline": "true", "compare-ref": "none", "pass-env": "API_TOKEN" },
    environment: {
      API_TOKEN: secret,
      GITHUB_TOKEN: "token-that-pushes",
      ACTIONS_RUNTIME_TOKEN: "token-of-the-runtime",
      AWS_SECRET_ACCESS_KEY: "of-another-step",
    },
  });
});
afterAll(async () => {
  await scenario[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test.each(["build.json", "server.json"])("rule 2, whole: %s has nothing of the job", (name) => {
  expect(outcome.exitCode, outcome.log).toBe(0);
  const environment = seen(name);
  expect(Object.keys(environment).filter((key) => forbidden.test(key))).toEqual([]);
  expect(Object.values(environment)).not.toContain("token-that-pushes");
  for (const key of shared) expect(environment).toHaveProperty(key);
});

test("rule 3, whole: what the build planted in the checkout is neither run nor obeyed when the baseline is pushed", () => {
  expect(outcome.outputs["baseline-sha"], outcome.log).toMatch(/^[0-9a-f]{40}$/);
  expect(scenario.repository.remoteFiles("mcp-bench-baseline")).toContain("mcp-bench.json");
  expect(existsSync(join(folder, "evil"))).toBe(true);
  expect(existsSync(join(folder, "evil-was-run"))).toBe(false);
});

test("rule 4, whole: a secret reaches the server that names it, and nothing that anybody reads", () => {
  expect(seen("server.json").BACKEND).toBe(secret);
  expect(Object.values(seen("build.json"))).not.toContain(secret);
  const { log, summary, files } = outcome;
  for (const text of [log, summary, ...Object.values(files)]) expect(text).not.toContain(secret);
  expect(files["results-json"]).toContain('"${API_TOKEN}"');
});
