import { expect, test } from "vitest";
import { pushEvent } from "../support/events.ts";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

/** Says what a server that only knows comments, such as Gitea or Forgejo, answers to the rest. */
const unknown = [/\/graphql$/, /\/pulls(\/\d+)?$/, /\/labels$/, /\/events$/, /\/permission$/, /\/commits\/\w+\/pulls$/];

test("on another host a single job measures, compares, comments and stores, without any artifact", async () => {
  await using scenario = await startScenario(tunableProject());
  // GITHUB_SERVER_URL and GITHUB_API_URL are the stand-in's own, as on GitHub Enterprise Server.
  const pushed = await scenario.pushToMain({ "README.md": "A server.\n" });
  expect(pushed.exitCode, pushed.log).toBe(0);
  expect(pushed.outputs["baseline-sha"]).toMatch(/^[0-9a-f]{40}$/);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const outcome = await scenario.run(opened);
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs["comment-url"]).toContain(scenario.api.url);
  const [comment] = await scenario.api.comments(number);
  expect(comment?.body).toContain(`${scenario.api.url}/octo/server/actions/runs/`);
  for (const text of [outcome.log, outcome.summary, comment?.body])
    expect(text?.replace(/\(https:\S+\/docs\/[\w.#-]+\)/g, "")).not.toContain("github.com");
});

test("where only the comments of issues are known, the rest is said and left out", async () => {
  await using scenario = await startScenario(tunableProject());
  for (const path of unknown)
    for (const method of ["GET", "POST"]) scenario.api.inject({ method, path, status: 404, message: "Not Found" });
  const { number, opened, push } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const inputs = { "compare-ref": "none" };
  const first = await scenario.run(opened, { inputs });
  expect(first.exitCode, first.log).toBe(0);
  expect(first.log).toContain("The labels of the pull request cannot be read: HTTP 404");
  const second = await scenario.run(push({ "README.md": "Best.\n" }), { inputs });
  expect(second.exitCode, second.log).toBe(0);
  const [comment, another] = await scenario.api.comments(number);
  expect(comment?.body).toContain("run=102.1");
  expect(another).toBeUndefined();

  const after = scenario.repository.git("rev-parse", "main");
  const stored = await scenario.run(pushEvent({ before: after, after }), {
    token: "token-that-pushes",
    inputs: { ...inputs, "update-baseline": "true" },
  });
  expect(stored.outputs["baseline-sha"], stored.log).toMatch(/^[0-9a-f]{40}$/);
  expect(stored.log).toContain("Whether a pull request of this commit was accepted cannot be read");
});
