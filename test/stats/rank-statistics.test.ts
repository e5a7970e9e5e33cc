import { describe, expect, test } from "vitest";
import { changePoints } from "../../src/stats/change-point.ts";
import { signTest } from "../../src/stats/more-often.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { normal } from "../decide/records.ts";

// scipy: stats.binomtest(above, above + below, .5, alternative="greater").pvalue
test.each([
  [7, 0, 0.0078125],
  [5, 2, 0.2265625],
  [3, 3, 0.65625],
  [0, 4, 1],
  [12, 3, 0.017578125],
  [0, 0, 1],
])("signTest of %i against %i", (above, below, p) => expect(signTest(above, below)).toBeCloseTo(p, 12));

describe("changePoints", () => {
  const level = 0.01;

  test("stay quiet in a series whose neighbours resemble each other, and find a shift in it", () => {
    const random = seededRandom(3);
    const series = (lag: number) => {
      let value = normal(random);
      return Array.from({ length: 90 }, () => {
        value = lag * value + Math.sqrt(1 - lag ** 2) * normal(random);
        return value;
      });
    };
    const told = Array.from({ length: 40 }, () => changePoints(series(0.5), { random, level })).filter(
      (one) => one.length > 0,
    );
    expect(told.length).toBeLessThanOrEqual(2);
    const far = series(0.3)
      .slice(0, 21)
      .map((value, night) => value + (night >= 12 ? 12 : 0));
    const [step, ...more] = changePoints(far, { random, level: 0.001 });
    expect(Math.abs((step ?? 0) - 12)).toBeLessThanOrEqual(2);
    expect(more).toEqual([]);
    const shifted = series(0.3).map((value, night) => value + (night >= 60 ? 4 : 0));
    const [found] = changePoints(shifted, { random, level });
    expect(Math.abs((found ?? 0) - 60)).toBeLessThanOrEqual(1);
  });

  // Annual flow of the Nile 1871 to 1970 (Cobb, 1978; statsmodels.datasets.nile): the drop at the Aswan dam, first low
  // year 1899, is the 29th value. numpy: argmax of |cumsum(rank - mean)| / sqrt(k (n - k) (n + 1) / 12) is k = 28.
  const nile =
    `1120 1160 963 1210 1160 1160 813 1230 1370 1140 995 935 1110 994 1020 960 1180 799 958 1140 1100 1210 1150 1250
    1260 1220 1030 1100 774 840 874 694 940 833 701 916 692 1020 1050 969 831 726 456 824 702 1120 1100 832 764 821 768
    845 864 862 698 845 744 796 1040 759 781 865 845 944 984 897 822 1010 771 676 649 846 812 742 801 1040 860 874 848
    890 744 749 838 1050 918 986 797 923 975 815 1020 906 901 1170 912 746 919 718 714 740`
      .split(/\s+/)
      .map(Number);

  test("finds the one change in the flow of the Nile", () => {
    expect(changePoints(nile, { random: seededRandom(1), level })).toEqual([28]);
  });

  test("finds two shifts, and none in an outlier", () => {
    const random = seededRandom(9);
    const about = (value: number) => Array.from({ length: 20 }, () => value + random());
    expect(changePoints([...about(0), ...about(3), ...about(1)], { random, level })).toEqual([20, 40]);
    const outlier = about(0);
    outlier[10] = 1000;
    expect(changePoints(outlier, { random, level })).toEqual([]);
  });

  test("is silent on constant, short and empty series, and refuses NaN", () => {
    const random = seededRandom(1);
    expect(changePoints(new Array(50).fill(4), { random, level })).toEqual([]);
    expect(changePoints([1, 1, 1, 9, 9, 9], { random, level })).toEqual([]);
    expect(changePoints([], { random, level })).toEqual([]);
    expect(() => changePoints([1, Number.NaN], { random, level })).toThrow(RangeError);
  });

  test("gives the same answer for the same seed", () => {
    const once = changePoints(nile, { random: seededRandom(4), level });
    expect(changePoints(nile, { random: seededRandom(4), level })).toEqual(once);
  });

  test("raises false alarms on exchangeable heavy-tailed series no more often than its level", () => {
    const random = seededRandom(31);
    const trials = 60;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++) {
      const series = Array.from({ length: 30 }, () => 1 / (1 - random()) ** 2);
      if (changePoints(series, { random, level: 0.05 }).length > 0) alarms += 1;
    }
    // scipy: stats.binom.sf(10, 60, .05) = 2e-4
    expect(alarms).toBeLessThanOrEqual(10);
  });
});
