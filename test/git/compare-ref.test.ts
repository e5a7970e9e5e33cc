import { describe, expect, it } from "vitest";
import { chooseCompareTarget } from "../../src/git/compare-ref.ts";

const base = "b".repeat(40);
const tip = "c".repeat(40);
const merge = { sha: "d".repeat(40), parents: [base, tip] };
const pullRequest = { kind: "pull_request", headSha: tip, baseSha: base, mergeSha: merge.sha } as const;

describe("the commit to compare with", () => {
  it("is the first parent of a pull request's merge commit", () => {
    expect(chooseCompareTarget(pullRequest, { head: merge })).toMatchObject({ kind: "commit", sha: base });
  });

  it("is the merge base when the head commit itself is checked out", () => {
    expect(chooseCompareTarget(pullRequest, { head: { sha: tip, parents: [] } })).toMatchObject({
      kind: "merge-base",
      of: [base, tip],
    });
  });

  it("is none when something else is checked out, and says so", () => {
    const elsewhere = { sha: "e".repeat(40), parents: ["f".repeat(40), base] };
    expect(chooseCompareTarget(pullRequest, { head: elsewhere })).toEqual({
      kind: "none",
      reason: expect.stringContaining("neither the pull request's merge commit nor its head"),
    });
  });

  it("is none for a commit with the parents of the merge commit that is not the event's", () => {
    const forged = { sha: "e".repeat(40), parents: ["f".repeat(40), tip] };
    expect(chooseCompareTarget(pullRequest, { head: forged })).toMatchObject({ kind: "none" });
  });

  it.each([
    [
      { kind: "merge_group", baseSha: base },
      { kind: "commit", sha: base },
    ],
    [
      { kind: "push", before: base },
      { kind: "commit", sha: base },
    ],
    [{ kind: "push" }, { kind: "none" }],
    [{ kind: "other", name: "schedule" }, { kind: "none" }],
  ] as const)("for %o", (trigger, expected) => {
    expect(chooseCompareTarget(trigger, { head: merge })).toMatchObject(expected);
  });

  it("is what the user names, whatever the event", () => {
    expect(chooseCompareTarget(pullRequest, { head: merge, compareRef: "v1.2.0" })).toMatchObject({
      kind: "ref",
      ref: "v1.2.0",
    });
    expect(chooseCompareTarget(pullRequest, { head: merge, compareRef: "none" })).toMatchObject({ kind: "none" });
  });
});
