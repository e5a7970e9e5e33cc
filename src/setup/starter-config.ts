import { stringify } from "yaml";
import type { Row } from "../plan/plan.ts";
import { literally } from "../plan/template.ts";
import { plainText } from "../text/untrusted.ts";
import type { SeenTool } from "./look.ts";
import { sampleArguments } from "./sample-arguments.ts";

/** A server as the first lines of a configuration name it. */
export type ServerLines =
  | { readonly server: string }
  | { readonly server_config: string; readonly server_name?: string };

interface Offered {
  /** What a run without benchmarks would measure. */
  readonly rows: readonly Pick<Row, "operation">[];
  readonly tools: readonly SeenTool[];
  /** What makes the server ready in a fresh checkout, where that is known. */
  readonly build?: string | undefined;
}

/** What usually makes a server of this kind ready to run. */
function usualBuild(lines: ServerLines): string {
  const command = "server" in lines ? lines.server : "";
  if (/^(?:\S*\/)?(?:python|uv|poetry)/.test(command)) return "uv sync";
  if (/^(?:go |\.\/)/.test(command)) return "go build ./...";
  return "npm ci && npm run build";
}

/**
 * Text of a first `mcp-bench.yml`: what is safe to repeat is measured, every other tool stands ready as a comment, with
 * arguments made from its schema. Names come from the server and may be hostile; no line of a comment escapes it.
 */
export function starterConfig(server: ServerLines, { rows, tools, build }: Offered): string {
  const measured = new Set(rows.map(({ operation }) => (isCall(operation) ? operation.target : undefined)));
  const others = comments(tools.filter(({ name }) => !measured.has(name)));
  return [
    "version: 1",
    stringify(server, plainStyle).trimEnd(),
    `${build === undefined ? `# build: ${usualBuild(server)}` : `build: ${build}`}   # in each checkout, before anything is timed`,
    "defaults: { requests: 100, warmup: 10, timeout: 30s }",
    "benchmarks:",
    ...rows.map(({ operation }) =>
      element(isCall(operation) ? { tool: literally(operation.target) } : { method: operation.method }),
    ),
    ...(others.length > 0 ? [invitation, ...others] : []),
    "thresholds:",
    "  p50: { warn: +5%, fail: +10% }",
    "  error_rate: +0.5pp",
    "",
  ].join("\n");
}

function isCall({ method }: Row["operation"]): boolean {
  return method === "tools/call";
}

const invitation = [
  "  # These need arguments, take long, or do not declare themselves read-only. Correct the arguments, and take the",
  "  # comment signs away from those that may be called again and again:",
].join("\n");

const plainStyle = { lineWidth: 0 } as const;

function callOf({ name, inputSchema }: SeenTool): object {
  return literally({ tool: name, arguments: sampleArguments(inputSchema) });
}

/** One element of `benchmarks`. */
function element(benchmark: object): string {
  const lines = stringify([benchmark], plainStyle).trimEnd().split("\n");
  return lines.map((line) => `  ${line}`).join("\n");
}

/** Nobody reads through more, and a configuration has a longest length. */
const mostCommented = 64 * 1024;

/** The tools that can be had by taking the comment signs away, and how many more there are. */
function comments(tools: readonly SeenTool[]): string[] {
  let left = mostCommented;
  const written: string[] = [];
  for (const tool of tools) {
    const text = comment(element(callOf(tool)));
    const bytes = Buffer.byteLength(text);
    if (bytes > left) continue;
    left -= bytes;
    written.push(text);
  }
  const more = tools.length - written.length;
  return more === 0 ? written : [...written, `  # and ${more} more of the server's ${tools.length} other tools`];
}

function comment(text: string): string {
  return plainText(text).replace(/^ {2}/gm, "  # ");
}
