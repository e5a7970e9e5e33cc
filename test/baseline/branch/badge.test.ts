import { expect, test } from "vitest";
import { renderBadge } from "../../../src/baseline/branch/badge.ts";
import { type BranchIndex, emptyIndex } from "../../../src/baseline/branch/branch-index.ts";
import { statuses } from "../../../src/record/status.ts";

type Figures = BranchIndex["keys"][string];
const figures = (more: Partial<Figures>): Figures => ({
  environment: "linux",
  commit: "a".repeat(40),
  createdAt: "2026-11-01T10:00:00.000Z",
  status: "pass",
  usable: true,
  entries: 1,
  rows: [],
  furtherRows: 0,
  ...more,
});

const shown = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1];

test("the badge says how the newest run went, of whatever environment", () => {
  const older = figures({ status: "regressed", createdAt: "2026-10-01T10:00:00.000Z" });
  expect(shown(renderBadge({ ...emptyIndex, keys: { a: figures({}), b: older } }))).toBe("MCP bench: pass");
  const newer = { ...older, createdAt: "2026-12-01T10:00:00.000Z" };
  expect(shown(renderBadge({ ...emptyIndex, keys: { a: figures({}), b: newer } }))).toBe("MCP bench: regressed");
  expect(shown(renderBadge(emptyIndex))).toBe("MCP bench: no run yet");
});

test.each(statuses)("%s is told by words, not by colour alone, in a picture that loads nothing", (status) => {
  const svg = renderBadge({ ...emptyIndex, keys: { a: figures({ status, environment: "<script>" }) } });
  expect(shown(svg)).toBe(`MCP bench: ${status}`);
  expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/href|url\(|https?:|script/);
});
