/** One turn, in a process of its own: `turn.ts MILLISECONDS NAMES BUNDLE…` prints the times of each bundle as JSON. */
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { Bench } from "tinybench";
import type { hotPaths } from "./hot-paths.ts";
import { makeInputs } from "./inputs.ts";

const [milliseconds, names = "", ...bundles] = argv.slice(2);
/** The bundles take turns within a process too, and each counts where it was disturbed least. */
const slices = 4;
const time = Number(milliseconds) / slices;

/** Microseconds of the middle iteration. */
function timed(name: string, run: () => void): number {
  const bench = new Bench({ time, warmupTime: time / 2, iterations: 1, warmupIterations: 1, throws: true });
  bench.add(name, run, { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== "completed") throw new Error(`${name} was not timed`);
  return 1000 * task.result.latency.p50;
}

const inputs = makeInputs();
const loaded: { hotPaths: typeof hotPaths }[] = [];
for (const bundle of bundles) loaded.push(await import(pathToFileURL(bundle).href));
const times = names.split(",").map((name) => {
  const runs = loaded.map((bundle) => bundle.hotPaths[name]?.(inputs));
  const times = Array.from({ length: slices }, () => runs.map((run) => (run ? timed(name, run) : Number.NaN)));
  return runs.map((_, index) => Math.min(...times.map((slice) => slice[index] ?? Number.NaN)));
});
console.log(JSON.stringify(times));
