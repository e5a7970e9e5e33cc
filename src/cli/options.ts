import { Option } from "commander";
import { defaultFailOn, readDuration, readFailOn, readList, readRounds, readSeed, readShard } from "../plan/options.ts";

/** Options that several commands share, each read by the same reader as the action's input of that name. */

export function failOnOption(): Option {
  return new Option(
    "--fail-on <list>",
    "what exits with 1: regression, budget, inconclusive, contaminated, no-baseline, never",
  )
    .default(defaultFailOn, defaultFailOn.join())
    .argParser((text) => readFailOn(text, "--fail-on"));
}

export function detailsOption(): Option {
  return new Option("--details", "show every section on the terminal, not only what is read first");
}

export function roundsOption(): Option {
  return new Option("--rounds <n>", "fresh launches of the server, or auto").argParser((text) =>
    readRounds(text, "--rounds"),
  );
}

export function timeBudgetOption(): Option {
  return new Option(
    "--time-budget <time>",
    "longest time to spend on measuring, such as 20m (default: time_budget of the configuration, else 10m)",
  ).argParser((text) => readDuration(text, "--time-budget"));
}

export function shardOption(): Option {
  return new Option("--shard <i/n>", "measure only this share of the benchmarks, such as 1/3").argParser((text) =>
    readShard(text, "--shard"),
  );
}

export function seedOption(): Option {
  return new Option("--seed <number>", "seed of every random choice, to repeat a run").argParser((text) =>
    readSeed(text, "--seed"),
  );
}

export function passEnvOption(): Option {
  return new Option("--pass-env <names>", "environment variables that ${NAME} in the configuration may name")
    .default([], "none")
    .argParser(readList);
}
