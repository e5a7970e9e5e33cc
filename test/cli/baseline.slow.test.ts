import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { commitId, sampleEntry } from "../baseline/sample.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { cli } from "../support/cli.ts";
import { cliHere } from "../support/cli-here.ts";
import { temporaryFolder } from "../support/folder.ts";
import { serveGit } from "../support/git-http.ts";
import { bareRepository, commitFiles, filesOf, git, tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { createRepository, tunableProject, tunableServer } from "../support/repository.ts";

/** A remote whose baseline branch holds a sound run and, after it, one that regressed. */
async function remoteWithRuns(folder: string): Promise<string> {
  const remote = bareRepository(folder);
  await using store = await openTestStore(remote);
  await store.append(sampleEntry({ commit: commitId(1) }));
  await store.append(sampleEntry({ commit: commitId(2), status: "regressed" }));
  return remote;
}

test("a run from any CI is stored, unless no commit holds what was measured", async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  const record = makeRecord({ rows: { echo: { head: [{ latencies: new Array(30).fill(1) }] } } });
  const push = async (commit: object | undefined) => {
    await writeFile(join(folder.path, "record.json"), JSON.stringify({ ...record, commit }));
    return cli(["baseline", "push", "record.json", "--remote", remote], folder.path);
  };
  expect(await push({ sha: commitId(1), dirty: true })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/changes/),
  });
  expect(await push(undefined)).toMatchObject({ code: 2, stderr: expect.stringMatching(/of no commit/) });
  const stored = await push({ sha: commitId(1), dirty: false });
  expect(stored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^stored 0+ of .*usable as a baseline/) });
  expect((await cli(["baseline", "list", "--remote", remote], folder.path)).stdout).toMatch(/1 run, newest/);

  const [input, words] = [JSON.stringify(record), ["dist/cli.js", "report", "-", "--format", "csv"]];
  expect(execFileSync(process.execPath, words, { input, encoding: "utf8" })).toContain("echo,");
});

test("a stored regression is found, accepted, exported, and the branch stays sound", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const baseline = (...words: string[]) => cli(["baseline", ...words, "--remote", remote], folder.path);

  const list = await baseline("list");
  expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining("2 runs, newest ") });
  expect((await baseline("show")).stdout).toMatch(/regressed \(not a baseline\)/);

  const accepted = await baseline("accept", commitId(2), "--reason", "worth | it", "--by", "mona");
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining(`accepted ${commitId(2).slice(0, 12)}`) });
  expect((await baseline("show")).stdout).toMatch(/regressed, accepted by "mona": "worth \| it"/);

  expect((await baseline("export", "--output", "all.json")).code).toBe(0);
  const exported = JSON.parse(await readFile(join(folder.path, "all.json"), "utf8"));
  expect(exported).toMatchObject({ kind: "mcp-bench-export", sha: tipOf(remote, branch) });
  expect(Object.values(exported.keys)).toEqual([
    [
      expect.objectContaining({ commit: commitId(1) }),
      expect.objectContaining({ commit: commitId(2), accepted: expect.objectContaining({ by: "mona" }) }),
    ],
  ]);

  expect(await baseline("verify")).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 runs/) });
  expect(await baseline("prune")).toMatchObject({ code: 0, stdout: "0 runs removed\n" });
});

test("wrong words are wrong usage, and the branch keeps its commit", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const before = tipOf(remote, branch);
  const accept = ["accept", commitId(2)];
  for (const [named, ...words] of [
    ["--reason", ...accept, "--reason", ""],
    ["--reason", ...accept, "--reason", " "],
    ["--by", ...accept, "--reason", "worth it", "--by", ""],
    [commitId(99).slice(0, 12), "accept", commitId(99), "--reason", "worth it"],
    ["no-such-environment", "show", "no-such-environment"],
    ["yesterday", "prune", "--before", "yesterday"],
  ] as const) {
    const refused = await cli(["baseline", ...words, "--remote", remote], folder.path);
    expect(refused, words.join(" ")).toMatchObject({ code: 2, stderr: expect.stringContaining(named) });
  }
  expect(tipOf(remote, branch)).toBe(before);
  expect((await cli(["baseline", "list", "--remote", remote], folder.path)).code).toBe(0);
});

