import { expect, test } from "vitest";
import { startScenario } from "../support/scenario.ts";
import { corpus, project, twice, usual } from "./corpus.ts";
import { present } from "./run-everyday.ts";

/** Runs the action on one pull request of the corpus. */
async function runAction(name: string, work: number) {
  const everyday = corpus.find((one) => one.name === name);
  if (!everyday) throw new Error(`the corpus has no pull request that ${name}`);
  await using scenario = await startScenario(present({ ...project, ...everyday.base }));
  const pullRequest = await scenario.openPullRequest(present(everyday.head(work)));
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "time-budget": "180s" } });
  const [comment] = await scenario.api.comments(pullRequest.number);
  return { ...outcome, comment: comment?.body ?? "" };
}

test("a changed load does not hide a slower tool", { retry: 1 }, async () => {
  const { exitCode, outputs, comment, log } = await runAction("sets `requests: 99`", twice);
  expect([exitCode, outputs.status], log).toEqual([1, "regressed"]);
  expect(comment).toMatch(/the load of `search`/);
});

test("a base that does not build is said first, with what its build printed", async () => {
  const { exitCode, outputs, comment, log } = await runAction("mends a base that does not build", usual);
  expect([exitCode, outputs.status], log).toEqual([0, "no-baseline"]);
  expect(comment).toMatch(/Base `[0-9a-f]{10}` could not be built by its own `build`/);
  expect(comment).toContain("```text\nno compiler here\n```");
});
