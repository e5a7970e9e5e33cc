import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeConstant } from "../../scripts/decision-tables.ts";

/** Constants of the code that the prose of a page repeats: the file and the name of each, and the words with its value. */
const repeated: readonly (readonly [page: string, file: string, name: string, words: (value: number) => string])[] = [
  ["how-it-decides", "memory-growth", "mostCalls", (calls) => `up to ${calls.toLocaleString("en")} per launch`],
  ["how-it-decides", "futures", "count", (count) => `continued ${count} times`],
  ["how-it-decides", "futures", "enoughFutures", (few) => `fewer than ${named(few)} of these futures`],
  ["how-it-decides", "stop-reasons", "largestShare", (share) => `from ${named(share)} of the time budget on`],
  ["how-it-decides", "guards", "finestMean", (share) => `but at least +${percent(share)}`],
  ["how-it-decides", "guards", "shareLimits.cpu_to_p50", (points) => `but at least ${100 * points} points`],
  ["how-it-decides", "trimmed", "fewestToTrim", (few) => `Fewer than ${named(few)} rounds are all kept`],
  ["how-it-decides", "trimmed", "fewestForInterval", (few) => `fewer than ${named(few)} have no interval`],
  ["configuration", "calls-of-round", "leastMs", (time) => `for at least ${time} ms per launch`],
  ["configuration", "leak-check", "fewestOfRow", (calls) => `too slow for ${named(calls)} calls`],
  ["metrics", "usage", "leastIdleMs", (time) => `in ${time} ms without a call`],
  ["recipes", "profile-pass", "mostRegressed", (most) => `By default the ${named(most)} worst rows are`],
  ["recipes", "profile-pass", "expectedOfTargetMs", (time) => `for about ${time / 1000} s each`],
  ["recipes", "profile-pass", "largestShare", (share) => `at most ${named(share)} of the time budget`],
  ["recipes", "compare-profiles", "leastRise", (share) => `at least ${percent(share)} of what base computes`],
  ["recipes", "compare-profiles", "leastOfCall", (share) => `${percent(share)} of a call`],
  ["recipes", "compare-profiles", "leastShare", (share) => `${named(share)} of the slowdown`],
  ["recipes", "compare-profiles", "fewestLaunches", (few) => `Fewer than ${named(few)} launches`],
];

const percent = (share: number) => `${+(100 * share).toFixed(3)} %`;
const names: Readonly<Record<number, string>> = {
  2: "two",
  3: "three",
  4: "four",
  8: "eight",
  100: "a hundred",
  0.25: "a quarter",
  0.4: "two fifths",
  [1 / 3]: "a third",
};
const named = (value: number) => names[value] ?? String(value);

test.each(repeated)("docs/%s.md repeats %s: %s as it is", (page, file, name, words) => {
  const text = readFileSync(`docs/${page}.md`, "utf8").replace(/\s+/g, " ");
  expect(text.toLowerCase()).toContain(words(codeConstant(file, name)).toLowerCase());
});

test("a constant that has moved or that two files declare is an error", () => {
  expect(() => codeConstant("futures", "mostFutures")).toThrow("0 files named futures.ts declare");
  expect(() => codeConstant("{guards,correlation,paired-decision}", "largest")).toThrow("2 files");
});
