import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { completionScript } from "../../src/cli/completion.ts";
import { makeProgram } from "../../src/cli/program.ts";
import { temporaryFolder } from "../support/folder.ts";

/** What a real shell offers for the last of these words. */
type Complete = (file: string, words: readonly string[]) => string;

const shells: Readonly<Record<string, Complete>> = {
  bash: (file, words) => `source ${file}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
    _mcp_bench; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Outside of its line editor there is nothing to complete: what would be offered there is printed.
  zsh: (file, words) => `compdef() {}; _files() { print files; return 0 }
    _describe() { print -l -- \${(M)\${(@)\${(P)2}%%:*}:#${words.at(-1)}*} }
    source ${file}; words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}; _mcp_bench`,
  fish: (file, words) => `source ${file}; complete -C '${words.join(" ")}'`,
};

describe.each(Object.entries(shells))("%s", (shell, complete) => {
  const isThere = spawnSync(shell, ["--version"]).error === undefined;
  if (!isThere) console.warn(`skipped: ${shell} is not installed`);

  test.skipIf(!isThere).each([
    ["", ["run", "baseline", "completion"], ["push", "--json"]],
    ["--v", ["--version"], ["run", "--json"]],
    ["re", ["report"], ["run"]],
    ["run --", ["--compare-ref", "--json", "--help"], ["--remote", "init"]],
    ["run --compare-ref main --js", ["--json"], ["--compare-ref"]],
    ["report record.json --format j", ["json", "junit"], ["csv", "--json"]],
    ["baseline p", ["push", "prune"], ["list", "run"]],
    ["baseline push --", ["--remote"], ["--json"]],
    ["export ", ["k6"], ["run"]],
    ["baseline export ", [], ["k6"]],
    ["completion ", ["bash", "zsh", "fish"], ["run"]],
  ])("mcp-bench %s", (line, offered, not) => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, "completion");
    writeFileSync(file, completionScript(shell, makeProgram()));
    const words = ["mcp-bench", ...line.split(" ")];
    const { stdout, stderr } = spawnSync(shell, ["-c", complete(file, words)], { encoding: "utf8", cwd: folder.path });
    expect(stderr).toBe("");
    const found = stdout.split("\n").map((entry) => entry.split("\t")[0]);
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const other of not) expect(found).not.toContain(other);
  });

  test.skipIf(!isThere)("leaves the value of an option to the completion of files", () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, "completion");
    writeFileSync(file, completionScript(shell, makeProgram()));
    const words = ["mcp-bench", "run", "--json", "comp"];
    const { stdout } = spawnSync(shell, ["-c", complete(file, words)], { encoding: "utf8", cwd: folder.path });
    expect(stdout.trim()).toBe({ bash: "", zsh: "files", fish: "completion" }[shell]);
  });
});
