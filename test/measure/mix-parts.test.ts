import { describe, expect, test } from "vitest";
import { partsOfSamples, recordParts } from "../../src/baseline/record-parts.ts";
import type { LoopResult } from "../../src/measure/loop-result.ts";
import { MixParts } from "../../src/measure/mix-parts.ts";
import { loggingOver, reportOf, runConfig, summaryOf } from "./run-config.ts";

const block = (sent: number, more: Partial<LoopResult> = {}): LoopResult => ({
  wallMs: 1,
  answers: [],
  failures: [],
  sent,
  sentBytes: 0,
  gaveUp: false,
  ...more,
});

describe("the calls of a mix", () => {
  test("count for their part, failed ones too, and not those that were never sent", () => {
    const parts = new MixParts(["get", "put"]);
    for (const [id, part] of [0, 1, 0, 1, 1, 0].entries()) parts.made(id, part);
    parts.skip(block(1));
    parts.add(block(3), [2, 1]);
    expect(parts.result()).toMatchObject({ attempted: [1, 2] });
    expect([...partsOfSamples(parts.result().ofSamples)]).toEqual([0, 1]);
  });

  test("count where an open loop dropped them", () => {
    const parts = new MixParts(["get", "put"]);
    for (const [id, part] of [0, 1, 1].entries()) parts.made(id, part);
    parts.add(block(2, { backlog: { most: 1, dropped: 1 } }), [0]);
    expect(parts.result().attempted).toEqual([1, 2]);
  });
});

test("a record of parts that name none is refused", () => {
  const one = { names: ["get"], attempted: [1], ofSamples: Buffer.from([0]).toString("base64") };
  expect(recordParts.safeParse(one).success).toBe(true);
  expect(recordParts.safeParse({ ...one, ofSamples: Buffer.from([1]).toString("base64") }).success).toBe(false);
  expect(recordParts.safeParse({ ...one, attempted: [] }).success).toBe(false);
});

test("a mix is told part by part, and other rows are not", async () => {
  const record = await runConfig(`
server: ${loggingOver.stdio()}
control: false
defaults: { requests: 40, warmup: 4, rounds: 2 }
benchmarks:
  - { name: mixed, mix: [ { tool: decide, weight: 2 }, { method: ping }, { tool: decide, weight: 1, expect: { text: nothing like it } } ] }
  - { tool: decide }
`);
  const [mixed, plain] = reportOf(record).head.rows;
  expect(plain).not.toHaveProperty("parts");
  expect(mixed?.parts?.map(({ part }) => part)).toEqual(["decide", "ping", "decide (part 3)"]);
  const [decide, ping, refused] = mixed?.parts ?? [];
  expect(ping).toMatchObject({ part: "ping", ok: ping?.attempted });
  expect(mixed?.parts?.map(({ attempted }) => attempted)).toEqual([40, 20, 20]);
  expect(decide?.ok).toBe(40);
  expect(refused).toMatchObject({ ok: 0, attempted: mixed?.failures.unexpected });
  expect(decide?.latency?.p50).toBeGreaterThan(0);
  expect(summaryOf(record)).toContain("Parts of 1 mix");
}, 60_000);
