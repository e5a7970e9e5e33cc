import { stringify } from "yaml";
import { plainLine, plainText } from "../base/untrusted.ts";
import type { ServerLines } from "../config/find-server/find-server.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { schemaAddress } from "../config/schema/json-schema.ts";
import { freshSessionOf } from "../model/fresh-session.ts";
import { literally } from "../model/template.ts";
import type { Row } from "../plan/plan.ts";
import type { TriedTool } from "./try-tools.ts";

/** Findings of `init`, for features that have something to propose. */
export interface FoundTools {
  readonly loaded: LoadedConfig;
  /** Outcome of one call of each tool. Untrusted. */
  readonly tools: readonly TriedTool[];
  readonly passEnv: readonly string[];
}

/** Keys of a feature that make tools measurable whose calls fail without it. */
export interface Proposal {
  /** Clause on what it is for, such as "to replay the API of 5 tools". */
  readonly purpose: string;
  /** For the top of `mcp-bench.yml`. */
  readonly keys: object;
  /** Variables that the server needs with them, whatever their values. */
  readonly env: readonly string[];
  /** Names of the tools. Untrusted. */
  readonly tools: readonly string[];
  /** Commands that come next. */
  readonly commands: readonly string[];
}

interface Offered extends Pick<FoundTools, "tools"> {
  /** Rows of a run without benchmarks. */
  readonly rows: readonly Pick<Row, "operation">[];
  /** Command that builds the server in a fresh checkout, where it is known. */
  readonly build?: string | undefined;
  /** Keys that would make more tools measurable. */
  readonly proposal?: Proposal | undefined;
}

/** From which on a launch of 200 calls takes its time. */
const slowMs = 50;

/**
 * Text of a first `mcp-bench.yml`: what answered is measured, every other tool stands as a comment with the reason. Names
 * and reasons come from the server and may be hostile; no line of a comment escapes it.
 * Keys that are proposed hold where no tool answered; else they stand as a comment too.
 */
export function starterConfig(server: ServerLines, { rows, tools, build, proposal }: Offered): string {
  const isMeasured = ({ name, outcome }: TriedTool) =>
    outcome.kind === "ok" || (holds(proposal, tools) && proposal?.tools.includes(name) === true);
  const measured = tools.filter(isMeasured);
  const others = tools.filter((tool) => !isMeasured(tool));
  const latencies = measured.flatMap(({ outcome }) => (outcome.kind === "ok" ? [outcome.latencyMs] : []));
  // Two rounds of sessions that are left open are no benchmark to begin with.
  const repeated = rows.filter(({ operation }) => freshSessionOf(operation) === undefined);
  const methods = repeated.map(({ operation }) => operation.method).filter((method) => method !== "tools/call");
  const isSlow = latencies.filter((latency) => latency > slowMs).length > latencies.length / 2;
  return [
    `# yaml-language-server: $schema=${schemaAddress}`,
    "version: 1",
    stringify(server, plainStyle).trimEnd(),
    `${build === undefined ? "# build: make server" : stringify({ build }, oneLine).trimEnd()}   # in each checkout, before the measurement`,
    ...proposed(proposal, tools),
    isSlow
      ? "defaults: { requests: 50, warmup: 5, timeout: 30s }"
      : "defaults: { requests: 200, warmup: 10, timeout: 30s }",
    "benchmarks:",
    ...methods.map((method) => element({ method })),
    ...measured.map((tool) => element(callOf(tool, methods))),
    ...(others.length > 0 ? [invitation, ...comments(others, methods)] : []),
    "thresholds:",
    "  p50: { warn: +5%, fail: +10% }",
    ...(isSlow ? ["  p95: off # takes 200 requests"] : []),
    "  error_rate: +0.5pp",
    "",
  ].join("\n");
}

/** Tests whether keys are written that a feature proposes: a run needs more steps with them, which costs none that works. */
export function holds(proposal: Proposal | undefined, tools: readonly TriedTool[]): boolean {
  return proposal !== undefined && tools.every(({ outcome }) => outcome.kind !== "ok");
}

function proposed(proposal: Proposal | undefined, tools: readonly TriedTool[]): string[] {
  if (!proposal) return [];
  const keys = stringify(proposal.keys, plainStyle).trimEnd();
  if (holds(proposal, tools)) return [`# ${proposal.purpose}; first call: ${proposal.commands[0]}`, keys];
  return [`# ${proposal.purpose}, take the comment signs away from these lines and theirs:`, keys.replace(/^/gm, "# ")];
}

const invitation = [
  "  # Not measured. Correct the arguments where they are wrong, and take the comment signs away from what may be called",
  "  # again and again:",
].join("\n");

/** A server's words in one line that can be read. */
export function inShort(reason: string): string {
  // biome-ignore lint/plugin: a server wrote it
  const line = plainLine(reason.replace(/\s+/g, " ").trim());
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function because({ outcome }: TriedTool): string {
  if (outcome.kind === "failed") return `  # (its call failed: ${inShort(outcome.reason)})`;
  if (outcome.kind === "not tried" && outcome.destructive) return "  # (DESTRUCTIVE, by its own words)";
  const isReading = outcome.kind === "not tried" && outcome.readOnly;
  return isReading ? "  # (not called: no time left)" : "  # (not called: not marked `readOnlyHint`)";
}

const plainStyle = { lineWidth: 0 } as const;
const oneLine = { ...plainStyle, blockQuote: false } as const;

/** A tool may be called as a method is, whose benchmark has that name already. */
function callOf({ name, arguments: args }: TriedTool, methods: readonly string[]): object {
  const benchmark = methods.includes(name) ? { name: `tool ${name}` } : {};
  return literally({ ...benchmark, tool: name, ...(Object.keys(args).length > 0 ? { arguments: args } : {}) });
}

/** One element of `benchmarks`. */
function element(benchmark: object): string {
  const lines = stringify([benchmark], plainStyle).trimEnd().split("\n");
  return lines.map((line) => `  ${line}`).join("\n");
}

/** More would not be read, and a configuration has a longest length. */
const mostCommented = 64 * 1024;

/** The tools that can be had by taking the comment signs away, and how many more there are. */
function comments(tools: readonly TriedTool[], methods: readonly string[]): string[] {
  let left = mostCommented;
  const written: string[] = [];
  for (const tool of tools) {
    const text = `${because(tool)}\n${comment(element(callOf(tool, methods)))}`;
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
