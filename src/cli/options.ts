import { type Command, Option } from "commander";
import { defaultFailOn, failOnNames, readFailOn } from "../options/read-option.ts";
import { allRunOptions, type RunOptions, runOptionsOf, standardRun } from "../options/run-options.ts";

export const failOnOption = new Option("--fail-on <list>", `outcomes that exit with 1: ${failOnNames.join(", ")}`)
  .default(defaultFailOn, defaultFailOn.join())
  .argParser((text) => readFailOn(text, "--fail-on"));

export const detailsOption = new Option(
  "--details",
  "show every section on the terminal, not only the most important ones",
);

export const outputOption = new Option("--output <file>", "write to a file instead of the terminal");

/** An option that may be repeated. `read`: the values in one text; `standard`: what holds without it, for the help. */
export function listOption(
  [flags, help]: readonly [flags: string, help: string],
  {
    read = (text) => [text],
    standard = "none",
  }: { read?: (text: string) => readonly string[]; standard?: string } = {},
): Option {
  return new Option(flags, help)
    .argParser((text, earlier: readonly string[]) => [...earlier, ...read(text)])
    .default([], standard);
}

/** Gives a command options of a run: those that are named, or all. */
export function withRunOptions(command: Command, ...keys: readonly (keyof RunOptions)[]): Command {
  for (const { key, name, value, help, read } of allRunOptions) {
    if (keys.length > 0 && !keys.includes(key)) continue;
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, help);
    if (value !== undefined) option.argParser((text, earlier) => read(text, `--${name}`, earlier));
    const standard = standardRun[key];
    if (standard !== undefined) option.default(standard, String(standard) || "none");
    command.addOption(option);
  }
  return command;
}

/** The options of a run among those that a command was given. */
export function readRunOptions(given: Readonly<Record<string, unknown>>): RunOptions {
  return runOptionsOf(({ name }) => given[new Option(`--${name}`).attributeName()]);
}
