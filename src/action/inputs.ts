import { checkedBranch } from "../baseline/repository.ts";
import {
  commentModes,
  defaultBaselineBranch,
  defaultFailOn,
  modes,
  readBoolean,
  readChoice,
  readCount,
  readFailOn,
} from "../options/read-option.ts";
import { runOptionsOf } from "../options/run-options.ts";
import { readInput } from "./runner.ts";

export type Inputs = Readonly<ReturnType<typeof readInputs>>;

/** Reads the action's inputs; nothing else in the project does. Throws ConfigError naming the input. */
export function readInputs() {
  return {
    run: runOptionsOf(({ name, isInput, read }) => (isInput ? given(name, read) : undefined)),
    baselineBranch: checkedBranch(readInput("baseline-branch") ?? defaultBaselineBranch),
    updateBaseline: readBoolean(readInput("update-baseline") ?? "", "input update-baseline"),
    failOn: readFailOn(readInput("fail-on") ?? defaultFailOn.join(), "input fail-on"),
    commentMode: readChoice(readInput("comment-mode") ?? "always", commentModes, "input comment-mode"),
    commentKey: readInput("comment-key") ?? "default",
    token: readInput("github-token"),
    /** Number of records that the modes report and publish expect. */
    records: given("records", readCount),
    mode: readChoice(readInput("mode") ?? "all", modes, "input mode"),
    results: readInput("results"),
  };
}

/** Undefined where the input is empty. */
function given<Value>(name: string, read: (value: string, where: string) => Value): Value | undefined {
  const value = readInput(name);
  return value === undefined ? undefined : read(value, `input ${name}`);
}
