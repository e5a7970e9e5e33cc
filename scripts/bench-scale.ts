/**
 * Prints how time, memory and records grow with the size of a run, in about two minutes:
 *
 *   npm run build && npm run bench:scale
 */
import { mkdtempDisposableSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { growth } from "./bench-scale/growth.ts";

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-scale-"));
const folder = temporary.path;
const load = loadavg()[0]?.toFixed(1) ?? "unknown";
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
console.log(`On ${machine}, load of the machine before: ${load}.\n`);
console.log(await growth(folder));
