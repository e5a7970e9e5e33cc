/**
 * What several generators come to, and how cost grows with the size of a run; docs/scale.md has the tables:
 *
 *   npm run build && npm run bench:scale [-- --only PART,PART] [--write]
 *
 * About three minutes in all. With --write the tables take the place of those in docs/scale.md. `load` needs cc, and wrk and k6 where they are compared with.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { callers } from "./bench-scale/callers.ts";
import { growth } from "./bench-scale/growth.ts";
import { merge } from "./bench-scale/merge.ts";
import { chosen } from "./chosen.ts";
import { keepSections } from "./generated-sections.ts";

const parts: Readonly<Record<string, (folder: string) => Promise<string>>> = { load: callers, merge, growth };

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean", default: false } } });
const names = chosen(values.only, { what: "part", of: Object.keys(parts) });

const folder = mkdtempSync(join(tmpdir(), "mcp-bench-scale-"));
try {
  for (const name of names) {
    const load = loadavg()[0]?.toFixed(1) ?? "unknown";
    console.log(`\n${name} (load of the machine before: ${load})\n`);
    const table = (await parts[name]?.(folder)) ?? "";
    console.log(table);
    const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
    const text = `On ${machine}, load of the machine before: ${load}.\n\n${table}`;
    if (values.write) keepSections("docs/scale.md", [{ name, text }], { check: false });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
