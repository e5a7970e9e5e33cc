import { expect, test } from "vitest";
import { lastStart } from "../../src/action/update-baseline.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { report } from "../report/build.ts";

test("what a person closed before the newest shift began is no answer to it", () => {
  const summary = report({ status: "pass" }).head;
  const began = (createdAt: string): { firstAfter: StoredEntry } => ({ firstAfter: { createdAt, summary } });
  const shifts = ["2026-11-02", "2026-11-09", "2026-11-05"].map((day) => began(`${day}T00:00:00.000Z`));
  expect(lastStart(shifts)).toBe("2026-11-09T00:00:00.000Z");
  expect(lastStart([])).toBeUndefined();
});
