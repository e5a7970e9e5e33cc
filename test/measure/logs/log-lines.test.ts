import { describe, expect, test } from "vitest";
import { fieldOf, LogTally, lineReader, parseLogLine } from "../../../src/measure/logs/server-logs.ts";
import { largest } from "../../../src/model/fields.ts";
import { measurement } from "../../../src/record/launch.ts";

function linesOf(chunks: readonly string[], { midLine = false } = {}): string[] {
  const lines: string[] = [];
  const reader = lineReader((line) => lines.push(line), { midLine });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return lines;
}

describe("a log as it comes", () => {
  test("is cut into lines wherever its chunks end", () => {
    expect(linesOf(["a\nb", "c\n", "\nd"])).toEqual(["a", "bc"]);
    const letters = [..."über\nZeilen\n"].map((letter) => Buffer.from(letter)).flatMap((bytes) => [...bytes]);
    const lines: string[] = [];
    const reader = lineReader((line) => lines.push(line), { midLine: false });
    for (const byte of letters) reader.push(Buffer.from([byte]));
    expect(lines).toEqual(["über", "Zeilen"]);
  });

  test("leaves out the rest of a line that began before", () => {
    expect(linesOf(["rest of one\nwhole\n"], { midLine: true })).toEqual(["whole"]);
  });

  test("passes over a line that never ends, in bounded memory, and takes the next one", () => {
    const chunk = "x".repeat(2 ** 20);
    expect(linesOf([...Array.from({ length: 20 }, () => chunk), "\nnext\n"])).toEqual(["next"]);
  });
});

describe("a line of a log", () => {
  test("is a map or nothing", () => {
    expect(parseLogLine(' {"a": 1} \r')).toEqual({ a: 1 });
    for (const line of ["", "text", "[1]", "12", '"a"', "null", '{"a":', `${'{"a":'.repeat(70)}1${"}".repeat(70)}`])
      expect(parseLogLine(line)).toBeUndefined();
  });

  test("gives fields of its own only, dots leading into maps", () => {
    const line = parseLogLine('{"a":{"b":{"c":1}},"d.e":2,"__proto__":{"polluted":3},"f":[4]}');
    expect(
      ["a.b.c", "d.e", "a.b", "a.x.c", "toString", "constructor.name", "f.0", "f.length", "a.b.c.d"].map((path) =>
        fieldOf(line, path),
      ),
    ).toEqual([1, 2, { c: 1 }, undefined, undefined, undefined, 4, 1, undefined]);
    expect(fieldOf(line, "__proto__.polluted")).toBe(3);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test("numbers are gathered from the lines that match; other values are no numbers", () => {
  const tally = new LogTally({ fields: ["ms"], where: { event: "decision", ok: true } });
  const lines = [
    { event: "decision", ok: true, ms: 1 },
    { event: "decision", ok: true, ms: 3 },
    { event: "decision", ok: false, ms: 100 },
    { event: "other", ok: true, ms: 100 },
    { event: "decision", ok: true, ms: "100" },
    { event: "decision", ok: true, ms: null },
    { event: "decision", ok: true },
    { event: { toString: 0 }, ok: true, ms: 100 },
  ];
  for (const line of lines) tally.add(line);
  expect(tally.lines).toBe(5);
  expect(tally.describe()).toEqual([{ count: 2, mean: 2, min: 1, max: 3, p50: 2, p95: 2.9, p99: 2.98 }]);
});

test("numbers that a record cannot hold are left out", () => {
  const tally = new LogTally({ fields: ["at"], where: {} });
  for (const at of [1.7e18, -1.7e18, Number.POSITIVE_INFINITY, largest, 1]) tally.add({ at });
  const values = tally.describe()[0];
  expect(values).toMatchObject({ count: 2, min: 1, max: largest });
  expect(measurement.shape.serverMetrics.safeParse([{ field: "at", lines: 5, values }]).error).toBeUndefined();
});
