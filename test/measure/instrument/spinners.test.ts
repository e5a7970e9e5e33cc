import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { thisHost } from "../../../src/measure/instrument/host.ts";
import { Spinners } from "../../../src/measure/instrument/spinners.ts";
import { temporaryFolder } from "../../support/folder.ts";

const { hasTools, platform, cores } = thisHost();
const canSpin = platform === "linux" && hasTools;

/** Processes of a group: their ids and scheduling classes. */
function ofGroup(leader: number): string[] {
  const all = execFileSync("ps", ["-eo", "pgid=,stat=,cls=,args="], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.trim().startsWith(`${leader} `) && !/^\s*\d+\s+Z/.test(line));
}

const program = `
import { Spinners } from ${JSON.stringify(new URL("../../../src/measure/instrument/spinners.ts", import.meta.url).href)};
const spinners = await Spinners.start([${cores.join()}]);
console.log(spinners === undefined ? "none" : spinners.group);
setInterval(() => {}, 1000);
`;

test.runIf(canSpin)("spinners yield to everything else, and end when asked to", async () => {
  const spinners = await Spinners.start(cores);
  // A system may refuse them; a run then does without.
  if (!spinners) return;
  const inIdleClass = () => ofGroup(spinners.group).filter((line) => line.includes("IDL"));
  await vi.waitFor(() => expect(inIdleClass()).toHaveLength(cores.length), { timeout: 60_000 });
  spinners.pause();
  spinners.resume();
  spinners[Symbol.dispose]();
  await vi.waitFor(() => expect(ofGroup(spinners.group)).toEqual([]), { timeout: 60_000 });
});

test.runIf(canSpin)("they end with a harness that is killed", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = await once(child.stdout.setEncoding("utf8"), "data");
  const group = Number(text);
  if (Number.isNaN(group)) return void child.kill();
  expect(ofGroup(group).length).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await once(child, "exit");
  await vi.waitFor(() => expect(ofGroup(group)).toEqual([]), { timeout: 60_000 });
});

test("where there is no shell, there are none", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await Spinners.start([0])).toBeUndefined();
});

test.runIf(canSpin).each([
  ["the class that yields", "chrt"],
  ["affinity", "taskset"],
])("where the system refuses %s, there are none", async (_, program) => {
  using folder = temporaryFolder();
  writeFileSync(path.join(folder.path, program), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${folder.path}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await Spinners.start([cores[0] ?? 0])).toBeUndefined();
});

test.runIf(canSpin)("servers beside them count as many cores as without", async () => {
  const count = () => execFileSync("nproc", { encoding: "utf8" });
  const before = count();
  const spinners = await Spinners.start(cores);
  onTestFinished(() => spinners?.[Symbol.dispose]());
  expect(count()).toBe(before);
});
