import { existsSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";

/**
 * What has to be on the runner beside Node; none of it where an image has it anyway. A test holds the versions to those of
 * our own workflows; setup-uv has no tags of major versions.
 */
const toolchains = [
  { file: "uv.lock", uses: "astral-sh/setup-uv@v10.0.1", with: {} },
  { file: "pyproject.toml", uses: "actions/setup-python@v7", with: { "python-version": "3.13" } },
  { file: "requirements.txt", uses: "actions/setup-python@v7", with: { "python-version": "3.13" } },
  { file: "go.mod", uses: "actions/setup-go@v7", with: { "go-version": "stable" } },
  { file: "package.json", uses: "actions/setup-node@v7", with: { "node-version": 24 } },
];

interface Project {
  /** Where the configuration is, seen from the repository. */
  readonly inside: string;
  /** Absolute. */
  readonly directory: string;
}

/** Text of a workflow that measures pull requests. */
export function starterWorkflow({ inside, directory }: Project): string {
  const has = (file: string) => existsSync(path.join(directory, file));
  const toolchain = toolchains.find(({ file }) => has(file));
  const isSwift = has("Package.swift");
  const steps = [
    { uses: "actions/checkout@v7", with: { "persist-credentials": false } },
    ...(toolchain ? [{ uses: toolchain.uses, with: toolchain.with }] : []),
    { uses: "org/mcp-bench-action@v1", with: inside === "" ? {} : { "working-directory": inside } },
  ];
  return `name: MCP Bench
on: pull_request
jobs:
  bench:
    # ${isSwift ? "Swift servers mostly need a Mac." : "Where most people run their servers. ubuntu-latest costs a tenth of it on private repositories, and tells the same of most servers."}
    runs-on: macos-latest
    timeout-minutes: 30
    permissions: { contents: read, pull-requests: write }
    steps:
${steps.map(step).join("\n")}
`;
}

function step({ uses, with: inputs }: { readonly uses: string; readonly with: object }): string {
  const given = Object.keys(inputs).length === 0 ? "" : `\n        with: ${stringify(inputs, flow).trim()}`;
  return `      - uses: ${uses}${given}`;
}

const flow = { collectionStyle: "flow", lineWidth: 0 } as const;
