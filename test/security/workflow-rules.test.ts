import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { env } from "node:process";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { actionViolations, violations } from "./workflow-rules.ts";

const hash = "0123456789abcdef0123456789abcdef01234567";

const inOrder = `
on:
  pull_request:
  merge_group:
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
      - uses: actions/upload-artifact@${hash} # v7.0.0
        with:
          name: mcp-bench-results-default.0.\${{ github.run_attempt }}
          path: mcp-bench-results/record.json
          retention-days: 7
  comment:
    if: \${{ !cancelled() }}
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
const results = "retention-days: 7\n";
const attempt = ".${{ github.run_attempt }}";

const broken: ReadonlyArray<{ readonly rule: string; readonly from: string; readonly to: string }> = [
  { rule: "no trigger that hands secrets to a stranger's code", from: "pull_request:", to: "pull_request_target:" },
  { rule: "no trigger that hands secrets to a stranger's code", from: "pull_request:", to: "issue_comment:" },
  { rule: "workflow_run checks nothing out", from: "pull_request:", to: "workflow_run:" },
  { rule: "what checks pull requests checks a merge queue", from: "  merge_group:\n", to: "" },
  { rule: "a run that is cancelled reports nothing", from: "if: ${{ !cancelled() }}", to: "if: always()" },
  { rule: "an artifact says how long it is kept", from: "          retention-days: 7\n", to: "" },
  { rule: "the name of an artifact ends in the attempt", from: attempt, to: "" },
  { rule: "a job that measures hands on its record and nothing else", from: "/record.json", to: "" },
  { rule: "top-level permissions are {}", from: "permissions: {}\n", to: "" },
  { rule: "top-level permissions are {}", from: "permissions: {}", to: "permissions:\n  contents: read # all jobs" },
  { rule: "a concurrency group starts with a literal", from: "group: bench-", to: "group: " },
  { rule: "a job names its permissions", from: "    permissions:\n      contents: read # check out\n", to: "" },
  { rule: "a job has timeout-minutes", from: "    timeout-minutes: 5\n", to: "" },
  { rule: "a permission says why in a comment", from: " # check out", to: "" },
  { rule: "checkout has persist-credentials: false", from: "persist-credentials: false", to: "fetch-depth: 0" },
  { rule: "no expression inside run; pass it through env", from: '"$TITLE"', to: `"\${{ github.head_ref }}"` },
  { rule: "a downloaded program has a version", from: 'run: echo "$TITLE"', to: "run: npx --yes @a/b report" },
  { rule: "a downloaded program has a version", from: 'run: echo "$TITLE"', to: "run: npx mcp-bench report" },
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
    from: results,
    to: `${results}      - run: gh pr comment\n`,
  },
  {
    rule: "a job that comments restores no caches",
    from: comment,
    to: `${comment}      - uses: actions/cache@${hash} # v5.0.0\n`,
  },
  { rule: "a job that comments runs no code of the repository", from: comment, to: `${comment}      - run: npm ci\n` },
  {
    rule: "what is stored is measured without another commit",
    from: `v1\n      - uses: actions/upload-artifact@${hash} # v7.0.0\n        with:\n          name: mcp-bench-results`,
    to: `v1\n        with:\n          mode: bench\n      - uses: actions/upload-artifact@${hash} # v7.0.0\n        with:\n          name: mcp-bench-baseline`,
  },
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

/** The shell script of the one step of a job. */
function scriptOf(file: string, job: string): string {
  return parse(readFileSync(file, "utf8")).jobs[job].steps[0].run;
}

describe("the check to require", () => {
  const verdict = scriptOf(".github/workflows/mcp-bench.yml", "verdict");
  const green = (results: Readonly<Record<string, string>>) =>
    spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", verdict], { env: { PATH: env.PATH, ...results } }).status ===
    0;

  it("is green when all was measured and the report succeeded, and when somebody skipped it", () => {
    expect(green({ MEASURE: "success", REPORT: "success", STATUS: "pass" })).toBe(true);
    expect(green({ MEASURE: "skipped", REPORT: "success", STATUS: "skipped" })).toBe(true);
  });

  it.each([
    { MEASURE: "failure", REPORT: "success", STATUS: "pass" },
    { MEASURE: "cancelled", REPORT: "success", STATUS: "pass" },
    { MEASURE: "skipped", REPORT: "success", STATUS: "pass" },
    { MEASURE: "success", REPORT: "failure", STATUS: "regressed" },
    { MEASURE: "success", REPORT: "skipped", STATUS: "" },
    { MEASURE: "cancelled", REPORT: "cancelled", STATUS: "" },
  ])("is red where a part did not measure or the report did not succeed: $MEASURE, $REPORT", (results) => {
    expect(green(results)).toBe(false);
  });

  it("of several servers is red with one of them", () => {
    const all = scriptOf("workflows/several-servers.yml", "all");
    const status = (results: string) =>
      spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", all], { env: { RESULTS: results } }).status;
    expect(status("success success")).toBe(0);
    for (const results of ["failure success", "success cancelled", "skipped success"]) expect(status(results)).toBe(1);
  });
});

test.each(["workflows/nightly.yml", ".github/workflows/mcp-bench-publish.yml"])(
  "%s keeps nights and pushes in groups of their own: of those that wait in one, GitHub keeps the newest only",
  (file) => {
    const { concurrency } = parse(readFileSync(file, "utf8"));
    expect(concurrency.group).toContain("${{ github.event_name }}");
    expect(concurrency["cancel-in-progress"]).toBe(false);
  },
);

const files = globSync(["workflows/*.yml", ".github/workflows/*.yml"]);

interface AnyJob {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number | string;
  readonly steps?: readonly { readonly uses?: string; readonly with?: { readonly mode?: string } }[];
}

function jobsOf(file: string): [name: string, job: AnyJob][] {
  return Object.entries(parse(readFileSync(file, "utf8")).jobs);
}

test("only the short job, whose trade is told, has a token that writes beside the code under test", () => {
  const isOurs = (uses = "") => /^(org\/mcp-bench-action@|\.\/)/.test(uses);
  const measures = ({ steps = [] }: AnyJob) =>
    steps.some((step) => isOurs(step.uses) && !["report", "publish", "labels"].includes(step.with?.mode ?? ""));
  const found = files.flatMap((file) =>
    jobsOf(file)
      .filter(([, job]) => measures(job) && Object.values(job.permissions ?? {}).includes("write"))
      .map(([name, { permissions }]) => `${file} ${name} ${JSON.stringify(permissions)}`),
  );
  const permissions = JSON.stringify({ contents: "read", "pull-requests": "write" });
  expect(found).toEqual([`workflows/pull-request.yml bench ${permissions}`]);
  expect(readFileSync("docs/security.md", "utf8")).toContain("`bench` of `pull-request.yml`");
});

test.each(["mcp-bench", "mcp-bench-publish", "mcp-bench-comment"])(
  "%s runs every job where its caller says: an organisation may have no runner of GitHub's",
  (name) => {
    for (const [, job] of jobsOf(`.github/workflows/${name}.yml`)) {
      expect(["${{ inputs.report-runs-on }}", "${{ matrix.runner }}"]).toContain(job["runs-on"]);
      if (job["runs-on"] === "${{ matrix.runner }}")
        expect(job["timeout-minutes"]).toBe("${{ inputs.timeout-minutes }}");
    }
  },
);

describe("our workflow files", () => {
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
