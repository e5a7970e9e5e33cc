import { spawn } from "node:child_process";
import { Command, InvalidArgumentError, Option } from "commander";
import { missingTrials, outcomesOf, replays } from "../calibrate/calibrate.ts";
import { runTrial } from "../calibrate/run-trial.ts";
import { scenarios } from "../calibrate/scenario.ts";
import { renderTallies, tally } from "../calibrate/tally.ts";
import { appendTrial, readTrials } from "../calibrate/trials-file.ts";
import { interruptSignal } from "../interrupt.ts";
import { print, writeFileSafely } from "./output.ts";

interface CalibrateOptions {
  readonly trials: number;
  readonly replays: number;
  readonly seed: number;
  readonly scenario: readonly string[];
  readonly secondsPerRow: number;
  readonly busy: boolean;
  readonly output: string;
  readonly json?: string;
}

/** `mcp-bench calibrate`: how often the decision is wrong, or none, on this machine. */
export function calibrateCommand(): Command {
  const names = scenarios.map(({ name }) => name);
  return new Command("calibrate")
    .description(
      "Measure how often the decision is wrong on this machine, with a bundled server made slower on purpose",
    )
    .option("--trials <n>", "real trials of each scenario; those in the file count", wholeNumber, 40)
    .option("--replays <n>", "seeded replays of each scenario from the rounds of its trials", wholeNumber, 2000)
    .option("--seed <n>", "seed of the replays", wholeNumber, 1)
    .addOption(new Option("--scenario <names...>", "only these").choices(names).default(names, "all"))
    .option("--seconds-per-row <n>", "longest time to measure one row", wholeNumber, 60)
    .option("--busy", "keep one core busy meanwhile", false)
    .option("--output <file>", "file of finished trials, continued where it ended", "calibration.jsonl")
    .option("--json <file>", "write the table as JSON")
    .addHelpText("after", "\nExample:\n  mcp-bench calibrate --trials 40 --json calibration.json\n")
    .action(calibrate);
}

async function calibrate(options: CalibrateOptions): Promise<void> {
  const { trials, busy, output, json } = options;
  const chosen = scenarios.filter(({ name }) => options.scenario.includes(name));
  const done = await readTrials(output);
  const missing = missingTrials(done, { scenarios: chosen, trials, busy });
  const signal = interruptSignal();
  const burner = busy && missing.length > 0 ? burnOneCore() : undefined;
  try {
    for (const [index, { scenario, seed }] of missing.entries()) {
      process.stderr.write(`trial ${index + 1} of ${missing.length}: ${scenario.name}, seed ${seed}\n`);
      const { secondsPerRow } = options;
      const settings = { seed, busy, secondsPerRow, environment: process.env, signal, progress: () => undefined };
      const trial = await runTrial(scenario, settings);
      await appendTrial(output, trial);
      done.push(trial);
      process.stderr.write(
        `  ${trial.status} after ${trial.rounds} rounds, ${trial.seconds.toFixed(0)} s: ${trial.stopReason}\n`,
      );
    }
  } finally {
    burner?.kill("SIGKILL");
  }
  const counted = done.filter((trial) => trial.busy === busy);
  const real = tally(outcomesOf(counted, chosen), chosen);
  const replayed = tally(replays(counted, { scenarios: chosen, count: options.replays, seed: options.seed }), chosen);
  print(`Real trials${busy ? ", one core kept busy" : ""}\n\n${renderTallies(real)}\n`);
  if (replayed.length > 0) print(`Seeded replays of the rounds of these trials\n\n${renderTallies(replayed)}`);
  const machines = [...new Set(counted.map(({ machine }) => machine))];
  if (json) await writeFileSafely(json, `${JSON.stringify({ machines, busy, real, replayed }, null, 2)}\n`);
}

function burnOneCore() {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is needed");
  return Number(text);
}
