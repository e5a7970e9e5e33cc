import { describe, expect, test } from "vitest";
import { compareProfiles } from "../../../../src/features/why/profile/compare-profiles.ts";
import { type MadeProfile, recordProfile } from "../../../../src/record/profile.ts";
import { seededRandom } from "../../../../src/stats/random.ts";
import { madeProfile } from "./profiles.ts";

describe("which function is to blame", () => {
  const base = madeProfile({ tokenize: [4, 4.1, 3.9], rank: [3, 3.2, 3.1], render: [2, 1.9, 2.1] });

  test("the one that became slower is named, with its share of what the calls take longer", () => {
    const head = madeProfile({ tokenize: [5.6, 5.4, 5.5], rank: [3.1, 3.1, 3.1], render: [2.1, 2, 2.2] });
    const { culprit, functions } = compareProfiles(base, head);
    expect(culprit).toMatchObject({ name: "tokenize", file: "src/search.ts", line: 10 });
    expect(culprit?.difference).toBeCloseTo(1.5);
    expect(culprit?.share).toBeCloseTo(1.5 / 1.6);
    expect(functions.map(({ name }) => name)).toEqual(["tokenize", "render", "rank"]);
  });

  test("one that is new in head is named", () => {
    const head = madeProfile({ ...timesOf(base), validate: [2, 2.1, 1.9] });
    expect(compareProfiles(base, head).culprit).toMatchObject({ name: "validate", base: 0 });
  });

  test("waiting is named where nothing is computed for longer", () => {
    const head = madeProfile(timesOf(base), { rest: 6 });
    const { culprit, waiting } = compareProfiles(base, head);
    expect(culprit).toEqual(waiting);
    expect(culprit).toMatchObject({ name: "(waiting)", base: 0 });
  });

  test("the share is of what is computed for longer, however much longer head waits besides", () => {
    const head = madeProfile({ ...timesOf(base), tokenize: [7, 7.1, 6.9] }, { rest: 2 });
    const { culprit } = compareProfiles(base, head);
    expect(culprit).toMatchObject({ name: "tokenize" });
    expect(culprit?.share).toBeCloseTo(1);
  });

  test.each([
    ["nothing changed", madeProfile({ tokenize: [4.1, 3.9, 4], rank: [3.2, 3, 3.1], render: [1.9, 2.1, 2] })],
    ["launches differ by as much", madeProfile({ tokenize: [5.6, 4, 3.9], rank: [3, 3.1, 3.2], render: [2, 2, 2] })],
    ["it is a hundredth of the time", madeProfile({ ...timesOf(base), log: [0.1, 0.1, 0.1] })],
    ["there are two launches", madeProfile({ tokenize: [9, 9], rank: [3, 3], render: [2, 2] })],
    ["everything became faster", madeProfile({ tokenize: [2, 2, 2], rank: [1, 1, 1], render: [1, 1, 1] })],
  ])("none stands out: %s", (_, head) => {
    expect(compareProfiles(base, head).culprit).toBeUndefined();
  });

  test("collecting garbage is blamed neither before who makes it nor alone", () => {
    const collecting = { ...timesOf(base), "(garbage collection)": [4, 4.1, 4.2] };
    expect(compareProfiles(base, madeProfile(collecting)).culprit).toBeUndefined();
    const head = madeProfile({ ...collecting, tokenize: [7, 7.1, 7.2] });
    expect(compareProfiles(base, head).culprit).toMatchObject({ name: "tokenize" });
  });

  test("of many that each do a little none is to blame", () => {
    const many = (factor: number) =>
      madeProfile(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`f${n}`, [factor, factor, factor]])));
    expect(compareProfiles(many(1), many(1.3)).culprit).toBeUndefined();
  });

  test("unchanged code is blamed in at most one of ten comparisons, and a third more in a large function is found in nine", () => {
    const random = seededRandom(11);
    const shares = Array.from({ length: 20 }, (_, place) => 10 / (place + 1));
    const arm = (factor: number) => {
      const launches = [1, 2, 3, 4, 5];
      const noise = () => 1 + 0.1 * (random() + random() + random() - 1.5);
      const times = shares.map((share, place) => launches.map(() => share * noise() * (place === 1 ? factor : 1)));
      return madeProfile(Object.fromEntries(times.map((values, place) => [`f${place}`, values])), { rest: 1 });
    };
    const names = (factor: number) =>
      Array.from({ length: 60 }, () => compareOneByOne(arm(1), arm(factor)).culprit?.name);
    expect(names(1).filter((name) => name !== undefined).length).toBeLessThanOrEqual(6);
    expect(names(1.35).filter((name) => name === "f1").length).toBeGreaterThanOrEqual(54);
  });

  test("waiting for a processor is not blamed: who computes twice as much waits twice as long", () => {
    const arm = (work: number, rest: number) =>
      madeProfile({ find: [1.1, 1, 0.9, 1, 1].map((ms) => work * ms), rank: [0.1, 0.1, 0.1, 0.1, 0.1] }, { rest });
    expect(compareProfiles(arm(1, 2), arm(2, 4)).culprit?.name).toBe("find");
    expect(compareProfiles(arm(1, 2), arm(2, 9)).culprit?.name).toBe("(waiting)");
  });

  test("a machine that is slower in some launches neither hides who is to blame nor blames anybody", () => {
    const random = seededRandom(12);
    const shares = [9, 6, 4, 3, 3, 2, 1, 1, 0.5];
    const arm = (factor: number) => {
      const busy = [1, 2, 3, 4, 5].map(() => 1 + random());
      const noise = () => 1 + 0.1 * (random() + random() + random() - 1.5);
      const times = shares.map((share, place) =>
        busy.map((slow) => slow * share * noise() * (place === 1 ? factor : 1)),
      );
      return madeProfile(Object.fromEntries(times.map((values, place) => [`f${place}`, values])), { rest: 1 });
    };
    const names = (factor: number) =>
      Array.from({ length: 60 }, () => compareOneByOne(arm(1), arm(factor)).culprit?.name);
    expect(names(1).filter((name) => name !== undefined).length).toBeLessThanOrEqual(6);
    expect(names(1.35).filter((name) => name === "f1").length).toBeGreaterThanOrEqual(54);
  });

  test("neither small functions nor collecting garbage tell how fast the machine was: they rise with who is to blame", () => {
    const arm = (find: readonly number[], small: readonly number[]) =>
      madeProfile({
        find,
        "(garbage collection)": small.map((ms) => 2 * ms),
        "(module)": small,
        call: small,
        write: small,
      });
    const before = arm([1.9, 2.5, 2.1], [0.05, 0.09, 0.07]);
    const after = arm([4, 3.8, 4.1], [0.11, 0.2, 0.13]);
    expect(compareProfiles(before, after).culprit?.name).toBe("find");
  });
});

