import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { env } from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import { thisHost } from "../../../src/measure/instrument/host.ts";
import { Spinners } from "../../../src/measure/instrument/spinners.ts";

const { hasTools, platform, cores } = thisHost();
/** A system may refuse them, and a run then does without; that of .ci/run has to grant them. */
const isRequired = env.MCP_BENCH_REQUIRE_ALL !== undefined;
const canSpin = platform === "linux" && (hasTools || isRequired);
/** They have half a second to come up, which may be too short on a busy machine. */
const tries = isRequired ? 200 : 1;

async function start(): Promise<Spinners | undefined> {
  let spinners: Spinners | undefined;
  for (let turn = 0; !spinners && turn < tries; turn++) spinners = await Spinners.start(cores);
  if (isRequired) expect(spinners).toBeDefined();
  onTestFinished(() => spinners?.[Symbol.dispose]());
  return spinners;
}

/** Processes of a group: their ids and scheduling classes. */
function ofGroup(leader: number): string[] {
  const all = execFileSync("ps", ["-eo", "pgid=,stat=,cls=,args="], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.trim().startsWith(`${leader} `) && !/^\s*\d+\s+Z/.test(line));
}

const program = `
import { Spinners } from ${JSON.stringify(new URL("../../../src/measure/instrument/spinners.ts", import.meta.url).href)};
let spinners;
for (let turn = 0; !spinners && turn < ${tries}; turn++) spinners = await Spinners.start([${cores.join()}]);
console.log(spinners === undefined ? "none" : spinners.group);
setInterval(() => {}, 1000);
`;

test.runIf(canSpin)("spinners yield to everything else, and end when asked to", async () => {
  const spinners = await start();
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
  onTestFinished(() => void child.kill("SIGKILL"));
  const [text] = await once(child.stdout.setEncoding("utf8"), "data");
  const group = Number(text);
  if (Number.isNaN(group)) return expect(isRequired).toBe(false);
  expect(ofGroup(group).length).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await once(child, "exit");
  await vi.waitFor(() => expect(ofGroup(group)).toEqual([]), { timeout: 60_000 });
});

test.runIf(canSpin)("servers beside them count as many cores as without", async () => {
  const count = () => execFileSync("nproc", { encoding: "utf8" });
  const before = count();
  await start();
  expect(count()).toBe(before);
});
