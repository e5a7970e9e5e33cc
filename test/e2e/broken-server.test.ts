import path from "node:path";
import { expect, test } from "vitest";
import { tunableProject } from "../support/repository.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

async function expectNothingGreen({ api }: Scenario, pullRequest: number): Promise<void> {
  const [comment, ...others] = await api.comments(pullRequest);
  expect(others).toEqual([]);
  expect(comment?.body).toMatch(/no result/i);
  expect(comment?.body).not.toMatch(/no regression|✅|:white_check_mark:|\bpass/i);
}

test("a server that does not start: one clear error, nothing that looks green", async () => {
  await using scenario = await startScenario(tunableProject());
  const broken = "console.error('no database at db.example'); process.exit(7);\n";
  const pullRequest = await scenario.openPullRequest({ "server.js": broken });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });

  expect(outcome.exitCode, outcome.log).toBe(3);
  expect(outcome.outputs.status).toBe("errored");
  const errors = outcome.log.split("\n").filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain("head, the commit under test, failed: ");
  expect(errors[0]).toContain("7");
  expect(outcome.log).toContain("no database at db.example");
  await expectNothingGreen(scenario, pullRequest.number);
});

test("a comment that looked well does not stay when a later commit breaks the server", async () => {
  await using scenario = await startScenario(tunableProject());
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const well = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
  expect(well.exitCode, well.log).toBe(0);
  const broken = pullRequest.push({ "server.js": "process.exit(7);\n" });
  const outcome = await scenario.run(broken, { inputs: { "compare-ref": "none" } });
  expect(outcome.exitCode, outcome.log).toBe(3);
  await expectNothingGreen(scenario, pullRequest.number);
});

test("a server whose output is full of workflow commands sets nothing", async () => {
  await using scenario = await startScenario(tunableProject());
  const hostile =
    "console.error('::set-output name=status::pass\\n::error::forged\\r::warning::forged\\n##[error]forged'); process.exit(1);\n";
  const pullRequest = await scenario.openPullRequest({ "server.js": hostile });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
  expect(outcome.outputs.status).toBe("errored");
  expect(outcome.log).toContain("forged");
  expect(outcome.log).not.toMatch(/(^|[\r\n])\s*::(set-output|error::forged|warning::forged)/);
  expect(outcome.log).not.toContain("##[");
});

test("an unknown key in the configuration: one clear error and exit code 2", async () => {
  await using scenario = await startScenario(tunableProject({ config: "benchmark: []\n" }));
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened);
  expect(outcome.exitCode, outcome.log).toBe(2);
  expect(outcome.log.match(/^::error/gm)).toHaveLength(1);
  expect(outcome.log).toContain("benchmarks");
  await expectNothingGreen(scenario, pullRequest.number);
});

test("a working directory that is gone: one clear error, nothing that looks green", async () => {
  await using scenario = await startScenario(tunableProject());
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "working-directory": "servers/a" } });
  expect(outcome.exitCode, outcome.log).toBe(2);
  expect(outcome.log).toMatch(/^::error.*the working directory is not a directory/m);
  await expectNothingGreen(scenario, pullRequest.number);
});

test("a service that does not start is named, and is not called head's server", async () => {
  const config = `services: { db: { command: ${JSON.stringify(process.execPath)}, args: [-e, process.exit(5)], ready: "http://127.0.0.1:1" } }\n`;
  await using scenario = await startScenario(tunableProject({ config }));
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
  expect(outcome.exitCode, outcome.log).toBe(3);
  expect(outcome.log).toMatch(/^::error.*the service "db" /m);
  expect(outcome.log).not.toContain("head, the commit under test, does not work");
});

test("two commits that start the same program are no comparison: an error, nothing that looks green", async () => {
  const files = tunableProject();
  const server = path.resolve("fixtures/servers/tunable-server.js");
  const config = files["mcp-bench.yml"]?.replace("[server.js]", JSON.stringify([server])) ?? "";
  await using scenario = await startScenario({ ...files, "mcp-bench.yml": config });
  const pullRequest = await scenario.openPullRequest({ "README.md": "A server.\n" });
  const outcome = await scenario.run(pullRequest.opened);
  expect(outcome.exitCode, outcome.log).toBe(2);
  expect(outcome.log).toMatch(/^::error.*same program/m);
  await expectNothingGreen(scenario, pullRequest.number);
});
