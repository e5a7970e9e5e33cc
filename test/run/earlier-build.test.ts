import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { parseEntry } from "../../src/baseline/branch/entry.ts";
import { listKeys } from "../../src/baseline/maintenance.ts";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { renderCsv } from "../../src/report/exports/csv.ts";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { judge } from "../../src/run/judge.ts";
import { sharedFolder } from "../support/folder.ts";
import { openTestStore } from "../support/git-store.ts";

const recorded = fileURLToPath(new URL("../../fixtures/recorded/schema-1/", import.meta.url));

const directory = sharedFolder();
let written: Record<string, unknown>;
let record: RunRecord;
beforeAll(() => {
  written = JSON.parse(gunzipSync(readFileSync(path.join(recorded, "record.json.gz"))).toString());
  record = readRecord(written, "record.json");
});

describe("what an earlier build wrote", () => {
  test("its record is judged: errors first, with both arms and every row", () => {
    const report = judge(record, { stored: { kind: "none", reason: "none" }, failOn: ["regression"], reproduce: "x" });
    expect(report.verdict).toMatchObject({ status: "errored", failed: true });
    expect(report.head.rows.map(({ row }) => row)).toEqual([
      "work",
      "echo @1",
      "echo @4",
      "steady",
      "mixed",
      "many n=5",
      "many n=10",
      "tools/list",
    ]);
    expect(report.head.rows.find(({ row }) => row === "work")?.statistics.p50).toMatchObject({ state: "measured" });
    expect(report.head.server.tools_list_tokens).toMatchObject({ state: "measured" });
    expect(report.head.server.memory_growth).toMatchObject({ state: "measured" });
    for (const render of [renderComment, renderCsv]) expect(render(report)).toContain("tools/list");
    expect(renderTerminal(report, { color: false, width: 100, details: true })).toContain("tools/list");
  });

  test.each([
    [0, "measure again with this version"],
    [2, "update mcp-bench to the version that wrote it"],
  ])("a record of schema %i is refused with what to do", (schema, fix) => {
    expect(() => readRecord({ ...written, schema }, "record.json")).toThrow(
      expect.objectContaining({ explanation: expect.objectContaining({ fix }) }),
    );
  });

  test("its baseline branch is sound, read, compared with and added to", async () => {
    const remote = path.join(directory, "remote.git");
    execFileSync("git", ["clone", "-q", "--bare", path.join(recorded, "branch.bundle"), remote]);
    await using store = await openTestStore(`file://${remote}`);
    expect(await verifyBranch(store)).toEqual({ files: 6, entries: 2, problems: [] });

    const [key = ""] = (await listKeys(store)).map((listed) => listed.key);
    const { entries } = await store.read(key);
    expect(entries.map(({ status, usable, accepted }) => [status, usable, accepted?.by])).toEqual([
      ["no-baseline", true, undefined],
      ["regressed", true, "ada"],
    ]);
    const [first, second] = entries;
    if (!first || !second) throw new Error("there are two entries");

    await store.append({ ...first, commit: "3".repeat(40), createdAt: "2026-11-20T01:00:00.000Z" });
    const commits = ["3".repeat(40), first.commit, second.commit];
    expect((await store.read(key)).entries.map(({ commit }) => commit)).toEqual(commits);
  });

  test.each([0, 2])("an entry of schema %i is refused with what to do", (schema) => {
    expect(() => parseEntry({ schema }, "entry")).toThrow(
      expect.objectContaining({ explanation: expect.objectContaining({ fix: expect.any(String) }) }),
    );
  });
});
