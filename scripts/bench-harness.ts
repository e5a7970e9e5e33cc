/**
 * Measures what the harness itself costs, against other clients in the same run, taking turns:
 *
 *   npm run build && npm run bench:harness [-- --only PART,PART] [--turns N]
 *
 * Every part runs the built command line as a user would. Needs cc; wrk and mcp-inspector where they are compared with.
 */
import { mkdtempDisposableSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { largeReplies, memory } from "./bench-harness/bulk.ts";
import { compiled } from "./bench-harness/contenders.ts";
import { http } from "./bench-harness/http.ts";
import { type Figure, isMet, type Part, type Tools } from "./bench-harness/parts.ts";
import { startUp } from "./bench-harness/startup.ts";
import { stdioLatency, stdioRate } from "./bench-harness/stdio.ts";
import { chosen } from "./chosen.ts";

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
const names = chosen(values.only, { what: "part", of: Object.keys(parts) });

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-harness-"));
const folder = temporary.path;

function line(figure: Figure): string {
  const { what, ours, theirs, value, unit, goal } = figure;
  const bound = "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  const against = theirs === undefined ? "" : ` | ${theirs}`;
  const number = value.toFixed(unit === "×" ? 2 : 1);
  return `${what}: ${number} ${unit} (goal ${bound}: ${isMet(figure) ? "met" : "missed"})\n    ${ours}${against}`;
}

const tools: Tools = {
  server: compiled("echo-server", folder),
  client: compiled("stdio-client", folder),
  folder,
  turns: Number(values.turns),
  scale: Number(values.scale),
};
for (const name of names) {
  console.log(`\n${name} (load of the machine before: ${loadavg()[0]?.toFixed(1)})`);
  for (const result of (await parts[name]?.(tools)) ?? [])
    console.log("skipped" in result ? `  skipped: ${result.skipped}` : `  ${line(result)}`);
}
