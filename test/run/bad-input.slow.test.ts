import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { fewRounds } from "../../src/facts/round-warnings.ts";
import { chooseCompareTarget } from "../../src/git/compare-ref.ts";
import { readWorkingCopy } from "../../src/git/working-copy.ts";
import { standardRun } from "../../src/options/run-options.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { sentenceOf } from "../../src/report/news/sentence.ts";
import { plainText } from "../../src/report/text.ts";
import { benchmark } from "../../src/run/benchmark.ts";
import type { BenchmarkRequest } from "../../src/run/benchmark-request.ts";
import { judge } from "../../src/run/judge.ts";
import { reproduceRecord } from "../../src/run/reproduce.ts";
import { sampleServer } from "../server/support.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/folder.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

const repositories: TestRepository[] = [];
afterEach(() => {
  for (const repository of repositories.splice(0)) repository[Symbol.dispose]();
});

const server = (...args: string[]) =>
  `process.argv.push(...${JSON.stringify(args)});\nawait import(${JSON.stringify(pathToFileURL(sampleServer).href)});\n`;

const configuration = (more = "", thresholds = "{ p50: +10% }") => `
server: { command: ${JSON.stringify(process.execPath)}, args: [server.mjs], protocol: 2025-11-25 }
defaults: { requests: 24, warmup: 2, rounds: 2, leak_check: 0 }
benchmarks: [{ tool: work, arguments: { units: 10 } }]
thresholds: ${thresholds}
${more}`;

function repositoryWith(files: Record<string, string>): TestRepository {
  const repository = createRepository({ "server.mjs": server(), "mcp-bench.yml": configuration(), ...files });
  repositories.push(repository);
  return repository;
}

/** Measures what is checked out beside `compareRef` and judges it without stored runs. */
async function run(repository: TestRepository, given: Partial<BenchmarkRequest> & { compareRef?: string } = {}) {
  const { directory } = repository;
  const workingCopy = await readWorkingCopy(directory, process.env);
  const record = await benchmark({
    loaded: await loadConfig("mcp-bench.yml", directory),
    directory,
    workingCopy,
    dirty: false,
    compare: chooseCompareTarget(
      { kind: "other", name: "a test" },
      { compareRef: given.compareRef ?? "main", head: workingCopy?.commit ?? { sha: "", parents: [] } },
    ),
    sources: [{ url: directory }],
    environment: process.env,
    run: { ...standardRun, seed: 1 },
    signal: new AbortController().signal,
    progress: () => {},
    ...given,
  });
  const stored = { kind: "none", reason: "no run is stored" } as const;
  return { record, report: judge(record, { stored, failOn: ["regression", "budget"], reproduce: "" }) };
}

const sides = ({ arms }: RunRecord) => arms.map(({ side }) => side);

