import { existsSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";

const setupPython = {
  uses: "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0",
  versions: [".python-version"],
  with: ['python-version: "3.13"'],
};

/**
 * What has to be on the runner beside Node; none of it where an image has it anyway. A test holds the pins to those of our
 * own workflows, which Dependabot updates, and the whole text to their rules. `versions`: files of a project that say which, instead of the first input.
 */
const toolchains = [
  {
    file: "uv.lock",
    uses: "astral-sh/setup-uv@20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1",
    versions: [],
    with: ["enable-cache: false"],
  },
  { file: "pyproject.toml", ...setupPython },
  { file: "requirements.txt", ...setupPython },
  {
    file: "go.mod",
    uses: "actions/setup-go@b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0",
    versions: [],
    with: ["go-version: stable", "cache: false"],
  },
  {
    file: "package.json",
    uses: "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0",
    versions: [".nvmrc", ".node-version"],
    with: ["node-version: 24", "package-manager-cache: false"],
  },
];

/** From Node 25 on it has to be installed; 0.34 is the last version for Node 20. */
const corepack = "command -v corepack || npm install --global corepack@0.34; corepack enable";

/** Package managers that come with no image and no Node; where a project has a lock file of one, its build calls it. */
const packageManagers = [
  { file: "pnpm-lock.yaml", run: corepack },
  { file: "yarn.lock", run: corepack },
  { file: "bun.lock", run: "npm install --global bun@1.3" },
];

interface Project {
  /** Where the configuration is, seen from the repository. */
  readonly inside: string;
  /** Absolute. */
  readonly directory: string;
}

/** Text of a workflow that measures pull requests. */
export function starterWorkflow({ inside, directory }: Project): string {
  const has = ({ file }: { readonly file: string }) => existsSync(path.join(directory, file));
  const toolchain = toolchains.find(has);
  const manager = packageManagers.find(has);
  const isSwift = has({ file: "Package.swift" });
  const version = toolchain?.versions.find((file) => has({ file }));
  const steps = [
    step("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1", ["persist-credentials: false"]),
    ...(toolchain
      ? [
          step(
            toolchain.uses,
            version === undefined ? toolchain.with : ofFile(toolchain.with, path.posix.join(inside, version)),
          ),
        ]
      : []),
    ...(manager ? [`      - run: ${manager.run}`] : []),
    step("org/mcp-bench-action@v1", inside === "" ? [] : [input("working-directory", inside)]),
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
      pull-requests: write # write the comment
    steps:
${steps.join("\n")}
`;
}

/** `node-version: 24` becomes `node-version-file: .nvmrc`. */
function ofFile([version = "", ...others]: readonly string[], file: string): readonly string[] {
  return [input(`${version.replace(/:.*/, "")}-file`, file), ...others];
}

/** Quoted where it has to be. */
function input(name: string, value: string): string {
  return stringify({ [name]: value }, { lineWidth: 0 }).trim();
}

function step(uses: string, inputs: readonly string[]): string {
  const given = inputs.map((input) => `\n          ${input}`).join("");
  return `      - uses: ${uses}${given === "" ? "" : `\n        with:${given}`}`;
}
