/**
 * What the harness itself costs, against other clients in the same run, taking turns:
 *
 *   npm run build && npm run bench:harness [-- --only PART,PART] [--turns N]
 *
 * Every part runs the built command line as a user would. Needs cc; wrk and mcp-inspector where they are compared with.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { largeReplies, memory } from "./bench-harness/bulk.ts";
import { http } from "./bench-harness/http.ts";
import { type Figure, isMet, type Part, type Tools } from "./bench-harness/parts.ts";
import { find, fixtures } from "./bench-harness/run.ts";
import { startUp } from "./bench-harness/startup.ts";
import { stdioLatency, stdioRate } from "./bench-harness/stdio.ts";

const parts: Readonly<Record<string, Part>> = {
  "stdio-latency": stdioLatency,
  "stdio-rate": stdioRate,
  http,
  "large-replies": largeReplies,
  memory,
  "start-up": startUp,
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    turns: { type: "string", default: "5" },
    /** Divides the numbers of requests, to try the script itself. */
    scale: { type: "string", default: "1" },
  },
});
const chosen = values.only?.split(",") ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "mcp-bench-harness-"));

function compile(name: string): string | undefined {
  const compiler = find("cc");
  if (!compiler) return undefined;
  const program = join(folder, name);
  execFileSync(compiler, ["-O2", "-o", program, join(fixtures, `${name}.c`)]);
  return program;
}

function line(figure: Figure): string {
  const { what, ours, theirs, value, unit, goal } = figure;
  const bound = "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  const against = theirs === undefined ? "" : ` | ${theirs}`;
  const number = value.toFixed(unit === "×" ? 2 : 1);
  return `${what}: ${number} ${unit} (goal ${bound}: ${isMet(figure) ? "met" : "missed"})\n    ${ours}${against}`;
}

try {
  const tools: Tools = {
    server: compile("echo-server"),
    client: compile("stdio-client"),
    folder,
    turns: Number(values.turns),
    scale: Number(values.scale),
  };
  for (const name of chosen) {
    console.log(`\n${name} (load of the machine before: ${loadavg()[0]?.toFixed(1)})`);
    for (const result of (await parts[name]?.(tools)) ?? [])
      console.log("skipped" in result ? `  skipped: ${result.skipped}` : `  ${line(result)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
