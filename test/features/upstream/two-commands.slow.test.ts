import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { cliHere } from "../../support/cli-here.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { findTool } from "../../support/tool.ts";
import { wikiApi, wikiServer } from "./wiki.ts";

afterEach(() => vi.unstubAllEnvs());

test("init proposes a replay, two commands make it, and doctor says whether requests reach it", async () => {
  using folder = temporaryFolder();
  await using api = await wikiApi();
  const server = `${process.execPath} ${wikiServer}`;
  const env = [`WIKI_URL=${api.url}`, "WIKI_TOKEN=none", "PAGES_ALONE=1"].flatMap((one) => ["--env", one]);
  const made = await cliHere(["init", "--no-workflow", "--server", server, ...env], folder.path);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain(
    "to replay the API of 2 tools that failed for want of a key or the network: call\n  npx mcp-bench record --pass-env WIKI_TOKEN\n  npx mcp-bench run",
  );
  const { config } = await loadConfig("mcp-bench.yml", folder.path);
  expect(config).toMatchObject({
    server: { env: { WIKI_TOKEN: "none" } },
    upstream: { replay: "mcp-bench.har", url_env: { WIKI_URL: api.url } },
  });
  expect(config.benchmarks?.flatMap(({ tool }) => tool ?? [])).toEqual(["get_page", "list_pages"]);

  vi.stubEnv("WIKI_TOKEN", api.token);
  const recorded = await cliHere(["record", "--pass-env", "WIKI_TOKEN"], folder.path);
  expect(recorded.code, recorded.stdout + recorded.stderr).toBe(0);
  vi.unstubAllEnvs();
  const asked = api.asked.length;
  const checked = await cliHere(["doctor"], folder.path);
  expect(checked.stdout).toMatch(
    /ok {4}upstream: \d+ requests of 2 rows reached the recording at the address in WIKI_URL/,
  );
  expect(checked.stdout).not.toContain("FAIL");
  expect(api.asked).toHaveLength(asked);
});

test("record gives a server of one command line the variables of --pass-env", async () => {
  using folder = temporaryFolder();
  await using api = await wikiApi();
  const lines = [
    `server: ${process.execPath} ${wikiServer}`,
    `upstream: { replay: api.har, url_env: { WIKI_URL: "${api.url}" } }`,
    "benchmarks: [{ tool: list_pages }]",
  ];
  writeFileSync(path.join(folder.path, "mcp-bench.yml"), `${lines.join("\n")}\n`);
  vi.stubEnv("WIKI_TOKEN", api.token);
  const without = await cliHere(["record"], folder.path);
  expect(without).toMatchObject({ code: 3, stderr: expect.stringContaining("list_pages: tool-error: 401") });
  const { code, stdout } = await cliHere(["record", "--pass-env", "WIKI_TOKEN"], folder.path);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Recorded: 1 request of 1 route") });
});

const notion = findTool("notion-mcp-server");

test.skipIf(notion === undefined)("init proposes a replay for a wrapper that nobody here wrote", async () => {
  using folder = temporaryFolder();
  const made = await cliHere(["init", "--no-workflow", "--server", notion ?? ""], folder.path);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain("to replay the API of 12 tools that failed for want of a key or the network: call");
  const { config } = await loadConfig("mcp-bench.yml", folder.path);
  expect(config).toMatchObject({ upstream: { replay: "mcp-bench.har" } });
  expect(config.benchmarks?.flatMap(({ tool }) => tool ?? [])).toHaveLength(12);
});
