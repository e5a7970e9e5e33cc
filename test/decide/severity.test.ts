import { expect, test } from "vitest";
import { bySeverity } from "../../src/decide/decide.ts";
import type { Finding } from "../../src/decide/verdict.ts";
import { metric } from "../../src/metrics/metric.ts";
import { finding, threshold } from "../report/build.ts";

const worse = (id: Finding["metric"], growth: number, state: Finding["state"] = "regressed") =>
  finding({
    row: metric(id).scope === "server" ? "(server)" : "search",
    threshold: threshold(id, "+10%"),
    state,
    base: 10,
    head: 10 * (1 + growth),
  });

test("what breaks users comes first, whatever the growth: changed tools, errors, the server, then latency", () => {
  const findings = [
    worse("p50", 9),
    worse("memory_growth", 0.5),
    worse("startup", 0.3),
    worse("tools_list_bytes", 0.2),
    worse("error_rate", 0.2),
    finding({ row: "search", threshold: threshold("breaking_changes", "0"), state: "regressed", head: 1 }),
  ];
  expect(findings.toSorted(bySeverity).map((one) => one.metric)).toEqual([
    "breaking_changes",
    "error_rate",
    "memory_growth",
    "startup",
    "tools_list_bytes",
    "p50",
  ]);
});

test("of one kind the largest comes first, and an open change is sorted by its size alone", () => {
  const open = [worse("startup", 0.2, "inconclusive"), worse("p50", 0.5, "inconclusive")];
  expect(open.toSorted(bySeverity).map((one) => one.metric)).toEqual(["p50", "startup"]);
  const slower = [worse("p50", 0.2), worse("p50", 0.5)];
  expect(slower.toSorted(bySeverity)[0]?.head).toBe(15);
});