test("a checkout is measured and stored several times at once, and the next commit is compared with all of them", async () => {
  using project = createRepository(tunableProject({ rounds: 2 }));
  const remote = join(project.remotes, "octo/server.git");
  const baseline = (...words: string[]) => cli(["baseline", ...words, "--remote", remote], project.directory);
  expect((await baseline("push")).code).toBe(2);
  expect((await baseline("push", "--runs", "0")).code).toBe(2);
  const pushed = await baseline("push", "--runs", "2");
  expect(pushed, pushed.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/usable as a baseline.*\n.*usable/),
  });
  await using store = await openTestStore(remote);
  const [key = ""] = Object.keys((await store.snapshot()).index.keys);
  expect((await store.read(key)).entries.map(({ run, usable }) => [run, usable])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect((await baseline("show")).stdout).toMatch(/not compared\n.*not compared\n/);

  const compared = (cwd = project.directory) => cli(["run", "--compare-ref", "none"], cwd);
  // The commit's own runs are no baseline for it, but for what was changed since.
  const same = await compared();
  expect(same, same.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("all 2 usable stored runs") });
  // A longer tool list is larger on a busy machine, too, where two runs may not decide on speed.
  const longer = tunableServer(800).replace("      name,\n", "$&      description: 'Finds a text. '.repeat(9),\n");
  await writeFile(join(project.directory, "server.js"), longer);
  const dirty = await baseline("push", "--runs", "1");
  expect(dirty).toMatchObject({ code: 2, stderr: expect.stringContaining("changes that no commit holds") });
  expect(dirty.stderr).not.toContain("launch");
  const worse = await compared();
  expect(worse.stdout, worse.stderr).toContain("(2 runs)");
  expect(worse.code).toBe(1);

  project.git("push", "--quiet", "--force", "origin", `HEAD:refs/heads/${branch}`);
  expect(await compared()).toMatchObject({ code: 2, stdout: expect.stringContaining("could not be read") });
  project.git("push", "--quiet", "origin", `:refs/heads/${branch}`);
  expect(await compared()).toMatchObject({ code: 0, stdout: expect.stringContaining(`no branch ${branch}`) });
});

test("runs of a clean checkout are stored, though their build changes a file that git tracks", async () => {
  const { "mcp-bench.yml": config = "", ...files } = tunableProject({ rounds: 1 });
  const renewed = config.replace("mkdir -p node_modules", "echo more >> lock");
  using project = createRepository({ ...files, "mcp-bench.yml": renewed, lock: "" });
  const remote = join(project.remotes, "octo/server.git");
  const pushed = await cliHere(["baseline", "push", "--runs", "2", "--remote", remote], project.directory);
  expect(pushed, pushed.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^stored.*\nstored/) });
});

test("a run that is no baseline names the benchmark that keeps it from being one", async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  const push = async (number: number, factor: number) => {
    const rounds = (median: number) => noisyRounds(6, { median, spread: 0.01, seed: number });
    const record = makeRecord({ rows: { echo: { head: rounds(factor) }, other: { head: rounds(1) } } });
    const commit = { sha: commitId(number), dirty: false };
    await writeFile(join(folder.path, "record.json"), JSON.stringify({ ...record, commit }));
    return await cli(["baseline", "push", "record.json", "--remote", remote], folder.path);
  };
  for (const number of [1, 2, 3, 4, 5]) expect((await push(number, 1)).stdout).toContain("usable as a baseline");
  const slower = await push(6, 3);
  expect(slower.stdout, slower.stderr).toContain('for the history only ("echo" regressed)');
});

test.each([1, 2])("what is interrupted in run %i is not stored, and no run follows", async (run) => {
  using project = createRepository(tunableProject({ rounds: 20 }));
  const remote = join(project.remotes, "octo/server.git");
  const words = ["baseline", "push", "--runs", "3", "--remote", remote];
  const child = spawn(process.execPath, [resolve("dist/cli.js"), ...words], {
    cwd: project.directory,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close");
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    const before = printed;
    printed += text;
    // Several rounds are complete by then, and would make a record.
    const tenths = (log: string) => log.split("round 10 took").length - 1;
    if (tenths(before) < run && tenths(printed) >= run) child.kill("SIGINT");
  });
  expect(await closed, printed).toEqual([130, null]);
  await using store = await openTestStore(remote);
  const [key] = Object.keys((await store.snapshot()).index.keys);
  expect(key === undefined ? 0 : (await store.read(key)).entries.length).toBe(run - 1);
});

test("a branch that is not there is wrong usage, but for its list", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const asked = (...words: string[]) => cli([...words, "--remote", remote, "--branch", "nope"], folder.path);
  const refused = { code: 2, stderr: expect.stringContaining("nope") };
  expect(await asked("baseline", "verify")).toMatchObject(refused);
  expect(await asked("report", "--history", "--format", "html")).toMatchObject(refused);
  expect(await asked("baseline", "list")).toMatchObject({ code: 0, stdout: expect.stringContaining("nope") });
});

