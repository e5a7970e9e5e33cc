import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test.runIf(process.platform === "linux")(
  "git and commands that find no descriptor left are told, and end nothing",
  () => {
    const program = `
    import { openSync } from "node:fs";
    import { runGit } from "./src/git/git.ts";
    import { runShellCommand } from "./src/base/host/shell-command.ts";
    const given = { cwd: "/", environment: process.env, env: process.env };
    try {
      for (;;) openSync("/dev/null");
    } catch {}
    const git = await runGit({ ...given, args: ["version"] });
    const signal = new AbortController().signal;
    const command = await runShellCommand({ ...given, run: "true", timeoutMs: 60_000, signal });
    console.log(JSON.stringify([git.message, command.failure]));
  `;
    const limited = ["-c", 'ulimit -n 100 && exec "$@"', "sh", process.execPath, "--input-type=module", "-e", program];
    expect(JSON.parse(execFileSync("sh", limited, { encoding: "utf8" }))).toEqual([
      "git could not be started: spawn git EMFILE",
      "could not be started: spawn sh EMFILE",
    ]);
  },
);
