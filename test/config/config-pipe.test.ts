import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { temporaryFolder } from "../support/folder.ts";

/** A folder with a pipe called `c.yml`. */
function folderWithPipe() {
  const folder = temporaryFolder();
  execFileSync("mkfifo", [path.join(folder.path, "c.yml")]);
  return folder;
}

describe.runIf(process.platform === "linux")("a configuration in a pipe", () => {
  test("is read to its end, whenever it is written", async () => {
    using folder = folderWithPipe();
    const loading = loadConfig("c.yml", folder.path, { silenceMs: 60_000 });
    await using pipe = await open(path.join(folder.path, "c.yml"), "w");
    await pipe.write("server: node");
    await pipe.write(" late.js\n");
    await pipe.close();
    expect((await loading).config.server).toBe("node late.js");
  });

  test("into which nobody writes is given up", async () => {
    using folder = folderWithPipe();
    await expect(loadConfig("c.yml", folder.path, { silenceMs: 50 })).rejects.toThrow(
      "c.yml: the configuration file cannot be read: it is a pipe, and nothing arrived for 0.05 s",
    );
  });

  test("that never ends is not read to its end", async () => {
    using folder = folderWithPipe();
    const loading = loadConfig("c.yml", folder.path, { silenceMs: 60_000 });
    const refused = expect(loading).rejects.toThrow("c.yml: the file is too long");
    await using pipe = await open(path.join(folder.path, "c.yml"), "w");
    await pipe.write("#".repeat(300_000)).catch(() => undefined);
    await refused;
  });
});
