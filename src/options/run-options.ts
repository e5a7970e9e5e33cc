import { ConfigError } from "../errors.ts";
import { type Profiling, profilings, type TokenizerName, tokenizerNames } from "../model/run-settings.ts";
import { readBoolean, readChoice, readDuration, readList, readText } from "./read-option.ts";

/** Options of a run besides its configuration; docs/architecture.md lists what a new one takes. */
export interface RunOptions {
  readonly server?: string | undefined;
  readonly url?: string | undefined;
  readonly config?: string | undefined;
  readonly workingDirectory: string;
  /** Keys of the configuration with a value in YAML: `thresholds.p50=off`. */
  readonly set: readonly string[];
  readonly compareRef?: string | undefined;
  readonly passEnv: readonly string[];
  readonly runnerKey?: string | undefined;
  readonly rounds?: Rounds | undefined;
  readonly timeBudgetMs?: number | undefined;
  readonly shard?: Shard | undefined;
  readonly quick?: boolean | undefined;
  readonly tokens?: TokenizerName | undefined;
  readonly profile?: Profiling | undefined;
  readonly seed?: number | undefined;
}

export type SeededRun = RunOptions & { readonly seed: number };

export type Rounds = number | "auto";

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

interface Definition<Value> {
  /** On the command line, and of the action's input where it has one. */
  readonly name: string;
  /** Name of its value in the help; absent: a flag. */
  readonly value?: string;
  readonly help: string;
  /** `earlier`: what the option was before, where it may be repeated. Throws ConfigError naming `where`. */
  read(text: string, where: string, earlier?: Value): Value;
  /** The action has an input of that name. */
  readonly isInput?: true;
  /** False where the command that repeats the run leaves it out. */
  readonly isRepeated?: boolean;
  /** Its value in that command, or several; absent: as `String` writes it. */
  readonly write?: (value: Value) => string | readonly string[];
}

type Values = { readonly [Key in keyof RunOptions]-?: NonNullable<RunOptions[Key]> };
export type OptionValues = { readonly [Key in keyof Values]?: Values[Key] | undefined };
type Definitions = { readonly [Key in keyof Values]: Definition<Values[Key]> };

/** Every option of a run, once; in the order of the help and of the command that repeats the run. */
const definitions: Definitions = {
  server: {
    name: "server",
    value: "command line",
    help: "command line that starts the server over stdio, for a run without a configuration file",
    read: readText,
    isInput: true,
  },
  url: {
    name: "url",
    value: "address",
    help: "address of a running server, over streamable HTTP, for a run without a configuration file",
    read: readText,
  },
  config: {
    name: "config",
    value: "file",
    help: "configuration file (default: mcp-bench.yml)",
    read: readText,
    isInput: true,
  },
  workingDirectory: {
    name: "working-directory",
    value: "dir",
    help: "directory of the server, the build and relative paths",
    read: String,
    isInput: true,
  },
  set: {
    name: "set",
    value: "key=value",
    help: "override a configuration key (path=YAML value): thresholds.p50=off; may be repeated",
    read: (text, _where, earlier = []) => [...earlier, text],
    write: (settings) => settings,
  },
  compareRef: {
    name: "compare-ref",
    value: "ref",
    help: "branch, tag or commit to build and compare with; none: stored runs",
    read: readText,
    isInput: true,
  },
  passEnv: {
    name: "pass-env",
    value: "names",
    help: "environment variables that ${NAME} in the configuration may read",
    read: (text, where, earlier = []) => [...earlier, ...readNames(text, where)],
    isInput: true,
    write: (names) => names.join(),
  },
  rounds: {
    name: "rounds",
    value: "n",
    help: "number of rounds (a fresh launch each), or auto",
    read: readRounds,
    isInput: true,
  },
  timeBudgetMs: {
    name: "time-budget",
    value: "time",
    help: "longest time to measure, such as 20m (default: time_budget of the configuration, else 10m unless --rounds is a number)",
    read: readDuration,
    isInput: true,
    write: (milliseconds) => (milliseconds % 60_000 === 0 ? `${milliseconds / 60_000}m` : `${milliseconds / 1000}s`),
  },
  shard: {
    name: "shard",
    value: "i/n",
    help: "measure only this share of the benchmarks, such as 1/3",
    read: readShard,
    isInput: true,
    write: ({ index, count }) => `${index}/${count}`,
  },
  quick: {
    name: "quick",
    help: "a tenth of the requests, warm-up and durations, in one round, to check a configuration; decides nothing",
    read: readBoolean,
  },
  tokens: {
    name: "tokens",
    value: "name",
    help: `count context cost in tokens too: ${tokenizerNames.join(", ")}`,
    read: (text, where) => readChoice(text, tokenizerNames, where),
  },
  profile: {
    name: "profile",
    value: "when",
    help: `profile the servers: ${profilings.join(", ")} (default: regressed)`,
    read: (text, where) => readChoice(text, profilings, where),
  },
  runnerKey: {
    name: "runner-key",
    value: "name",
    help: "name of this class of machines in the baseline key",
    read: readText,
    isInput: true,
    isRepeated: false,
  },
  seed: {
    name: "seed",
    value: "number",
    help: "seed of every random choice, to repeat a run",
    read: readSeed,
  },
};

