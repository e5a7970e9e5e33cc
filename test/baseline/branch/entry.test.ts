import { describe, expect, test } from "vitest";
import { type Entry, entryFrom, historyOf, isUsable, parseEntry } from "../../../src/baseline/branch/entry.ts";
import { BaselineError } from "../../../src/errors.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { statuses } from "../../../src/record/status.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord } from "../../decide/records.ts";
import { sampleEntry, sampleRecord, sampleSummary } from "../sample.ts";

const tool = (name: string) => ({ name, bytes: 100 });

describe("what is stored", () => {
  test("an entry survives being written and read", () => {
    const entry = sampleEntry();
    expect(parseEntry(JSON.parse(JSON.stringify(entry)), "file")).toEqual(entry);
  });

  test("fractions are rounded, whole numbers are exact", () => {
    const entry = sampleEntry({ p50: 1.23456789 });
    expect(entry.head.rows[0]?.statistics.p50).toMatchObject({ value: 1.23457 });
    expect(entry.head.server.peak_rss).toMatchObject({ value: 50_123_456 });
  });

  test("the lists of tools are kept, but for very long ones, and an entry without any is read", () => {
    const listing = (...names: string[]): Entry => {
      const tools = names.map((name) => ({ name, bytes: 100, tokens: undefined }));
      const arms: RunRecord["arms"] = [{ id: "head", side: "head", transport: "stdio", tools }];
      return entryFrom({ ...sampleRecord(), arms }, { head: sampleSummary(), status: "pass" });
    };
    const entry = listing("search", "stock");
    expect(parseEntry(JSON.parse(JSON.stringify(entry)), "file")).toEqual(entry);
    expect(entry.tools).toEqual([{ tools: [tool("search"), tool("stock")] }]);
    expect(listing("x".repeat(60_000)).tools).toBeUndefined();
    expect(parseEntry(sampleEntry(), "file").tools).toBeUndefined();
  });

  test("rows are those of head's configuration, under its names", () => {
    const [row] = makeRecord({ rows: { get: { head: [] } } }).rows;
    const [summary] = sampleSummary().rows;
    if (!row || !summary) throw new Error("the samples have a row");
    const rows = [
      { ...row, id: "search", onlyIn: "base" as const },
      { ...row, id: "search (new)", onlyIn: "head" as const, nameInHead: "search" },
      { ...row, id: "old", nameInHead: "renamed" },
      { ...row, id: "same" },
    ];
    const head = { ...sampleSummary(), rows: rows.map(({ id }) => ({ ...summary, row: id })) };
    const entry = entryFrom({ ...sampleRecord(), rows }, { head, status: "pass" });
    expect(entry.head.rows.map((one) => one.row)).toEqual(["search", "renamed", "same"]);
  });

  test("a quick run cannot be filed", () => {
    const quick = () => entryFrom({ ...sampleRecord(), quick: true }, { head: sampleSummary(), status: "pass" });
    expect(quick).toThrow("a quick run is no baseline");
  });

  test.each<[string, (record: RunRecord) => RunRecord, RegExp]>([
    ["a commit that is none", (record) => ({ ...record, commit: { sha: "x\nD y", dirty: false } }), /commit: a full/],
    ["a time that is none", (record) => ({ ...record, createdAt: "../../x" }), /createdAt/],
  ])("a run with %s cannot be filed", (_, breakIt, message) => {
    const file = () => entryFrom(breakIt(sampleRecord()), { head: sampleSummary(), status: "pass" });
    expect(file).toThrow(BaselineError);
    expect(file).toThrow(message);
  });

  test("a run is stored with its seconds, which the schema of a record lets it leave out", () => {
    const entry = (createdAt: string) =>
      entryFrom({ ...sampleRecord(), createdAt }, { head: sampleSummary(), status: "pass" }).createdAt;
    expect(entry("2026-11-01T10:20Z")).toBe("2026-11-01T10:20:00.000Z");
    expect(entry("2026-11-01T10:20:30.456Z")).toBe("2026-11-01T10:20:30.456Z");
  });

  test("a history has no run of a server that did not work", () => {
    const entries = statuses.map((status) => ({ ...sampleEntry(), status, createdAt: `of ${status}` }));
    const others = statuses.filter((status) => status !== "errored").map((status) => `of ${status}`);
    expect(historyOf(entries).map(({ createdAt }) => createdAt)).toEqual(others);
  });

  test("a run without a commit cannot be filed", () => {
    const { commit: _, ...record } = sampleRecord();
    expect(() => entryFrom(record, { head: sampleSummary(), status: "pass" })).toThrow(BaselineError);
  });
});

test("a run in which a row looks worse is no baseline until it is accepted", () => {
  const record = sampleRecord();
  const head = summarise(tabulate(record), "head");
  const accepted = { by: "ann", at: "2026-11-19T12:00:00Z", reason: "worth it" };
  expect(entryFrom(record, { head, status: "inconclusive" }).usable).toBe(true);
  expect(entryFrom(record, { head, status: "inconclusive", looksWorse: true }).usable).toBe(false);
  expect(entryFrom(record, { head, status: "inconclusive", looksWorse: true, accepted }).usable).toBe(true);
});

describe("reading entries", () => {
  test("fields and metrics of later versions are kept", () => {
    const entry = sampleEntry();
    const later = {
      ...entry,
      note: "new",
      head: { ...entry.head, server: { ...entry.head.server, gpu_ms: { odd: 1 } } },
    };
    expect(parseEntry(later, "file")).toEqual(later);
  });

  test("a newer schema is refused with the way out", () => {
    expect(() => parseEntry({ ...sampleEntry(), schema: 2 }, "k/2026-11.json")).toThrow(
      /k\/2026-11\.json: written by a newer version \(schema 2\)[\s\S]*update mcp-bench/,
    );
  });

  test.each<[string, (entry: Entry) => unknown]>([
    ["no object", () => null],
    ["no version", ({ schema: _, ...entry }) => entry],
    ["an unknown status", (entry) => ({ ...entry, status: "great" })],
    ["a short commit", (entry) => ({ ...entry, commit: "abc" })],
    ["a key that leaves the folder", (entry) => ({ ...entry, key: "../../x-0123456789" })],
    ["a time that is none", (entry) => ({ ...entry, createdAt: "yesterday" })],
    ["a figure that is none", (entry) => ({ ...entry, head: { ...entry.head, rounds: "3" } })],
  ])("%s is refused", (_, breakIt) => {
    expect(() => parseEntry(breakIt(sampleEntry()), "file")).toThrow(BaselineError);
  });
});

test("a run that an earlier version stored with the work of its control is read, and kept as it is", () => {
  const entry = sampleEntry();
  const rows = entry.head.rows.map((row) => ({ ...row, control: { units: 45, ms: 0.44 } }));
  const older = { ...entry, head: { ...entry.head, rows } };
  expect(parseEntry(older, "here")).toEqual(older);
});

test("what can be a baseline", () => {
  const usable = statuses.filter((status) => isUsable(status, false));
  expect(usable).toEqual(["over-budget", "inconclusive", "not-comparable", "no-baseline", "pass"]);
  expect(statuses.filter((status) => isUsable(status, true) && !usable.includes(status))).toEqual(["regressed"]);
});
