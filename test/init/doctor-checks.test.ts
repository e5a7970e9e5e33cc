import { expect, test } from "vitest";
import { ServerError } from "../../src/errors.ts";
import {
  baselineFindings,
  cores,
  gitVersion,
  linuxGovernor,
  machineFindings,
  macPower,
  node,
  rowFindings,
  serverFindings,
  stealFinding,
  tokenFinding,
  whyNoTurns,
} from "../../src/init/doctor-checks.ts";
import { TimeBudgetSpent } from "../../src/measure/run/time-budget.ts";
import { tabulate } from "../../src/table/table.ts";
import { sampleEntry } from "../baseline/sample.ts";
import { makeRecord } from "../decide/records.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, git } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";

test("rows that fail are told with the server's words, those that answer are counted", () => {
  const record = makeRecord({
    rows: {
      a: { head: [{ latencies: [1, 2] }] },
      b: { head: [{ latencies: [1], failures: { "tool-error": 3 } }] },
      c: { head: [{ latencies: [], failures: { timeout: 2 } }] },
    },
  });
  expect(rowFindings(tabulate(record))).toMatchObject([
    { state: "odd", text: expect.stringMatching(/^b: 3 of 4 calls fail/) },
    { state: "bad", text: expect.stringMatching(/^c: every call fails/) },
    { state: "odd", text: "1 of 3 rows answer" },
  ]);
});

test("a look that was too short does not ask for a longer budget, and other errors keep their words", () => {
  const short = whyNoTurns(new TimeBudgetSpent(10_000), 10_000);
  expect(short).toMatch(
    /^10\.0\ss were too short .* the first benchmark takes longer, or other programs keep the machine busy$/,
  );
  expect(short).not.toContain("time_budget");
  expect(whyNoTurns(new ServerError("the build failed"), 10_000)).toContain("cannot be measured: the build failed");
});

test("a server that takes long to start, or writes other things on its stdout, is told so", () => {
  expect(serverFindings({ warnings: [], startupMs: 400 })).toEqual([]);
  expect(serverFindings({ warnings: ["2 messages that are not JSON-RPC"], startupMs: 5_000 })).toMatchObject([
    { state: "odd", text: "2 messages that are not JSON-RPC" },
    { state: "odd", what: "start-up", text: expect.stringMatching(/5\.0 s to start.*60 s of the shortest verdict/) },
  ]);
});

test("Node is old, or new enough", () => {
  expect(node("18.20.1").state).toBe("bad");
  expect(node("20.0.0").state).toBe("good");
});

test("git is old, or new enough", () => {
  expect(gitVersion("git version 2.34.1").state).toBe("odd");
  expect(gitVersion("git version 2.39.5 (Apple Git-154)").state).toBe("good");
  expect(gitVersion("git version 3.0.0").state).toBe("good");
});

test("cores are too few, busy, or free", () => {
  expect(cores(1, 0).state).toBe("odd");
  expect(cores(4, 3.5).state).toBe("odd");
  expect(cores(4, 0.4).state).toBe("good");
});

test("a Mac on its battery or in low power mode is told so, with what ends it", () => {
  const settings = (mode: number) => ` standby              1\n lowpowermode         ${mode}\n`;
  const plugged = "Now drawing from 'AC Power'\n";
  expect(macPower(settings(0), plugged)).toMatchObject([{ state: "good", text: "AC Power" }]);
  expect(macPower(settings(1), plugged)).toMatchObject([{ state: "odd", text: expect.stringContaining("pmset -a") }]);
  expect(macPower(settings(0), "Now drawing from 'Battery Power'\n")).toMatchObject([{ state: "odd" }]);
  expect(macPower("", "")).toEqual([]);
});

test("a governor that saves power is told so, with what ends it", () => {
  expect(linuxGovernor("powersave\n")).toMatchObject([{ state: "odd", text: expect.stringContaining("cpupower") }]);
  expect(linuxGovernor("performance\n")).toMatchObject([{ state: "good" }]);
  expect(linuxGovernor("")).toEqual([]);
});

test("a host that gives the machine's time away is told, where it tells", () => {
  const record = makeRecord({ rows: { a: { head: [{ latencies: [1] }] } } });
  const stolen = (steal: number) =>
    tabulate({ ...record, rounds: record.rounds.map((round) => ({ ...round, machine: { steal, load: 1 } })) });
  expect(stealFinding(stolen(0.2))).toMatchObject([{ state: "odd", text: expect.stringContaining("20%") }]);
  expect(stealFinding(stolen(0.01))).toMatchObject([{ state: "good" }]);
  expect(stealFinding(stolen(0.00052))).toMatchObject([
    { state: "good", text: expect.stringContaining("gave 0.1% of") },
  ]);
  expect(stealFinding(tabulate(record))).toEqual([]);
});

test("a remote by https without a token is told what gives one", () => {
  const url = "https://github.com/a/b";
  expect(tokenFinding({ url })).toMatchObject([{ state: "odd", text: expect.stringContaining("gh auth token") }]);
  expect(tokenFinding({ url, credentials: "x:y" })).toEqual([
    { state: "good", what: "token", text: "there is one for github.com" },
  ]);
  expect(tokenFinding({ url: "git@github.com:a/b" })).toEqual([]);
});

test("this machine runs the tests, so nothing is bad about it", async () => {
  const findings = await machineFindings();
  expect(findings.map(({ what }) => what).filter((what) => what !== "power")).toEqual([
    "Node",
    "git",
    "memory and CPU of processes",
    "cores",
  ]);
  expect(findings.filter(({ state }) => state === "bad")).toEqual([]);
});

test("the baseline branch is not there yet, is there, or has no remote", async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  git(folder.path, ["init", "--quiet", "checkout"]);
  const place = { directory: `${folder.path}/checkout`, branch, environment: process.env };
  expect((await baselineFindings(place)).at(-1)).toMatchObject({
    state: "odd",
    text: expect.stringMatching(/no remote[\s\S]*need it$/),
  });
  git(place.directory, ["remote", "add", "origin", remote]);
  expect((await baselineFindings(place)).at(-1)).toMatchObject({
    state: "good",
    text: expect.stringMatching(/not exist yet/),
  });
  await using store = await openTestStore(remote);
  const { sha } = await store.append(sampleEntry());
  expect((await baselineFindings(place)).at(-1)).toMatchObject({
    state: "good",
    text: `${branch} at ${sha.slice(0, 12)}`,
  });
  git(place.directory, ["remote", "set-url", "origin", `${remote}-gone`]);
  expect((await baselineFindings(place)).at(-1)).toMatchObject({
    state: "odd",
    text: expect.stringMatching(/cannot be read/),
  });
});