/** An option as a front end offers it. */
interface RunOption extends Omit<Definition<unknown>, "write"> {
  readonly key: keyof RunOptions;
}

const keys = Object.keys(definitions) as (keyof RunOptions)[];

export const allRunOptions: readonly RunOption[] = keys.map((key) => ({ key, ...definitions[key] }));

export const standardRun: RunOptions = { workingDirectory: ".", set: [], passEnv: [] };

/** The options of a run, each as `find` gives it. */
export function runOptionsOf(find: (option: RunOption) => unknown): RunOptions {
  const found = allRunOptions.map((option) => [option.key, find(option)] as const);
  return { ...standardRun, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
}

/** The words of a command line that ask for the same; what holds anyway, or cannot be repeated, is left out. */
export function runOptionWords(options: OptionValues): string[] {
  return keys.flatMap((key) => wordsOf(key, options));
}

function wordsOf<Key extends keyof Values>(key: Key, options: OptionValues): string[] {
  const { name, value: argument, isRepeated = true, write = String }: Definition<Values[Key]> = definitions[key];
  const value: Values[Key] | undefined = options[key];
  if (value === undefined || !isRepeated || JSON.stringify(value) === JSON.stringify(standardRun[key])) return [];
  if (argument === undefined) return value ? [`--${name}`] : [];
  return [write(value)].flat().flatMap((word) => [`--${name}`, word]);
}

/** Returns the options that the record keeps: a later report prints the command that repeats the run. */
export function askedOf(options: RunOptions) {
  const { server, url, config, workingDirectory, set, passEnv, rounds, timeBudgetMs } = options;
  return { server, url, config, workingDirectory, set, passEnv, rounds, timeBudgetMs };
}

/** Names of variables, as every shell can set them. */
function readNames(text: string, where: string): string[] {
  const names = readList(text);
  const wrong = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong === undefined) return names;
  throw new ConfigError(`${JSON.stringify(wrong)} is not the name of an environment variable`, {
    where,
    expected: "names separated by commas, such as `API_KEY,REGION`",
  });
}

function readRounds(text: string, where: string): Rounds {
  if (text === "auto") return "auto";
  const rounds = Number(text);
  if (!/^\d+$/.test(text) || rounds < 1 || rounds > 10_000)
    throw new ConfigError(`${JSON.stringify(text)} is not a number of rounds`, {
      where,
      expected: "`auto`, or a whole number from 1",
    });
  return rounds;
}

function readShard(text: string, where: string): Shard {
  const [index, count] = (/^(\d+)\/(\d+)$/.exec(text)?.slice(1) ?? []).map(Number);
  if (index && count && index <= count) return { index, count };
  throw new ConfigError(`${JSON.stringify(text)} is not a shard`, { where, expected: "`1/3` for the first of three" });
}

/** A whole number that 32 bits hold. */
function readSeed(text: string, where: string): number {
  const seed = Number(text);
  if (/^\d{1,10}$/.test(text) && seed < 2 ** 32) return seed;
  throw new ConfigError(`${JSON.stringify(text)} is not a seed`, {
    where,
    expected: "a whole number below 4294967296",
  });
}
