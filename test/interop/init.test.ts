import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";
import { findTool } from "../support/tool.ts";

/** Servers nobody here wrote, each with a tool that `init` calls without help, offline. */
const packages = path.resolve("node_modules/@modelcontextprotocol");
const everything = `node ${packages}/server-everything/dist/index.js`;

interface Server {
  /** Words of the command line; undefined: not installed. */
  readonly command: string | undefined;
  readonly more?: readonly string[];
  /** Tools that are measured. */
  readonly tools: readonly string[];
}

const servers: Readonly<Record<string, Server>> = {
  "everything over HTTP": {
    command: `${everything} streamableHttp`,
    more: ["--url", "http://127.0.0.1:${PORT}/mcp"],
    tools: ["echo", "get-sum", "get-env"],
  },
  filesystem: {
    command: `node ${packages}/server-filesystem/dist/index.js .`,
    tools: ["read_text_file", "list_directory", "read_multiple_files"],
  },
  memory: { command: findTool("mcp-server-memory"), tools: ["read_graph", "search_nodes"] },
  "sequential thinking": { command: findTool("mcp-server-sequential-thinking"), tools: ["sequentialthinking"] },
  time: { command: findTool("mcp-server-time"), tools: ["get_current_time", "convert_time"] },
  git: { command: findTool("mcp-server-git"), tools: ["git_status", "git_log"] },
  "the conformance server of the Go SDK": {
    command: findTool("everything-server"),
    more: ["--call", "test_simple_text"],
    tools: ["test_simple_text"],
  },
};

for (const [name, { command, more = [], tools }] of Object.entries(servers))
  test.skipIf(command === undefined).concurrent(`init calls tools of ${name}`, async () => {
    using folder = temporaryFolder();
    git(folder.path, ["init", "--quiet"]);
    await writeFile(path.join(folder.path, "notes.txt"), "A note.\n");
    git(folder.path, ["add", "."]);
    git(folder.path, ["commit", "--quiet", "--message", "first"]);
    const made = await cli(["init", "--no-workflow", "--server", command ?? "", ...more], folder.path);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const text = await readFile(path.join(folder.path, "mcp-bench.yml"), "utf8");
    for (const tool of tools) expect(text).toContain(`\n  - tool: ${tool}\n`);
  });
