import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { expectedSeconds, missingTrials, outcomesOf, replays } from "../../../scripts/calibrate/calibrate.ts";
import { twoCheckouts } from "../../../scripts/calibrate/checkouts.ts";
import { renderDocument } from "../../../scripts/calibrate/document.ts";
import { drawnFrom, replayedRows, replayRun } from "../../../scripts/calibrate/replay.ts";
import { runTrial } from "../../../scripts/calibrate/run-trial.ts";
import { type Scenario, scenarios } from "../../../scripts/calibrate/scenario.ts";
import { scenarioPlan } from "../../../scripts/calibrate/scenario-plan.ts";
import { renderTallies, tally } from "../../../scripts/calibrate/tally.ts";
import type { Figures, Trial } from "../../../scripts/calibrate/trial.ts";
import { conditionOf, conditionsOf } from "../../../scripts/calibrate/trial.ts";
import { appendTrial, readTrials } from "../../../scripts/calibrate/trials-file.ts";
import { ConfigError } from "../../../src/errors.ts";
import { parseProcessorTime, stealBetween } from "../../../src/measure/resources/processor-time.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { sharedFolder } from "../../support/folder.ts";

type Row = [p50: number, throughput: number, cpu: number, slowCalls: number, stalls: number];
const file = new URL("../../../fixtures/recorded/round-figures.json", import.meta.url);
const recorded: Record<string, Row[]> = JSON.parse(readFileSync(file, "utf8"));
const folder = sharedFolder();

function scenario(name: string): Scenario {
  const found = scenarios.find((one) => one.name === name);
  if (!found) throw new Error(`no scenario ${name}`);
  return found;
}

function trial(given: Partial<Trial> = {}): Trial {
  return {
    schema: 1,
    kind: "mcp-bench-trial",
    scenario: "aa",
    seed: 0,
    createdAt: "2026-11-20T12:00:00Z",
    machine: "linux x64, Test CPU, 2 cores",
    busy: 0,
    seconds: 10,
    rounds: 12,
    gates: 143,
    status: "pass",
    regressed: [],
    open: [],
    stopReason: "every gate was decided after 12 rounds",
    oneShot: [0.02, 0.3],
    figures: [[{ p50: 0.01, throughput: 0, cpu: 0, slowCalls: 0, stalls: 0 }]],
    ...given,
  };
}

describe("the whole decision, replayed from recorded rounds of a busy machine", () => {
  const play = (name: string, kind: string, runs: number) => {
    const pool = (recorded[kind] ?? []).map(([p50, throughput, cpu, slowCalls, stalls]): Figures => {
      return { p50, throughput, cpu, slowCalls, stalls };
    });
    const random = seededRandom(3);
    const gates = scenario(name).rows === 1 ? 11 : 163;
    const rows = replayedRows(scenario(name), scenarioPlan(scenario(name), { seed: 0, secondsPerRow: 60 }));
    const outcomes = Array.from({ length: runs }, () =>
      replayRun(scenario(name), { rows, noise: drawnFrom(pool), gates, most: 60, random }),
    );
    const [counted] = tally(outcomes, scenarios);
    if (!counted) throw new Error("nothing was counted");
    return counted;
  };

  test("unchanged code with 20 rows: none regressed, few open; the one-shot rule fails nearly always", () => {
    const counted = play("aa", "aa", 30);
    expect(counted.regressed.count).toBe(0);
    expect(counted.inconclusive.count).toBeLessThanOrEqual(3); // 20 % are allowed
    expect(counted.oneShot.count).toBeGreaterThan(25);
  });

  test.each([
    ["slower-5", "ab5"],
    ["slower-10", "ab10"],
    ["slow-path", "slow"],
    ["pauses", "pause"],
  ])("%s is found", (name, kind) => {
    const counted = play(name, kind, 50);
    expect(counted.regressed.count).toBeGreaterThanOrEqual(49);
    expect(counted.pass.count).toBeLessThanOrEqual(1);
  });
});

