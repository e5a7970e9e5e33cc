import { describe, expect, test } from "vitest";
import {
  draw,
  judged,
  onMachine,
  readSeries,
  type SeriesRun,
  toldAfter,
  withLastRow,
} from "../../../scripts/bench-baseline/stored-trials.ts";
import { seededRandom } from "../../../src/stats/random.ts";

const series = readSeries();
const languages = ["node", "python"] as const;
const trials = 50;

function runsOf(world: SeriesRun["world"], language: SeriesRun["language"], factor = 1): SeriesRun[] {
  return series.filter((run) => run.world === world && run.language === language && run.factor === factor);
}

/** Returns how many of so many drawn comparisons call a tool, or anything, a regression. */
function alarms(pair: (random: () => number) => { head: SeriesRun; stored: readonly SeriesRun[] }, seed = 1): number {
  const random = seededRandom(seed);
  return Array.from({ length: trials }, () => {
    const { head, stored } = pair(random);
    return judged(head, stored).some(({ state }) => state === "regressed");
  }).filter((isAlarm) => isAlarm).length;
}

describe.each(languages)("real runs of a server on %s", (language) => {
  test.each([
    ["quiet", "quiet", 1],
    ["quiet", "quiet", 3],
    ["quiet", "quiet", 5],
    ["quiet", "quiet", 20],
    ["busy", "busy", 1],
    ["busy", "quiet", 1],
    ["crowded", "quiet", 1],
    ["busy", "busy", 5],
    ["busy", "quiet", 5],
    ["quiet", "busy", 10],
    ["quiet", "crowded", 5],
    ["crowded", "quiet", 5],
  ] as const)(
    "unchanged, measured on a %s machine after runs on a %s one, %d of them: no false alarm",
    (now, before, count) => {
      const found = alarms((random) => {
        const [head, ...stored] =
          now === before
            ? draw(runsOf(now, language), count + 1, random)
            : [...draw(runsOf(now, language), 1, random), ...draw(runsOf(before, language), count, random)];
        return { head: head as SeriesRun, stored };
      });
      expect(found).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    ["quiet", 0.2],
    ["quiet", 0.5],
    ["busy", 0.2],
  ] as const)(
    "unchanged, on two kinds of %s machine of which a share of %d is slower by a quarter: no false alarm",
    (world, share) => {
      const found = alarms((random) => {
        const [head, ...stored] = draw(runsOf(world, language), 6, random).map((run) =>
          random() < share ? onMachine(run, { calls: 1.25 }) : run,
        );
        return { head: head as SeriesRun, stored };
      });
      expect(found).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    ["quiet", 1.3, 5, 0.95],
    ["busy", 1.3, 5, 0.95],
    ["quiet", 1.2, 10, 0.9],
    ["busy", 1.2, 10, 0.9],
  ] as const)("on a %s machine one of two tools ×%d is reported with %d stored runs", (world, factor, count, least) => {
    const found = alarms((random) => {
      const [head, ...stored] = draw(runsOf(world, language), count + 1, random);
      const [slow] = draw(runsOf(world, language, factor), 1, random);
      return { head: withLastRow(head as SeriesRun, slow as SeriesRun), stored };
    });
    expect(found).toBeGreaterThanOrEqual(least * trials);
  });

  test("a night of a server that became slower is told within five nights at +20 %, within ten at +10 %", () => {
    const random = seededRandom(2);
    const nights = (factor: number, count: number) => {
      const before = draw(runsOf("quiet", language), 24, random);
      const slower = runsOf("quiet", language, factor);
      return toldAfter(
        before,
        Array.from({ length: count }, () => draw(slower, 1, random)[0] as SeriesRun),
      );
    };
    const told = (factor: number, count: number) =>
      Array.from({ length: 10 }, () => nights(factor, count)).filter((night) => night !== undefined).length;
    expect(told(1.2, 5)).toBeGreaterThanOrEqual(9);
    expect(told(1.1, 10)).toBeGreaterThanOrEqual(9);
    expect(told(1, 10)).toBe(0);
  });
});

test("×1.2 is reported with 10 stored runs in nine of ten comparisons, each slow run of every machine taken as often", () => {
  const random = seededRandom(4);
  const draws = 3;
  const slow = series.filter(({ world, factor }) => world !== "crowded" && factor === 1.2);
  expect(slow).toHaveLength(58);
  const told = slow.flatMap((run) =>
    Array.from({ length: draws }, () => {
      const [head, ...stored] = draw(runsOf(run.world, run.language), 11, random);
      return judged(withLastRow(head as SeriesRun, run), stored).some(({ state }) => state === "regressed");
    }),
  );
  expect(told.filter((one) => one).length).toBeGreaterThanOrEqual(0.9 * told.length);
});