test("accepting what is a baseline already, and a first run of another machine, are said", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const accepted = await cli(
    ["baseline", "accept", commitId(1), "--reason", "none", "--by", "mona", "--remote", remote],
    folder.path,
  );
  expect(accepted.stdout).toContain("it was a baseline already");
  const record = {
    ...makeRecord({ rows: { echo: { head: [{ latencies: [1] }] } } }),
    commit: { sha: commitId(9), dirty: false },
  };
  await writeFile(join(folder.path, "record.json"), JSON.stringify(record));
  const pushed = await cli(["baseline", "push", "record.json", "--remote", remote], folder.path);
  expect(pushed).toMatchObject({ code: 0, stderr: expect.stringContaining("first run of") });
});

test.each([0.9, 0.1])(
  "a run under a CPU pressure of %d is stored, and that it was busy is said",
  async (cpuPressure) => {
    using folder = temporaryFolder();
    const { rounds, ...record } = makeRecord({ rows: { echo: { head: [{ latencies: [1] }] } } });
    const read = { ...record, rounds: rounds.map((round) => ({ ...round, machine: { load: 9, cpuPressure } })) };
    await writeFile(
      join(folder.path, "record.json"),
      JSON.stringify({ ...read, commit: { sha: commitId(1), dirty: false } }),
    );
    const remote = bareRepository(folder.path);
    const pushed = await cli(["baseline", "push", "record.json", "--remote", remote], folder.path);
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining("stored") });
    expect(pushed.stderr.includes("kept this machine busy")).toBe(cpuPressure > 0.5);
  },
);

test("a checkout from elsewhere does not get the token sent to its host, and that is said", async () => {
  using folder = temporaryFolder();
  await remoteWithRuns(folder.path);
  await using elsewhere = await serveGit(folder.path);
  git(folder.path, ["init", "--quiet", "checkout"]);
  const checkout = join(folder.path, "checkout");
  git(checkout, ["remote", "add", "origin", `${elsewhere.url}/remote.git`]);
  const environment = { GITHUB_TOKEN: "ghp_0123456789", GITHUB_SERVER_URL: "", GITHUB_REPOSITORY: "", GH_HOST: "" };
  const { code, stderr } = await cli(["baseline", "list"], checkout, environment);
  expect(code, stderr).toBe(0);
  expect([...elsewhere.authorizations]).toEqual([undefined]);
  expect(stderr.match(/GITHUB_TOKEN is not sent to 127\.0\.0\.1:\d+/g)).toHaveLength(1);
});

test("the token goes to the server that GITHUB_SERVER_URL names", async () => {
  using folder = temporaryFolder();
  await remoteWithRuns(folder.path);
  const token = "ghp_0123456789";
  await using ours = await serveGit(folder.path, { token });
  const environment = { GITHUB_TOKEN: token, GITHUB_SERVER_URL: ours.url, GITHUB_REPOSITORY: "" };
  const { code, stderr } = await cli(
    ["baseline", "list", "--remote", `${ours.url}/remote.git`],
    folder.path,
    environment,
  );
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain("GITHUB_TOKEN");
});

test("a damaged branch is named by each command that reads it, which exits with 2", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const files = filesOf(remote, branch);
  const damaged = Object.keys(files).find((path) => path.endsWith(".json") && path !== "mcp-bench.json") ?? "";
  commitFiles(remote, branch, { ...files, [damaged]: (files[damaged] ?? "").slice(0, -20) });
  for (const word of ["show", "verify", "export"]) {
    const { code, stderr } = await cli(["baseline", word, "--remote", remote], folder.path);
    expect(stderr, word).toContain(damaged);
    expect(code).toBe(2);
  }
});

test("a damaged table of contents is refused by list", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  commitFiles(remote, branch, { ...filesOf(remote, branch), "mcp-bench.json": "<<<<<<< HEAD\n" });
  const { code, stderr } = await cli(["baseline", "list", "--remote", remote], folder.path);
  expect(stderr).toContain("mcp-bench.json");
  expect(code).toBe(2);
});

test("a remote that is not there says so and exits with 2", async () => {
  using folder = temporaryFolder();
  const { code, stderr } = await cli(["baseline", "list", "--remote", join(folder.path, "none.git")], folder.path);
  expect(stderr).toMatch(/none\.git|repository/);
  expect(code).toBe(2);
});
