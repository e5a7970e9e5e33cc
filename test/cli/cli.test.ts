import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { listProcesses } from "../../src/base/host/process-tree.ts";
import { version } from "../../src/base/host/version.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { decodeSamples, encodeSamples } from "../../src/record/samples.ts";
import { type CliResult, cli } from "../support/cli.ts";
import { cliHere } from "../support/cli-here.ts";
import { faultOnceWatched } from "../support/fault.ts";
import { sharedFolder } from "../support/folder.ts";

const sampleServer = path.resolve("dist/sample-server.js");
const folder = sharedFolder();
let recordFile: string;
let measured: CliResult;

beforeAll(async () => {
  recordFile = path.join(folder, "record.json");
  await writeFile(
    path.join(folder, "mcp-bench.yml"),
    `server: { command: node, args: [${JSON.stringify(sampleServer)}] }
defaults: { requests: 20, warmup: 2, rounds: 2, leak_check: 0 }
benchmarks:
  - { tool: work, arguments: { units: 10 }, concurrency: [1, 4] }
  - { method: ping, thresholds: { p50: 10s } }
thresholds: { startup: 60s, peak_rss: 2GB, p50: +10% }
`,
  );
  measured = await cli(["run", "--json", recordFile, "--markdown", path.join(folder, "report.md")], folder);
});

describe("mcp-bench run", () => {
  it("measures what the configuration names, prints the report and writes a valid record", async () => {
    const { code, stdout, stderr } = measured;
    expect(stderr).toContain("3 rows to measure");
    expect(code).toBe(0);
    expect(stdout).toContain("📏 measured");
    const record = recordSchema.parse(JSON.parse(await readFile(recordFile, "utf8")));
    expect(record.rows.map(({ id }) => id)).toEqual(["work @1", "work @4", "ping"]);
    expect(record.rounds).toHaveLength(2);
    expect(await readFile(path.join(folder, "report.md"), "utf8")).toContain("| `work @4` |");
  });

  it("needs no configuration: a command line is enough", async () => {
    const args = ["run", "--server", `node ${sampleServer}`, "--rounds", "1", "--pass-env", "NOBODY_ASKS"];
    const { code, stdout, stderr } = await cli(args, tmpdir());
    expect(code).toBe(0);
    expect(stderr).toContain("`pass-env` names NOBODY_ASKS, which is not set, and which nothing");
    for (const name of ["ping", "tools/list", "now", "start-up", "peak RSS"]) expect(stdout).toContain(name);
  });

  it("takes a quick look on request, which decides nothing", async () => {
    const file = path.join(folder, "tight.yml");
    await writeFile(
      file,
      `server: node ${sampleServer}\ndefaults: { requests: 50, rounds: 3, leak_check: 0 }\nbenchmarks: [{ method: ping }]\nthresholds: { tools_list_bytes: 10B }\n`,
    );
    const quick = path.join(folder, "quick.json");
    // The action's input says in the same words that nothing is to be compared.
    const words = ["run", "--config", file, "--quick", "--compare-ref", "none", "--json", quick];
    const { code, stdout } = await cli(words, folder);
    expect(code).toBe(0);
    expect(stdout).toContain("📏 quick run");
    const record = recordSchema.parse(JSON.parse(await readFile(quick, "utf8")));
    expect(record).toMatchObject({ quick: true, rounds: [expect.anything()] });
    expect(record.rows[0]?.load).toMatchObject({ requests: 5 });
  });

  it("builds the directory, unless it is told to take it as it is", async () => {
    const file = path.join(folder, "unbuildable.yml");
    await writeFile(
      file,
      `server: node ${sampleServer}\nbuild: exit 7\ndefaults: { requests: 5, rounds: 1, leak_check: 0 }\nbenchmarks: [{ method: ping }]\n`,
    );
    expect(await cli(["run", "--config", file], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the build failed with exit code 7"),
    });
    expect((await cli(["run", "--config", file, "--no-build"], folder)).code).toBe(0);
  });

  it("exits with 1 over a budget", async () => {
    const file = path.join(folder, "tight.yml");
    await writeFile(
      file,
      `server: node ${sampleServer}\ndefaults: { requests: 5, rounds: 1, leak_check: 0 }\nbenchmarks: [{ method: ping }]\nthresholds: { tools_list_bytes: 10B }\n`,
    );
    const { code, stdout } = await cli(["run", "--config", file], folder);
    expect(code).toBe(1);
    expect(stdout).toContain("over budget");
  });
});

