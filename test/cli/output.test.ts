import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { checkWritable, say, writeFileSafely, writeOrPrint } from "../../src/cli/output.ts";
import { ConfigError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/folder.ts";

test("what is no plain file is written through", async () => {
  using folder = temporaryFolder();
  const link = path.join(folder.path, "link.json");
  symlinkSync("record.json", link);
  await writeFileSafely(link, "{}");
  expect(readFileSync(path.join(folder.path, "record.json"), "utf8")).toBe("{}");
  await expect(writeFileSafely("/dev/null", "{}")).resolves.toBeUndefined();
});

test("a file that is written is told on standard error, beside what may be printed", async () => {
  using folder = temporaryFolder();
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const file = path.join(folder.path, "r.json");
  await writeOrPrint("{}", file);
  const texts = told.mock.calls.map(([text]) => text);
  told.mockRestore();
  expect(texts).toEqual([`Written: ${file}\n`]);
  expect(readFileSync(file, "utf8")).toBe("{}");
});

test.runIf(existsSync("/dev/full"))("a device that takes nothing is named", async () => {
  const failure = writeFileSafely("/dev/full", "{}");
  await expect(failure).rejects.toThrow(ConfigError);
  await expect(failure).rejects.toThrow("/dev/full: it cannot be written: ENOSPC");
});

describe("files that could not be written later are told before anything is measured", () => {
  const config = "/nowhere/mcp-bench.yml";

  test.runIf(existsSync("/proc/self"))("below a place where nothing can be made, at once", async () => {
    const files = { "--json": "/proc/x/y/r.json" };
    await expect(checkWritable({ files, config })).rejects.toThrow("/proc/x/y/r.json: its directory cannot be made");
    await expect(writeFileSafely("/proc/x/r.json", "{}")).rejects.toThrow(
      "/proc/x: the results cannot be written: nothing can be made there",
    );
  });

  test("two of one name, also through a link", async () => {
    using folder = temporaryFolder();
    const [file, link] = ["r", "link"].map((name) => path.join(folder.path, name)) as [string, string];
    const both = { "--json": file, "--markdown": file };
    await expect(checkWritable({ files: both, config })).rejects.toThrow(
      "r: --markdown names the file that --json writes",
    );
    await writeFileSafely(file, "{}");
    symlinkSync(file, link);
    await expect(checkWritable({ files: { ...both, "--markdown": link }, config })).rejects.toThrow("--json writes");
    await expect(
      checkWritable({ files: { "--json": "/dev/null", "--html": "/dev/null" }, config }),
    ).resolves.toBeUndefined();
  });

  test("that would take the place of the configuration", async () => {
    using folder = temporaryFolder();
    const own = path.join(folder.path, "mcp-bench.yml");
    await writeFileSafely(own, "server: x\n");
    await expect(checkWritable({ files: { "--json": own }, config: own })).rejects.toThrow(
      "--json names the file that the configuration is read from",
    );
  });

  test("but folders are made where they are missing", async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, "a/b/c/r.json");
    await checkWritable({ files: { "--json": file, "--markdown": undefined }, config });
    await writeFileSafely(file, "{}");
    expect(readFileSync(file, "utf8")).toBe("{}");
  });
});

test("what is said of names from outside does nothing to a terminal or a runner's log", () => {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0);
  try {
    say("building dist/\u001b[2J\u009b2J\u202ex.js\n::error::x ##[error]y");
  } finally {
    spy.mockRestore();
  }
  expect(written.join("")).toBe("building dist/\uFFFD[2J\uFFFD2J\uFFFDx.js\n: :error::x # #[error]y\n");
});
