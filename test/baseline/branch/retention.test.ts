import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/baseline/branch/entry.ts";
import { byTime, defaultRetention, type RetentionPolicy, retain } from "../../../src/baseline/branch/retention.ts";
import { centreOf, measured } from "../../../src/metrics/summary.ts";
import { commitId, sampleEntry } from "../sample.ts";

const policy: RetentionPolicy = {
  whole: 2,
  recent: 4,
  dailyDays: 10,
  weeklyDays: 30,
  monthlyDays: 100,
  nights: 9,
  most: 20,
};
const start = Date.parse("2026-01-05T00:00:00Z");
const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
const template = sampleEntry();
const entryAt = (hours: number, more: Partial<Entry> = {}): Entry => ({
  ...template,
  commit: commitId(hours + 1_000_000),
  createdAt: at(hours),
  ...more,
});
const hoursOf = (entries: readonly Entry[]) =>
  entries.map((entry) => (Date.parse(entry.createdAt) - start) / 3_600_000);

describe("retention", () => {
  test("a short history is kept whole, oldest first", () => {
    const entries = [3, 1, 2].map((hour) => entryAt(hour));
    expect(hoursOf(retain(entries, policy))).toEqual([1, 2, 3]);
  });

  test("only the newest keep the values of every round", () => {
    const kept = retain(
      [1, 2, 3, 4].map((hour) => entryAt(hour)),
      policy,
    );
    expect(kept.map((entry) => entry.summarised ?? false)).toEqual([true, true, false, false]);
    const [first] = kept;
    expect(kept.at(-1)?.head).toEqual(template.head);
    // One series of both shows no change where the rounds end.
    const figures = kept.map((entry) => measured(entry.head.rows[0]?.statistics, "p50"));
    expect(figures.map((one) => one?.rounds.length)).toEqual([
      0,
      0,
      figures[3]?.rounds.length,
      figures[3]?.rounds.length,
    ]);
    const centres = figures.map((one) => one && centreOf("p50", one));
    expect(new Set(centres).size).toBe(1);
    expect(centres[0]).not.toBe(figures[3]?.value);
    expect(first?.head.rows[0]?.statistics.p50).toEqual({ state: "measured", value: centres[0], rounds: [] });
  });

  test("of the servers of variants too, and older runs lose what is never compared with", () => {
    const { server, rows, ...head } = template.head;
    const withVariants = rows.map((row) => ({ ...row, trimmed: { removed: 1, statistics: row.statistics } }));
    const more = { head: { ...head, server, servers: { direct: server }, rows: withVariants } };
    const [first] = retain(
      [1, 2, 3].map((hour) => entryAt(hour, more)),
      policy,
    );
    const figures = Object.values(first?.head.servers?.direct ?? {});
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.some((figure) => figure.state === "measured" && figure.rounds.length > 0)).toBe(false);
    expect(first?.head.rows[0]).not.toHaveProperty("trimmed");
  });

  test("the newest are kept one and all, older ones once a day, then once a week, then once a month, then not at all", () => {
    const entries = Array.from({ length: 24 * 150 }, (_, index) => entryAt(index - 24 * 150));
    const days = hoursOf(retain(entries, { ...policy, most: 1000 })).map((hour) => hour / 24);
    expect(days.slice(-4).map((day) => Math.round(day * 24))).toEqual([-4, -3, -2, -1]);
    const gaps = (from: number, to: number) => {
      const within = days.filter((day) => day > from && day < to);
      return within.slice(1).map((day, index) => Math.round((day - (within[index] ?? day)) * 24) / 24);
    };
    expect(new Set(gaps(-9, -1))).toEqual(new Set([1]));
    expect(new Set(gaps(-29, -13))).toEqual(new Set([7]));
    expect(Math.min(...gaps(-99, -40))).toBeGreaterThanOrEqual(28);
    expect(days[0]).toBeGreaterThan(-101);
  });

  test("of a day the last usable run stays", () => {
    const recent = [100, 101, 102, 103].map((hour) => entryAt(hour));
    const kept = retain([entryAt(1), entryAt(2, { usable: true }), entryAt(3, { usable: false }), ...recent], policy);
    expect(hoursOf(kept)).toEqual([2, 100, 101, 102, 103]);
  });

  test("the newest usable run stays whatever its age, and so does the one just added", () => {
    const failing = Array.from({ length: 30 }, (_, index) => entryAt(24 * (1000 + index), { usable: false }));
    const added = entryAt(5, { usable: false });
    const kept = retain([entryAt(0), added, ...failing], policy, added);
    expect(hoursOf(kept).slice(0, 2)).toEqual([0, 5]);
  });

  test("of the nights of one commit the newest stay, beside its push and the other commits", () => {
    const [quiet, busy] = [commitId(1), commitId(2)];
    const nights = Array.from({ length: 8 }, (_, index) => entryAt(20 + index, { commit: quiet, run: 100 + index }));
    const entries = [
      entryAt(1, { commit: busy }),
      entryAt(2, { commit: busy, run: 9 }),
      entryAt(10, { commit: quiet }),
    ];
    const kept = retain([...nights, ...entries], { ...policy, recent: 20, nights: 3 });
    expect(hoursOf(kept)).toEqual([1, 2, 10, 25, 26, 27]);
  });

  test("there is a bound", () => {
    const entries = Array.from({ length: 60 }, (_, index) => entryAt(index * 24));
    expect(retain(entries, { ...policy, dailyDays: 1000, most: 12 })).toHaveLength(12);
    expect(hoursOf(retain(entries, { ...policy, most: 4 }))).toEqual([56, 57, 58, 59].map((day) => day * 24));
  });

  test("one machine with a clock far ahead does not make the others' runs look old", () => {
    const entries = Array.from({ length: 12 }, (_, index) => entryAt(index * 24));
    const kept = retain([...entries, { ...entryAt(13), createdAt: "2099-01-01T00:00:00.000Z" }], policy);
    expect(kept).toHaveLength(13);
  });

  test("the order in which racing writers add makes no difference", () => {
    const entries = Array.from({ length: 200 }, (_, index) => entryAt(index * 7));
    const shuffled = entries.map((entry, index) => entries[(index * 77) % 200] ?? entry);
    expect(retain(shuffled, policy)).toEqual(retain(entries, policy));
  });

  test("ten thousand runs one by one end within bounds and cover the whole time", () => {
    let kept: Entry[] = [];
    for (let run = 0; run < 10_000; run++) kept = retain([...kept, entryAt(run * 3)], defaultRetention);
    expect(kept.length).toBeLessThanOrEqual(defaultRetention.most + 1);
    const hours = hoursOf(kept);
    expect(hours.slice(-100)).toEqual(Array.from({ length: 100 }, (_, index) => (9_900 + index) * 3));
    const largestGap = Math.max(...hours.slice(1).map((hour, index) => hour - (hours[index] ?? hour)));
    expect(largestGap).toBeLessThanOrEqual(62 * 24);
    expect(hours[0]).toBeLessThan(31 * 24);
  });
});

test("entries of the same moment have one order", () => {
  const [a, b] = [entryAt(1), { ...entryAt(1), commit: commitId(9) }];
  expect([a, b].sort(byTime)).toEqual([b, a].sort(byTime));
});
