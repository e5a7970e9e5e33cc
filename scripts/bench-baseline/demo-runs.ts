import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoServer } from "../../src/cli/demo.ts";
import { measureCheckout } from "../../src/cli/run.ts";
import { standardRun } from "../../src/options/run-options.ts";
import { machineLoad } from "../../src/table/machine-load.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import type { SeriesRun } from "./stored-trials.ts";

const configuration = `server: { command: node, args: [server.mjs] }
control: false
defaults: { leak_check: 0 }
benchmarks:
  - method: ping
  - { tool: search, arguments: { query: "item {{seq}}" } }
`;

/** Slower versions of the demo's server, by how many times as long a call takes. */
const factors = [1.1, 1.2, 1.3];

/**
 * Measures the demo's server so many times as it is, and each slower version a third as often, in turns. Its calls cost
 * nothing but CPU time, so that the factor is exact.
 */
export async function measureDemo(runs: number, log: (line: string) => void): Promise<SeriesRun[]> {
  const directory = await mkdtemp(join(tmpdir(), "mcp-bench-demo-runs-"));
  try {
    writeFileSync(join(directory, "mcp-bench.yml"), configuration);
    const turns = Array.from({ length: runs }, (_, run) => (run % 3 === 2 ? [1, ...factors] : [1])).flat();
    const series: SeriesRun[] = [];
    for (const [turn, factor] of turns.entries()) {
      writeFileSync(join(directory, "server.mjs"), demoServer({ passes: factor, description: "Finds items by name" }));
      const watching = { environment: process.env, signal: new AbortController().signal, progress: () => {} };
      const { record } = await measureCheckout(standardRun, { directory, isBuilt: true, ...watching });
      const { createdAt } = record;
      const { waits } = machineLoad(tabulate(record));
      const summary = summarise(tabulate(record), "head");
      series.push({ world: "quiet", language: "node", factor, createdAt, isBusy: waits, summary });
      log(`${turn + 1} of ${turns.length}: x${factor}${waits ? ", on a busy machine" : ""}`);
    }
    return series;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
