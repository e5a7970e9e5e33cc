import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { pages, wordsByHand } from "../../scripts/docs-words.ts";

test("the pages have at most 20,000 words that are written by hand", () => {
  const words = pages().reduce((sum, file) => sum + wordsByHand(file), 0);
  expect(words).toBeLessThanOrEqual(20_000);
});

test.each([
  ["docs/how-it-decides.md", 1_500],
  ["docs/baseline.md", 600],
])("%s has at most %i of them", (file, most) => {
  expect(wordsByHand(file)).toBeLessThanOrEqual(most);
});

test("a decision has at most 250 words", () => {
  const decisions = globSync("docs/decisions/*.md");
  expect(decisions.length).toBeGreaterThan(30);
  expect(decisions.filter((file) => wordsByHand(file) > 250)).toEqual([]);
});
