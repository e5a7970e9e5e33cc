import { existsSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { interruptSignal } from "../src/base/host/interrupt.ts";
import { note, print, writeFileSafely } from "../src/cli/output.ts";
import { keepBusy } from "./busy.ts";
import { expectedSeconds, missingTrials, outcomesOf, replays } from "./calibrate/calibrate.ts";
import { twoCheckouts } from "./calibrate/checkouts.ts";
import { type Part, renderDocument, titleOf, wellTried } from "./calibrate/document.ts";
import { runTrial } from "./calibrate/run-trial.ts";
import { type Scenario, scenarios } from "./calibrate/scenario.ts";
import { renderTallies, tally } from "./calibrate/tally.ts";
import { conditionOf, conditionsOf, type Trial } from "./calibrate/trial.ts";
import { appendTrial, readTrials } from "./calibrate/trials-file.ts";
import { keepSections } from "./generated-sections.ts";

interface CalibrateOptions {
  readonly trials: number;
  readonly replays: number;
  readonly seed: number;
  readonly kinds: readonly string[];
  readonly secondsPerRow: number;
  readonly busy: number;
  readonly output: string;
  readonly json?: string;
  readonly markdown?: string;
}

/** Measures how often the decision is wrong, or not made, on this machine: `npm run calibrate -- --help`. */
function calibrateCommand(): Command {
  const names = scenarios.map(({ name }) => name);
  return new Command("npm run calibrate --")
    .description(
      "Measure how often the decision is wrong on this machine, with a bundled server that is made slower on purpose",
    )
    .option("--trials <n>", "real trials of each kind, those in the file included; 0 runs none", wholeNumber, 40)
    .option("--replays <n>", "seeded replays of each kind from the rounds of its trials", wholeNumber, 2000)
    .option("--seed <n>", "seed of the replays", wholeNumber, 1)
    .addOption(new Option("--kinds <names...>", "run only these kinds").choices(names).default(names, "all"))
    .option("--seconds-per-row <n>", "longest time to measure one row", wholeNumber, 60)
    .addOption(
      new Option("--busy [n]", "processes that compute meanwhile").preset("1").default(0).argParser(wholeNumber),
    )
    .option("--output <file>", "file of finished trials; a new run continues it", "calibration.jsonl")
    .option("--json <file>", "write the rates as JSON")
    .option("--markdown <file>", "write the tables of scenarios with 12 trials or more, with date, command and machine")
    .addHelpText(
      "after",
      `
The trials with and without --busy share a file; the report covers both. Trials with more than 5 % steal (processor time
that the host of a virtual machine gave to others), and those under a CPU pressure above 50 % (time in which something waited
for a core), are counted apart, and the next call of the command repeats them.

Example:
  npm run calibrate -- --trials 40
  npm run calibrate -- --trials 40 --busy 2 --json calibration.json --markdown calibration.md
`,
    )
    .action(calibrate);
}

async function calibrate(options: CalibrateOptions): Promise<void> {
  const { output, json, markdown } = options;
  const chosen = scenarios.filter(({ name }) => options.kinds.includes(name));
  const trials = await runMissing(await readTrials(output), chosen, options);
  const parts = conditionsOf(trials).flatMap((condition): Part[] => {
    const own = trials.filter((one) => conditionOf(one) === condition && options.kinds.includes(one.scenario));
    if (own.length === 0) return [];
    const { replays: count, seed, secondsPerRow } = options;
    // Rounds drawn independently do not show what a host does for minutes at a time.
    const isOfOthers = condition === "steal" || condition === "crowded";
    const played = isOfOthers ? [] : replays(own, { scenarios: chosen, count, seed, secondsPerRow });
    const real = tally(outcomesOf(own, chosen), chosen);
    return [
      {
        condition,
        command: commandFor(own[0]?.busy ?? 0, options),
        trials: own,
        real,
        replayed: tally(played, chosen),
      },
    ];
  });
  const tables = parts.flatMap(({ condition, real, replayed }) => [
    `${titleOf(condition)}: real trials\n\n${renderTallies(real)}\n`,
    ...(replayed.length > 0 ? [`Seeded replays of the rounds of these trials\n\n${renderTallies(replayed)}\n`] : []),
  ]);
  print(tables.length > 0 ? tables.join("\n") : `no finished trials in ${output}`);
  if (json) await writeFileSafely(json, `${JSON.stringify(parts.map(summaryOf), null, 2)}\n`);
  if (markdown) {
    if (!existsSync(markdown)) await writeFileSafely(markdown, "# Calibration\n\n<!-- trials -->\n<!-- /trials -->\n");
    keepSections(markdown, [{ name: "trials", text: renderDocument(parts.flatMap(wellTried)) }], { check: false });
  }
}

/** Runs the trials that the file does not have yet, adding each as it is finished, and gives all of them. */
async function runMissing(
  before: readonly Trial[],
  chosen: readonly Scenario[],
  options: CalibrateOptions,
): Promise<Trial[]> {
  const { busy, trials, secondsPerRow, output } = options;
  const done = [...before];
  const missing = missingTrials(done, { scenarios: chosen, trials, busy });
  if (missing.length === 0) return done;
  const signal = interruptSignal();
  const checkouts = await twoCheckouts();
  using _busy = keepBusy(busy);
  for (const [index, { scenario, seed }] of missing.entries()) {
    const left = Math.ceil(expectedSeconds(missing.slice(index), { done, busy }) / 60);
    note(`trial ${index + 1} of ${missing.length}: ${scenario.name}, seed ${seed} (about ${left} min to go)`);
    const settings = {
      seed,
      busy,
      checkouts,
      secondsPerRow,
      environment: process.env,
      signal,
      progress: () => undefined,
    };
    const trial = await runTrial(scenario, settings);
    await appendTrial(output, trial);
    done.push(trial);
    note(`  ${trial.status} after ${trial.rounds} rounds, ${trial.seconds.toFixed(0)} s: ${trial.stopReason}`);
  }
  return done;
}

/** Returns how to get the trials of a part once more. */
function commandFor(busy: number, { trials, kinds, secondsPerRow }: CalibrateOptions): string {
  const options = [
    ...(trials > 0 ? [`--trials ${trials}`] : []),
    ...(busy > 0 ? [busy === 1 ? "--busy" : `--busy ${busy}`] : []),
    ...(kinds.length < scenarios.length ? [`--kinds ${kinds.join(" ")}`] : []),
    ...(secondsPerRow === 60 ? [] : [`--seconds-per-row ${secondsPerRow}`]),
  ];
  return ["npm run calibrate", ...(options.length > 0 ? ["--", ...options] : [])].join(" ");
}

function summaryOf({ trials, ...part }: Part) {
  const dates = trials.map(({ createdAt }) => createdAt).toSorted();
  const machines = [...new Set(trials.map(({ machine }) => machine))];
  return { ...part, from: dates[0], to: dates.at(-1), machines };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is needed");
  return Number(text);
}

await calibrateCommand().parseAsync();
