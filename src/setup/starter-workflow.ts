import { stringify } from "yaml";

/** Text of a workflow that measures pull requests; `directory` is where the configuration is, seen from the repository. */
export function starterWorkflow(directory: string): string {
  const where = directory === "" ? "" : `\n        with: ${stringify({ "working-directory": directory }, flow).trim()}`;
  return `name: MCP Bench
on: pull_request
jobs:
  bench:
    runs-on: macos-latest
    timeout-minutes: 30
    permissions: { contents: read, pull-requests: write }
    steps:
      - uses: actions/checkout@v7
        with: { persist-credentials: false }
      - uses: org/mcp-bench-action@v1${where}
`;
}

const flow = { collectionStyle: "flow", lineWidth: 0 } as const;
