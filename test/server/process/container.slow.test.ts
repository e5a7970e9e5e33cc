import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { listProcesses } from "../../../src/base/host/process-tree.ts";
import { containerOf, withImage } from "../../../src/server/process/container.ts";
import { ownTmpdir } from "../../support/folder.ts";
import { fixture, launch, launchError, stdioSpec } from "../support.ts";

const misbehave = fixture("misbehave.js");

/** A folder with a `docker` of its own, and what runs by it. */
function engine() {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const docker = join(folder, "docker");
  copyFileSync(fixture("container-client.js"), docker);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  chmodSync(docker, 0o755);
  const state = join(folder, "state");
  const pids = () => readdirSync(state).map((id) => Number.parseInt(readFileSync(join(state, id), "utf8"), 10));
  const run = (options: readonly string[], mode: string, shutdownTimeoutMs = 20_000) =>
    stdioSpec("", [], {
      command: docker,
      args: ["run", ...options, "--interactive", "image", misbehave, mode],
      shutdownTimeoutMs,
    });
  return { docker, folder, pids, run };
}

const isAlive = (pid: number | undefined) => listProcesses().some((entry) => entry.pid === pid);

const temporary = ownTmpdir();
const idFolders = () => readdirSync(temporary).filter((name) => name.startsWith("mcp-bench-container-"));

