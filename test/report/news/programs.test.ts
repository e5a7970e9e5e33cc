import { expect, test } from "vitest";
import type { RecordProgram } from "../../../src/record/record.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { sentenceOf } from "../../../src/report/news/sentence.ts";
import { plainText } from "../../../src/report/text.ts";
import { finding, type ReportInput, report, statistics, threshold } from "../build.ts";

const search = { id: "search", base: statistics(1.5), head: statistics(1.5) };
const passing: ReportInput = {
  status: "pass",
  rows: [search],
  findings: [finding({ row: "search", threshold: threshold("p50", "+10%"), state: "pass" })],
};

function made(programs: { head?: RecordProgram; base?: RecordProgram }, more: ReportInput["record"] = {}) {
  const plain = report(passing);
  const arms = plain.record.arms.map((arm) => {
    const program = programs[arm.side as "head" | "base"];
    return { ...arm, ...(program ? { program } : {}) };
  });
  return report({ ...passing, record: { arms, ...more } });
}

const said = (one: ReturnType<typeof report>) => plainText(sentenceOf(one)).replaceAll("\u00a0", " ");

test("proven programs are no news, and stand in the environment", () => {
  const own = { kind: "own", name: "dist/server.js" } as const;
  expect(said(made({ head: own, base: own }))).toMatch(/^No regression/);
  expect(renderComment(made({ head: own, base: own }))).toContain("runs `dist/server.js`");
});

test("what is allowed is no news either", () => {
  const allowed = { kind: "elsewhere", name: "tiny/server.cjs", doubt: "allowed" } as const;
  expect(said(made({ head: allowed, base: allowed }))).toMatch(/^No regression/);
});

test.each<[RecordProgram, string]>([
  [
    { kind: "elsewhere", name: "tiny/server.cjs", doubt: "unclear" },
    "head runs tiny/server.cjs from outside its checkout",
  ],
  [{ kind: "image", name: "tiny:1 0123456789ab", doubt: "unclear" }, "head runs the image tiny:1 0123456789ab"],
  [{ kind: "unknown", doubt: "unclear" }, "head runs a program that could not be determined"],
])("a doubt comes first: %o", (head, words) => {
  const base = { kind: "own", name: "server.js", doubt: "unclear" } as const;
  expect(said(made({ head, base }))).toMatch(/^Base and head may run the same program/);
  expect(said(made({ head, base }))).toContain(words);
  expect(said(made({ head, base }))).not.toContain("server.js,");
});

test("a base that runs what its commit does not hold comes first", () => {
  const base = { kind: "elsewhere", name: "tiny/server.cjs", doubt: "unclear" } as const;
  const text = said(made({ head: { kind: "own", name: "server.js", doubt: "unclear" }, base }));
  expect(text).toMatch(/^Base does not run code of its own commit.*: base runs tiny\/server\.cjs /);
});

test("changed files of base come first, a few by name", () => {
  const changedInBase = ["a.js", "b.js", "c.js", "d.js", "e.js"];
  expect(said(made({}, { changedInBase }))).toMatch(
    /^Files of base were changed .*: a\.js, b\.js, c\.js and 2 more\. /,
  );
});

type Left = readonly [byBase: number, byHead: number];

/** Says what is reported where the servers of each round leave so many processes behind. */
function saidOf(...rounds: readonly Left[]): string {
  const launch = { metrics: {}, exitCode: 0, killed: false, measurements: [] };
  return said(
    made(
      {},
      {
        rounds: rounds.map(([base, head], index) => ({
          index,
          order: {},
          launches: [
            { ...launch, arm: "base", orphans: base },
            { ...launch, arm: "head", orphans: head },
          ],
        })),
      },
    ),
  );
}

test("a daemon that whichever server comes first starts, and the other one finds, is told first", () => {
  const told = /^Base and head may share a process/;
  expect(saidOf([1, 0], [0, 1], [0, 1], [1, 0], [0, 0], [1, 0])).toMatch(told);
});

test.each<[string, readonly Left[]]>([
  [
    "each server leaves one of its own",
    [
      [1, 1],
      [1, 1],
      [0, 1],
      [1, 0],
    ],
  ],
  [
    "head alone leaves one",
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
  ],
  [
    "one is left now and then",
    [
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 0],
    ],
  ],
])("no daemon is suspected where %s", (_, rounds) => {
  expect(saidOf(...rounds)).toMatch(/^No regression/);
});
