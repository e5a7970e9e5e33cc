import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../revision.ts";

interface Case {
  readonly configuration: string;
  /** Files of the base commit, and those that head changes. */
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  /** True where the case is left out if its interpreter is missing. */
  readonly isOptional?: boolean;
}

const server = JSON.stringify(join(root, "dist/sample-server.js"));
const rows = Array.from({ length: 12 }, (_, row) => ({ name: `row ${row + 1}`, units: 3 + 2 * row }));
const benchmarks = (changed = 1) =>
  rows.map(({ name, units }, place) =>
    `  - { name: ${name}, tool: work, arguments: { units: "{{seq}}" } }`.replace(
      '"{{seq}}"',
      String(place === 5 ? Math.round(units * changed) : units),
    ),
  );
const config = (lines: readonly string[]) => ["server: { command: node, args: [server.mjs] }", ...lines, ""].join("\n");
const start = (...flags: string[]) => `process.argv.push(...${JSON.stringify(flags)});\nawait import(${server});\n`;

/** A stdio server in front of the bundled one that asks for another number of units in one of the rows. */
const slowerRow = (units: number) => `
import { spawn } from "node:child_process";
const child = spawn(process.execPath, [${server}], { stdio: ["pipe", "inherit", "inherit"] });
process.stdin.on("data", (data) => child.stdin.write(String(data).replaceAll('"units":13}', '"units":${units}}')));
process.stdin.on("end", () => child.stdin.end());
process.on("SIGTERM", () => child.kill());
child.on("exit", (code) => process.exit(code ?? 0));
`;

/** The read-only tools of server-everything. */
const everyTool = [
  "echo, arguments: { message: hello }",
  "get-annotated-message, arguments: { messageType: error }",
  "get-env",
  "get-resource-links, arguments: { count: 3 }",
  "get-resource-reference, arguments: { resourceId: 1 }",
  "get-structured-content, arguments: { location: Chicago }",
  "get-sum, arguments: { a: 1, b: 2 }",
  "get-tiny-image",
  "trigger-long-running-operation, arguments: { duration: 0.02, steps: 2 }",
].map((tool) => `  - { tool: ${tool} }`);
const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

const python = `
import json, sys, time
time.sleep(1)
def reply(id, result):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}) + "\\n")
    sys.stdout.flush()
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if id is None: continue
    if method == "initialize":
        reply(id, {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                   "serverInfo": {"name": "python", "version": "1"}})
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        reply(id, {"tools": [{"name": "work", "inputSchema": schema, "annotations": {"readOnlyHint": True}}]})
    elif method == "tools/call":
        total = sum(range(message["params"]["arguments"]["n"]))
        reply(id, {"content": [{"type": "text", "text": str(total)}]})
    else:
        reply(id, {})
`;

const ofPython = (sums: readonly number[]): Case => ({
  configuration: [
    "server: { command: python3, args: [server.py] }",
    "benchmarks:",
    ...sums.map((n) => `  - { name: sum ${n}, tool: work, arguments: { n: ${n} } }`),
    "",
  ].join("\n"),
  base: { "server.py": python },
  head: { note: "" },
  isOptional: true,
});

/** Says what is compared, by name; all but one with the gates that hold by default. */
export const cases: Readonly<Record<string, Case>> = {
  unchanged: {
    configuration: config(["benchmarks:", ...benchmarks()]),
    base: { "server.mjs": start() },
    head: { note: "" },
  },
  "one slower": {
    configuration: config(["benchmarks:", ...benchmarks()]),
    base: { "server.mjs": slowerRow(13) },
    head: { "server.mjs": slowerRow(28) },
  },
  "a tenth slower": {
    configuration: config(["thresholds: { p50: +5% }", "benchmarks:", ...benchmarks()]),
    base: { "server.mjs": slowerRow(13) },
    head: { "server.mjs": slowerRow(19) },
  },
  leak: {
    configuration: config([
      "benchmarks:",
      ...[20, 20, 20, 200].map((units, row) => `  - { name: row ${row}, tool: work, arguments: { units: ${units} } }`),
    ]),
    base: { "server.mjs": start() },
    head: { "server.mjs": start("--leak-bytes", "2500") },
  },
  "leak of one": {
    configuration: config([
      "benchmarks:",
      ...[199, 200, 201, 202].map((units) => `  - { name: row ${units}, tool: work, arguments: { units: ${units} } }`),
    ]),
    base: { "server.mjs": start() },
    head: { "server.mjs": start("--leak-bytes", "10240", "--only-units", "201") },
  },
  "small leak": {
    configuration: config(["benchmarks:", "  - { name: row 70, tool: work, arguments: { units: 70 } }"]),
    base: { "server.mjs": start() },
    head: { "server.mjs": start("--leak-bytes", "1024") },
  },
  everything: {
    configuration: config(["benchmarks:", ...everyTool]),
    base: { "server.mjs": `await import(${JSON.stringify(pathToFileURL(everything).href)});\n` },
    head: { note: "" },
  },
  "python of 3": ofPython([100, 5000, 20_000]),
  "python of 12": ofPython(Array.from({ length: 12 }, (_, row) => 100 + 1700 * row)),
};

/** A repository with the two commits of a case. */
export function createProject(name: string, folder: string): string {
  const { configuration, base, head } = cases[name] as Case;
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], { cwd: folder });
  git("init", "--quiet");
  for (const [message, files] of [
    ["base", { "mcp-bench.yml": configuration, ...base }],
    ["head", head],
  ] as const) {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    git("add", "--all");
    git("commit", "--quiet", "--no-verify", "--message", message);
  }
  return folder;
}
