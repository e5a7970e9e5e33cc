/**
 * Makes `fixtures/stored-runs/series.json` from records of `mcp-bench run --json`: what the comparison with stored runs reads
 * of each, and no more. `node scripts/stored-series.ts FOLDER`, where FOLDER has `quiet/` and `busy/` with files named
 * LANGUAGE-FACTOR-NUMBER.json; FACTOR tells how many times as long each call of that run takes.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Statistics } from "../src/metrics/summary.ts";
import type { RunRecord } from "../src/record/record.ts";
import { machineLoad } from "../src/table/machine-load.ts";
import { summarise } from "../src/table/summarise.ts";
import { tabulate } from "../src/table/table.ts";

const [folder = ""] = process.argv.slice(2);
const languages: Readonly<Record<string, string>> = { n: "node", p: "python" };

/** From then on many other programs ran as well, up to ten for each core. */
const crowdedFrom = "2026-11-24T11:21:30Z";

/** Metrics with a threshold in the standard configuration, and those that the comparison reads beside them. */
const kept = new Set([
  "p50",
  "p95",
  "throughput",
  "error_rate",
  "cpu_per_call",
  "cpu_to_p50",
  "startup",
  "startup_cpu",
  "peak_rss",
  "tools_list_bytes",
]);

function figures(statistics: Statistics): Statistics {
  const entries = Object.entries(statistics).flatMap(([id, one]) =>
    kept.has(id) && one.state === "measured"
      ? [[id, { state: one.state, value: short(one.value), rounds: one.rounds.map(short) }] as const]
      : [],
  );
  return Object.fromEntries(entries);
}

/** Four digits are far below what runs differ by; exact figures stay as they are. */
function short(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}

function runsOf(world: string) {
  const names = readdirSync(join(folder, world));
  return names.flatMap((name) => {
    const [, language = "", factor] = /^([a-z])-([\d.]+)-\d+\.json$/.exec(name) ?? [];
    if (factor === undefined) return [];
    const text = readFileSync(join(folder, world, name), "utf8");
    if (!text.trimEnd().endsWith("}")) return [];
    const record: RunRecord = JSON.parse(text);
    const { rows, server, arm, rounds } = summarise(tabulate(record), "head");
    return [
      {
        world: world === "busy" && record.createdAt > crowdedFrom ? "crowded" : world,
        language: languages[language] ?? language,
        factor: Number(factor),
        createdAt: record.createdAt,
        isBusy: machineLoad(tabulate(record)).waits,
        summary: {
          ...{ arm, rounds, serverHash: language },
          server: figures(server),
          rows: rows.map(({ row, benchmark, attempted, ok, failures, statistics }) => ({
            ...{ row, benchmark, configHash: row, attempted, ok, failures },
            statistics: figures(statistics),
          })),
        },
      },
    ];
  });
}

const runs = ["quiet", "busy"].flatMap(runsOf).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
const file = "fixtures/stored-runs/series.json";
writeFileSync(file, `[\n${runs.map((run) => JSON.stringify(run)).join(",\n")}\n]\n`);
console.log(`${runs.length} runs in ${file}`);
