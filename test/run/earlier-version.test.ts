import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { listKeys } from "../../src/baseline/maintenance.ts";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { readRecordFile } from "../../src/record/files/record-file.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { renderCsv } from "../../src/report/exports/csv.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { judge } from "../../src/run/judge.ts";
import { sharedFolder } from "../support/folder.ts";
import { openTestStore } from "../support/git-store.ts";

const recorded = fileURLToPath(new URL("../../fixtures/recorded/0.1.0/", import.meta.url));

const directory = sharedFolder();
let record: RunRecord;
beforeAll(async () => {
  const file = path.join(directory, "record.json");
  writeFileSync(file, gunzipSync(readFileSync(path.join(recorded, "record.json.gz"))));
  record = await readRecordFile(file);
});

describe("what version 0.1.0 wrote", () => {
  test("its record is judged as it was: errors first, with both arms and every row", () => {
    const report = judge(record, { stored: { kind: "none", reason: "none" }, failOn: ["regression"], reproduce: "x" });
    expect(report.verdict).toMatchObject({ status: "errored", failed: true });
    expect(report.head.rows.map(({ row }) => row)).toEqual([
      "work",
      "echo @1",
      "echo @4",
      "many n=1",
      "many n=2",
      "mixed",
      "tools/list",
    ]);
    expect(report.head.rows.find(({ row }) => row === "echo @4")?.statistics.p50).toMatchObject({ state: "measured" });
    expect(report.head.server.tools_list_tokens).toMatchObject({ state: "measured" });
    for (const render of [renderComment, renderHtml, renderCsv]) expect(render(report)).toContain("tools/list");
    expect(renderTerminal(report, { color: false, width: 100, details: true })).toContain("tools/list");
  });

  test("its baseline branch is sound, read, compared with and added to", async () => {
    const remote = path.join(directory, "remote.git");
    execFileSync("git", ["clone", "-q", "--bare", path.join(recorded, "branch.bundle"), remote]);
    await using store = await openTestStore(`file://${remote}`);
    expect(await verifyBranch(store)).toEqual({ files: 6, entries: 2, records: 2, problems: [] });

    const [key = ""] = (await listKeys(store)).map((listed) => listed.key);
    const { entries } = await store.read(key);
    expect(entries.map(({ status, usable, accepted }) => [status, usable, accepted?.by])).toEqual([
      ["no-baseline", true, undefined],
      ["regressed", true, "ada"],
    ]);
    expect((await store.readRecord(key, "2".repeat(40)))?.rows).toHaveLength(record.rows.length);

    const [first] = entries;
    if (!first) throw new Error("no entry");
    await store.append({ ...first, commit: "3".repeat(40), createdAt: "2026-11-20T01:00:00.000Z" });
    expect((await store.read(key)).entries.map(({ commit }) => commit[0])).toEqual(["1", "2", "3"]);
  });
});
