import { describe, expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import type { GitHubContext } from "../../src/publish/github-context.ts";
import { assertSafeEvent, baselineDecision } from "../../src/publish/policy.ts";

const on = (eventName: string): Pick<GitHubContext, "eventName" | "event"> => ({
  eventName,
  event:
    eventName === "pull_request"
      ? { kind: "pull_request", number: 1, headSha: "a", baseSha: "b", fork: false }
      : { kind: "other" },
});

describe("assertSafeEvent", () => {
  describe.each(["pull_request_target", "workflow_run", "issue_comment"])("%s", (name) => {
    test.each(["all", "bench"] as const)("mode %s, which runs target code, is refused", (mode) => {
      expect(() => assertSafeEvent(on(name), mode)).toThrow(UserError);
      expect(() => assertSafeEvent(on(name), mode)).toThrow(name);
    });
    test("mode publish is refused", () => expect(() => assertSafeEvent(on(name), "publish")).toThrow(UserError));
    test("mode report runs no target code", () => expect(() => assertSafeEvent(on(name), "report")).not.toThrow());
  });

  test.each(["pull_request", "push", "merge_group", "schedule", "workflow_dispatch"])("%s may measure", (name) => {
    expect(() => assertSafeEvent(on(name), "all")).not.toThrow();
  });

  test("publishing belongs to push and schedule, not to pull requests", () => {
    expect(() => assertSafeEvent(on("pull_request"), "publish")).toThrow(/baseline/);
    expect(() => assertSafeEvent(on("schedule"), "publish")).not.toThrow();
  });
});

describe("baselineDecision", () => {
  const decide = (eventName: string, ref = "refs/heads/main") =>
    baselineDecision({ eventName, ref, defaultBranch: "main" });

  test.each(["push", "schedule", "workflow_dispatch"])("%s of the default branch is written", (name) => {
    expect(decide(name)).toEqual({ kind: "write" });
  });
  test.each(["pull_request", "merge_group", "pull_request_target", "workflow_run", "issue_comment"])(
    "%s is not",
    (name) => {
      expect(decide(name)).toMatchObject({ kind: "skip", reason: expect.stringContaining(name) });
    },
  );
  test.each(["refs/heads/feature", "refs/tags/main", "refs/heads/main2"])("a push to %s is not", (ref) => {
    expect(decide("push", ref)).toMatchObject({ kind: "skip", reason: expect.stringContaining(ref) });
  });
  test("where the default branch is unknown, the workflow's own filter counts", () => {
    expect(baselineDecision({ eventName: "push", ref: "refs/heads/trunk" })).toEqual({ kind: "write" });
  });
});
