import { describe, expect, test } from "vitest";
import { groupsOfRound, launchGroups } from "../../../src/measure/launch/launch-group.ts";
import { arm, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec([]));
const setup = { isolate: "row", processes: 1, values: {}, steps: [], teardown: [] } as const;
const shared = toolRow("echo", {}, { id: "shared" });
const alone = toolRow("echo", {}, { id: "alone", setup });

describe("the launches of a round", () => {
  const groups = launchGroups([shared, alone], [head]);
  const of = (rows: Parameters<typeof groupsOfRound>[1], from = groups) =>
    groupsOfRound(from, rows).map(({ purpose, sets }) => [purpose, sets.map(({ key }) => key)]);

  test("are those of the rows that are measured in it", () => {
    expect(of([shared, alone])).toEqual([
      [undefined, ["shared"]],
      ["alone", ["alone"]],
    ]);
    expect(of([shared])).toEqual([[undefined, ["shared"]]]);
  });

  test("show how the server starts when every row is decided", () => {
    expect(of([alone])).toEqual([
      [undefined, []],
      ["alone", ["alone"]],
    ]);
    expect(of([])).toEqual([[undefined, []]]);
    expect(of([], launchGroups([alone], [head]))).toEqual([["alone", []]]);
  });
});
