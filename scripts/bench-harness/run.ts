import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RecordMeasurement, type RunRecord, recordSchema } from "../../src/record/record.ts";
import { latenciesOf } from "../../src/record/samples.ts";
import { median } from "../../src/stats/describe.ts";
import { pinned } from "./contenders.ts";
import type { Tools } from "./parts.ts";
import { cli, costOf } from "./watch.ts";

interface OurRun {
  /** The load as in mcp-bench.yml. */
  readonly server: object;
  readonly benchmark: object;
  readonly core?: number;
  /** Absent: one. */
  readonly rounds?: number;
}

interface OurResult {
  readonly p50Ms: number;
  readonly perSecond: number;
  readonly recordBytes: number;
  /** Peak of the harness, without the servers; undefined where /proc is not there. */
  readonly peakBytes: number | undefined;
}

let runs = 0;

/** Returns what a user runs: the command line of the built program; figures are those of the first round. */
export async function ours({ server, benchmark, core, rounds = 1 }: OurRun, { folder }: Tools): Promise<OurResult> {
  const file = join(folder, `run-${runs++}`);
  // The echo server is silent about what it does not know, such as the question that settles `auto`.
  const settled = { ...server, protocol: "2025-06-18" };
  const config = { version: 1, server: settled, benchmarks: [{ name: "load", rounds, timeout: "60s", ...benchmark }] };
  writeFileSync(`${file}.yml`, JSON.stringify(config));
  const args = ["run", "--config", `${file}.yml`, "--working-directory", folder, "--json", `${file}.json`];
  const command = [process.execPath, cli, ...args, "--rounds", String(rounds), "--fail-on", "never"];
  const { peakBytes } = await costOf(core === undefined ? command : pinned(core, command));
  const text = readFileSync(`${file}.json`, "utf8");
  const measured = measurementOf(recordSchema.parse(JSON.parse(text)));
  const wallMs = measured.blocks.reduce((sum, block) => sum + block.wallMs, 0);
  const ok = measured.blocks.reduce((sum, block) => sum + block.ok, 0);
  const p50Ms = median(latenciesOf([measured]));
  return { p50Ms, perSecond: (1000 * ok) / wallMs, recordBytes: text.length, peakBytes };
}

function measurementOf({ rounds }: RunRecord): RecordMeasurement {
  const launches = rounds.flatMap((round) => round.launches).filter(({ arm }) => arm === "head");
  const [measured] = launches.flatMap(({ measurements }) => measurements);
  if (!measured || (measured.outcomes.ok ?? 0) === 0) throw new Error(`nothing was ok: ${JSON.stringify(measured)}`);
  return measured;
}
