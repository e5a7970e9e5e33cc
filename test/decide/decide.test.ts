import { describe, expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import type { Finding, FindingState } from "../../src/decide/verdict.ts";
import { compare } from "../../src/facts/compare.ts";
import { compareRecords } from "../../src/facts/compare-records.ts";
import type { Comparison } from "../../src/facts/comparison.ts";
import type { RecordInstrument } from "../../src/record/instrument.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { comparePaired, makeRecord, noisyRounds, type RecordOptions, searchLoad } from "./records.ts";

const rows = (median: number, seed = 1) => ({ echo: { head: noisyRounds(5, { median, spread: 0.02, seed }) } });

function withoutBaseline(record: ReturnType<typeof makeRecord>): Comparison {
  const head = summarise(tabulate(record), "head");
  return compare({ table: tabulate(record), head, against: { kind: "none", reason: "the branch does not exist" } });
}

function finding(state: FindingState, more: Partial<Finding> = {}): Finding {
  return {
    row: "echo",
    metric: "p50",
    threshold: { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" },
    state,
    head: 2,
    base: 1,
    change: { estimate: 1, low: 0.9, high: 1.1 },
    rounds: 9,
    reason: { code: "no-reference", text: "because" },
    ...more,
  };
}

const paired = (findings: Finding[]): Comparison => ({
  reference: { kind: "paired" },
  findings,
  warnings: [],
});

test("a budget is held against the figure that stands beside base's", () => {
  const arm = (...ms: number[]) => ms.map((one) => ({ latencies: Array(20).fill(one) }));
  // The median of head's rounds is 10 ms; beside base, which was slow with it, head is at 12 ms.
  const head = arm(10, 10, 10, 10, 10, 15, 16, 16, 14);
  const base = arm(8, 9, 8, 9, 8, 13, 14, 13, 12);
  const record = makeRecord({ rows: { echo: { base, head } }, thresholds: { p50: ["+50%", "11ms"] } });
  const [change, budget] = comparePaired(record).findings.filter(({ metric }) => metric === "p50");
  expect(change?.head).toBeGreaterThan(11);
  expect(budget).toMatchObject({ state: "over-budget", head: change?.head });
});

describe("without a baseline", () => {
  test("relative thresholds are loud about it, and fail where asked to", () => {
    const comparison = withoutBaseline(makeRecord({ rows: rows(1) }));
    expect(decide(comparison, { failOn: ["regression"] })).toMatchObject({ status: "no-baseline", failed: false });
    expect(decide(comparison, { failOn: ["no-baseline"] }).failed).toBe(true);
  });

  test("nothing is said of limits on a change that could not be checked", () => {
    const serverThresholds = { peak_rss: "+15%" };
    const alone = makeRecord({ rows: rows(1), serverThresholds });
    const noisy = noisyRounds(5, { median: 1, spread: 0.02, seed: 1 });
    expect(withoutBaseline(alone).warnings.filter(({ code }) => code === "not-checked")).toEqual([]);
    const record = makeRecord({ rows: { echo: { base: noisy, head: noisy } }, serverThresholds });
    const beside = comparePaired(record);
    expect(beside.warnings).toContainEqual(
      expect.objectContaining({
        code: "not-checked",
        metric: "peak_rss",
        limit: "+15%",
        isDefault: true,
      }),
    );
  });

  test.each([
    ["+10%", []],
    ["+20%", ["upstream_requests"]],
  ])("a limit on requests to an API, without one, is worth a word only if it is configured: %s", (limit, named) => {
    const noisy = noisyRounds(5, { median: 1, spread: 0.02, seed: 1 });
    const row = { base: noisy, head: noisy };
    const { warnings } = comparePaired(makeRecord({ rows: { echo: row }, thresholds: { upstream_requests: limit } }));
    expect(warnings.flatMap((one) => (one.code === "not-checked" ? one.metric : []))).toEqual(named);
  });

  test("where nobody asked for a comparison, its absence is told without alarm", () => {
    const comparison = withoutBaseline(makeRecord({ rows: rows(1) }));
    const reference = { kind: "none", reason: "a local run has none", unasked: true } as const;
    expect(decide({ ...comparison, reference }, { failOn: [] })).toMatchObject({
      status: "no-baseline",
      failed: false,
    });
  });

  test("a quick run that is compared says that it decides nothing", () => {
    const record = makeRecord({ rows: rows(1) });
    const comparison = withoutBaseline(record);
    const open = comparison.findings.map((finding) => ({ ...finding, state: "not-comparable" as const }));
    const verdict = decide({ ...comparison, findings: open }, { failOn: ["regression"] });
    expect(verdict).toMatchObject({ status: "not-comparable", failed: false });
  });

  test("budgets decide all the same", () => {
    const within = withoutBaseline(makeRecord({ rows: rows(1), thresholds: { p50: "2ms", throughput: ">=100/s" } }));
    expect(decide(within, { failOn: ["budget"] })).toMatchObject({ status: "pass", failed: false });
    const over = withoutBaseline(makeRecord({ rows: rows(3), thresholds: { p50: "2ms" } }));
    expect(decide(over, { failOn: ["budget"] })).toMatchObject({ status: "over-budget", failed: true });
    expect(decide(over, { failOn: ["regression"] }).failed).toBe(false);
    expect(over.findings[0]?.reason).toMatchObject({ code: "budget", limit: 2, isOver: true });
    const slow = withoutBaseline(makeRecord({ rows: rows(3), thresholds: { throughput: ">=1000/s" } }));
    expect(slow.findings[0]).toMatchObject({
      state: "over-budget",
      reason: { code: "budget", limit: 1000, isOver: true },
    });
  });

  test("a budget is held against the estimate that a report shows, not the median of the rounds", () => {
    // Launches are of two kinds.
    const head = [1, 1, 1, 1, 1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.2].map((one) => ({ latencies: Array(20).fill(one) }));
    const record = makeRecord({ rows: { echo: { head } }, thresholds: { p50: "1.05ms" } });
    expect(withoutBaseline(record).findings[0]).toMatchObject({ state: "over-budget", head: expect.closeTo(1.07, 1) });
    const imported = { by: "k6", rounds: "windows" } as const;
    expect(withoutBaseline({ ...record, imported }).findings[0]).toMatchObject({ state: "pass", head: 1 });
  });

  test("a budget between the rounds says so", () => {
    const spread = [1, 1.5, 1.8, 2.1, 2.2].map((value) => ({ latencies: new Array(30).fill(value) }));
    const comparison = withoutBaseline(makeRecord({ rows: { echo: { head: spread } }, thresholds: { p50: "2ms" } }));
    expect(comparison.findings[0]).toMatchObject({
      state: "pass",
      reason: { code: "budget", isOver: false, roundsOver: 2, ofRounds: 5 },
    });
  });

  test("a budget on something unmeasured stays open; a limit on a change says nothing", () => {
    const budget = withoutBaseline(makeRecord({ rows: rows(1), thresholds: { cpu_per_call: "1ms" } }));
    expect(budget.findings[0]?.state).toBe("inconclusive");
    const relative = withoutBaseline(makeRecord({ rows: rows(1), thresholds: { cpu_per_call: "+10%" } }));
    expect(relative.findings).toEqual([]);
    expect(relative.warnings).toEqual([]);
  });

  test("a row of whose calls most fail is errored, but not a search, which tries rates at which calls fail", () => {
    const failing = { latencies: Array(260).fill(1), failures: { "rpc-error": 300 } };
    const states = (fields: RecordOptions["fields"] = {}) =>
      withoutBaseline(makeRecord({ rows: { echo: { head: [failing] } }, fields })).findings.map(({ state }) => state);
    expect(states()).toContain("errored");
    expect(states({ echo: { load: searchLoad } })).not.toContain("errored");
  });

  test("a run that measured nothing is errored", () => {
    const empty = { ...makeRecord({ rows: rows(1) }), rows: [] };
    expect(decide(withoutBaseline(empty), { failOn: [] })).toMatchObject({ status: "errored", failed: true });
  });
});

describe("precedence", () => {
  const ordered: FindingState[] = [
    "errored",
    "regressed",
    "over-budget",
    "inconclusive",
    "pass",
    "not-comparable",
    "no-baseline",
  ];
  test.each(ordered.slice(0, -1).map((state, index) => [state, ordered.slice(index)] as const))(
    "%s comes first",
    (state, states) => {
      const verdict = decide(paired(states.map((one) => finding(one)).reverse()), { failOn: [] });
      expect(verdict.status).toBe(state);
    },
  );

  test("warn-level findings decide nothing", () => {
    const warn = finding("regressed", { threshold: { ...finding("pass").threshold, level: "warn" } });
    expect(decide(paired([warn]), { failOn: ["regression"] })).toMatchObject({
      status: "pass",
      failed: false,
      regressed: [],
    });
  });

  test("every listed reason fails the job, not only the one that names the status", () => {
    const both = paired([finding("regressed"), finding("over-budget")]);
    expect(decide(both, { failOn: ["budget"] })).toMatchObject({ status: "regressed", failed: true });
    expect(decide(both, { failOn: ["inconclusive"] }).failed).toBe(false);
  });

  test("never means never", () => {
    expect(decide(paired([finding("errored")]), { failOn: ["never"] })).toMatchObject({
      status: "errored",
      failed: false,
    });
  });

  test("worst first: errors, then by how far beyond the threshold", () => {
    const findings = [
      finding("regressed", { row: "small", change: { estimate: 0.2 } }),
      finding("regressed", { row: "large", change: { estimate: 3 } }),
      finding("regressed", { row: "errors", metric: "error_rate", change: { estimate: 0.02 } }),
    ];
    const verdict = decide(paired(findings), { failOn: ["regression"] });
    expect(verdict.regressed.map((one) => one.row)).toEqual(["errors", "large", "small"]);
  });
});

describe("two records", () => {
  const base = makeRecord({ rows: rows(1), thresholds: { p50: "+10%", throughput: "-10%", error_rate: "+0.5pp" } });

  test("a record against itself passes everything", () => {
    const comparison = compareRecords({ base: tabulate(base), head: tabulate(base) });
    expect(comparison.findings.map((one) => one.state)).toEqual(["pass", "pass", "pass"]);
    expect(decide(comparison, { failOn: ["regression", "budget", "inconclusive"] })).toMatchObject({
      status: "pass",
      failed: false,
    });
    expect(comparison.warnings).toEqual([]);
  });

  test("a slowed tool is regressed, and the reader is told what unpaired runs cost", () => {
    const head = makeRecord({ rows: rows(2.5, 9), thresholds: { p50: "+10%" }, seed: 9 });
    const comparison = compareRecords({ base: tabulate(base), head: tabulate(head) });
    const verdict = decide(comparison, { failOn: ["regression"] });
    expect(verdict).toMatchObject({ status: "regressed", failed: true });
    expect(comparison.warnings.map((warning) => warning.code)).toEqual(["unpaired"]);
  });

  test.each([
    [2.5, "regressed"],
    [1.5, "inconclusive"],
    [1, "pass"],
  ])("two rounds that lie apart, %d times as slow, are %s", (factor, state) => {
    const apart = (one: number) => [0.97, 1.03].map((round) => ({ latencies: Array(20).fill(one * round) }));
    const made = (one: number, seed: number) =>
      makeRecord({ rows: { echo: { head: apart(one) } }, thresholds: { p50: "+10%" }, seed });
    const comparison = compareRecords({ base: tabulate(made(1, 1)), head: tabulate(made(factor, 2)) });
    const p50 = comparison.findings.find(({ metric }) => metric === "p50");
    expect(p50?.state).toBe(state);
    // One record cannot become five.
    expect(p50?.reason.code === "apart").toBe(state === "inconclusive");
  });

  test("times of another machine are not compared, and budgets hold", () => {
    const thresholds = { p50: ["+10%", "1ms"] };
    const head = makeRecord({ rows: rows(2.5, 9), thresholds, cpuModel: "Other CPU", seed: 9 });
    const comparison = compareRecords({ base: tabulate(base), head: tabulate(head) });
    expect(comparison.warnings).toContainEqual({
      code: "different-environment",
      differences: [{ part: "cpu", base: "Example CPU", head: "Other CPU" }],
    });
    expect(comparison.findings.map(({ state }) => state)).toEqual(["not-comparable", "over-budget"]);
  });

  test.each<[what: string, base: object, head: object, differences: number]>([
    ["by another patch of the harness's runtime", { runtime: "node 24.1.0" }, { runtime: "node 24.2.0" }, 0],
    ["on another minor of the server's Node", { serverRuntime: "node 24.1" }, { serverRuntime: "node 24.2" }, 0],
    ["on another Python", { serverRuntime: "python 3.12" }, { serverRuntime: "python 3.13" }, 1],
  ])("times measured %s are compared where stored runs are", (_, before, after, differences) => {
    const of = (more: object) => tabulate({ ...base, environment: { ...base.environment, ...more } });
    const { warnings } = compareRecords({ base: of(before), head: of(after) });
    expect(warnings.filter(({ code }) => code === "different-environment")).toHaveLength(differences);
  });

  test.each<[what: string, head: RecordInstrument, differences: number]>([
    ["where cores may sleep", { kind: "asleep", why: "one-core" }, 1],
    ["beside other work", { kind: "asleep", why: "other-work", otherwise: "spinning" }, 0],
  ])("times measured %s are compared with others of the machine only", (_, instrument, differences) => {
    const of = (record: RunRecord, own: RecordInstrument) =>
      tabulate({ ...record, environment: { ...record.environment, instrument: own } });
    const { warnings } = compareRecords({ base: of(base, { kind: "spinning" }), head: of(base, instrument) });
    expect(warnings.filter(({ code }) => code === "different-environment")).toHaveLength(differences);
  });
});

test("sizes that differ between launches are named", () => {
  const record = makeRecord({
    rows: rows(1),
    launches: { head: [100, 100, 90, 100, 100].map((tools_list_bytes) => ({ tools_list_bytes })) },
  });
  expect(withoutBaseline(record).warnings).toContainEqual(
    expect.objectContaining({ code: "exact-metric-varies", row: "(server)" }),
  );
});

test("a threshold on a metric this version does not know is refused", () => {
  const record = makeRecord({ rows: rows(1) });
  const [row] = record.rows;
  if (!row) throw new Error("no row");
  const threshold = {
    metric: "p42",
    level: "fail" as const,
    limit: { kind: "relative" as const, change: 0.1 },
    text: "+10%",
  };
  expect(() => withoutBaseline({ ...record, rows: [{ ...row, thresholds: [threshold] }] })).toThrow(
    /unknown metric "p42"/,
  );
});
