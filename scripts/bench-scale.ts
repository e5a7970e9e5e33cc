/**
 * What several generators come to, and how cost grows with the size of a run; docs/scale.md has the tables:
 *
 *   npm run build && npm run bench:scale [-- --only PART,PART] [--write]
 *
 * About three minutes in all. With --write the tables take the place of those in docs/scale.md. `load` needs cc, and wrk and k6 where they are compared with.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { callers } from "./bench-scale/callers.ts";
import { growth } from "./bench-scale/growth.ts";
import { merge } from "./bench-scale/merge.ts";

const parts: Readonly<Record<string, (folder: string) => Promise<string>>> = { load: callers, merge, growth };

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean", default: false } } });
const chosen = values.only?.split(",") ?? Object.keys(parts);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

const page = join(import.meta.dirname, "../docs/scale.md");

function write(name: string, { table, load }: { readonly table: string; readonly load: string }): void {
  const text = readFileSync(page, "utf8");
  const [before, , after] = text.split(new RegExp(`(?<=<!-- ${name} -->\n)|(?=<!-- /${name} -->)`));
  if (after === undefined) throw new Error(`${page} has no place for ${name}`);
  const where = `On ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, load of the machine before: ${load}.`;
  writeFileSync(page, `${before}\n${where}\n\n${table}\n\n${after}`);
}

const folder = mkdtempSync(join(tmpdir(), "mcp-bench-scale-"));
try {
  for (const name of chosen) {
    const load = loadavg()[0]?.toFixed(1) ?? "unknown";
    console.log(`\n${name} (load of the machine before: ${load})\n`);
    const table = (await parts[name]?.(folder)) ?? "";
    console.log(table);
    if (values.write) write(name, { table, load });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
