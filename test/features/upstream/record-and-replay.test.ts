import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readHar } from "../../../src/features/upstream/read-har.ts";
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
