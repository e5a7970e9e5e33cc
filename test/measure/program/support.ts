import { loadConfig } from "../../../src/config/load-config.ts";
import { messageOf, UserError } from "../../../src/errors.ts";
import { chooseCompareTarget } from "../../../src/git/compare-ref.ts";
import { readWorkingCopy } from "../../../src/git/working-copy.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import type { RecordProgram, RunRecord } from "../../../src/record/record.ts";
import { benchmark } from "../../../src/run/benchmark.ts";
import { createRepository, type TestRepository } from "../../support/repository.ts";

/** Servers without a dependency, which answer `initialize`, `ping` and an empty `tools/list`. */
export const servers = {
  node: `#!/usr/bin/env node
const { createInterface } = require("node:readline");
const results = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tiny", version: "1" } }),
  "tools/list": () => ({ tools: [] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.(params) ?? {} }));
});
`,
  python: `import json, sys

def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "tiny", "version": "1"}}
    return {"tools": []} if method == "tools/list" else {}

def main():
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            result = answer(asked["method"], asked.get("params"))
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)

if __name__ == "__main__":
    main()
`,
  go: `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked struct {
			ID     *int
			Method string
			Params struct{ ProtocolVersion string }
		}
		json.Unmarshal(lines.Bytes(), &asked)
		if asked.ID == nil {
			continue
		}
		result := map[string]any{}
		switch asked.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": asked.Params.ProtocolVersion, "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]string{"name": "tiny", "version": "1"}}
		case "tools/list":
			result["tools"] = []any{}
		}
		text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": *asked.ID, "result": result})
		fmt.Println(string(text))
	}
}
`,
} as const;

/** The configuration of a server that is started so, as quick to measure as can be. */
export function configuration(server: object, build?: string): string {
  return JSON.stringify({
    server: { protocol: "2025-11-25", startup_timeout: "120s", ...server },
    ...(build === undefined ? {} : { build }),
    defaults: { requests: 5, warmup: 0, rounds: 1, leak_check: 0 },
    benchmarks: [{ method: "ping" }],
  });
}

type Files = Readonly<Record<string, string>>;

/** A repository whose head is one commit ahead of base. */
export function twoCommits(files: Files, changed: Files = { "README.md": "changed\n" }): TestRepository {
  const repository = createRepository(files);
  repository.commit("Change", changed);
  return repository;
}

export interface Proof {
  readonly head: RecordProgram | undefined;
  readonly base: RecordProgram | undefined;
}

/** Measures the last commit beside the one before it, and returns what the record says of their programs, or the error. */
export async function prove(
  { directory }: Pick<TestRepository, "directory">,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Proof | { readonly exitCode: number; readonly message: string }> {
  try {
    const { arms } = await measure({ directory }, environment);
    const of = (side: string) => arms.find((arm) => arm.side === side)?.program;
    return { head: of("head"), base: of("base") };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { exitCode: error.exitCode, message: messageOf(error) };
  }
}

export async function measure(
  { directory }: Pick<TestRepository, "directory">,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RunRecord> {
  const workingCopy = await readWorkingCopy(directory, environment);
  const head = workingCopy?.commit ?? { sha: "", parents: [] };
  return benchmark({
    loaded: await loadConfig("mcp-bench.yml", directory),
    directory,
    workingCopy,
    dirty: false,
    compare: chooseCompareTarget({ kind: "other", name: "a test" }, { compareRef: head.parents[0] ?? "main", head }),
    sources: [{ url: directory }],
    environment,
    run: { ...standardRun, seed: 1 },
    signal: new AbortController().signal,
    progress: () => {},
  });
}
