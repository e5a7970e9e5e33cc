import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/load.ts";
import { withThresholdsOf } from "../../src/trusted-thresholds.ts";
import { makeRecord, noisyRounds } from "../compare/records.ts";

const rounds = noisyRounds(3, { median: 10, spread: 0.02, seed: 1 });

/** As its measurer says: the variant may take five times as long as its reference. */
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
  const { arms, rows } = withThresholdsOf(lenient(), config);
  expect(arms.map(({ thresholds }) => thresholds?.map(({ text }) => text))).toEqual([["+7%"]]);
  expect(rows[0]?.thresholds.find(({ metric }) => metric === "p50")?.text).toBe("+3%");
  expect(withThresholdsOf(lenient(), undefined).arms[0]).not.toHaveProperty("thresholds");
});
