import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, test } from "vitest";
import { delayOf, type Latency } from "../../../src/features/upstream/latency.ts";
import { makeReplayCompanion } from "../../../src/features/upstream/replay-companion.ts";
import { upstreamSchema } from "../../../src/features/upstream/upstream-schema.ts";
import { writeHar } from "../../../src/features/upstream/write-har.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { readOnce } from "../../../src/model/quantity.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../../measure/plans.ts";
import { cliHere } from "../../support/cli-here.ts";
import { sharedFolder, temporaryFolder } from "../../support/folder.ts";
import { createRepository } from "../../support/repository.ts";
import { exchangeOf } from "./exchanges.ts";
import { wikiApi, wikiServer, writeWikiConfig } from "./wiki.ts";

const folder = sharedFolder();
const page = exchangeOf({ at: "/pages/a", body: '{"id":"a"}', startedAt: new Date().toISOString() });
beforeAll(() => writeHar(path.join(folder, "api.har"), { exchanges: [page], addresses: {} }));

interface Replayed {
  /** Pages that a row each reads. */
  readonly ids?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly sides?: readonly ("head" | "base")[];
  /** Folder with the recording of base. */
  readonly baseFolder?: string;
}

/** Runs rows against the recording of page `a`; returns the record. */
async function recordOf(
  upstream: object,
  { ids = ["a"], env = {}, sides = ["head"], baseFolder = folder }: Replayed = {},
) {
  const config = { upstream: upstreamSchema.parse({ replay: "api.har", ...upstream }, readOnce) };
  const [head, base] = [folder, baseFolder].map((directory) => ({ config, directory }));
  if (!head) throw new Error("no head");
  const companion = await makeReplayCompanion({ head, base, environment: {}, secrets: [] });
  const launch = stdioSpec([wikiServer]);
  const given = {
    ...launch,
    sameProgram: true as const,
    env: { ...launch.env, WIKI_URL: "https://api.example.com", ...env },
  };
  const arms = sides.map((side) => arm(given, { id: side, side }));
  return await runPlan(
    plan({ arms, rows: ids.map((id) => toolRow("get_page", { id }, { id })) }),
    dependencies(companion ? { companions: [companion] } : {}),
  );
}

/** Measurements of all rows by arm. */
async function replayed(upstream: object, given?: Replayed) {
  const { rounds } = await recordOf(upstream, given);
  return rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
}

describe("a replayed row", () => {
  it("waits as long on both arms: for the times drawn for its requests", async () => {
    const latency: Latency = { kind: "spread", medianMs: 30, p95Ms: 90 };
    const found = await replayed(
      { url_env: "WIKI_URL", latency: { median: "30ms", p95: "90ms" } },
      { sides: ["head", "base"] },
    );
    const drawn = Array.from({ length: 8 }, (_, call) => {
      // Two calls warm up.
      const name = `1 a 0 GET /pages/a ${page.url} ${call + 2}`;
      return delayOf(latency, { exchange: page, recordedMs: [0], name }).waitMs;
    });
    expect(found).toHaveLength(2);
    for (const { samples } of found)
      for (const [call, ms] of decodeSamples(samples).entries()) expect(ms).toBeGreaterThan((drawn[call] ?? 0) - 2);
    // Had each arm draws of its own, one of them would fall below.
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan(20);
  });

  it("is an error that shows what is nearest where the recording lacks its request", async () => {
    await expect(replayed({ url_env: "WIKI_URL" }, { ids: ["b"] })).rejects.toThrow(
      "the recording has no GET https://api.example.com/pages/b; the nearest is GET https://api.example.com/pages/a, " +
        "which differs: path /pages/b, recorded /pages/a",
    );
  });

  it("is answered on both commits from the recording of the one that has its arguments", async () => {
    using own = temporaryFolder();
    const other = exchangeOf({ at: "/pages/b", body: '{"id":"b"}' });
    writeHar(path.join(own.path, "api.har"), { exchanges: [other], addresses: {} });
    const sides = ["head", "base"] as const;
    const found = await replayed({ url_env: "WIKI_URL" }, { ids: ["a", "b"], sides, baseFolder: own.path });
    expect(found.map(({ outcomes }) => outcomes)).toEqual(Array(4).fill({ ok: 8 }));
  });

  it("is measured without base where its recording is missing", async () => {
    using empty = temporaryFolder();
    const given = { sides: ["head", "base"], baseFolder: empty.path } as const;
    const { arms, baseFailure } = await recordOf({ url_env: "WIKI_URL" }, given);
    expect(arms.map(({ id }) => id)).toEqual(["head"]);
    const message = "api.har: the recording does not exist";
    expect(baseFailure).toEqual({ stage: "configuration", whose: "base", message });
  });

  it("is an error where the server pins a certificate, and says so", async () => {
    await expect(replayed({}, { env: { PINNED: "1" } })).rejects.toThrow(
      "a client did not trust the certificate for api.example.com: it pins one",
    );
  });

  it("is none by the proxy, where the server trusts it", async () => {
    expect(await replayed({})).toMatchObject([{ outcomes: { ok: 8 }, upstream: { requests: 8 } }]);
  });
});

