import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { thisHost } from "../../../src/measure/instrument/host.ts";
import { Spinners } from "../../../src/measure/instrument/spinners.ts";

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

test("where there is no such class, there are none", async () => {
  vi.stubEnv("PATH", "/nowhere");
  expect(await Spinners.start([0])).toBeUndefined();
  vi.unstubAllEnvs();
});
