/**
 * Repeats a study of fixtures/studies/ from its configuration file, from the top of the repository:
 *
 *   npm run study NAME [-- --quick] [--report] [options of `mcp-bench run`]
 *
 * This is `mcp-bench run --config fixtures/studies/NAME/mcp-bench.yml` with the tools of `.tools` on the PATH. `--report` writes its Markdown to
 * fixtures/studies/NAME/report.md. Without a runtime that the study needs it says so and ends well.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { argv, env, execPath } from "node:process";
import { missingRuntime, studyPath } from "./study/runtimes.ts";

const [name = "", ...options] = argv.slice(2);
const studies = "fixtures/studies";
const folder = path.join(studies, name);
const config = path.join(folder, "mcp-bench.yml");

if (name === "" || !existsSync(config)) {
  console.error(`there is no study ${JSON.stringify(name)}; there are ${names().join(", ")}`);
  process.exit(2);
}
const missing = missingRuntime(folder);
if (missing) {
  const note = `The study ${name} is skipped: ${missing.command} is missing, which ${missing.why}.`;
  console.log(note);
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${note}\n`);
} else {
  process.exitCode = run();
}

function run(): number {
  const passed = options.filter((option) => option !== "--report");
  using temporary = mkdtempDisposableSync(path.join(os.tmpdir(), "study-"));
  const markdown = path.join(temporary.path, "report.md");
  const args = ["run", "--config", config, ...(passed.length < options.length ? ["--markdown", markdown] : [])];
  const { status } = spawnSync(execPath, ["dist/cli.js", ...args, ...passed], {
    stdio: "inherit",
    env: { ...env, PATH: studyPath() },
  });
  if (existsSync(markdown)) writeFileSync(path.join(folder, "report.md"), heading(passed) + readFileSync(markdown));
  return status ?? 1;
}

function heading(passed: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(os.totalmem() / 1e9);
  const machine = `${os.type()} ${os.machine()}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, ${gigabytes} GB`;
  const command = ["npm run study", name, ...(passed.length > 0 ? ["--", ...passed] : [])].join(" ");
  return `Measured on ${day}, on ${machine}, with \`${command}\`.\n\n`;
}

function names(): string[] {
  return readdirSync(studies).filter((entry) => existsSync(path.join(studies, entry, "mcp-bench.yml")));
}