describe("wrong input", () => {
  it.each([
    ["no command", [], 2, "Usage: mcp-bench"],
    ["nothing to measure", ["run", "--working-directory", tmpdir()], 2, "there is nothing to measure"],
    ["a missing file", ["run", "--config", "no-such.yml"], 2, "no-such.yml: the configuration file does not exist"],
    [
      "a server that does not exist",
      ["run", "--server", "no-such-program-anywhere"],
      3,
      '"no-such-program-anywhere" was not found',
    ],
    ["a server that exits at once", ["run", "--server", "node -e 'process.exit(7)'"], 3, "exited with code 7"],
  ])("%s gives its exit code and says what to do", async (_what, args, expected, message) => {
    const { code, stderr } = await cli(args, folder);
    expect(stderr).toContain(message);
    expect(code).toBe(expected);
  });

  it.each([
    ["an unknown command", ["measure"], "unknown command"],
    ["an unknown option", ["run", "--sever", "x"], "--server"],
    ["a format as an option", ["report", "record.json", "--html", "page.html"], "use --format html"],
    ["a bad number of rounds", ["run", "--rounds", "many"], '--rounds: "many" is not a number of rounds'],
    ["a bad fail-on", ["run", "--fail-on", "regresion"], "write regression"],
    ["a record that is not there", ["report", "no-such.json"], "there is no such file"],
  ])("%s is refused before anything is started", async (_what, args, message) => {
    const { code, stderr } = await cliHere(args, folder);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("an unknown tool names its place and what was meant", async () => {
    const file = path.join(folder, "typo.yml");
    await writeFile(file, `server: node ${sampleServer}\nbenchmarks:\n  - tool: wrok\n    arguments: { units: 1 }\n`);
    const { code, stderr } = await cli(["run", "--config", "typo.yml"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "work"?');
    expect(stderr).toContain("line 3");
  });

  it("an address at which nothing listens is named as such, without a word of a launch", async () => {
    const { code, stderr } = await cli(["run", "--url", "http://127.0.0.1:1/mcp"], folder);
    expect(stderr).toContain("the first answer of head, for which it has 45 s …\n");
    expect(stderr).toContain("nothing listens at http://127.0.0.1:1/mcp\n");
    expect(stderr).toContain("fix: start the server first");
    expect(stderr).not.toMatch(/ECONNREFUSED|first launch/);
    expect(code).toBe(3);
  });

  it("leaves no process behind", () => {
    const ours = listProcesses().filter(({ parent }) => parent === process.pid);
    expect(ours.filter(({ group, pid }) => group === pid)).toEqual([]);
  });
});

describe("mcp-bench run --compare-ref", () => {
  let project: string;
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
      { cwd: project },
    );
  const server = (failRate: number) =>
    `process.argv.push("--fail-rate", "${failRate}");\nawait import(${JSON.stringify(pathToFileURL(sampleServer).href)});\n`;

  beforeAll(async () => {
    project = path.join(folder, "project");
    await mkdir(project);
    git("init", "-q", "-b", "main");
    await writeFile(
      path.join(project, "mcp-bench.yml"),
      "server: { command: node, args: [server.mjs] }\ndefaults: { requests: 20, warmup: 2, rounds: 1, leak_check: 0 }\nbenchmarks: [{ tool: work, arguments: { units: 50 } }]\n",
    );
    await writeFile(path.join(project, "server.mjs"), server(1));
    git("add", "-A");
    git("commit", "-qm", "first");
    await writeFile(path.join(project, "server.mjs"), server(0));
    git("commit", "-qam", "answer the calls");
    await symlink(project, path.join(folder, "link"));
  });

  it.each([
    ["a relative name", "project", "HEAD~1"],
    ["a branch, seen through a link", "link", "main"],
  ])("measures %s side by side", async (_what, directory, ref) => {
    const file = path.join(folder, `${directory}.json`);
    const { code } = await cli(["run", "--working-directory", directory, "--compare-ref", ref, "--json", file], folder);
    expect(code).toBe(0);
    const record: RunRecord = JSON.parse(await readFile(file, "utf8"));
    expect(record.arms.map(({ side }) => side)).toEqual(expect.arrayContaining(["head", "base"]));
    const outcomes = (arm: string) =>
      record.rounds[0]?.launches.find((launch) => launch.arm === arm)?.measurements[0]?.outcomes;
    expect(outcomes("head")).toEqual({ ok: 20 });
    // Through the link, too, base is the commit named and not the working directory itself.
    expect(outcomes("base")).toEqual(ref === "HEAD~1" ? { "tool-error": 20 } : { ok: 20 });
  });

  it("of a commit that nobody has is an error before anything is measured", async () => {
    const { code, stderr } = await cli(
      ["run", "--working-directory", project, "--compare-ref", "no-such-branch"],
      folder,
    );
    expect(stderr).toContain("the commit to compare with could not be fetched: no-such-branch");
    expect(stderr).not.toContain("round 1");
    expect(code).toBe(2);
  });
});

describe("mcp-bench compare", () => {
  async function variant(name: string, change: (record: RunRecord) => void): Promise<string> {
    const record: RunRecord = JSON.parse(await readFile(recordFile, "utf8"));
    change(record);
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(record));
    return file;
  }

  /** So many of 20 calls of ping fail in each launch. */
  function failCalls(record: RunRecord, failed: number): void {
    const measurements = record.rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
    for (const measurement of measurements.filter(({ row }) => row === "ping")) {
      const samples = encodeSamples(Array.from({ length: 20 - failed }, () => 1));
      Object.assign(measurement, { samples, blocks: [], outcomes: { ok: 20 - failed, "tool-error": failed } });
    }
  }

  /** Takes out what the machine did meanwhile: two rounds that lie 6 % apart, each call so many times as slow. */
  function slow(record: RunRecord, factor: number): void {
    for (const [index, round] of record.rounds.entries()) {
      delete (round as Partial<RunRecord["rounds"][number]>).machine;
      round.launches = structuredClone(record.rounds[0]?.launches ?? []);
      for (const measurement of round.launches.flatMap(({ measurements }) => measurements)) {
        const samples = decodeSamples(measurement.samples).map(() => factor * (index === 0 ? 1 : 1.06));
        Object.assign(measurement, { samples: encodeSamples(samples), blocks: [] });
      }
    }
  }

  it("exits with 1 on a record of slowed tools, and with 0 where that is not to fail", async () => {
    const steady = await variant("steady.json", (record) => slow(record, 1));
    const slowed = await variant("slowed.json", (record) => slow(record, 50));
    const { code, stdout } = await cli(["compare", steady, slowed], folder);
    expect(stdout).toContain("regress");
    expect(code).toBe(1);
    expect((await cliHere(["compare", steady, slowed, "--fail-on", "never"], folder)).code).toBe(0);
    expect((await cliHere(["compare", slowed, steady], folder)).code).toBe(0);
  });

  it("exits with 0 on a record and itself", async () => {
    const { code, stdout } = await cli(["compare", recordFile, recordFile], folder);
    expect(stdout).toContain("no regression");
    expect(code).toBe(0);
    // The tests below run such commands within their own process: it comes to the same.
    expect(await cliHere(["compare", recordFile, recordFile], folder)).toMatchObject({ code, stdout });
  });

  it("exits with 1 on a record whose calls fail more often, and with 0 where that is not to fail", async () => {
    const failing = await variant("failing.json", (record) => failCalls(record, 10));
    const { code, stdout } = await cli(["compare", recordFile, failing], folder);
    expect(stdout).toContain("regress");
    expect(code).toBe(1);
    expect((await cliHere(["compare", recordFile, failing, "--fail-on", "never"], folder)).code).toBe(0);
  });

  it("exits with 3 on a record of a server that failed, as the run did", async () => {
    const failed = await variant("failed.json", (record) => failCalls(record, 20));
    const { code, stdout } = await cliHere(["compare", recordFile, failed, "--fail-on", "regression"], folder);
    expect(stdout).toContain("server or benchmark failed");
    expect(code).toBe(3);
  });

  it.each([
    [11, true],
    [10, false],
  ])("exits with 3 where more than half of the calls of a row fail (%i of 20)", async (failed, isBroken) => {
    const file = await variant(`fails-${failed}.json`, (record) => failCalls(record, failed));
    const report = await cliHere(["report", file, "--format", "json"], folder);
    expect(JSON.parse(report.stdout).status === "errored").toBe(isBroken);
    expect((await cliHere(["compare", recordFile, file], folder)).code === 3).toBe(isBroken);
  });

  it.each(["markdown", "json", "junit", "csv", "bencher", "benchmark-smaller", "benchmark-bigger", "openmetrics"])(
    "prints %s",
    async (format) => {
      const { code, stdout } = await cliHere(["compare", recordFile, recordFile, "--format", format], folder);
      expect(code).toBe(0);
      expect(stdout).toContain("work");
    },
  );

  it("refuses what is no record, and what a newer version wrote", async () => {
    const newer = await variant("newer.json", (record) => Object.assign(record, { schema: 99 }));
    const broken = await variant("broken.json", (record) => Object.assign(record, { rounds: "none" }));
    for (const [file, message] of [
      [newer, "the record has version 99"],
      [broken, "not a record: rounds"],
    ] as const) {
      const { code, stderr } = await cliHere(["compare", recordFile, file], folder);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });
});

describe("the program", () => {
  it("tells a fault of its own from a regression, wherever it happens", async () => {
    const NODE_OPTIONS = faultOnceWatched("a listener has thrown");
    const { code, stderr } = await cli(["run"], folder, { NODE_OPTIONS });
    expect(stderr).toContain("mcp-bench: internal error, please report it: Error: a listener has thrown");
    expect(code).toBe(4);
  });

  it("has the version of its package", async () => {
    expect(version).toBe(JSON.parse(await readFile("package.json", "utf8")).version);
    expect((await cli(["--version"], folder)).stdout.trim()).toBe(version);
  });
});
