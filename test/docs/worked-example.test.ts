import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readWorkedExample } from "../../scripts/worked-example.ts";
import { decidePaired } from "../../src/decide/paired/paired-decision.ts";

const [, shown = ""] = readFileSync("docs/how-it-decides.md", "utf8").split("<!-- rounds -->");
const table = (shown.split("<!-- /rounds -->")[0] ?? "").matchAll(
  /^\| \d+ \| ([\d.]+) \| ([\d.]+) \| [\d.]+ \| (yes)? ?\|/gm,
);
const rounds = [...table].map(([, base, head, kept]) => ({
  base: Number(base),
  head: Number(head),
  isKept: kept !== undefined,
}));
const prose = shown.replace(/\s+/g, " ");
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Computes as a reader does, with a calculator and the text alone. */
const changes = rounds.map(({ base, head }) => Math.log(head / base));
const kept = changes.filter((_, place) => rounds[place]?.isKept);

test("the example gives the estimate and the interval that the text shows", () => {
  expect(rounds).toHaveLength(11);
  expect(prose).toContain(`**+${(100 * Math.expm1(mean(kept))).toFixed(1)} %**`);
  const winsorised = changes.map((one) => Math.min(Math.max(one, Math.min(...kept)), Math.max(...kept)));
  const centre = mean(winsorised);
  const spread = Math.sqrt(winsorised.reduce((sum, one) => sum + (one - centre) ** 2, 0) / (changes.length - 1));
  const half = (2.447 * spread * Math.sqrt(changes.length)) / kept.length;
  const [low, high] = [mean(kept) - half, mean(kept) + half].map((one) => `+${(100 * Math.expm1(one)).toFixed(1)} %`);
  expect(prose).toContain(`**${low} to ${high}**`);
});

test("the example gives the evidence that the text shows, and the product decides the same", () => {
  const product = (bet: number) =>
    changes.reduce((won, d) => (won * 2) / (1 + Math.exp(-2 * bet * Math.tanh(d / Math.log(1.1)))), 1);
  const evidence = (product(0.8) + product(3.2)) / 2;
  expect(prose).toContain(`products: **${Math.round(evidence).toLocaleString("en")}**`);
  const { gates, results } = readWorkedExample();
  const rule = { limit: Math.log(1.1), gates: gates / results };
  expect(decidePaired(changes, rule).evidence).toBeCloseTo(evidence, 6);
  expect(evidence).toBeGreaterThan((100 * gates) / results);
  expect(decidePaired(changes, rule).state).toBe("regressed");
  expect(decidePaired(changes, { ...rule, gates }).state).toBe("inconclusive");
});
