import { expect, test } from "vitest";
import { withBounds } from "../../../src/action/measured-elsewhere.ts";
import { boundsOf } from "../../../src/config/expand/bound-rows.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { makeRecord, noisyRounds } from "../../decide/records.ts";
import { planOf } from "../plan-of.ts";

const rounds = noisyRounds(3, { median: 10, spread: 0.02, seed: 1 });

/** The bound that its measurer states: the variant may take five times as long as its reference. */
function lenient() {
  const made = makeRecord({ rows: { "get [own]": { head: rounds } }, thresholds: { p50: "+900%" } });
  const limit = { kind: "relative", change: 4 } as const;
  const thresholds = [{ metric: "p50", level: "fail" as const, limit, text: "+400%" }];
  return {
    ...made,
    arms: made.arms.map((arm) => ({ ...arm, variant: "own", reference: "other", thresholds })),
    rows: made.rows.map((row) => ({ ...row, benchmark: "get", key: "get", variant: "own" })),
  };
}

test("a variant is bound by the configuration that its measurer could not touch", () => {
  const { config } = parseConfig(
    `server: a
variants: { other: {}, own: { reference: other, thresholds: { p50: +7% } } }
benchmarks: [{ name: get, tool: t, variants: { other: {}, own: { thresholds: { p50: +3% } } } }]`,
    "mcp-bench.yml",
  );
  const { arms, rows } = withBounds(lenient(), boundsOf(config));
  expect(arms.map(({ thresholds }) => thresholds?.map(({ text }) => text))).toEqual([["+7%"]]);
  expect(rows[0]?.thresholds.find(({ metric }) => metric === "p50")?.text).toBe("+3%");
  expect(withBounds(lenient(), boundsOf(undefined)).arms[0]).not.toHaveProperty("thresholds");
});

test("a search that base lacks is not held against what no search measures", () => {
  const made = makeRecord({ rows: { get: { head: rounds } }, thresholds: {} });
  const load = { kind: "search", lowest: 1, highest: 2, stepMs: 1, conditions: [], maxInFlight: 1 } as const;
  const every = { durationMs: 1, warmup: 0, timeoutMs: 1 };
  const rowsOf = (rows: typeof made.rows) => withBounds({ ...made, rows }, boundsOf(undefined)).rows;
  const search = rowsOf(made.rows.map((row) => ({ ...row, load: { ...load, ...every } })));
  expect(search[0]?.thresholds).toEqual([]);
  const plain = rowsOf(made.rows)[0]?.thresholds.map(({ metric }) => metric);
  expect(plain).toEqual(expect.arrayContaining(["p50", "upstream_requests"]));
});

test("every case, matrix value and variant is bound by its own thresholds, a row that base lacks by the general ones", () => {
  const text = (p50: string) => `server: a
thresholds: { p50: +9% }
benchmarks:
  - { name: get, tool: t, cases: [{ concurrency: 1, thresholds: { p50: +1% } }, { concurrency: 5, thresholds: { p50: ${p50} } }] }
  - { name: put, tool: t, matrix: { n: [10, 20] }, thresholds: { p50: +4% } }
  - { name: list, tool: t, concurrency: [1, 2] }`;
  const { config } = parseConfig(text("+2%"), "mcp-bench.yml");
  const ids = ["get @1", "get @5", "put n=10", "put n=20", "list @2", "get @7"];
  const made = makeRecord({ rows: Object.fromEntries(ids.map((id) => [id, { head: rounds }])), thresholds: {} });
  const record = { ...made, rows: made.rows.map((row) => ({ ...row, benchmark: row.id.split(" ")[0] ?? "" })) };
  const bounds = (of: typeof record.rows) =>
    of.map(({ id, thresholds }) => [
      id,
      thresholds.find(({ metric, level }) => metric === "p50" && level === "fail")?.text,
    ]);
  const judged = withBounds(record, boundsOf(config));
  expect(bounds(judged.rows)).toEqual([
    ["get @1", "+1%"],
    ["get @5", "+2%"],
    ["put n=10", "+4%"],
    ["put n=20", "+4%"],
    ["list @2", "+9%"],
    ["get @7", "+9%"],
  ]);
  // The plan of the same file says the same of each of its rows.
  const planned = planOf(text("+2%"));
  for (const { id, thresholds } of planned.rows)
    expect(boundsOf(config).rows.find((row) => row.id === id)?.thresholds).toEqual(thresholds);
});
