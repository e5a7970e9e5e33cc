import { existsSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { toolchainOf } from "../config/find-server/find-server.ts";

interface Project {
  /** Where the configuration is, seen from the repository. */
  readonly inside: string;
  /** Absolute. */
  readonly directory: string;
  /** Variables that the server gets, each a secret of the repository. */
  readonly passEnv?: readonly string[];
}

/** Text of a workflow that measures pull requests. */
export function starterWorkflow({ inside, directory, passEnv = [] }: Project): string {
  const isSwift = existsSync(path.join(directory, "Package.swift"));
  const given = [
    ...(inside === "" ? [] : [input("working-directory", inside)]),
    ...(passEnv.length === 0 ? [] : [input("pass-env", passEnv.join(","))]),
  ];
  const environment = passEnv.map((name) => `\n          ${name}: \${{ secrets.${name} }}`).join("");
  const steps = [
    step("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1", ["persist-credentials: false"]),
    ...toolchainOf(directory).map((tool) =>
      "run" in tool
        ? `      - run: ${tool.run}`
        : step(
            tool.uses,
            Object.entries(tool.with).map(([name, value]) => input(name, fromRoot(value, inside))),
          ),
    ),
    step("org/mcp-bench-action@v1", given) + (environment === "" ? "" : `\n        env:${environment}`),
  ];
  return `# Measures a pull request and its base commit on one runner, comments, and fails the check on a regression.
name: MCP Bench

on:
  pull_request:
  merge_group: # a merge queue waits for the checks it requires

permissions: {}

# A further push ends the run of the one before it.
concurrency:
  group: mcp-bench-pull-request-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: true

jobs:
  bench:
    # ${isSwift ? "Swift servers mostly need a Mac." : "Where most people run their servers. ubuntu-latest costs a tenth of it on private repositories, and tells the same of most servers."}
    runs-on: macos-latest
    timeout-minutes: 30
    permissions:
      contents: read # fetch the base commit and read the baseline branch
      pull-requests: write # write the comment; target code can use it: docs/security.md
    steps:
${steps.join("\n")}
`;
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
