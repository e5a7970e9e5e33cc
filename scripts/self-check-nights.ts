/**
 * Writes the records of made-up nights, for `.github/workflows/self-check.yml`: `slow` becomes slower after twelve nights and
 * `quick` recovers from that. Each has a folder beside it with the record of tonight, of the commit that is checked out.
 * Usage: node scripts/self-check-nights.ts FOLDER
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import type { RunRecord } from "../src/record/record.ts";
import { seededRandom } from "../src/stats/random.ts";
import { makeRecord, noisyRounds, normal } from "../test/decide/records.ts";

/** Medians of the nights before tonight, and tonight's, which is the last. */
const levels = {
  slow: [...Array<number>(13).fill(1), ...Array<number>(10).fill(1.5)],
  quick: Array<number>(12).fill(1),
};

/** Records by folder, in the order of time, the newest a minute old. */
export function nights(commit: string, now: number): Readonly<Record<keyof typeof levels, readonly RunRecord[]>> {
  const random = seededRandom(15);
  const count = levels.slow.length + levels.quick.length;
  let number = 0;
  const recordAt = (level: number): RunRecord => {
    number++;
    const isTonight = number === levels.slow.length || number === count;
    const median = level * Math.exp(0.03 * normal(random));
    const record = makeRecord({
      rows: { echo: { head: noisyRounds(3, { median, spread: 0.02, seed: number, calls: 30 }) } },
      thresholds: { p50: { warn: "+10%" } },
      createdAt: new Date(now - (count + 1 - number) * 60_000).toISOString(),
    });
    const environment = { ...record.environment, runnerKey: "self-check" };
    const sha = isTonight ? commit : number.toString(16).padStart(40, "0");
    return { ...record, environment, commit: { sha, dirty: false } };
  };
  return { slow: levels.slow.map((level) => recordAt(level)), quick: levels.quick.map((level) => recordAt(level)) };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "nights"] = argv;
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  for (const [name, records] of Object.entries(nights(commit, Date.now()))) {
    const tonight = path.join(folder, `${name}-tonight`);
    for (const place of [path.join(folder, name), tonight]) mkdirSync(place, { recursive: true });
    for (const [index, record] of records.slice(0, -1).entries())
      writeFileSync(path.join(folder, name, `${String(index).padStart(3, "0")}.json`), JSON.stringify(record));
    writeFileSync(path.join(tonight, "record.json"), JSON.stringify(records.at(-1)));
  }
}
