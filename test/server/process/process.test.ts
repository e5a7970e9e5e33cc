import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { family, listProcesses } from "../../../src/base/host/process-tree.ts";
import { ServerError } from "../../../src/errors.ts";
import { spawnServer } from "../../../src/server/process/process.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { fixture, launch, launchError, leftOf, stdioSpec } from "../support.ts";

const misbehave = fixture("misbehave.js");

describe("a server that cannot be started", () => {
  test("names a command that does not exist", async () => {
    const error = await launchError(stdioSpec("", [], { command: "no-such-server" }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain('"no-such-server" was not found');
    expect(error.message).toContain("fix: install it");
  });

  test("says where the arguments belong that stand in the command", async () => {
    const error = await launchError(stdioSpec("", [], { command: "node server.js", args: [] }));
    expect(error.message).toContain('"node server.js" was not found');
    expect(error.message).toContain("put its arguments into `args`, or write the whole line as `server: …`");
  });

  test("tells a missing working directory from a missing command", async () => {
    const error = await launchError(stdioSpec(misbehave, [], { cwd: join(tmpdir(), "no-such-folder") }));
    expect(error.message).toMatch(/working directory .*no-such-folder does not exist/);
  });

  test("says that the working directory is a file, or that a file is in the way of the command", async () => {
    const error = await launchError(stdioSpec(misbehave, [], { cwd: misbehave }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain(`the working directory ${misbehave} is no directory`);
    const command = join(misbehave, "server");
    expect((await launchError(stdioSpec("", [], { command }))).message).toContain(`"${command}" was not found`);
  });

  test("says that an argument is longer than the system takes", async () => {
    const error = await launchError(stdioSpec(misbehave, ["ok", "a".repeat(10 * 2 ** 20)]));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain("is given more than the system hands over");
    expect(error.message).toContain("fix: hand over what is long in a file");
    expect(error.message.length).toBeLessThan(1_000);
  });

  test("says that a file is not executable", async () => {
    const folder = mkdtempSync(join(tmpdir(), "server-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const command = join(folder, "server.sh");
    writeFileSync(command, "#!/bin/sh\n", { mode: 0o644 });
    const error = await launchError(stdioSpec("", [], { command, args: [] }));
    expect(error.message).toContain("may not be executed");
    expect(error.message).toContain("chmod +x");
  });

  test("says that the interpreter of a script is missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "server-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const command = join(folder, "server.sh");
    writeFileSync(command, "#!/no/such/interpreter\n", { mode: 0o755 });
    const error = await launchError(stdioSpec("", [], { command, args: [] }));
    expect(error.message).toContain(`what runs "${command}" was not found`);
    expect(error.message).toContain("correct the first line of the script");
  });

  test("shows the exit code and the last words of one that exits at once", async () => {
    const error = await launchError(stdioSpec(misbehave, ["exit-7"]));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain("exited with code 7 before the MCP handshake was done");
    expect(error.message).toContain("cannot read settings.json");
  });
});

test("the end of a server comes with all that it wrote before", async () => {
  const lines =
    'i=0; while [ $i -lt 1500 ]; do echo "line $i of a long story" >&2; i=$((i+1)); done; echo "out of memory" >&2; exit 7';
  const command = { command: "sh", args: ["-c", lines], env: { PATH: env.PATH ?? "" }, cwd: "." };
  const server = await spawnServer({ ...command, shutdownTimeoutMs: 1000, endsOn: "stdin" }, systemClock);
  expect(await server.exited).toMatchObject({ code: 7 });
  expect(server.lastOutput("server")).toMatch(/line 1499 of a long story\n {4}out of memory$/);
  await server.stop();
});

describe("stopping a server", () => {
  test("ends it by the end of stdin and tells how long that took", async () => {
    const server = await launch(stdioSpec(misbehave, ["ok"]));
    expect(leftOf(server.pid ?? 0)).toEqual([server.pid]);
    const report = await server.stop();
    expect(report).toEqual({
      exitCode: 0,
      signal: null,
      killed: false,
      orphans: 0,
      shutdownMs: expect.any(Number),
    });
    expect(leftOf(server.pid ?? 0)).toEqual([]);
    expect(await server.stop()).toBe(report);
  });

  test("goes on to SIGTERM when the end of stdin moves nothing", async () => {
    const server = await launch(stdioSpec(misbehave, ["ends-on-sigterm"], { shutdownTimeoutMs: 2_000 }));
    expect(await server.stop()).toMatchObject({ exitCode: 3, killed: false, shutdownMs: expect.any(Number) });
  });

  test("kills what ignores both, and then gives no time", async () => {
    const server = await launch(stdioSpec(misbehave, ["stubborn"], { shutdownTimeoutMs: 200 }));
    expect(await server.stop()).toEqual({ exitCode: null, signal: "SIGKILL", killed: true, orphans: 0 });
    expect(leftOf(server.pid ?? 0)).toEqual([]);
  });

  test.each(["stdin", "SIGTERM"] as const)("kills one after the whole of its time to end on %s", async (endsOn) => {
    const args = ["-c", "trap '' TERM; echo up; while :; do sleep 0.1; done"];
    const command = { command: "sh", args, env: { PATH: env.PATH ?? "" }, cwd: ".", endsOn };
    const server = await spawnServer({ ...command, shutdownTimeoutMs: 400 }, systemClock);
    await once(server.stdout, "data");
    const from = systemClock.now();
    expect(await server.stop()).toMatchObject({ killed: true });
    expect(systemClock.now() - from).toBeGreaterThan(350);
  });

  test("kills one that a signal of ours did not end in time, without asking again", async () => {
    const server = await launch(stdioSpec(misbehave, ["stubborn"], { shutdownTimeoutMs: 600_000 }));
    expect(await server.endBy?.("SIGTERM", 100)).toBeUndefined();
    expect(leftOf(server.pid ?? 0)).toEqual([]);
    expect(await server.stop()).toMatchObject({ killed: true, orphans: 0 });
  });

  test.each(["grandchild", "detached-grandchild"])("counts and ends a %s left behind", async (mode) => {
    const server = await launch(stdioSpec(misbehave, [mode]));
    const members = family(server.pid ?? 0);
    expect(members).toHaveLength(1);
    expect(await server.stop()).toMatchObject({ exitCode: 0, orphans: 1 });
    expect(listProcesses().filter(({ pid }) => pid === members[0]?.pid)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("counts and ends a daemon, which has left group and family", async () => {
    const server = await launch(stdioSpec(misbehave, ["daemon"]));
    const daemon = () => Number(/daemon (\d+)/.exec(server.stderrTail())?.[1]);
    await expect.poll(daemon).toBeGreaterThan(0);
    expect(family(server.pid ?? 0)).toEqual([]);
    const running = () => listProcesses().filter(({ pid }) => pid === daemon());
    expect(running()).toHaveLength(1);
    expect(await server.stop()).toMatchObject({ exitCode: 0, orphans: 1 });
    expect(running()).toEqual([]);
  });

  test("ends what a shell started for it", async () => {
    const command = `"${process.execPath}" "${misbehave}" stubborn; true`;
    const server = await launch(stdioSpec("", [], { command: "sh", args: ["-c", command], shutdownTimeoutMs: 2_000 }));
    expect(leftOf(server.pid ?? 0)).toHaveLength(2);
    expect(await server.stop()).toMatchObject({ signal: "SIGTERM", orphans: 1 });
    expect(leftOf(server.pid ?? 0)).toEqual([]);
  });

  test("leaves nothing when our own process exits without stopping it", async () => {
    const program = `
      import { systemClock } from "./src/base/host/clock.ts";
      import { launchServer } from "./src/server/open.ts";
      const spec = JSON.parse(process.argv[1]);
      const server = await launchServer(spec, { clock: systemClock });
      process.stdout.write(String(server.pid), () => process.exit(0));
    `;
    const spec = stdioSpec(misbehave, ["stubborn"]);
    const args = ["--input-type=module", "-e", program, JSON.stringify(spec)];
    const child = spawn(process.execPath, args, { cwd: spec.cwd, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    await once(child, "close");
    const pid = Number(output);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => leftOf(pid)).toEqual([]);
  });
});

const hasPs = spawnSync("ps", ["-axo", "pid="]).status === 0;

test.runIf(process.platform === "linux" && hasPs)("`ps`, asked on other systems, lists what /proc lists", () => {
  const parent = (platform: NodeJS.Platform) => listProcesses(platform).filter(({ pid }) => pid === process.pid);
  expect(parent("darwin")).toHaveLength(1);
  expect(parent("darwin")).toEqual(parent("linux"));
});

/** Blocks until a child of ours is dead and nobody has asked how it ended. */
function untilDead(pid: number | undefined): void {
  while (
    !spawnSync("ps", ["-o", "stat=", "-p", String(pid)])
      .stdout.toString()
      .includes("Z")
  );
}

test("the last words of a server are read, though our own work holds up whoever waits for its end", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const sign = join(folder.path, "sign");
  const wait = `while [ ! -e ${sign} ]; do sleep 0.01; done`;
  const command = { command: "sh", args: ["-c", `${wait}; echo last words >&2; exit 7`], cwd: folder.path };
  const environment = { PATH: env.PATH ?? "" };
  const server = await spawnServer(
    { ...command, env: environment, shutdownTimeoutMs: 1000, endsOn: "stdin" },
    systemClock,
  );
  // The end of another child is dealt with at the same time, after what it wrote.
  const other = spawn("sh", ["-c", "echo done"]);
  other.stdout.once("data", () => {
    writeFileSync(sign, "");
    untilDead(server.pid);
  });
  other.once("exit", () => spawnSync("sleep", ["0.2"]));
  await once(other, "spawn");
  untilDead(other.pid);
  await server.exited;
  expect(server.lastOutput("server")).toContain("last words");
  await server.stop();
});