describe("the base commit", () => {
  test("that the event names but nobody has is a warning, and there is no baseline", async () => {
    const compare = { kind: "commit", sha: "f".repeat(40), why: "the commit before the push" } as const;
    const { record, report } = await run(repositoryWith({}), { compare });
    expect(sides(record)).toEqual(["head"]);
    expect(record.baseFailure).toMatchObject({ stage: "checkout", message: expect.stringContaining("f".repeat(40)) });
    expect(report.verdict).toMatchObject({ status: "no-baseline", failed: false });
  });

  test("that a person names but nobody has is an error", async () => {
    await expect(run(repositoryWith({}), { compareRef: "no-such-branch" })).rejects.toThrow(
      "could not be fetched: no-such-branch (named by compare-ref)",
    );
  });

  test("is found from a shallow clone with a detached head", async () => {
    const repository = repositoryWith({});
    repository.commit("Next", { "README.md": "more" });
    repository.push("main");
    using clone = temporaryFolder();
    const remote = `file://${repository.remotes}/octo/server.git`;
    repository.git("clone", "--quiet", "--depth=1", remote, clone.path);
    repository.git("-C", clone.path, "checkout", "--quiet", "--detach");
    const shallow = { ...repository, directory: clone.path };
    const { record } = await run(shallow, { compareRef: "main", sources: [{ url: remote }] });
    expect(sides(record)).toEqual(["head", "base"]);
  });

  test("is fetched for the command of a report by a clone that lacks it", async () => {
    const repository = repositoryWith({});
    const base = repository.git("rev-parse", "HEAD");
    repository.commit("Next", { "README.md": "more" });
    repository.push("main");
    const { record } = await run(repository, { compareRef: base });
    const [, , ...words] = (reproduceRecord(record) ?? "").split(" ");
    expect(words).toContain(base);
    using clone = temporaryFolder();
    repository.git("clone", "--quiet", "--depth=1", `file://${repository.remotes}/octo/server.git`, clone.path);
    const again = await cli([...words, "--json", "again.json"], clone.path);
    expect(again.code, again.stderr).toBe(0);
    const measured = recordSchema.parse(JSON.parse(readFileSync(path.join(clone.path, "again.json"), "utf8")));
    expect(measured.arms.map(({ side, commit }) => side === "base" && commit)).toContain(base);
  });

  test.each([
    ["fails", "test -e built-by-head", "the build failed with exit code 1"],
    ["hangs", "{ run: 'test -e built-by-head || sleep 600', timeout: 5s }", "the build did not end within 5 s"],
  ])("whose build %s is said first, with whose build that was", async (_, build, message) => {
    const repository = repositoryWith({ "mcp-bench.yml": configuration(`build: ${build}`) });
    repository.switch("topic");
    repository.commit("Make head buildable", { "built-by-head": "" });
    const { record, report } = await run(repository);
    expect(sides(record)).toEqual(["head"]);
    expect(record.baseFailure).toMatchObject({
      stage: "build",
      whose: "base",
      message: expect.stringContaining(message),
    });
    expect(plainText(sentenceOf(report))).toMatch(/^Base [0-9a-f]{10} could not be built by its own build: /);
    expect(report.verdict.status).toBe("no-baseline");
    expect(report.comparison.reference).toMatchObject({ reason: expect.stringMatching(/^the base commit could not/) });
  });

  test("is built, in the runner's own folder for temporary files, as its own file says, and that is told where it is news", async () => {
    using temp = temporaryFolder();
    const places = path.join(temp.path, "places");
    const repository = repositoryWith({ "mcp-bench.yml": configuration(`build: pwd >> ${places}`) });
    repository.switch("topic");
    repository.commit("Build otherwise", { "mcp-bench.yml": configuration("build: 'true'") });
    const { record } = await run(repository, { environment: { ...process.env, RUNNER_TEMP: temp.path } });
    expect(record.configuration).toEqual({ decides: "base", changes: [{ what: "launch", names: ["build"] }] });
    expect(readFileSync(places, "utf8").trim().split("\n")).toEqual([
      expect.stringContaining(path.join(temp.path, "mcp-bench-base-")),
    ]);
    repository.commit("Nothing else", { "README.md": "more" });
    const again = await run(repository, { compareRef: "topic", environment: process.env });
    expect(again.record.configuration).toBeUndefined();
  });

  test("whose own service does not start is left out, and head is measured", async () => {
    const service = (script: string) =>
      configuration(`services: { db: { command: sh, args: [-c, '${script}'], ready: { stdout: up } } }`);
    const repository = repositoryWith({ "mcp-bench.yml": service("exit 3") });
    repository.switch("topic");
    repository.commit("Mend the service", { "mcp-bench.yml": service("echo up; exec sleep 600") });
    const { record, report } = await run(repository);
    expect(sides(record)).toEqual(["head"]);
    expect(record.baseFailure).toMatchObject({
      stage: "service",
      message: expect.stringContaining("exited with code 3"),
    });
    expect(report.verdict).toMatchObject({ status: "no-baseline", failed: false });
  });

  test("that does not start is said, with its reason, and there is no baseline", async () => {
    const repository = repositoryWith({ "server.mjs": "console.error('not ready yet'); process.exit(3);\n" });
    repository.switch("topic");
    repository.commit("Make it work", { "server.mjs": server() });
    const { report } = await run(repository);
    expect(report.verdict.status).toBe("no-baseline");
    expect(report.comparison.warnings).toContainEqual(
      expect.objectContaining({
        code: "base-not-measured",
        first: expect.objectContaining({ failure: expect.stringContaining("exited with code 3") }),
      }),
    );
  });

  test("that answers no call says so on the row", async () => {
    const repository = repositoryWith({ "server.mjs": server("--fail-rate", "1") });
    repository.switch("topic");
    repository.commit("Mend it", { "server.mjs": server() });
    const { report } = await run(repository);
    expect(report.comparison.findings.find(({ metric }) => metric === "p50")).toMatchObject({
      state: "no-baseline",
      reason: { code: "instead", why: { code: "none-ok-in-base", failures: { "tool-error": 48 } } },
    });
  });
});

describe("what head does", () => {
  test("all its calls fail: errored, and the job fails", async () => {
    const repository = repositoryWith({});
    repository.switch("topic");
    repository.commit("Break it", { "server.mjs": server("--fail-rate", "1") });
    const { report } = await run(repository);
    expect(report.verdict).toMatchObject({ status: "errored", failed: true });
    expect(plainText(sentenceOf(report))).toContain("none of 48 calls was ok (48 × tool-error)");
  });

  test("loosens its own threshold: that of the base commit holds", async () => {
    const repository = repositoryWith({});
    repository.switch("topic");
    repository.commit("Look away", { "mcp-bench.yml": configuration("", "{ p50: +900% }") });
    const { record } = await run(repository);
    expect(record.rows[0]?.thresholds.find(({ metric }) => metric === "p50")?.text).toBe("+10%");
    expect(record.configuration).toEqual({ decides: "base", changes: [{ what: "thresholds", names: ["work"] }] });
  });

  test("changes what a row measures: both versions are measured", async () => {
    const repository = repositoryWith({});
    repository.switch("topic");
    repository.commit("Ask for less", { "mcp-bench.yml": configuration().replace("units: 10", "units: 1") });
    const { record, report } = await run(repository);
    expect(record.rows.map(({ id, onlyIn, arguments: given }) => [id, onlyIn, given])).toEqual([
      ["work", "base", '{"units":10}'],
      ["work (new)", "head", '{"units":1}'],
    ]);
    const p50s = report.comparison.findings.filter(({ metric }) => metric === "p50");
    expect(p50s.map(({ row, base }) => [row, base !== undefined])).toEqual([
      ["work", true],
      ["work (new)", true],
    ]);
  });
});

describe("few rounds, and a threshold of nothing", () => {
  test("rounds: 1 is inconclusive, and says how many it takes", async () => {
    const { report } = await run(repositoryWith({}), { run: { ...standardRun, rounds: 1, seed: 1 } });
    expect(report.verdict).toMatchObject({ status: "inconclusive", failed: false });
    expect(plainText(sentenceOf(report))).toMatch(/1 round is too few .*`--rounds \d+`/);
    expect(report.comparison.warnings.map(({ code }) => code)).toContain(fewRounds);
  });

  test("a threshold of 0 % is allowed: any proven slowdown would fail, and unchanged code stays open", async () => {
    const { report } = await run(repositoryWith({ "mcp-bench.yml": configuration("", "{ p50: +0% }") }));
    expect(report.comparison.findings.find(({ metric }) => metric === "p50")?.state).toBe("inconclusive");
  });
});
