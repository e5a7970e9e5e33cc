import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The tests that hold each row of the table in docs/cli.md: their file, and a part of their title. */
const held: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  "nothing got worse, or that is undecided": [
    ["cli/cli", "exits with 0 on a record and itself"],
    ["decide/decide", "where nobody asked for a comparison, its absence is told without alarm"],
  ],
  "a regression (`--fail-on` chooses)": [
    ["cli/cli", "exits with 1 on a record whose calls fail more often, and with 0 where that is not to fail"],
  ],
  "a budget is exceeded": [["cli/cli", "exits with 1 over a budget"]],
  "a wrong option or configuration": [
    ["cli/cli", "is refused before anything is started"],
    ["e2e/broken-server", "an unknown key in the configuration: one clear error and exit code 2"],
  ],
  "base does not build or work: head is measured without it": [
    ["everyday/equal.slow", "in a pull request that $name"],
    ["run/bad-input.slow", "that does not start is said, with its reason, and there is no baseline"],
  ],
  "head's build fails, or a named commit cannot be fetched": [
    ["run/build", "that fails says so with the end of its output"],
    ["cli/cli", "of a commit that nobody has is an error before anything is measured"],
  ],
  "the stored baseline cannot be read and nothing else is there": [
    ["e2e/unreadable-baseline", "a warning where base was measured, and an error where it was needed"],
  ],
  "the server does not start or work": [
    ["cli/cli", "a server that exits at once"],
    ["e2e/broken-server", "a server that does not start: one clear error, nothing that looks green"],
  ],
  "no call of a row succeeds, or without base more than half of them fail, searches for `capacity` aside": [
    ["cli/cli", "exits with 3 on a record of a server that failed, as the run did"],
    ["cli/cli", "exits with 3 where more than half of the calls of a row fail"],
  ],
  "the time budget ends after something was measured, which is reported": [
    ["measure/run/time-budget", "ends it there: the rows that are finished count, and the others are named"],
  ],
  "the time budget ends before": [["measure/run/time-budget", "is an error where nothing is finished"]],
  "most of the time budget went into calls without a reply, or a step or start that hangs": [
    ["measure/run/time-budget", "is the server's fault, and names the row"],
  ],
  "SIGINT, SIGTERM or a cancelled job, with finished rounds, which are reported": [
    ["base/host/interrupt", "reports the rounds it has, and exits by their verdict"],
    ["e2e/cancelled.slow", "a cancelled run reports its finished rounds, says that it was interrupted"],
  ],
  "SIGINT, SIGTERM or a cancelled job, before": [
    ["base/host/interrupt", "in its first round says that there is nothing to report, and exits as %s does"],
    ["e2e/cancelled.slow", "one cancelled before its first round has no result, and says so"],
  ],
  "a full disk under standard output, or under a file": [
    ["cli/broken-output", "a disk that fills while a file under standard output grows is reported"],
    ["cli/broken-output", "under standard output is told, and is no verdict"],
    ["cli/broken-output", "under standard output costs %s, is told, and is no verdict"],
    ["cli/broken-output", "under files names each of them, and leaves no part of one"],
    ["cli/broken-output", "under one of the files costs that file alone"],
  ],
  "a run that `mode: publish` cannot store": [
    ["e2e/nightly.slow", "a night that the remote refuses fails the job that stores"],
  ],
  "an internal error of mcp-bench": [["cli/cli", "tells a fault of its own from a regression, wherever it happens"]],
};

test("each row of the table of exit codes is held by a test, and each such test is there", () => {
  const documented = readFileSync("docs/cli.md", "utf8").matchAll(/^\| ([^|]+) \| [^|]*\d[^|]* \|[^|]*\|$/gm);
  expect([...documented].map(([, row]) => row)).toEqual(Object.keys(held));
  for (const [file, title] of Object.values(held).flat())
    expect(readFileSync(`test/${file}.test.ts`, "utf8"), file).toContain(title);
});
