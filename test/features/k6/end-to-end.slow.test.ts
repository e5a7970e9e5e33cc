import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/cli.ts";
import { pushEvent, type RunnerEvent } from "../../support/events.ts";
import { startScenario } from "../../support/scenario.ts";

/** Returns what k6 wrote of a minute: two hundred requests a second to one address. */
function minuteOf(ms: number): string {
  const fromMs = Date.UTC(2026, 0, 1);
  const tags = { scenario: "default", method: "GET", name: "search", expected_response: "true" };
  return Array.from({ length: 12_000 }, (_, index) => {
    const value = ms * (1 + 0.05 * Math.sin(12.9898 * index));
    const data = { time: new Date(fromMs + 5 * index + value).toISOString(), value, tags };
    return `${JSON.stringify({ metric: "http_req_duration", type: "Point", data })}\n`;
  }).join("");
}

test("what k6 measured is stored from the default branch, and the difference is a comment on the pull request", async () => {
  await using scenario = await startScenario({ ".gitignore": "out/\nout.json\n" });
  const { repository, api } = scenario;
  const report = async (event: RunnerEvent, ms: number, update: boolean) => {
    writeFileSync(path.join(repository.directory, "out.json"), minuteOf(ms));
    const made = await cli(["import", "k6", "out.json", "--output", "out/record.json"], repository.directory);
    expect(made.code, made.stderr).toBe(0);
    const inputs = { mode: "report", results: "out", "update-baseline": String(update) };
    return scenario.run(event, { inputs, token: "token-that-pushes" });
  };
  const before = repository.git("rev-parse", "HEAD");
  const after = repository.commit("Change main", { "README.md": "One.\n" });
  repository.push("main");
  const stored = await report(pushEvent({ before, after }), 10, true);
  expect(stored.exitCode, stored.log).toBe(0);

  const { opened, number } = await scenario.openPullRequest({ "README.md": "Two.\n" });
  const slower = await report(opened, 30, false);
  expect(slower.exitCode, slower.log).toBe(1);
  const [comment] = await api.comments(number);
  expect(comment?.body).toContain("`GET search` is 200% slower");
  // It cannot be measured again from here.
  expect(comment?.body).not.toContain("mcp-bench run");
  const same = await report(opened, 10, false);
  expect(same.exitCode, same.log).toBe(0);
});
