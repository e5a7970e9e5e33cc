import { expect, test } from "vitest";
import { fuzz } from "../../scripts/fuzz/fuzz.ts";
import { mutateJson, mutateText } from "../../scripts/fuzz/mutate.ts";
import { ownConfigurations, targets } from "../../scripts/fuzz/targets.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { loadsRecord, pairedRecord, variantRecord } from "../report/full-records.ts";

const seeds = { configurations: ownConfigurations(process.cwd()), records: [pairedRecord, variantRecord, loadsRecord] };

test("nothing that reads what others wrote breaks on a few hundred inputs that nobody meant", async () => {
  const seed = 20_261_123;
  const all = targets(seeds);
  const most = 60 * all.length;
  const { tallies, findings } = await fuzz(all, { seed, goOn: (inputs) => inputs < most, longestMs: 20_000 });
  expect(findings).toEqual([]);
  for (const { name, inputs, valid } of tallies) {
    expect(inputs, name).toBe(60);
    expect(valid, `${name} gets past the door`).toBeGreaterThan(0);
    expect(valid, `${name} is refused at times`).toBeLessThan(inputs);
  }
});

test("what breaks is told with the seed that makes it again, and so is what takes too long", async () => {
  const broken = {
    name: "broken",
    run: (random: () => number) => {
      if (random() < 0.5) throw new TypeError("cannot read");
      return true;
    },
  };
  const { findings } = await fuzz([broken], { seed: 7, goOn: (inputs) => inputs < 20, longestMs: 20_000 });
  expect(findings.length).toBeGreaterThan(0);
  for (const { seed } of findings) expect(() => broken.run(seededRandom(seed))).toThrow("cannot read");
  const slow = await fuzz([{ name: "slow", run: () => true }], { seed: 7, goOn: (n) => n < 1, longestMs: -1 });
  expect(slow.findings[0]?.what).toMatch(/^took \d+ ms$/);
});

test("a seed makes the same input each time, and an input close to what it was made from", () => {
  for (const seed of [1, 2, 3]) {
    const value = { a: [1, { b: "text" }], c: true };
    expect(mutateJson(value, seededRandom(seed))).toEqual(mutateJson(value, seededRandom(seed)));
    expect(mutateText("some text", seededRandom(seed))).toBe(mutateText("some text", seededRandom(seed)));
  }
});
