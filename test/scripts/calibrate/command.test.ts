import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Trial } from "../../../scripts/calibrate/trial.ts";
import { appendTrial } from "../../../scripts/calibrate/trials-file.ts";
import { sharedFolder } from "../../support/folder.ts";

const folder = sharedFolder();

function calibrate(...args: string[]) {
  return promisify(execFile)(process.execPath, [path.resolve("scripts/calibrate.ts"), ...args], { cwd: folder });
}

/** A page shows scenarios of no fewer trials. */
const fewestTrials = 12;

const finished = (busy: number, seed = 0): Trial => ({
  schema: 1,
  kind: "mcp-bench-trial",
  scenario: "slower-10",
  seed,
  createdAt: "2026-11-20T12:00:00Z",
  machine: "linux x64, Test CPU, 2 cores",
  busy,
  seconds: 10,
  rounds: 12,
  gates: 10,
  status: "regressed",
  regressed: ["row 1 p50"],
  open: [],
  stopReason: "every gate was decided after 12 rounds",
  oneShot: [0.02],
  figures: [[{ p50: 0.09, throughput: 0.1, cpu: 0.09, slowCalls: 0, stalls: 0 }]],
});

it("tables, JSON and page cover what is in the file, with one core busy and without", async () => {
  const file = path.join(folder, "calibration.jsonl");
  for (const busy of [0, 1])
    for (let seed = 0; seed < fewestTrials; seed++) await appendTrial(file, finished(busy, seed));
  const args = ["--trials", "0", "--replays", "20", "--json", "rates.json", "--markdown", "page.md"];
  const { stdout, stderr } = await calibrate(...args);
  expect(stderr).toBe("");
  expect(stdout.match(/^.*(?:real trials|Seeded).*/gm)).toEqual([
    "Nothing else running: real trials",
    "Seeded replays of the rounds of these trials",
    "One core kept busy by another process: real trials",
    "Seeded replays of the rounds of these trials",
  ]);
  const parts = JSON.parse(await readFile(path.join(folder, "rates.json"), "utf8"));
  expect(parts).toMatchObject([
    {
      condition: "quiet",
      from: "2026-11-20T12:00:00Z",
      real: [{ scenario: "slower-10", regressed: { count: fewestTrials, of: fewestTrials } }],
    },
    { condition: "1 busy", replayed: [{ regressed: { count: 20, of: 20 } }] },
  ]);
  const page = await readFile(path.join(folder, "page.md"), "utf8");
  expect(page).toContain("- Command: `npm run calibrate -- --busy`");
  expect(page).toContain("| +10 %, fail at +5 % | ≥ 99 % regressed | 20 |");
});

it("of other kinds alone there is nothing to show", async () => {
  expect((await calibrate("--trials", "0", "--kinds", "aa")).stdout).toBe("no finished trials in calibration.jsonl\n");
});
