import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

const files = tunableProject();
const long = { ...files, "mcp-bench.yml": (files["mcp-bench.yml"] ?? "").replace(/rounds: \d+/, "rounds: 200") };

test("a cancelled run reports its finished rounds, says that it was interrupted, and leaves nothing running", async () => {
  await using scenario = await startScenario(long);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const outcome = await scenario.run(opened, { inputs: { "compare-ref": "none" }, cancelAt: /[Rr]ound 2/ });
  const [comment, another] = await scenario.api.comments(number);
  expect(another).toBeUndefined();
  expect(comment?.body, outcome.log).toContain("interrupted");
  expect(comment?.body).not.toContain("✅");
  expect(outcome.outputs.status).not.toBe("pass");
});

test("one cancelled before its first round has no result, and says so", async () => {
  await using scenario = await startScenario(long);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const outcome = await scenario.run(opened, { inputs: { "compare-ref": "none" }, cancelAt: /Measure/ });
  expect(outcome.exitCode, outcome.log).toBe(130);
  expect(outcome.outputs.status).toBe("errored");
  const [comment] = await scenario.api.comments(number);
  expect(comment?.body, outcome.log).toContain("no result");
});
