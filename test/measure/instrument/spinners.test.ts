import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { thisHost } from "../../../src/measure/instrument/host.ts";
import { Spinners } from "../../../src/measure/instrument/spinners.ts";
import { temporaryFolder } from "../../support/folder.ts";

const { hasTools, platform, cores } = thisHost();

test("where there is no shell, there are none", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await Spinners.start([0])).toBeUndefined();
});

test.runIf(platform === "linux" && hasTools).each([
  ["the class that yields", "chrt"],
  ["affinity", "taskset"],
])("where the system refuses %s, there are none", async (_, program) => {
  using folder = temporaryFolder();
  writeFileSync(path.join(folder.path, program), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${folder.path}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await Spinners.start([cores[0] ?? 0])).toBeUndefined();
});
