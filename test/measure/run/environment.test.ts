import { expect, test } from "vitest";
import { normaliseCpuModel, readEnvironment } from "../../../src/measure/run/environment.ts";

const machine = {
  os: "darwin" as const,
  osVersion: "25.1.0",
  arch: "arm64" as const,
  cpuModel: "Apple M1 (Virtual)",
  cores: 3,
  memoryBytes: 7_516_192_768,
  runtime: "node 24.21.0",
};

test("a hosted runner names its image; the weekly version stands apart", () => {
  const env = { ImageOS: "macos26", ImageVersion: "20261103.1", GITHUB_TOKEN: "secret" };
  expect(readEnvironment({ env, runnerKey: "bench-1", custom: { Xcode: "26.1" } }, machine)).toEqual({
    os: "darwin",
    osVersion: "25.1.0",
    arch: "arm64",
    cpuModel: "Apple M1 (Virtual)",
    cores: 3,
    memoryBytes: 7_516_192_768,
    runnerImage: "macos26",
    runnerImageVersion: "20261103.1",
    runnerKey: "bench-1",
    runtime: "node 24.21.0",
    custom: { Xcode: "26.1" },
  });
});

test("elsewhere the image is absent, not empty", () => {
  const found = readEnvironment({ env: { ImageOS: "" } }, machine);
  expect(found).not.toHaveProperty("runnerImage");
  expect(found).not.toHaveProperty("runnerKey");
});

test.each([
  ["Intel(R) Xeon(R) CPU E5-2673 v4 @ 2.30GHz", "Intel Xeon E5-2673 v4"],
  ["  Intel(R)  Core(TM) i7-9750H CPU @ 2.60GHz ", "Intel Core i7-9750H"],
  ["AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763 64-Core Processor"],
  ["", "unknown"],
  [undefined, "unknown"],
])("CPU model %j reads %j", (model, name) => expect(normaliseCpuModel(model)).toBe(name));

test("this machine has cores and memory", () => {
  const found = readEnvironment({ env: {} });
  expect(found.cores).toBeGreaterThan(0);
  expect(found.memoryBytes).toBeGreaterThan(1e8);
  expect(found.runtime).toBe(`node ${process.versions.node}`);
});
