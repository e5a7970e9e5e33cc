import { expect, test } from "vitest";
import type { Step } from "../../src/action/job.ts";
import { lastStart, updateBaseline } from "../../src/action/update-baseline.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { makeRecord } from "../decide/records.ts";
import { report } from "../report/build.ts";

const none = { kind: "none", reason: "there is none" } as const;

test("what a person closed before the newest shift began is no answer to it", () => {
  const summary = report({ status: "pass" }).head;
  const began = (createdAt: string): { firstAfter: StoredEntry } => ({ firstAfter: { createdAt, summary } });
  const shifts = ["2026-11-02", "2026-11-09", "2026-11-05"].map((day) => began(`${day}T00:00:00.000Z`));
  expect(lastStart(shifts)).toBe("2026-11-09T00:00:00.000Z");
  expect(lastStart([])).toBeUndefined();
});

test("a job whose work is to store fails where it was interrupted before", async () => {
  const store = async (mode: "publish" | "all", eventName = "push") => {
    const context = { eventName, ref: "refs/heads/main", defaultBranch: "main" };
    const job = { context, signal: AbortSignal.abort(), inputs: { mode, baselineBranch: "runs" } } as unknown as Step;
    const judged = {
      record: makeRecord({ rows: { a: { head: [{ latencies: [1, 2, 3] }] } } }),
      report: report({ status: "pass" }),
      stored: none,
    };
    return await updateBaseline(undefined, { ...judged, job });
  };
  expect(await store("publish")).toEqual([{ message: expect.stringContaining("interrupted"), exitCode: 2 }]);
  expect(await store("all")).toEqual([]);
  expect(await store("publish", "pull_request")).toEqual([]);
});
