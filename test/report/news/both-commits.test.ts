import { describe, expect, test } from "vitest";
import { mustWork } from "../../../src/decide/verdict.ts";
import type { Configuration, ConfigurationChange } from "../../../src/record/configuration.ts";
import type { RecordRow } from "../../../src/record/record.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { baseNews, configurationNote, droppedRows, newBenchmarks } from "../../../src/report/news/both-commits.ts";
import { sentenceOf } from "../../../src/report/news/sentence.ts";
import { plainText, type Text } from "../../../src/report/text.ts";
import { finding, type ReportInput, recorded, report, statistics, threshold } from "../build.ts";

const p50 = threshold("p50", "+10%");
const rows = ["search", "ping"].map((id) => ({ id, head: statistics(1) }));
const compared = finding({ row: "search", threshold: p50, state: "pass", base: 1, head: 1 });
const open = finding({ row: "ping", threshold: p50, state: "no-baseline" });
const clauses = (texts: readonly Text[]) => texts.map((text) => plainText(text).replaceAll("\u00a0", " "));

function withNew(input: ReportInput, onlyIn: RecordRow["onlyIn"]) {
  const made = report(input);
  const marked = made.record.rows.map((row) => (row.id === "ping" && onlyIn ? { ...row, onlyIn } : row));
  return recorded(made, { ...made.record, rows: marked });
}

describe("a benchmark that could not be compared while others could", () => {
  const input = { status: "pass", rows, findings: [compared, open] } as const;

  test("is news with its median where head's configuration adds it", () => {
    expect(clauses(newBenchmarks(withNew(input, "head")))).toEqual(["1 new benchmark: ping, p50 1.00 ms"]);
    expect(clauses(newBenchmarks(withNew(input, undefined)))).toEqual([
      "1 benchmark has no baseline yet: ping, p50 1.00 ms",
    ]);
  });

  test("is no news where it was compared", () => {
    const findings = [compared, { ...compared, row: "ping" }];
    expect(newBenchmarks(withNew({ ...input, findings }, "head"))).toEqual([]);
  });
});

describe("a base that could not be measured", () => {
  const failed = {
    stage: "build",
    whose: "base",
    message: "build failed with exit code 5",
    output: "no compiler",
  } as const;
  const input = { status: "no-baseline", reference: { kind: "none", reason: "nothing is stored" } } as const;

  test("leads the sentence, with whose command it was and its last lines below", () => {
    const made = report({ ...input, record: { baseFailure: failed } });
    expect(plainText(sentenceOf(made))).toMatch(
      /^Base [0-9a-f]{10} could not be built by its own build: build failed with exit code 5\. /,
    );
    expect(renderComment(made)).toContain("```text\nno compiler\n```");
    const heads = report({ ...input, record: { baseFailure: { ...failed, whose: "head" } } });
    expect(clauses(baseNews(heads))[0]).toContain("by this commit's build");
  });

  test("shows no line that could close its block", () => {
    const output = "```\n</details>\n@octocat <img src=x>";
    const comment = renderComment(report({ ...input, record: { baseFailure: { ...failed, output } } }));
    expect(comment).toContain("````text\n```\n");
  });

  test("is no news where it was measured", () => {
    expect(baseNews(report({ status: "pass", rows, findings: [compared] }))).toEqual([]);
  });
});

test("a benchmark that head drops and no longer answers is named", () => {
  const gone = finding({
    row: "search",
    threshold: mustWork,
    state: "regressed",
    reason: { code: "no-reference", text: "none of 9 calls was ok" },
  });
  expect(clauses(droppedRows(report({ status: "regressed", rows, findings: [gone] })))).toEqual([
    "search no longer answers the calls of base's benchmark: none of 9 calls was ok",
  ]);
  expect(droppedRows(report({ status: "pass", rows, findings: [compared] }))).toEqual([]);
});

describe("the configuration", () => {
  const note = (configuration: Configuration | undefined) =>
    plainText(configurationNote(report({ status: "pass", record: configuration ? { configuration } : {} })));

  test("is a line where it differs: what changed and whose decided", () => {
    const changes = [
      { what: "added" as const, names: ["ping"] },
      { what: "load" as const, names: ["search"] },
      { what: "launch" as const, names: ["build", "server"] },
    ];
    const text = note({ decides: "base", changes });
    for (const fact of ["ping added", "the load of search", "build and server", "base's benchmarks"])
      expect(text).toContain(fact);
    expect(text).not.toContain("time-budget");
  });

  test("says whose thresholds changed, and takes no row for the server or for all rows", () => {
    const what = "thresholds";
    const text = (change: Partial<ConfigurationChange>) => {
      const configuration: Configuration = { decides: "base", changes: [{ what, names: [], ...change }] };
      return configurationNote(report({ status: "pass", record: { configuration } }));
    };
    expect(plainText(text({ of: "server" }))).toContain("the thresholds of the server.");
    expect(plainText(text({ of: "defaults" }))).toContain("the thresholds of all rows.");
    expect(plainText(text({ of: "variants", names: ["a"] }))).toContain("the thresholds of variant a.");
    expect(plainText(text({ of: "variants", names: ["a", "b"] }))).toContain("the thresholds of variants a and b.");
    for (const name of ["the server", "all rows"]) expect(text({ names: [name] })).toContainEqual({ name });
  });

  test("names the way out where base's length of the run holds", () => {
    expect(note({ decides: "base", changes: [{ what: "length", names: [] }] })).toMatch(
      /rounds and time-budget given to the run/,
    );
  });

  test("of head serves both where base has none that can be used", () => {
    expect(note({ decides: "head" })).toContain("Base has no configuration");
    expect(note({ decides: "head", unusable: "mcp-bench.yml:1: not YAML" })).toContain("mcp-bench.yml:1: not YAML");
  });

  test("is no line where it is the same", () => {
    expect(note(undefined)).toBe("");
  });
});
