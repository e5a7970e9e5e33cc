/**
 * What several generators come to, and how cost grows with the size of a run; docs/scale.md has the tables:
 *
 *   npm run build && npm run bench:scale [-- --only PART,PART]
 *
 * About three minutes in all. `load` needs cc, and wrk and k6 where they are compared with.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growth } from "./bench-scale/growth.ts";
import { load } from "./bench-scale/load.ts";
import { merge } from "./bench-scale/merge.ts";

const parts: Readonly<Record<string, (folder: string) => Promise<string>>> = { load, merge, growth };

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "mcp-bench-scale-"));
try {
  for (const name of chosen) {
    console.log(`\n${name} (load of the machine before: ${loadavg()[0]?.toFixed(1)})\n`);
    console.log(await parts[name]?.(folder));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
