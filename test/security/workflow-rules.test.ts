import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { actionViolations, violations } from "./workflow-rules.ts";

const hash = "0123456789abcdef0123456789abcdef01234567";

const inOrder = `
on:
  pull_request:
permissions: {}
concurrency:
  group: bench-\${{ github.ref }}
jobs:
  bench:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read # check out
    steps:
      - uses: actions/checkout@${hash} # v7.0.1
        with:
          persist-credentials: false
      - env:
          TITLE: \${{ github.event.pull_request.title }}
        run: echo "$TITLE"
      - uses: org/mcp-bench-action@v1
  comment:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      pull-requests: write # comment
    steps:
      - uses: org/mcp-bench-action@v1
        with:
          mode: report
  store:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write # append to the baseline branch
    steps:
      - uses: org/mcp-bench-action@v1
        with:
          mode: publish
`;

const store = "permissions:\n      contents: write # append to the baseline branch\n    steps:\n";

const comment = "pull-requests: write # comment\n    steps:\n";
const bench = "- uses: org/mcp-bench-action@v1\n  comment:";

const broken: ReadonlyArray<{ readonly rule: string; readonly from: string; readonly to: string }> = [
  { rule: "no trigger that hands secrets to a stranger's code", from: "pull_request:", to: "pull_request_target:" },
  { rule: "no trigger that hands secrets to a stranger's code", from: "pull_request:", to: "issue_comment:" },
  { rule: "workflow_run checks nothing out", from: "pull_request:", to: "workflow_run:" },
  { rule: "top-level permissions are {}", from: "permissions: {}\n", to: "" },
  { rule: "top-level permissions are {}", from: "permissions: {}", to: "permissions:\n  contents: read # all jobs" },
  { rule: "a concurrency group starts with a literal", from: "group: bench-", to: "group: " },
  { rule: "a job names its permissions", from: "    permissions:\n      contents: read # check out\n", to: "" },
  { rule: "a job has timeout-minutes", from: "    timeout-minutes: 5\n", to: "" },
  { rule: "a permission says why in a comment", from: " # check out", to: "" },
  { rule: "checkout has persist-credentials: false", from: "persist-credentials: false", to: "fetch-depth: 0" },
  { rule: "no expression inside run; pass it through env", from: '"$TITLE"', to: `"\${{ github.head_ref }}"` },
  { rule: "an action is pinned by hash, with its version as a comment", from: `@${hash} # v7.0.1`, to: "@v7" },
  { rule: "an action is pinned by hash, with its version as a comment", from: " # v7.0.1", to: "" },
  {
    rule: "a job that may push runs the action in mode report or publish only",
    from: "mode: publish",
    to: "mode: all",
  },
  { rule: "a job that may push runs no code of the repository", from: store, to: `${store}      - run: npm ci\n` },
  {
    rule: "after the code under test only its results are uploaded",
    from: bench,
    to: bench.replace("  comment:", "      - run: gh pr comment\n  comment:"),
  },
  {
    rule: "a job that comments restores no caches",
    from: comment,
    to: `${comment}      - uses: actions/cache@${hash} # v5.0.0\n`,
  },
  { rule: "a job that comments runs no code of the repository", from: comment, to: `${comment}      - run: npm ci\n` },
  {
    rule: "a job that may push restores no caches",
    from: store,
    to: `${store}      - uses: actions/setup-node@${hash} # v7.0.0\n`,
  },
  {
    rule: "a job that comments restores no caches",
    from: comment,
    to: `${comment}      - uses: org/mcp-bench-action/.github/actions/prepare@v1\n`,
  },
];

describe("the rules for workflow files", () => {
  it("stay quiet about a file in order", () => {
    expect(violations(inOrder)).toEqual([]);
  });

  it.each(broken)("find: $rule ($from → $to)", ({ rule, from, to }) => {
    expect(inOrder).toContain(from);
    expect(violations(inOrder.replace(from, () => to)).map((violation) => violation.rule)).toEqual([rule]);
  });
});

describe("our workflow files", () => {
  const files = [".github/workflows", "workflows"].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );

  it.each(files)("%s obeys them", (file) => {
    expect(violations(readFileSync(file, "utf8"))).toEqual([]);
  });
});

describe("the actions that our workflows share", () => {
  it.each(globSync(".github/actions/*/action.yml"))("%s obeys the rules for steps", (file) => {
    const text = readFileSync(file, "utf8");
    expect(actionViolations(text)).toEqual([]);
    const careless = `${text}    - uses: actions/cache@v5\n    - { run: "echo \${{ inputs.key }}" }\n`;
    expect(actionViolations(careless)).toHaveLength(2);
  });
});