/** A server that asks the API so many times for a page. */
const asking = (times: number) =>
  `process.env.ASKS = "${times}";\nawait import(${JSON.stringify(pathToFileURL(wikiServer).href)});\n`;

test("a pull request that asks the API four times is red after the fewest rounds, one that asks once is green", async () => {
  const configuration = (env: object) =>
    `server: ${JSON.stringify({ command: process.execPath, args: ["server.mjs"], env })}
upstream: { replay: api.har, url_env: WIKI_URL }
benchmarks: [{ tool: get_page, arguments: { id: a } }]
defaults: { requests: 8, warmup: 1, leak_check: 0, stop: first-regression }
thresholds: { p50: off, cpu_per_call: off, p95: off, throughput: off, startup: off, peak_rss: off, tools_list_bytes: off }
`;
  using recording = temporaryFolder();
  await using api = await wikiApi();
  const url = { WIKI_URL: api.url };
  writeFileSync(path.join(recording.path, "server.mjs"), asking(4));
  writeFileSync(path.join(recording.path, "mcp-bench.yml"), configuration({ ...url, WIKI_TOKEN: api.token }));
  expect(await cliHere(["record"], recording.path)).toMatchObject({ code: 0 });
  using repository = createRepository({
    "server.mjs": asking(1),
    "mcp-bench.yml": configuration(url),
    "api.har": readFileSync(path.join(recording.path, "api.har"), "utf8"),
  });
  repository.switch("topic");
  const run = async (times: number) => {
    repository.commit(`Ask ${times}`, { "server.mjs": asking(times), "NOTES.md": `${times}\n` });
    const file = path.join(recording.path, "record.json");
    const { code, stdout } = await cliHere(["run", "--compare-ref", "main", "--json", file], repository.directory);
    const { rounds } = JSON.parse(readFileSync(file, "utf8"));
    return { code, stdout, rounds: rounds.length };
  };
  expect(await run(1)).toMatchObject({ code: 0 });
  const { code, stdout, rounds } = await run(4);
  expect({ code, rounds }, stdout).toEqual({ code: 1, rounds: 6 });
  expect(stdout).toContain("get_page calls the API 4 times, before: once");
  expect(stdout).toContain("Called more often: GET /pages/a/parts/{id} 3 times, before: never.");
});

/** The oldest Node.js that the product runs on, where the machine has it. */
const oldest = (process.env.PATH ?? "")
  .split(path.delimiter)
  .map((each) => path.join(each, "node"))
  .find((file) => existsSync(file) && execFileSync(file, ["--version"], { encoding: "utf8" }).startsWith("v20."));

test.skipIf(oldest === undefined)(
  "a recording by a base address is replayed by the proxy, on Node 20, the server too",
  async () => {
    using own = temporaryFolder();
    const node = oldest ?? "";
    const run = async (args: readonly string[]) => {
      const { stdout } = await promisify(execFile)(node, [path.resolve("dist/cli.js"), ...args], { cwd: own.path });
      return stdout;
    };
    const benchmarks = "benchmarks: [{ tool: get_page, arguments: { id: a } }]";
    await using api = await wikiApi();
    const recorded = { WIKI_URL: api.url, WIKI_TOKEN: api.token };
    writeWikiConfig(own.path, { upstream: "{ replay: api.har, url_env: WIKI_URL }", benchmarks, env: recorded, node });
    expect(await run(["record"])).toContain("Recorded: 1 request");
    const har = path.join(own.path, "api.har");
    const url = "https://api.example.com";
    writeFileSync(har, readFileSync(har, "utf8").replaceAll(api.url, url));
    writeWikiConfig(own.path, { upstream: "{ replay: api.har }", benchmarks, env: { WIKI_URL: url }, node });
    await run(["run", "--json", "record.json"]);
    const { rounds } = JSON.parse(readFileSync(path.join(own.path, "record.json"), "utf8"));
    expect(rounds[0].launches[0].measurements).toMatchObject([{ outcomes: { ok: 20 }, upstream: { requests: 20 } }]);
  },
);