describe("no further launches are needed", () => {
  const base = madeProfile({ tokenize: [4, 4.1, 3.9], rank: [3, 3.2, 3.1] });

  test.each<[what: string, isClear: boolean, head: MadeProfile]>([
    ["the launches of head lie further apart from base's than from each other", true, withTokenize([5.5, 5.4, 5.6])],
    ["those of head lie apart as far", false, withTokenize([4.5, 4.6, 5.1])],
    ["those of base do", false, withTokenize([4.2, 4.2, 4.2])],
    ["nothing changed", false, withTokenize([4, 3.9, 4.1])],
    ["head waits longer", false, { ...withTokenize([4, 4.1, 3.9]), ...waiting(12) }],
  ])("%s: %s", (_, isClear, head) => {
    expect(compareProfiles(base, head).isClear).toBe(isClear);
  });

  test("nor where other functions of head rose a little too, which a slower machine would explain", () => {
    const arm = (find: readonly number[], others: readonly number[]) =>
      madeProfile({ find, parse: others, send: others, print: others, close: others });
    const before = arm([82, 92, 100], [4, 5, 6]);
    expect(compareProfiles(before, arm([193, 189, 192], [6, 8, 9]))).toMatchObject({
      isClear: true,
      culprit: { name: "find" },
    });
    expect(compareProfiles(before, arm([103, 106, 102], [6, 8, 9])).isClear).toBe(false);
  });

  function withTokenize(tokenize: readonly number[]): MadeProfile {
    return madeProfile({ tokenize, rank: [3, 3.2, 3.1] });
  }

  function waiting(ms: number): Pick<MadeProfile, "launches"> {
    return { launches: [1, 2, 3].map(() => ({ calls: 100, elapsedMs: 100 * ms })) };
  }
});

/** Compares as many launches as a run makes: no more than show clearly what became slower. */
function compareOneByOne(base: MadeProfile, head: MadeProfile): ReturnType<typeof compareProfiles> {
  for (let launches = 3; launches < base.launches.length; launches++) {
    const change = compareProfiles(ofLaunches(base, launches), ofLaunches(head, launches));
    if (change.isClear) return change;
  }
  return compareProfiles(base, head);
}

function ofLaunches({ launches, nodes, ...rest }: MadeProfile, count: number): MadeProfile {
  return {
    ...rest,
    launches: launches.slice(0, count),
    nodes: nodes.map(([frame, parent, ...self]) => [frame, parent, ...self.slice(0, count)]),
  };
}

describe("which functions are the same", () => {
  const lines = (arm: readonly [number, number][]) =>
    madeProfile(
      { a: [1, 1, 1] },
      {
        frames: arm.map(([line]) => ({ name: "(anonymous)", file: "a.js", line })),
        nodes: arm.map(([, self], place) => [place, -1, self, self, self]),
      },
    );

  test("they move with the lines above them", () => {
    const { functions } = compareProfiles(
      lines([
        [10, 5],
        [20, 1],
      ]),
      lines([
        [14, 5],
        [24, 3],
      ]),
    );
    expect(functions.map(({ line, base, head }) => [line, base, head])).toEqual([
      [24, 1, 3],
      [14, 5, 5],
    ]);
  });

  test("several of one name count together where it cannot be told which is which", () => {
    const { functions } = compareProfiles(
      lines([
        [10, 5],
        [20, 1],
      ]),
      lines([[14, 7]]),
    );
    expect(functions.map(({ base, head }) => [base, head])).toEqual([[6, 7]]);
  });
});

test("a profile whose parts do not fit is refused", () => {
  const fits = madeProfile({ a: [1, 2] });
  const refused = (nodes: unknown) => !recordProfile.safeParse({ ...fits, nodes }).success;
  expect(recordProfile.safeParse(fits).success).toBe(true);
  expect(refused([[0, 0, 1, 2]]), "it is its own caller").toBe(true);
  expect(
    refused([
      [0, 1, 1, 2],
      [0, -1, 1, 2],
    ]),
    "its caller comes after it",
  ).toBe(true);
  expect(refused([[7, -1, 1, 2]]), "there is no such function").toBe(true);
  expect(refused([[0, -1, 1]]), "a launch is missing").toBe(true);
  expect(refused([[0, -1, 1, Number.MAX_VALUE]]), "longer than anything takes").toBe(true);
});

function timesOf({ frames, nodes }: ReturnType<typeof madeProfile>): Record<string, number[]> {
  return Object.fromEntries(nodes.map(([frame, , ...self]) => [frames[frame]?.name ?? "", self]));
}
