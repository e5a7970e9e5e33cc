import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";

export interface Outcome {
  readonly seconds: number;
  readonly rounds: number;
  /** Own CPU time of the program, by row and round. */
  readonly cpuMs: number;
  readonly verdict: string;
}

interface Program {
  readonly cli: string;
  /** True where it looks for the function that became slower. */
  readonly isNamed: boolean;
}

/** Compares the two commits of a project with a program. */
export function runCase(project: string, { cli, isNamed }: Program): Outcome {
  using folder = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-case-"));
  const [json, cpu, preload] = [
    join(folder.path, "result.json"),
    join(folder.path, "cpu"),
    join(folder.path, "preload.mjs"),
  ];
  const note = `process.on("exit", () => writeFileSync(${JSON.stringify(cpu)}, JSON.stringify(process.cpuUsage())));`;
  writeFileSync(preload, `import { writeFileSync } from "node:fs";\n${note}\n`);
  const args = ["--import", preload, cli, "run", "--compare-ref", "HEAD~1", "--json", json, "--seed", "7"];
  // Revisions before it had no such option.
  const { stdout: help } = spawnSync(execPath, [cli, "run", "--help"], { encoding: "utf8" });
  if (!isNamed && help.includes("--profile ")) args.push("--profile", "off");
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(execPath, args, { cwd: project, encoding: "utf8", maxBuffer: 1e9 });
  const seconds = (performance.now() - from) / 1000;
  if (status !== 0 && status !== 1) throw new Error(`exit code ${status}: ${stderr}\n${stdout}`);
  const result: Rounds & { readonly record?: Rounds } = JSON.parse(readFileSync(json, "utf8"));
  const { rounds, rows } = result.record ?? result;
  const { user, system } = JSON.parse(readFileSync(cpu, "utf8")) as { user: number; system: number };
  const cells = rounds.reduce((sum, { order }) => sum + Object.keys(order).length, 0);
  const verdict = stdout.split("\n").find((line) => line.trim() !== "") ?? "";
  return {
    seconds,
    rounds: rounds.length,
    cpuMs: (user + system) / 1000 / Math.max(1, cells),
    verdict: `${rows.length} rows, exit ${status}: ${verdict.trim().slice(0, 160)}`,
  };
}

interface Rounds {
  readonly rounds: readonly { readonly order: Readonly<Record<string, unknown>> }[];
  readonly rows: readonly unknown[];
}
