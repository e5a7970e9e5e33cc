import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import {
  type Cores,
  choosePinning,
  describePinning,
  findProgram,
  onCores,
  parseCoreList,
  pinSelf,
  readCores,
} from "../../../src/server/process/pinning.ts";
import { spawnChild } from "../../../src/server/process/spawn.ts";
import { temporaryFolder } from "../../support/folder.ts";

const linux: Cores = { platform: "linux", hasTaskset: true, allowed: [0, 1], siblings: (core) => [core] };

describe("which cores", () => {
  test("the first for the client, the others for the servers", () => {
    expect(choosePinning({ ...linux, allowed: [2, 3, 5] })).toEqual({ kind: "cores", client: "2", servers: "3,5" });
  });

  test("the other half of the client's core stays free where further cores remain", () => {
    const siblings = (core: number) => (core < 2 ? [0, 1] : [2, 3]);
    expect(choosePinning({ ...linux, allowed: [0, 1, 2, 3], siblings })).toMatchObject({ servers: "2,3" });
    expect(choosePinning({ ...linux, allowed: [0, 1], siblings })).toMatchObject({ servers: "1" });
  });

  test.each([
    ["darwin cannot pin", { ...linux, platform: "darwin" }],
    ["one core", { ...linux, allowed: [0] }],
    ["taskset", { ...linux, hasTaskset: false }],
  ] as const)("none, and why: %s", (why, cores) => {
    const pinning = choosePinning(cores);
    expect(pinning.kind).toBe("none");
    expect(describePinning(pinning)).toEqual({ notPinned: expect.stringContaining(why) });
  });

  test("lists as the kernel writes them", () => {
    expect(parseCoreList("0-2,5,7-8\n")).toEqual([0, 1, 2, 5, 7, 8]);
    expect(parseCoreList("")).toEqual([]);
  });
});

describe("a command on cores", () => {
  const command = { command: "node", args: ["x.js"], env: { PATH: process.env.PATH ?? "" }, cwd: "/" };

  test("is itself without any, and where its program does not exist", () => {
    expect(onCores(command)).toEqual(command);
    const missing = { ...command, command: "no-such-program", cores: "0" };
    expect(onCores(missing)).toEqual(missing);
  });

  test("is looked for past folders of its name", () => {
    using folder = temporaryFolder();
    for (const name of ["first/tool", "second"]) mkdirSync(join(folder.path, name), { recursive: true });
    const tool = join(folder.path, "second/tool");
    writeFileSync(tool, "", { mode: 0o755 });
    const PATH = ["first", "second"].map((name) => join(folder.path, name)).join(":");
    expect(findProgram("tool", { env: { PATH }, cwd: "/" })).toBe(tool);
    expect(findProgram("./first/tool", { env: { PATH }, cwd: folder.path })).toBeUndefined();
  });

  const pinning = choosePinning(readCores());
  test.runIf(pinning.kind === "cores")("runs there with what it starts, under its own process id", async () => {
    const servers = pinning.kind === "cores" ? pinning.servers : "";
    const args = [
      "-e",
      'console.log(process.pid, require("child_process").execSync("grep Cpus_allowed_list /proc/self/status").toString())',
    ];
    const asked = { ...command, args, cores: servers, shutdownTimeoutMs: 5000, endsOn: "stdin" } as const;
    const { child, stdout } = await spawnChild(asked, systemClock);
    const output = (await stdout.toArray()).join("");
    expect(output).toContain(`${child.pid} `);
    expect(parseCoreList(/list:\s*(\S+)/.exec(output)?.[1] ?? "")).toEqual(parseCoreList(servers));
  });

  test.runIf(pinning.kind === "cores")("this process moves there and back", () => {
    const before = readCores().allowed;
    const client = pinning.kind === "cores" ? pinning.client : "";
    const back = pinSelf(client);
    expect(readCores().allowed).toEqual([Number(client)]);
    back?.();
    expect(readCores().allowed).toEqual(before);
  });
});
