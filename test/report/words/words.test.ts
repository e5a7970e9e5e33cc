import { expect, test } from "vitest";
import type { Reason } from "../../../src/decide/reason.ts";
import type { Warning } from "../../../src/facts/comparison.ts";
import { instrument } from "../../../src/record/instrument.ts";
import { instrumentText } from "../../../src/report/words/instrument.ts";
import { reasonText } from "../../../src/report/words/reason.ts";
import { warningText } from "../../../src/report/words/warning.ts";

const counts = { head: { failed: 12, calls: 2000 }, base: { failed: 0, calls: 1990 } };
const failures = { timeout: 2, "tool-error": 1200 };
const lacking = { code: "row-not-in-base" } as const;
const search = { searches: 1, of: 3 };

const reasons: readonly Reason[] = [
  { code: "shown", rounds: 9 },
  { code: "shown-together", rounds: 9, others: 2 },
  { code: "within", rounds: 9 },
  { code: "ruled-out", rounds: 1 },
  { code: "undecided", rounds: 9, setAside: 1 },
  { code: "too-few", rounds: 9, gates: 40, need: 13 },
  { code: "too-few", rounds: 3, gates: 1, need: 8 },
  { code: "evidence", rounds: 20, evidence: 812, need: 4000 },
  { code: "instead", why: lacking, instead: { code: "no-stand-in" } },
  { code: "instead", why: { code: "metric-not-in-base" }, instead: { code: "metric-not-stored" } },
  { code: "instead", why: { code: "none-ok-in-base", calls: 20, failures }, instead: { code: "row-not-stored" } },
  { code: "none" },
  { code: "unchanged" },
  { code: "became", from: 1.2, to: 2.4 },
  { code: "negligible" },
  { code: "by-cpu" },
  { code: "counted", worse: 14, better: 0, ofRounds: 20 },
  { code: "budget", value: 2.1, limit: 2, isOver: true, roundsOver: 5, ofRounds: 5 },
  { code: "budget", value: 1.8, limit: 2, isOver: false, roundsOver: 2, ofRounds: 5, sample: { have: 30, need: 200 } },
  { code: "budget-without-figure", why: { code: "not-measured" } },
  { code: "quick" },
  { code: "replaced", arm: "head" },
  { code: "base-changed" },
  { code: "no-reference", text: "the branch does not exist" },
  { code: "no-rounds" },
  { code: "no-ratio" },
  { code: "few-calls", need: 200, have: 100 },
  { code: "more-failed" },
  { code: "fewer-failed" },
  { code: "failures", ...counts },
  { code: "failures-open", points: 0.005, ...counts },
  { code: "slow-launches", head: 5, base: 1, ofRounds: 20 },
  { code: "alone", isShown: true, launches: 9 },
  { code: "no-figure" },
  { code: "configuration-changed" },
  { code: "points-need-base" },
  { code: "same-rounds" },
  { code: "zero-has-no-ratio" },
  { code: "one-launch" },
  { code: "beyond-stored", runs: 12, cpu: 0.3 },
  { code: "within-stored", runs: 12, byCpu: true },
  { code: "other-environment" },
  { code: "nothing-measured" },
  { code: "crossed", count: 1, calls: 501, of: "session", sample: "expected 3, got 4" },
  { code: "launches-failed", failed: 6, launches: 6, ofBase: 0, failure: "fell silent" },
  { code: "calls-failed", ok: 1, calls: 10, failures },
  { code: "skipped", text: "no API key" },
];

const warnings: readonly Warning[] = [
  { code: "base-not-measured", isStored: true, first: { round: 1, arm: "base", failure: "it died" } },
  { code: "launch-failed", round: 7, arm: "head", failure: "it died" },
  { code: "errors", failed: 1202, calls: 5000, failures },
  { code: "unsteady", deviation: 0.62 },
  { code: "two-modes", modes: [16, 61].map((p50) => ({ p50, rounds: 3 })) },
  { code: "tail-spike", ratio: 2.9, limit: 2.5 },
  { code: "few-samples", ok: 10, need: 20 },
  { code: "exact-metric-varies", metric: "response_bytes", least: 100, most: 120 },
  { code: "backlog", achieved: 50, requested: 100, most: 50, dropped: 1 },
  { code: "capacity-bound", bound: { end: "top", perSecond: 2000 }, ...search },
  { code: "capacity-bound", bound: { end: "bottom", perSecond: 10, reason: "p95 is over" }, ...search },
  { code: "capacity-bound", bound: { end: "lagged", perSecond: 500, reason: "20 ms late" }, ...search },
  { code: "capacity-bound", bound: { end: "unfinished", perSecond: 500 }, ...search },
  { code: "capacity-bound", bound: { end: "unknown", perSecond: 0 }, ...search },
  { code: "serialised", sessions: 8, times: 4.0412 },
  { code: "tools-list-varies", reordered: 1, rewritten: 1, launches: 3, isInBase: true },
  { code: "no-cache-hints", missing: ["ttlMs", "cacheScope"], protocol: "2026-07-28" },
  {
    code: "not-checked",
    row: "echo",
    metric: "p95",
    limit: "+15%",
    isDefault: true,
    why: { code: "few-calls", need: 200, have: 100 },
  },
  { code: "unpaired" },
  { code: "different-environment", differences: [{ part: "cores", base: "2 cores", head: "4 cores" }] },
  { code: "correlated-rounds", correlation: 0.52 },
  { code: "everything-slower", others: true, slower: 0.03, rounds: 15 },
  { code: "too-few-rounds", rounds: 7, gates: 46, need: 14, fix: "budget" },
];

const { kind, why } = instrument.shape;

test("the words of every reason, warning and instrument read as their golden file", async () => {
  const lines = [
    "# Reasons of a finding on p50",
    "",
    ...reasons.map((reason) => `- ${reason.code}: ${reasonText({ metric: "p50", reason })}`),
    "",
    "# Warnings",
    "",
    ...warnings.map((warning) => `- ${warning.code}: ${warningText(warning)}`),
    "",
    "# Instruments",
    "",
    ...kind.options.map((one) => `- ${one}: ${instrumentText({ kind: one })}`),
    ...why.unwrap().options.map((one) => `- ${one}: ${instrumentText({ kind: "asleep", why: one })}`),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden/words.md");
});
