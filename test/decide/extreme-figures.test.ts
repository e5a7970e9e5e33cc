import { expect, test } from "vitest";
import { recordSchema } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { renderSummary } from "../../src/report/markdown/markdown.ts";
import { judge } from "../../src/run/judge.ts";
import { pairedRecord } from "../report/full-records.ts";

/** The record of a run in which every figure of an arm is the same. */
function recordOf(figures: { readonly base: number; readonly head: number }): unknown {
  const record = structuredClone(pairedRecord);
  for (const launch of record.rounds.flatMap(({ launches }) => launches)) {
    const value = launch.arm === "head" ? figures.head : figures.base;
    for (const id of Object.keys(launch.metrics)) launch.metrics[id] = value;
    for (const measurement of launch.measurements) {
      measurement.samples = encodeSamples(Array(6).fill(Math.min(value, 3e38)));
      Object.assign(measurement, {
        cpuPerCallMs: value,
        firstCallMs: value,
        requestBytes: value,
        responseBytes: value,
      });
      for (const block of measurement.blocks) Object.assign(block, { wallMs: value, medianMs: value, meanMs: value });
    }
  }
  return record;
}

const figures = [0, 5e-324, 1e-15, 1, 1e15];

test.each(figures.flatMap((base) => figures.map((head) => ({ base, head }))))(
  "$base against $head is decided",
  (pair) => {
    const record = recordSchema.parse(recordOf(pair));
    const stored = { kind: "none", reason: "none is needed" } as const;
    expect(renderSummary(judge(record, { stored, failOn: [], reproduce: "" }))).not.toMatch(/NaN|Infinity/);
  },
);

test.each([1e16, Number.MAX_VALUE])("%s is larger than anything measured, and refused", (head) => {
  expect(recordSchema.safeParse(recordOf({ base: 1, head })).success).toBe(false);
});