describe("a calibration", () => {
  test("goes on where its file ends, scenario after scenario in turn", () => {
    const two = scenarios.slice(0, 2);
    const names = (done: Trial[], busy = 0) =>
      missingTrials(done, { scenarios: two, trials: 2, busy }).map((one) => `${one.scenario.name} ${one.seed}`);
    expect(names([])).toEqual(["aa 0", "slower-5 0", "aa 1", "slower-5 1"]);
    expect(names([trial(), trial({ seed: 1 })])).toEqual(["slower-5 0", "slower-5 1"]);
    expect(names([trial()], 1)).toContain("aa 0");
    expect(names([trial({ steal: 0.04 }), trial({ seed: 1, steal: 0.06 })])).toEqual([
      "slower-5 0",
      "aa 1",
      "slower-5 1",
    ]);
  });

  test("keeps its trials line by line; a torn last line is dropped, a wrong one is an error with its place", async () => {
    const trials = path.join(folder, "trials.jsonl");
    expect(await readTrials(trials)).toEqual([]);
    await appendTrial(trials, trial());
    await writeFile(trials, `${await readFile(trials, "utf8")}{"schema":1,"ki`);
    expect(await readTrials(trials)).toEqual([trial()]);
    await appendTrial(trials, trial({ seed: 1 }));
    expect(await readTrials(trials)).toEqual([trial(), trial({ seed: 1 })]);
    // Trials kept earlier call steal `withheld`, and know one busy process at most.
    await writeFile(trials, `${JSON.stringify({ ...trial(), busy: true, withheld: 0.04 })}\n`);
    expect(await readTrials(trials)).toEqual([trial({ busy: 1, steal: 0.04 })]);
    await writeFile(trials, '{"schema":7}\n');
    await expect(readTrials(trials)).rejects.toThrow(ConfigError);
    await expect(readTrials(trials)).rejects.toThrow(/trials\.jsonl:1: not a trial/);
  });

  test("counts with intervals, and says what the one-shot rule would have done", () => {
    const done = [trial(), trial({ seed: 1, status: "inconclusive", oneShot: [0.05] })];
    const [counted, ...more] = tally(outcomesOf(done, scenarios), scenarios);
    expect(more).toEqual([]);
    expect(counted).toMatchObject({ runs: 2, pass: { count: 1, of: 2 }, oneShot: { count: 1 }, meanSeconds: 10 });
    expect(counted?.medianChange).toBeCloseTo(Math.expm1(trial().figures[0]?.[0]?.p50 ?? Number.NaN), 12);
    // statsmodels.stats.proportion.proportion_confint(1, 2, method="wilson")
    expect(counted?.pass.low).toBeCloseTo(0.0945, 3);
    expect(renderTallies(counted ? [counted] : [])).toContain(
      "| unchanged, 20 rows | ≤ 1 % regressed, ≤ 20 % inconclusive | 2 | 0.0 % (0.0 to 65.8) | 50.0 %",
    );
  });

  test("replays the same from the same seed, only what has trials", () => {
    const options = { scenarios, count: 3, seed: 9, secondsPerRow: 60 };
    expect(replays([trial()], options)).toEqual(replays([trial()], options));
    expect(replays([trial()], options).map((one) => one.scenario)).toEqual(["aa", "aa", "aa"]);
    expect(replays([], options)).toEqual([]);
  });

  test("a replay has no more rounds than a trial has time for, and memory is not replayed", () => {
    const figures = [[{ p50: 0.09, throughput: 0, slowCalls: 0, stalls: 0 }]];
    const slow = trial({ scenario: "slower-5", seconds: 60, rounds: 10, gates: 10, figures });
    const options = { scenarios, count: 1, seed: 9 };
    expect(replays([slow], { ...options, secondsPerRow: 60 })[0]?.rounds).toBe(10);
    expect(replays([slow], { ...options, secondsPerRow: 6 })[0]).toMatchObject({ rounds: 1, status: "inconclusive" });
    expect(replays([trial({ scenario: "leak" })], { ...options, secondsPerRow: 60 })).toEqual([]);
  });

  test("tells how long it will take, by its own trials as soon as there are some", () => {
    const [first] = scenarios as readonly [Scenario, ...Scenario[]];
    const missing = missingTrials([], { scenarios: [first], trials: 3, busy: 0 });
    expect(expectedSeconds(missing, { done: [], busy: 0 })).toBe(3 * first.expectedSeconds);
    expect(expectedSeconds(missing, { done: [trial({ seconds: 7 })], busy: 0 })).toBe(21);
    expect(expectedSeconds(missing, { done: [trial({ seconds: 7 })], busy: 1 })).toBe(6 * first.expectedSeconds);
  });

  test("is written down with date, command and machine, quiet and busy apart", () => {
    const part = (condition: "quiet" | "1 busy" | "2 busy") => {
      const busy = Number.parseInt(condition, 10) || 0;
      const trials = [trial({ busy }), trial({ busy, seed: 1, createdAt: "2026-11-22T01:00:00Z" })];
      const real = tally(outcomesOf(trials, scenarios), scenarios);
      const command = `npm run calibrate${busy > 0 ? ` -- --busy ${busy}` : ""}`;
      return { condition, command, trials, real, replayed: busy > 0 ? [] : real };
    };
    const text = renderDocument([part("quiet"), part("1 busy"), part("2 busy")]);
    expect(text.match(/^##+ .*/gm)).toEqual([
      "## Nothing else running",
      "### Real trials",
      "### Seeded replays",
      "## One core kept busy by another process",
      "### Real trials",
      "## 2 other processes computing",
      "### Real trials",
    ]);
    expect(text).toContain(
      "- Command: `npm run calibrate -- --busy 2`\n- Date: 2026-11-20 to 2026-11-22\n- Machine: linux",
    );
  });

  test("tells trials with much steal, and beside the work of others, apart", () => {
    const trials = [trial(), trial({ steal: 0.01 }), trial({ steal: 0.09 }), trial({ steal: 0.09, busy: 1 })];
    expect(trials.map(conditionOf)).toEqual(["quiet", "quiet", "steal", "1 busy"]);
    const pressed = [0.8, 0.2].flatMap((cpuPressure) => [trial({ cpuPressure }), trial({ cpuPressure, busy: 1 })]);
    expect(pressed.map(conditionOf)).toEqual(["crowded", "1 busy", "quiet", "1 busy"]);
    expect(conditionsOf([...trials, ...pressed])).toEqual(["quiet", "crowded", "steal", "1 busy"]);
    expect(conditionsOf([...trials, ...pressed].reverse())).toEqual(["quiet", "crowded", "steal", "1 busy"]);
    // They stand in for none that were asked for.
    const [first] = scenarios as readonly [Scenario, ...Scenario[]];
    const asked = { scenarios: [first], trials: 1, busy: 0 };
    expect(missingTrials([trial({ cpuPressure: 0.8 })], asked)).toHaveLength(1);
    expect(missingTrials([trial({ cpuPressure: 0.2 })], asked)).toHaveLength(0);
    const text = renderDocument([
      { condition: "steal", command: "npm run calibrate", trials: trials.slice(1, 3), real: [], replayed: [] },
    ]);
    expect(text).toContain("## Nothing else running, but more than 5 % steal");
    expect(text).toContain(
      "- Steal (processor time that the host gave to other machines): 5.0 % in the middle, 9.0 % at most\n",
    );
  });

  // Fields of proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.
  test("reads steal from the line of all cores", () => {
    const before = parseProcessorTime("cpu  100 0 50 800 10 0 10 30 90 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    const after = parseProcessorTime("cpu  150 0 60 830 10 0 10 40 120 0\n");
    expect(before).toEqual({ total: 1000, steal: 30 });
    expect(stealBetween(before, after)).toBeCloseTo(0.1, 12);
    expect(parseProcessorTime("cpu  1 2 3 4\n")).toBeUndefined();
    expect(stealBetween(undefined, after)).toBeUndefined();
    expect(stealBetween(after, after)).toBeUndefined();
  });

  test("tells under how much pressure trials ran", () => {
    const trials = [0.1, 0.3, 0.2].map((cpuPressure) => trial({ cpuPressure }));
    const part = { condition: "quiet" as const, command: "npm run calibrate", real: [], replayed: [] };
    expect(renderDocument([{ ...part, trials }])).toContain(": 20 % in the middle, 10 to 30 % (read in 3 of 3");
    expect(renderDocument([{ ...part, trials: [trial()] }])).not.toContain("pressure");
  });

  test("runs real launches of base and head, from two folders", async () => {
    const seen: string[] = [];
    const checkouts = await twoCheckouts();
    expect(path.dirname(checkouts.head)).not.toHaveLength(path.dirname(checkouts.base).length);
    const result = await runTrial(
      { ...scenario("slow-path"), requests: 20 },
      {
        seed: 4,
        busy: 0,
        checkouts,
        secondsPerRow: 60,
        rounds: 2,
        environment: process.env,
        signal: new AbortController().signal,
        progress: (event) => void (event.kind === "row" && seen.push(event.arms.map(({ arm }) => arm).join(" "))),
      },
    );
    expect(seen).toEqual(["head base", "head base"]);
    expect(result).toMatchObject({ scenario: "slow-path", seed: 4, rounds: 2 });
    expect(result.figures[0]).toHaveLength(2);
  });

  test.runIf(process.platform === "linux")(
    "finds the one of four tools that leaks 50 KB per call, blames no other, and finds none where nothing leaks",
    { timeout: 420_000 },
    async () => {
      const common = {
        seed: 1,
        busy: 0,
        checkouts: await twoCheckouts(),
        secondsPerRow: 60,
        environment: process.env,
        signal: new AbortController().signal,
        progress: () => undefined,
      };
      // Calls of about 0.2 ms, and five times the leak of the scenario: a busy machine makes few of them in the time there is.
      const quick = { ...scenario("leak-of-one"), units: [19, 20, 21, 22] };
      const leaks = ({ regressed }: Trial) => regressed.filter((gate) => gate.endsWith(" memory_growth"));
      const flags = ["--leak-bytes", "51200", "--only-units", "21"];
      const found = await runTrial({ ...quick, flags }, common);
      // The gate over all rows is shown first in a few runs of a hundred: `bench:decision -- leaks` counts how often the row is named.
      expect(["row 3 memory_growth", "(server) memory_growth"], found.stopReason).toEqual(
        expect.arrayContaining(leaks(found)),
      );
      expect(leaks(found), found.stopReason).not.toEqual([]);
      const quiet = await runTrial({ ...quick, flags: [] }, { ...common, rounds: 6 });
      expect(leaks(quiet), quiet.stopReason).toEqual([]);
    },
  );
});
