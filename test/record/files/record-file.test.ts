import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRecordFiles, readRecordFile } from "../../../src/record/files/record-file.ts";
import type { RecordLaunch, RecordMeasurement, RecordRow, RunRecord } from "../../../src/record/record.ts";
import { pairedRecord } from "../../report/full-records.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-results-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), "{}");
  }
}

describe("the records of a results directory", () => {
  it("are its own one", async () => {
    await put("record.json", "shard-1/record.json");
    expect(await findRecordFiles(folder)).toEqual([path.join(folder, "record.json")]);
  });

  it("are those of its folders, one level down, in order", async () => {
    await put("shard-2/record.json", "shard-1/record.json", "no-record/record.json");
    await rm(path.join(folder, "no-record/record.json"));
    expect(await findRecordFiles(folder)).toEqual(
      ["shard-1", "shard-2"].map((name) => path.join(folder, name, "record.json")),
    );
  });

  it("are never behind a link", async () => {
    await mkdir(path.join(folder, "shard"));
    await symlink("/etc/passwd", path.join(folder, "shard/record.json"));
    await expect(findRecordFiles(folder)).rejects.toThrow('"record.json" is not a record');
  });

  it("come alone: other names and deeper folders are refused", async () => {
    await put("one/record.json", "one/deeper/record.json");
    await expect(findRecordFiles(folder)).rejects.toThrow('"deeper" is not a record');
    await put("other.json");
    await expect(findRecordFiles(folder)).rejects.toThrow('"other.json" is not a record');
  });

  it.each(["report.html", "open-me-first.report.html", "report.md", "1-search.record.json"])(
    "come without %s, which would lie beside the report and look like a part of it",
    async (name) => {
      await put("one/record.json", `one/${name}`);
      await expect(findRecordFiles(folder)).rejects.toThrow(`"${name}" is not a record`);
    },
  );

  it("are those of the last attempt of each job", async () => {
    const [first, again, other] = ["a.0.1", "a.0.2", "a.1.1"].map((name) => `mcp-bench-results-${name}/record.json`);
    await put(...[first, again, other].map(String));
    expect(await findRecordFiles(folder)).toEqual([again, other].map((name) => path.join(folder, String(name))));
  });

  it("are at most 64", async () => {
    expect(await findRecordFiles(path.join(folder, "missing"))).toEqual([]);
    await put(...Array.from({ length: 65 }, (_, index) => `shard-${index}/record.json`));
    await expect(findRecordFiles(folder)).rejects.toThrow("there are 65 records");
  });
});

describe("what names no version", () => {
  it.each(["{}", "[]", "null", '{ "schema": "1" }'])("is no record: %s", async (text) => {
    const file = path.join(folder, "record.json");
    await writeFile(file, text);
    await expect(readRecordFile(file)).rejects.toThrow("not a record: it does not name its version, `schema`");
    await writeFile(file, '{ "schema": 1 }');
    await expect(readRecordFile(file)).rejects.toThrow(/not a record: (?!it does not name)/);
  });
});

it("reads a record behind a byte order mark", async () => {
  const file = path.join(folder, "record.json");
  await writeFile(file, `\uFEFF${JSON.stringify(pairedRecord)}`);
  expect(await readRecordFile(file)).toEqual(JSON.parse(JSON.stringify(pairedRecord)));
});

describe.runIf(process.platform === "linux")("a record that is no plain file", () => {
  it("is given up where it is a pipe into which nobody writes", async () => {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(readRecordFile(pipe, { silenceMs: 50 })).rejects.toThrow(
      "pipe: cannot be read: it is a pipe, and nothing arrived for 0.05 s",
    );
  });

  it("is read no further than a record can be long", async () => {
    await expect(readRecordFile("/dev/zero")).rejects.toThrow("/dev/zero: the file does not end");
  });
});

describe("a record whose parts do not belong together", () => {
  const written = async (change: (record: RunRecord) => unknown) => {
    const record = structuredClone(pairedRecord);
    change(record);
    const file = path.join(folder, "record.json");
    await writeFile(file, JSON.stringify(record));
    return readRecordFile(file);
  };
  const first = ({ rounds: [round] }: RunRecord) => round?.launches[0] as RecordLaunch;

  it.each<[string, (record: RunRecord) => unknown, string]>([
    ["a launch of nothing", (record) => Object.assign(first(record), { arm: "other" }), '"other", which is no arm'],
    [
      "figures of a row that is not there",
      (record) => Object.assign(first(record).measurements[0] as object, { row: "lost" }),
      '"lost", which is no row',
    ],
    [
      "a row measured twice",
      (record) => first(record).measurements.push(first(record).measurements[0] as RecordMeasurement),
      "is there twice",
    ],
    ["a row twice", (record) => record.rows.push(record.rows[0] as RecordRow), "is there twice"],
    [
      "more ok replies than latencies",
      (record) => Object.assign(first(record).measurements[0]?.outcomes ?? {}, { ok: 9e15 }),
      'round 0, "search" on "base": 9000000000000000 ok replies, but 6 latencies; expected: one for each',
    ],
    [
      "fewer ok replies in its blocks than in all",
      (record) => Object.assign(first(record).measurements[0]?.blocks[0] ?? {}, { ok: 5 }),
      '"search" on "base": 6 ok replies, but 5 in its blocks; expected: as many in both',
    ],
    [
      "a block with more replies than calls",
      (record) => Object.assign(first(record).measurements[0]?.blocks[0] ?? {}, { attempted: 3 }),
      "a block of 3 calls with 6 ok replies; expected: no more than calls",
    ],
    [
      "more failures of one message than of its kind",
      (record) => Object.assign(first(record).measurements[0]?.errors[0] ?? {}, { count: 2 }),
      '2 times "tool-error" with one message, but 1 in all; expected: no more than all',
    ],
    ["an arm twice", (record) => record.arms.push(record.arms[0] as RunRecord["arms"][number]), "is there twice"],
  ])("is refused: %s", async (_what, change, message) => {
    await expect(written(change)).rejects.toThrow(message);
  });

  it("is told from one that is whole", async () => {
    await expect(written(() => undefined)).resolves.toMatchObject({ schema: pairedRecord.schema });
  });
});
