/**
 * The hot paths of the harness as they are here, against those of another revision:
 *
 *   npm run bench:micro [-- --against REVISION] [--only PATH,PATH] [--turns N] [--time MS]
 *
 * A ratio below 1 is quicker than before: the trimmed mean over turns, with its 95 % interval. Every turn is a fresh process
 * that times both, since compiled code differs from process to process; which of the two comes first takes turns as well.
 */
import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "../src/stats/describe.ts";
import { trimmedGeometricInterval, trimmedGeometricMean } from "../src/stats/trimmed.ts";
import { bundleHotPaths } from "./bench-micro/bundle.ts";
import { hotPaths } from "./bench-micro/hot-paths.ts";
import { chosen } from "./chosen.ts";
import { extract, revisionToCompare, root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    against: { type: "string", default: revisionToCompare() },
    only: { type: "string" },
    turns: { type: "string", default: "20" },
    /** For one path of one revision in one turn. */
    time: { type: "string", default: "40" },
  },
});
const { against, only, time } = values;
const names = chosen(only, { what: "path", of: Object.keys(hotPaths) });

const turnScript = fileURLToPath(new URL("bench-micro/turn.ts", import.meta.url));

/** Times in microseconds, path by path, each in the order of the bundles. */
function takeTurn(bundles: readonly string[]): [number, number][] {
  return JSON.parse(execFileSync(execPath, [turnScript, time, names.join(","), ...bundles], { encoding: "utf8" }));
}

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-micro-"));
const folder = temporary.path;
extract(against, join(folder, "before"));
const before = await bundleHotPaths(join(folder, "before"), join(folder, "before.mjs"));
const now = await bundleHotPaths(root, join(folder, "now.mjs"));
console.log(`against ${against}, ${values.turns} turns (load of the machine before: ${loadavg()[0]?.toFixed(1)})\n`);
const turns = Array.from({ length: Number(values.turns) }, (_, turn) =>
  turn % 2 === 0 ? takeTurn([before, now]) : takeTurn([now, before]).map((pair) => pair.toReversed()),
);
console.log(`${"".padEnd(34)}${"before".padStart(12)}${"now".padStart(12)}    ratio`);
for (const [index, name] of names.entries())
  console.log(
    line(
      name,
      turns.map((turn) => turn[index] ?? []),
    ),
  );

function line(name: string, pairs: readonly (readonly number[])[]): string {
  const [before, now] = [0, 1].map((side) => pairs.map((pair) => pair[side] ?? Number.NaN));
  if (!before?.every(Number.isFinite) || !now)
    return `${name.padEnd(34)}  only here: ${median(now ?? []).toFixed(1)} µs`;
  const ratios = now.map((value, turn) => value / (before[turn] ?? Number.NaN));
  const interval = trimmedGeometricInterval(ratios);
  const range = interval ? `  (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})` : "";
  const times = [before, now].map((list) => `${median(list).toFixed(1)} µs`.padStart(12)).join("");
  return `${name.padEnd(34)}${times}    ${trimmedGeometricMean(ratios)?.toFixed(3)}${range}`;
}
