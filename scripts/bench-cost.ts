/**
 * Measures what reading the servers' resources costs: CPU time of the harness itself by row and round, here and in another revision.
 *
 *   npm run bench:cost [-- --against REVISION] [--rows N] [--rounds N]
 *
 * The servers are three processes of the bundled one. The CPU time of the calls themselves is not in it.
 */
import { mkdtempDisposableSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, platform } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { madeLaunch, madeLoad, madePlan, madeRow, madeSurroundings, toolCall } from "./made-run.ts";
import { extract, root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    against: { type: "string" },
    rows: { type: "string", default: "50" },
    rounds: { type: "string", default: "2" },
  },
});
const [rows, rounds] = [Number(values.rows), Number(values.rounds)];

const launch = madeLaunch({ command: execPath, args: [join(root, "dist/sample-server.js")], env: {} });
const load = madeLoad({ requests: 20, warmup: 2 });
const plan = madePlan({
  arms: (["head", "base"] as const).map((side) => ({ id: side, side, launch })),
  rows: Array.from({ length: rows }, (_, row) =>
    madeRow({ id: `row ${row + 1}`, operation: toolCall("work", { units: 1 }), load }),
  ),
  rounds,
});

/** CPU time in ms and number of the readings of one run by the sources of a tree. */
async function costOf(tree: string): Promise<{ readonly ms: number; readonly readings: number }> {
  const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(tree, "src", file)).href);
  const { runPlan } = (await load("measure/run/run-plan.ts")) as typeof import("../src/measure/run/run-plan.ts");
  const { resourceReader } = (await load(
    "measure/resources/resources.ts",
  )) as typeof import("../src/measure/resources/resources.ts");
  const reader = resourceReader(platform);
  const cost = { ms: 0, readings: 0 };
  const read: typeof reader.read = async (...asked) => {
    const from = process.cpuUsage();
    const found = await reader.read(...asked);
    const { user, system } = process.cpuUsage(from);
    cost.ms += (user + system) / 1000;
    cost.readings += 1;
    return found;
  };
  await runPlan(plan, { ...madeSurroundings(), resources: { ...reader, read } });
  return cost;
}

using folder = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-cost-"));
console.log(`${rows} rows, ${rounds} rounds; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
const trees = new Map([["now", root]]);
if (values.against !== undefined) {
  const before = join(folder.path, "before");
  extract(values.against, before);
  trees.set(values.against, before);
}
const each: number[] = [];
for (const [name, tree] of trees) {
  const { ms, readings } = await costOf(tree);
  each.push(ms / rows / rounds);
  const perRow = (readings / rows / rounds).toFixed(1);
  console.log(
    `${name.padEnd(12)} ${(ms / rows / rounds).toFixed(2)} ms of CPU time by row and round, ${perRow} readings`,
  );
}
const [now = Number.NaN, before] = each;
if (before !== undefined) console.log(`ratio        ${(now / before).toFixed(3)}`);
