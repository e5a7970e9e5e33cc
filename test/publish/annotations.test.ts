import { expect, test } from "vitest";
import type { Finding } from "../../src/compare/verdict.ts";
import { verdictAnnotations } from "../../src/publish/annotations.ts";

const finding = (row: string): Finding => ({
  row,
  metric: "p50",
  threshold: { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" },
  state: "regressed",
  rounds: 7,
  reason: "14 % slower",
});
const findings = (count: number) => Array.from({ length: count }, (_, index) => finding(`row ${index}`));
const place = { file: "mcp-bench.yml", lineOf: (row: string) => (row === "row 0" ? 12 : undefined) };

test("one per finding, at the line of its benchmark where it is known", () => {
  expect(verdictAnnotations({ regressed: findings(2), failed: true }, place)).toEqual([
    { level: "error", title: "row 0: p50 regressed", message: "14 % slower", file: "mcp-bench.yml", line: 12 },
    { level: "error", title: "row 1: p50 regressed", message: "14 % slower", file: "mcp-bench.yml" },
  ]);
});

test("a verdict that does not fail the job warns, without a file there is no place, and nothing found is nothing said", () => {
  const noFile = { lineOf: () => 3 };
  expect(verdictAnnotations({ regressed: findings(1), failed: false }, noFile)).toEqual([
    { level: "warning", title: "row 0: p50 regressed", message: "14 % slower" },
  ]);
  expect(verdictAnnotations({ regressed: [], failed: true }, place)).toEqual([]);
});

test("with the failure message no more than GitHub's ten: the worst, then how many are left", () => {
  expect(verdictAnnotations({ regressed: findings(9), failed: true }, place).at(-1)?.title).toBe(
    "row 8: p50 regressed",
  );
  const many = verdictAnnotations({ regressed: findings(25), failed: true }, place);
  expect(many).toHaveLength(9);
  expect(many[0]?.title).toContain("row 0");
  expect(many.at(-1)?.message).toBe("17 more are in the job summary.");
});
