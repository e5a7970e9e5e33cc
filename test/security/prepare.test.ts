import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/folder.ts";

const { steps }: { steps: { name?: string; run: string }[] } = parse(
  readFileSync(".github/actions/prepare/action.yml", "utf8"),
).runs;
const [install = "", passOnScript = ""] = ["Install", "Pass on server-env"].map(
  (wanted) => steps.find(({ name }) => name === wanted)?.run,
);

/** Returns what the step that passes on `server-env` prints, and what it sets for the steps after it. */
function passOn(lines: string) {
  using folder = temporaryFolder();
  const files = { GITHUB_ENV: join(folder.path, "env"), GITHUB_OUTPUT: join(folder.path, "output") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const { stdout, status } = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", passOnScript], {
    env: { PATH: env.PATH, SERVER_ENV: lines, ...files },
    encoding: "utf8",
  });
  return {
    stdout,
    status,
    set: readFileSync(files.GITHUB_ENV, "utf8"),
    output: readFileSync(files.GITHUB_OUTPUT, "utf8"),
  };
}

describe("the secrets of a server", () => {
  it("are masked as they are: the runner decodes what it is told to mask", () => {
    const { stdout, set, output } = passOn("API_TOKEN=a%25b%0Ac\nDEPTH=1\n");
    expect(stdout).toBe("::add-mask::a%2525b%250Ac\n");
    expect(set).toBe("API_TOKEN=a%25b%0Ac\nDEPTH=1\n");
    expect(output).toBe("names=API_TOKEN,DEPTH\n");
  });

  it("may be empty, as those of pull requests from forks are", () => {
    expect(passOn("API_KEY=")).toMatchObject({ stdout: "", status: 0, set: "API_KEY=\n", output: "names=API_KEY\n" });
  });

  it("are named in no message about a line that is none", () => {
    const { stdout, status } = passOn("hunter2 hunter2");
    expect(status).toBe(1);
    expect(stdout).toContain("::error::secret server-env");
    expect(stdout).not.toContain("hunter2");
  });
});

describe("the command that installs", () => {
  const told = "changed the path or the environment of later steps";
  const names = ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];

  function installed(command: string) {
    using folder = temporaryFolder();
    const files = Object.fromEntries(names.map((name) => [name, join(folder.path, name)]));
    for (const file of Object.values(files)) writeFileSync(file, "");
    const { stdout, status } = spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", install], {
      env: { PATH: env.PATH, INSTALL: command, ...files },
      encoding: "utf8",
    });
    return { stdout, status, left: Object.values(files).map((file) => readFileSync(file, "utf8")) };
  }

  it("is told none of the files that change later steps", () => {
    const { stdout, status } = installed(`echo ${names.map((name) => `"\${${name}-none}"`).join(" ")}`);
    expect(stdout).toBe(`${names.map(() => "none").join(" ")}\n`);
    expect(status).toBe(0);
  });

  it("fails the job where it finds them all the same, and nothing of it stays", () => {
    // Programs can read what their parent has: the names are in the memory of the shell that started it.
    const found = `tr '\\0' '\\n' < /proc/$PPID/environ | sed -n 's/^GITHUB_PATH=//p'`;
    if (process.platform !== "linux") return;
    const { stdout, status, left } = installed(`echo /tmp/planted >> "$(${found})"`);
    expect(stdout).toContain(told);
    expect(status).toBe(1);
    expect(left.join("")).toBe("");
  });

  it("fails the job where it fails itself", () => {
    expect(installed("false; echo never").status).toBe(1);
  });
});
