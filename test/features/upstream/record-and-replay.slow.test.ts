import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readHar } from "../../../src/features/upstream/read-har.ts";
import type { RecordMeasurement } from "../../../src/record/record.ts";
import { cliHere } from "../../support/cli-here.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { wikiApi, writeWikiConfig } from "./wiki.ts";

const upstream = "{ replay: api.har, url_env: WIKI_URL }";

test("a run replays what `record` saw, without the API and without its key", async () => {
  using folder = temporaryFolder();
  const recorded = await recordWiki(folder.path);
  expect(recorded.code, recorded.stderr).toBe(0);
  const har = readFileSync(path.join(folder.path, "api.har"), "utf8");
  expect(har).not.toContain("wiki-token");
  writeWikiConfig(folder.path, { upstream });
  const run = await cliHere(["run", "--json", "record.json"], folder.path);
  expect(run.code, run.stderr + run.stdout).toBe(0);
  const record = JSON.parse(readFileSync(path.join(folder.path, "record.json"), "utf8"));
  const measurements = record.rounds[0].launches[0].measurements;
  expect(measurements).toMatchObject([
    { row: "get_page", outcomes: { ok: 20 }, upstream: { calls: 20, requests: 20 } },
    {
      row: "list_pages",
      outcomes: { ok: 20 },
      upstream: { requests: 20, routes: [{ route: "GET /pages", requests: 20 }] },
    },
    { row: "search", outcomes: { ok: 20 }, upstream: { requests: 20 } },
  ]);
});

test("a run finds all that its calls ask, where they differ: by number, by line, and in a mix under another seed", async () => {
  using folder = temporaryFolder();
  writeFileSync(path.join(folder.path, "pages.jsonl"), '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
  const benchmarks = `benchmarks:
  - { name: numbered, tool: get_page, arguments: { id: "n{{seq}}" } }
  - { name: by line, tool: get_page, arguments_from: pages.jsonl }
  - { name: mixed, mix: [{ tool: get_page, arguments: { id: "m{{seq}}" } }, { tool: list_pages, weight: 500 }] }
  - { name: long, tool: local_time, arguments: { at: "{{seq}}" }, requests: 1500 }`;
  const recorded = await recordWiki(folder.path, { benchmarks });
  expect(recorded.stdout).toContain("Recorded: 48 requests");
  expect(recorded.stderr).toContain("the first 1000 calls of long are recorded");
  writeWikiConfig(folder.path, { upstream, benchmarks: benchmarks.replace("500", "2") });
  const run = await cliHere(["run", "--set", "defaults.leak_check=1s", "--json", "record.json"], folder.path);
  expect(run.code, run.stderr + run.stdout).toBe(0);
  const { rounds, warnings } = JSON.parse(readFileSync(path.join(folder.path, "record.json"), "utf8"));
  const { measurements, metrics } = rounds[0].launches[0];
  expect(measurements.map(({ outcomes }: RecordMeasurement) => Object.keys(outcomes))).toEqual(Array(4).fill(["ok"]));
  expect(JSON.stringify(warnings)).toContain("no leak check: its calls of numbered");
  expect(metrics).not.toHaveProperty("memory_growth");
});

test("a key that has expired replaces no recording, though a tool works without one", async () => {
  using folder = temporaryFolder();
  const benchmarks = "benchmarks: [{ tool: get_page, arguments: { id: a } }, { tool: local_time }]";
  const { stdout } = await recordWiki(folder.path, { benchmarks });
  expect(stdout).toContain("Recorded: 1 request");
  const answers = () => readHar(path.join(folder.path, "api.har")).exchanges.map(({ status }) => status);
  const again = await recordWiki(folder.path, { benchmarks, token: "wiki-token-that-expired" });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("get_page failed while it was recorded") });
  expect(answers()).toEqual([200]);
});

async function recordWiki(folder: string, { benchmarks, token }: { benchmarks?: string; token?: string } = {}) {
  await using api = await wikiApi();
  const env = { WIKI_URL: api.url, WIKI_TOKEN: token ?? api.token };
  writeWikiConfig(folder, { upstream, env, ...(benchmarks ? { benchmarks } : {}) });
  return await cliHere(["record"], folder);
}
