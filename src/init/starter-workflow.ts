import { existsSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import type { ToolchainStep } from "../config/find-server/ecosystem.ts";
import { toolchainOf } from "../config/find-server/find-server.ts";

interface Project {
  /** Directory of the configuration, relative to the repository. */
  readonly inside: string;
  /** Absolute. */
  readonly directory: string;
  /** Variables that the server gets, each a secret of the repository. */
  readonly passEnv?: readonly string[];
}

/** Returns a workflow that measures pull requests. The job that runs the server can write nothing, where its toolchain allows that. */
export function starterWorkflow(project: Project): string {
  const { inside, directory, passEnv = [] } = project;
  const isSwift = existsSync(path.join(directory, "Package.swift"));
  const tools = toolchainOf(directory);
  const apart = passEnv.length > 0 ? "variables of the server by name" : reusableInputs(tools);
  const runner = `# ${isSwift ? "Swift servers mostly need a Mac." : "Where most people run their servers. ubuntu-latest costs a tenth of it on private repositories, and tells the same of most servers."}`;
  const job =
    typeof apart === "string"
      ? singleJob(project, { tools, runner, lacking: apart })
      : reusedJobs({ ...apart, ...(inside === "" ? {} : { "working-directory": inside }) }, runner);
  return `# Measures a pull request and its base commit on one runner, comments, and fails the check on a regression.
name: MCP Bench

on:
  pull_request:
  merge_group: # a merge queue waits for the checks it requires

permissions: {}

${job}
`;
}

function reusedJobs(inputs: Readonly<Record<string, string>>, runner: string): string {
  const given = Object.entries(inputs).map(([name, value]) => `\n      ${input(name, value)}`);
  return `# Require the check "bench / verdict" in the branch protection.
jobs:
  bench:
    permissions:
      contents: read # check out the code, fetch the base commit, read the baseline branch
      pull-requests: write # write the comment, from a job that does not run the server: docs/security.md
    uses: org/mcp-bench-action/.github/workflows/mcp-bench.yml@v1
    with:
      ${runner}
      runs-on: macos-latest${given.join("")}`;
}

interface SingleJob {
  readonly tools: readonly ToolchainStep[];
  /** Comment above the label of the runner. */
  readonly runner: string;
  /** An input that the reusable workflow does not have. */
  readonly lacking: string;
}

function singleJob({ inside, passEnv = [] }: Project, { tools, runner, lacking }: SingleJob): string {
  const given = [
    ...(inside === "" ? [] : [input("working-directory", inside)]),
    ...(passEnv.length === 0 ? [] : [input("pass-env", passEnv.join(","))]),
  ];
  const environment = passEnv.map((name) => `\n          ${name}: \${{ secrets.${name} }}`).join("");
  const steps = [
    step("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1", ["persist-credentials: false"]),
    ...tools.map((tool) =>
      "run" in tool
        ? `      - run: ${tool.run}`
        : step(
            tool.uses,
            Object.entries(tool.with).map(([name, value]) => input(name, fromRoot(value, inside))),
          ),
    ),
    step("org/mcp-bench-action@v1", given) + (environment === "" ? "" : `\n        env:${environment}`),
  ];
  return `# A further push ends the run of the one before it.
concurrency:
  group: mcp-bench-pull-request-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: true

jobs:
  bench:
    # One job, since the reusable workflow, which keeps the right to write from the server, does not take ${lacking}.
    ${runner}
    runs-on: macos-latest
    timeout-minutes: 30
    permissions:
      contents: read # fetch the base commit and read the baseline branch
      pull-requests: write # write the comment; target code can use it: docs/security.md
    steps:
${steps.join("\n")}`;
}

/** Returns what the reusable workflow is given for a toolchain, or the name of the input that it lacks. */
function reusableInputs(tools: readonly ToolchainStep[]): Record<string, string> | string {
  const inputs: Record<string, string> = {};
  for (const tool of tools) {
    if ("run" in tool) {
      inputs.install = tool.run;
      continue;
    }
    // With this input it sets up uv as well, which brings another Python where a project asks for one.
    const language = /^[^@]*setup-([^@]+)/.exec(tool.uses)?.[1]?.replace(/^uv$/, "python") ?? "";
    const version = `${language}-version`;
    const lacking = Object.keys(tool.with).find((name) => name.endsWith("-file"));
    if (lacking !== undefined) return `\`${lacking}\``;
    inputs[version] = String(tool.with[version] ?? "3.13");
  }
  return inputs;
}

/** Inputs name files as the repository sees them. */
function fromRoot(value: string | number | boolean, inside: string): string | number | boolean {
  return typeof value === "string" && value.startsWith("file:") ? path.posix.join(inside, value.slice(5)) : value;
}

/** Quoted where it has to be. */
function input(name: string, value: string | number | boolean): string {
  return stringify({ [name]: value }, { lineWidth: 0 }).trim();
}

function step(uses: string, inputs: readonly string[]): string {
  const given = inputs.map((input) => `\n          ${input}`).join("");
  return `      - uses: ${uses}${given === "" ? "" : `\n        with:${given}`}`;
}
