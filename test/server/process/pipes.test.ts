import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { ServerError } from "../../../src/errors.ts";
import { type Command, makePipes, spawnChild } from "../../../src/server/process/spawn.ts";

/** Whatever macOS gets works on Linux as well, and not the other way round. */
const onLinux = process.platform === "linux";

const command: Command = {
  command: process.execPath,
  args: [],
  env: {},
  cwd: "/",
  shutdownTimeoutMs: 5000,
  endsOn: "stdin",
};

function start(script: string, platform: NodeJS.Platform) {
  return spawnChild({ ...command, args: ["-e", script] }, systemClock, platform);
}

afterEach(() => vi.unstubAllEnvs());

test.runIf(onLinux)("a child's pipes are pipes on Linux, not the sockets that Node would give it", async () => {
  const isPipe = "console.log(fs.fstatSync(0).isFIFO(), fs.fstatSync(1).isFIFO())";
  expect(await text((await start(isPipe, "linux")).stdout)).toBe("true true\n");
  expect(await text((await start(isPipe, "darwin")).stdout)).toBe("false false\n");
});

describe.each(onLinux ? (["linux", "darwin"] as const) : (["darwin"] as const))(
  "the pipes of a child on %s",
  (platform) => {
    test("carry what fits no buffer, both ways, to the end", async () => {
      const { stdin, stdout } = await start("process.stdin.pipe(process.stdout)", platform);
      stdin.end("é".repeat(1_000_000));
      expect(await text(stdout)).toBe("é".repeat(1_000_000));
    });

    test("are blocking for the child, which expects nothing else", async () => {
      const { stdin, stdout } = await start("console.log(fs.readFileSync(0, 'utf8').length)", platform);
      // Read before anything is there: a descriptor that does not wait would fail with EAGAIN.
      setImmediate(() => stdin.end("later"));
      expect(await text(stdout)).toBe("5\n");
    });

    test("leave no name behind, and no descriptor when the child cannot be started", async () => {
      const directory = await mkdtemp(join(tmpdir(), "pipes-"));
      onTestFinished(() => rm(directory, { recursive: true }));
      vi.stubEnv("TMPDIR", directory);
      const open = () => readdirSync("/dev/fd").length;
      const before = open();
      for (let attempt = 0; attempt < 3; attempt++)
        await expect(spawnChild({ ...command, command: "no-such-program" }, systemClock, platform)).rejects.toThrow(
          "was not found",
        );
      expect(await readdir(directory)).toEqual([]);
      await expect.poll(open).toBeLessThanOrEqual(before);
    });
  },
);

test.runIf(onLinux)("a pipe fails a write once the child is gone", async () => {
  const { child, stdin } = await start("", "linux");
  const failed = once(stdin, "error").then(([error]) => error);
  await once(child, "exit");
  stdin.write("anybody there?");
  expect(await failed).toHaveProperty("code", "EPIPE");
});

test.runIf(onLinux)("pipes need mkfifo, and say so", async () => {
  vi.stubEnv("PATH", "/nowhere");
  const error = await start("", "linux").catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ServerError);
  expect((error as Error).message).toContain("expected: mkfifo on PATH");
});

test.runIf(onLinux)("what was opened is closed where not everything can be", async () => {
  const directory = await mkdtemp(join(tmpdir(), "pipes-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  // It makes the first pipe, and a folder in place of the second.
  const script = '#!/bin/sh\n/usr/bin/mkfifo "$3" && /bin/mkdir "$4"\n';
  await writeFile(join(directory, "mkfifo"), script, { mode: 0o755 });
  vi.stubEnv("PATH", directory);
  const before = readdirSync("/dev/fd").length;
  await expect(makePipes()).rejects.toThrow("EISDIR");
  expect(readdirSync("/dev/fd").length).toBeLessThanOrEqual(before);
});
