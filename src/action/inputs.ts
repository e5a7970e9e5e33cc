import { getInput } from "@actions/core";
import {
  type CommentMode,
  commentModes,
  defaultFailOn,
  type FailOn,
  type Mode,
  modes,
  type Rounds,
  readBoolean,
  readChoice,
  readCount,
  readDuration,
  readFailOn,
  readList,
  readRounds,
  readShard,
  type Shard,
} from "../plan/options.ts";

/** The action's inputs, read and checked. */
export interface Inputs {
  readonly server?: string;
  readonly config?: string;
  readonly workingDirectory: string;
  readonly compareRef?: string;
  readonly baselineBranch: string;
  readonly updateBaseline: boolean;
  readonly failOn: readonly FailOn[];
  readonly commentMode: CommentMode;
  readonly commentKey: string;
  readonly token?: string;
  readonly passEnv: readonly string[];
  readonly runnerKey?: string;
  readonly rounds?: Rounds;
  readonly timeBudgetMs?: number;
  readonly shard?: Shard;
  /** How many records there have to be in the modes report and publish. */
  readonly records?: number;
  readonly mode: Mode;
  readonly results?: string;
}

/** Reads the action's inputs; nothing else in the project does. Throws ConfigError naming the input. */
export function readInputs(): Inputs {
  return {
    ...optional("server", text),
    ...optional("config", text),
    workingDirectory: getInput("working-directory") || ".",
    ...optional("compareRef", text, "compare-ref"),
    baselineBranch: getInput("baseline-branch") || "mcp-bench-baseline",
    updateBaseline: readBoolean(getInput("update-baseline"), "input update-baseline"),
    failOn: readFailOn(getInput("fail-on") || defaultFailOn.join(), "input fail-on"),
    commentMode: readChoice(getInput("comment-mode") || "always", commentModes, "input comment-mode"),
    commentKey: getInput("comment-key") || "default",
    ...optional("token", text, "github-token"),
    passEnv: readList(getInput("pass-env")),
    ...optional("runnerKey", text, "runner-key"),
    ...optional("rounds", readRounds),
    ...optional("timeBudgetMs", readDuration, "time-budget"),
    ...optional("shard", readShard),
    ...optional("records", readCount),
    mode: readChoice(getInput("mode") || "all", modes, "input mode"),
    ...optional("results", text),
  };
}

function text(value: string): string {
  return value;
}

/** `{ [key]: read(input) }`, or nothing at all where the input is empty. */
function optional<Key extends string, Value>(
  key: Key,
  read: (value: string, where: string) => Value,
  name: string = key,
): { [K in Key]?: Value } {
  const value = getInput(name);
  return value === "" ? {} : ({ [key]: read(value, `input ${name}`) } as { [K in Key]?: Value });
}