describe.runIf(process.platform === "linux")("a server in a container", () => {
  test("never shows the client's memory for its own", async () => {
    const { run, pids } = engine();
    const server = await launch(run(["--rm"], "ok"));
    expect(pids().map(isAlive)).toEqual([true]);
    // The stand-in has no control groups: the container could as well be on another machine.
    expect(server).toMatchObject({ unread: expect.stringContaining("not seen from here") });
    expect(server.pid).toBeUndefined();
  });

  test("ends with its client, and leaves nothing", async () => {
    const { run, pids } = engine();
    const before = idFolders();
    const server = await launch(run(["--rm"], "ok"));
    const [pid] = pids();
    expect(await server.stop()).toMatchObject({ exitCode: 0, killed: false, orphans: 0 });
    expect(isAlive(pid)).toBe(false);
    expect(idFolders()).toEqual(before);
  });

  test("is removed where it would stay behind, stopped", async () => {
    const { run, pids } = engine();
    const server = await launch(run([], "ok"));
    expect(await server.stop()).toMatchObject({ orphans: 0 });
    expect(pids()).toEqual([]);
  });

  test("is ended by its id when the client has to be killed", async () => {
    const { run, pids } = engine();
    const server = await launch(run(["--rm"], "stubborn", 200));
    const [pid] = pids();
    expect(await server.stop()).toMatchObject({ killed: true, orphans: 0 });
    expect(isAlive(pid)).toBe(false);
  });

  test("counts as left behind when it outlives its client", async () => {
    const { run, pids } = engine();
    const server = await launch(run(["--leave-it"], "stubborn", 4_000));
    const [pid] = pids();
    expect(await server.stop()).toMatchObject({ killed: false, orphans: 1 });
    expect(isAlive(pid)).toBe(false);
  });

  test("is found by the file that the command itself names", async () => {
    const { run, folder, pids } = engine();
    const server = await launch(run(["--cidfile", join(folder, "own-id")], "stubborn", 200));
    const [pid] = pids();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("is found by its label where the client was killed before it wrote the id", async () => {
    const { run, pids } = engine();
    const server = await launch(run(["--no-id"], "stubborn", 200));
    const [pid] = pids();
    expect(isAlive(pid)).toBe(true);
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test("leaves nothing where there is no such client", async () => {
    const before = idFolders();
    const { run, folder } = engine();
    await launchError({ ...run([], "ok"), command: join(folder, "none", "docker") });
    expect(idFolders()).toEqual(before);
  });

  test.each([
    ["starts", "", "; true"],
    ["becomes", "exec ", ""],
  ])("is told from what a script uses that %s the client", async (_, before, behind) => {
    const { run } = engine();
    const { command = "", args, ...rest } = run(["--rm"], "ok");
    const script = `${before}"${command}" ${args.map((arg) => `"${arg}"`).join(" ")}${behind}`;
    const server = await launch({ ...rest, command: "sh", args: ["-c", script] });
    expect(server).toMatchObject({ unread: expect.stringContaining("starts docker") });
    expect(server.pid).toBeUndefined();
  });

  test("says that a build has not written the id of its image", async () => {
    const imageIdFile = join(tmpdir(), "no-such-image-id");
    const { message } = await launchError(stdioSpec("", ["run", "${IMAGE}"], { command: "docker", imageIdFile }));
    expect(message).toContain("the id of the image is not known");
    expect(message).toContain("docker build --iidfile");
  });

  test("is started from the image that the build has named", async () => {
    const { docker, folder } = engine();
    const imageIdFile = join(folder, "image-id");
    writeFileSync(imageIdFile, `sha256:${"a".repeat(64)}\n`);
    const shown = join(folder, "shown");
    writeFileSync(docker, `#!/bin/sh\necho "$@" >> '${shown}'\n`);
    await launchError(
      stdioSpec("", [], { command: docker, args: ["run", "${IMAGE}"], imageIdFile, env: { PATH: env.PATH ?? "" } }),
    );
    expect(readFileSync(shown, "utf8")).toMatch(/^run --label mcp-bench=\S+ --cidfile \S+ sha256:a{64}\nps /);
  });
});

test.each([
  [["--rm", "-it", "-v", "a:b", "--cidfile", "id", "image"], "id"],
  [["--name=x", "--cidfile=a=b", "image"], "a=b"],
  [["--rm", "-e", "A=1", "image", "--cidfile", "of-the-server"], undefined],
  [["image", "run", "--cidfile=of-the-server"], undefined],
])("of `run %s` the options end at the image", async (options, file) => {
  const command = { command: "docker", args: ["run", ...options], env: {}, cwd: "/" };
  const made = await containerOf({ ...command, shutdownTimeoutMs: 1_000, endsOn: "stdin" });
  const added = made?.command.args.slice(1, -options.length) ?? [];
  expect(added.includes("--cidfile")).toBe(file === undefined);
  await made?.remove();
});

describe("a file of ids that the command names", () => {
  const [earlier, own] = ["e".repeat(64), "0".repeat(64)];

  /** A client that writes down what it is asked, and then finds every container running or does as it is told. */
  async function container(answer = "echo 1 true") {
    const folder = mkdtempSync(join(tmpdir(), "engine-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [docker, asked, file] = ["docker", "asked", "id"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(docker, `#!/bin/sh\necho "$@" >> ${asked}\n${answer}\n`);
    chmodSync(docker, 0o755);
    writeFileSync(asked, "");
    writeFileSync(file, earlier);
    const made = await containerOf({
      command: docker,
      args: ["run", "--cidfile", file, "image"],
      env: {},
      cwd: folder,
      shutdownTimeoutMs: 1_000,
      endsOn: "stdin",
    });
    return { made, file, asked: () => readFileSync(asked, "utf8") };
  }

  test("ends nobody else's container: an id from before is not of ours", async () => {
    const { made, asked } = await container();
    expect(await made?.remove()).toBe(false);
    made?.removeNow();
    expect(asked()).not.toContain("rm");
  });

  test("ends the container of which the client tells nothing", async () => {
    const { made, file, asked } = await container("[ $1 = rm ]");
    writeFileSync(file, own);
    await made?.remove();
    expect(asked()).toContain(`rm --force ${own}`);
  });

  test("ends the container that was started", async () => {
    const { made, file, asked } = await container();
    writeFileSync(file, own);
    expect(await made?.remove()).toBe(true);
    expect(asked()).toContain(`rm --force ${own}`);
  });

  test("is read to its end, whatever it is", async () => {
    const spec = stdioSpec("", [], { imageIdFile: "/dev/zero" });
    await expect(withImage(spec)).rejects.toThrow("the id of the image is not known");
  });
});
