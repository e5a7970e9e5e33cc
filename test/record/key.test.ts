import { expect, test } from "vitest";
import { describeEnvironment, environmentKey, keyPattern } from "../../src/record/key.ts";
import type { RecordEnvironment } from "../../src/record/record.ts";
import { sampleRecord } from "../baseline/sample.ts";

const keyOf = (environment: Partial<RecordEnvironment> = {}) => environmentKey(sampleRecord({ environment }));

test("a key is readable and the same in every version", () => {
  expect(keyOf()).toBe("linux-x64_ubuntu24_amd-epyc-7763-64-core-processor_4-cores_stdio_v0-7e323bff3e");
  expect(keyOf({ runnerKey: "lab", serverRuntime: "python 3.12" })).toMatch(
    /^linux-x64_ubuntu24_lab_amd-epyc-7763-64-core-processor_4-cores_python-3.12_stdio_v0-[0-9a-f]{10}$/,
  );
  expect(describeEnvironment(sampleRecord())).toBe(
    "linux x64, ubuntu24, AMD EPYC 7763 64-Core Processor, 4 cores, stdio, mcp-bench 0.x",
  );
});

test("what does not decide about speed leaves the key alone", () => {
  const custom = { Xcode: "26" };
  expect(
    keyOf({ runnerImageVersion: "20270101.9", osVersion: "9.9", memoryBytes: 1, runtime: "node 20", custom }),
  ).toBe(keyOf());
  expect(environmentKey({ ...sampleRecord(), harness: "mcp-bench 0.9.3" })).toBe(keyOf());
});

test.each<[string, Partial<RecordEnvironment>]>([
  ["os", { os: "darwin" }],
  ["architecture", { arch: "arm64" }],
  ["image", { runnerImage: "ubuntu26" }],
  ["CPU", { cpuModel: "AMD EPYC 9V74 80-Core Processor" }],
  ["cores", { cores: 8 }],
  ["server runtime", { serverRuntime: "node 24" }],
  ["runner key", { runnerKey: "lab" }],
  ["instrument", { instrument: { kind: "awake", why: "quota" } }],
])("another %s is another key", (_, environment) => {
  expect(keyOf(environment)).not.toBe(keyOf());
});

test("other work leaves the key alone: the runs of a machine are kept together, however busy it is", () => {
  const idle = keyOf({ instrument: { kind: "spinning" } });
  expect(idle).toContain("_cores-kept-awake_");
  expect(keyOf({ instrument: { kind: "asleep", why: "other-work", otherwise: "spinning" } })).toBe(idle);
  expect(keyOf({ instrument: { kind: "asleep", why: "one-core" } })).not.toBe(idle);
});

test("another major version of the harness is another key", () => {
  expect(environmentKey({ ...sampleRecord(), harness: "mcp-bench 1.0.0" })).not.toBe(keyOf());
});

test("keys that differ in case, punctuation or beyond the cut-off stay apart where case is ignored", () => {
  const long = "x".repeat(60);
  const names = [
    "Lab",
    "lab",
    "LAB",
    "la b",
    "la-b",
    `${long}1`,
    `${long}2`,
    "../../etc",
    "été",
    "ete",
    "机器一",
    "机器二",
    "con",
  ];
  const keys = names.map((runnerKey) => keyOf({ runnerKey }).toLowerCase());
  expect(new Set(keys).size).toBe(names.length);
  for (const key of keys) expect(key).toMatch(keyPattern);
});

test("a key stays a file name however long its parts are", () => {
  const part = "long name ".repeat(50);
  const key = keyOf({ cpuModel: part, runnerKey: part, runnerImage: part, serverRuntime: part, os: part });
  expect(key.length).toBeLessThan(200);
  expect(key).toMatch(keyPattern);
});

test("servers of one repository have keys of their own, the one of its own folder has the plain one", () => {
  const of = (asked: { workingDirectory: string; folder?: string; config?: string; server?: string; url?: string }) =>
    environmentKey({ ...sampleRecord(), asked: { passEnv: [], ...asked } });
  expect(of({ workingDirectory: "." })).toBe(keyOf());
  expect(of({ workingDirectory: "./", config: "./mcp-bench.yml" })).toBe(keyOf());
  expect(of({ workingDirectory: "./servers/search/", config: "mcp-bench.yml" })).toBe(
    of({ workingDirectory: "servers/search" }),
  );
  expect(of({ workingDirectory: "servers/search" })).toMatch(/_servers-search_/);
  // Started in the folder itself, or from anywhere else.
  expect(of({ workingDirectory: ".", folder: "servers/search" })).toBe(of({ workingDirectory: "servers/search" }));
  expect(of({ workingDirectory: "/home/me/server", folder: "." })).toBe(keyOf());
  expect(of({ workingDirectory: ".", url: "http://one/mcp" })).not.toBe(
    of({ workingDirectory: ".", url: "http://two/mcp" }),
  );
  expect(of({ workingDirectory: "servers/files//../search", config: "../search/./mcp-bench.yml" })).toBe(
    of({ workingDirectory: "servers/search" }),
  );
  const others = [
    of({ workingDirectory: "servers/files" }),
    of({ workingDirectory: "servers/search" }),
    of({ workingDirectory: ".", config: "files.yml" }),
    of({ workingDirectory: ".", server: "node files.js" }),
  ];
  expect(new Set([keyOf(), ...others]).size).toBe(5);
});

test.each([
  ["node 24.21", "node 24.22", true],
  ["bun 1.2", "bun 1.3", true],
  ["node 24.21", "node 26.1", false],
  ["python 3.12", "python 3.13", false],
])("%s and %s are one environment: %s", (one, other, isOne) => {
  expect(keyOf({ serverRuntime: one }) === keyOf({ serverRuntime: other })).toBe(isOne);
});
