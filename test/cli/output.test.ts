import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { checkWritable, formatNames, say, writeFileSafely, writeOrPrint } from "../../src/cli/output.ts";
import { ConfigError } from "../../src/errors.ts";
import { makeRecord } from "../decide/records.ts";
import { cliHere } from "../support/cli-here.ts";
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
  await writeOrPrint("{}", { output: file, inputs: [] });
  const texts = told.mock.calls.map(([text]) => text);
  told.mockRestore();
  expect(texts).toEqual([`Written: ${file}\n`]);
  expect(readFileSync(file, "utf8")).toBe("{}");
});

/** Says whether this machine lets us mount a file over another one in a place of our own. */
const canMount = spawnSync("unshare", ["--map-root-user", "--mount", "true"]).status === 0;

test.runIf(canMount)("a file that is mounted on its own, as in containers, is written through", () => {
  using folder = temporaryFolder();
  const [outside, mounted] = ["outside", "r.json"].map((name) => path.join(folder.path, name)) as [string, string];
  for (const file of [outside, mounted]) writeFileSync(file, "");
  const program = `import { writeFileSafely } from "./src/cli/output.ts"; await writeFileSafely(process.argv[1], "{}");`;
  const script = 'mount --bind "$1" "$2" && exec "$3" --input-type=module -e "$4" "$2"';
  const args = ["--map-root-user", "--mount", "sh", "-ec", script, "sh", outside, mounted, process.execPath, program];
  expect(spawnSync("unshare", args, { encoding: "utf8" })).toMatchObject({ stderr: "", status: 0 });
  expect(readFileSync(outside, "utf8")).toBe("{}");
  expect(readdirSync(folder.path).sort()).toEqual(["outside", "r.json"]);
});

describe("no command writes over what it reads", () => {
  test.each([
    ["report", "in.json", "--output", "in.json"],
    ["merge", "other.json", "in.json", "--output", "in.json"],
  ])("%s", async (...args) => {
    using folder = temporaryFolder();
    const record = (id: string) => JSON.stringify(makeRecord({ rows: { [id]: { head: [{ latencies: [1, 2, 3] }] } } }));
    const content = record("a");
    writeFileSync(path.join(folder.path, "in.json"), content);
    writeFileSync(path.join(folder.path, "other.json"), record("b"));
    const { code, stderr } = await cliHere(args, folder.path);
    expect(stderr).toContain("names the file that this command reads");
    expect(code).toBe(2);
    expect(readFileSync(path.join(folder.path, "in.json"), "utf8")).toBe(content);
  });
});

test.runIf(existsSync("/dev/full"))("a device that takes nothing is named", async () => {
  const failure = writeFileSafely("/dev/full", "{}");
  await expect(failure).rejects.toThrow(ConfigError);
  await expect(failure).rejects.toThrow("/dev/full: it cannot be written: ENOSPC");
});

describe("files that could not be written later are told before anything is measured", () => {
  const inputs = ["/nowhere/mcp-bench.yml"];

  test.runIf(existsSync("/proc/self"))("below a place where nothing can be made, at once", async () => {
    const outputs = { "--json": "/proc/x/y/r.json" };
    await expect(checkWritable({ outputs, inputs })).rejects.toThrow("/proc/x/y/r.json: its directory cannot be made");
    await expect(writeFileSafely("/proc/x/r.json", "{}")).rejects.toThrow(
      "/proc/x: the results cannot be written: nothing can be made there",
    );
  });

  test("two of one name, also through a link", async () => {
    using folder = temporaryFolder();
    const [file, link] = ["r", "link"].map((name) => path.join(folder.path, name)) as [string, string];
    const both = { "--json": file, "--markdown": file };
    await expect(checkWritable({ outputs: both, inputs })).rejects.toThrow(
      "r: --markdown names the file that --json writes",
    );
    await writeFileSafely(file, "{}");
    symlinkSync(file, link);
    await expect(checkWritable({ outputs: { ...both, "--markdown": link }, inputs })).rejects.toThrow("--json writes");
    await expect(
      checkWritable({ outputs: { "--json": "/dev/null", "--html": "/dev/null" }, inputs }),
    ).resolves.toBeUndefined();
  });

  test("that would take the place of an input, also by another way to it", async () => {
    using folder = temporaryFolder();
    const own = path.join(folder.path, "mcp-bench.yml");
    await writeFileSafely(own, "server: x\n");
    symlinkSync(".", path.join(folder.path, "here"));
    for (const file of [own, path.join(folder.path, "here", "mcp-bench.yml")])
      await expect(checkWritable({ outputs: { "--json": file }, inputs: ["-", own] })).rejects.toThrow(
        "--json names the file that this command reads",
      );
    await expect(checkWritable({ outputs: { "--json": `${own}.json` }, inputs: ["-", own] })).resolves.toBeUndefined();
  });

  test("of a name that leaves no room for that of an unfinished file", async () => {
    using folder = temporaryFolder();
    const outputs = { "--json": path.join(folder.path, "x".repeat(252)) };
    await expect(checkWritable({ outputs, inputs })).rejects.toThrow("it cannot be written: ENAMETOOLONG");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("but folders are made where they are missing", async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, "a/b/c/r.json");
    await checkWritable({ outputs: { "--json": file, "--markdown": undefined }, inputs });
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

describe("in a job of GitHub Actions no format prints a command of the runner:", () => {
  const names = ["::error title=a:b::x", "::add-mask a:b::regression", " ::set-output name=x:y::z", "x ##[error]y"];
  const command = /^\s*::|##\[/m;
  const file = (folder: string) => {
    const rows = Object.fromEntries(names.map((name) => [name, { head: [{ latencies: [1, 2, 3] }] }]));
    writeFileSync(path.join(folder, "in.json"), JSON.stringify(makeRecord({ rows })));
  };

  test.each(formatNames([]))("%s", async (format) => {
    using folder = temporaryFolder();
    file(folder.path);
    vi.stubEnv("GITHUB_ACTIONS", "true");
    const { stdout, stderr, code } = await cliHere(["report", "in.json", "--format", format], folder.path);
    vi.unstubAllEnvs();
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("add-mask");
    expect(stdout).not.toMatch(command);
  });

  test("elsewhere what is exported is left as it is", async () => {
    using folder = temporaryFolder();
    file(folder.path);
    vi.stubEnv("GITHUB_ACTIONS", "");
    const { stdout } = await cliHere(["report", "in.json", "--format", "csv"], folder.path);
    vi.unstubAllEnvs();
    expect(stdout).toMatch(command);
  });
});
