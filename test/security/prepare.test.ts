import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const { run }: { run: string } = parse(readFileSync(".github/actions/prepare/action.yml", "utf8")).runs.steps.at(-1);

/** What the step that passes on `server-env` prints, and what it sets for the steps after it. */
function passOn(lines: string) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-bench-prepare-"));
  const files = { GITHUB_ENV: join(folder, "env"), GITHUB_OUTPUT: join(folder, "output") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  try {
    const { stdout, status } = spawnSync("bash", ["-eo", "pipefail", "-c", run], {
      env: { PATH: env.PATH, SERVER_ENV: lines, ...files },
      encoding: "utf8",
    });
    return {
      stdout,
      status,
      set: readFileSync(files.GITHUB_ENV, "utf8"),
      output: readFileSync(files.GITHUB_OUTPUT, "utf8"),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the secrets of a server", () => {
  it("are masked as they are: the runner decodes what it is told to mask", () => {
    const { stdout, set, output } = passOn("API_TOKEN=a%25b%0Ac\nDEPTH=1\n");
    expect(stdout).toBe("::add-mask::a%2525b%250Ac\n");
    expect(set).toBe("API_TOKEN=a%25b%0Ac\nDEPTH=1\n");
    expect(output).toBe("names=API_TOKEN,DEPTH\n");
  });

  it("are named in no message about a line that is none", () => {
    const { stdout, status } = passOn("hunter2 hunter2");
    expect(status).toBe(1);
    expect(stdout).toContain("::error::secret server-env");
    expect(stdout).not.toContain("hunter2");
  });
});
