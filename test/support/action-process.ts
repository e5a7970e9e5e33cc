import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { compileCache } from "./compile-cache.ts";
import type { RunnerEvent } from "./events.ts";
import type { Token } from "./github/identities.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

export interface ActionRun {
  readonly event: RunnerEvent;
  readonly workspace: string;
  /** Address of the GitHub to talk to. */
  readonly github: string;
  readonly token: Token;
  /** Inputs by the names of action.yml; the others take their defaults there. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly run?: { readonly id: number; readonly attempt: number };
  /** The run is cancelled, as GitHub does it, once the log matches. */
  readonly cancelAt?: RegExp;
  /** Says what else a runner, or the workflow, put into the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ActionOutcome {
  readonly exitCode: number | null;
  /** Standard output and error as a runner's log shows them. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Contents of the files that outputs name, by the name of the output; `report` is report.json beside them. */
  readonly files: Readonly<Record<string, string>>;
  /** Command lines of processes of this job that outlived the action. Looked for on Linux only. */
  readonly leftovers: readonly string[];
}

const timeLimitMs = 500_000;

/** Runs dist/main.js as a runner would: inputs and event in the environment, files for what it gives back. */
export async function runAction(action: ActionRun): Promise<ActionOutcome> {
  const temp = mkdtempSync(join(tmpdir(), "mcp-bench-runner-"));
  try {
    const files = { output: join(temp, "output"), summary: join(temp, "summary"), event: join(temp, "event.json") };
    for (const file of ["output", "summary", "env", "path", "state"]) writeFileSync(join(temp, file), "");
    writeFileSync(files.event, JSON.stringify(action.event.payload));
    const trackingId = `github_${temp.slice(-6)}`;
    const { exitCode, log } = await runToEnd(action, environmentOf(action, { temp, trackingId }));
    const outputs = readOutputs(readFileSync(files.output, "utf8"));
    const summary = readFileSync(files.summary, "utf8");
    return { exitCode, log, outputs, summary, files: readFiles(outputs), leftovers: processesOf(trackingId) };
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function environmentOf(
  action: ActionRun,
  { temp, trackingId }: { temp: string; trackingId: string },
): Record<string, string> {
  const { event, workspace, github, token, run = { id: 100, attempt: 1 } } = action;
  const declared: { inputs: Record<string, { default?: string }> } = parse(
    readFileSync(join(project, "action.yml"), "utf8"),
  );
  const inputs: Record<string, string> = {};
  for (const [name, { default: standard = "" }] of Object.entries(declared.inputs))
    inputs[inputVariable(name)] = standard.replace(/\$\{\{ *github\.token *\}\}/, token);
  for (const [name, value] of Object.entries(action.inputs ?? {})) {
    if (!(name in declared.inputs)) throw new Error(`action.yml has no input ${name}`);
    inputs[inputVariable(name)] = value;
  }
  return {
    ...inputs,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: temp,
    RUNNER_TEMP: temp,
    RUNNER_OS: "Linux",
    RUNNER_TRACKING_ID: trackingId,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: join(temp, "event.json"),
    GITHUB_SHA: event.sha,
    GITHUB_REF: event.ref,
    GITHUB_REPOSITORY: "octo/server",
    GITHUB_RUN_ID: String(run.id),
    GITHUB_RUN_ATTEMPT: String(run.attempt),
    GITHUB_API_URL: github,
    GITHUB_SERVER_URL: github,
    GITHUB_OUTPUT: join(temp, "output"),
    GITHUB_STEP_SUMMARY: join(temp, "summary"),
    GITHUB_ENV: join(temp, "env"),
    GITHUB_PATH: join(temp, "path"),
    GITHUB_STATE: join(temp, "state"),
    ...compileCache,
    ...action.environment,
  };
}

function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}

function runToEnd(
  { workspace: cwd, cancelAt }: Pick<ActionRun, "workspace" | "cancelAt">,
  env: Record<string, string>,
): Promise<{ exitCode: number | null; log: string }> {
  if (!existsSync(join(project, "dist/main.js"))) throw new Error("dist/main.js is missing: npm run build");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(project, "dist/main.js")], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeLimitMs);
    let log = "";
    let cancelled = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        log += text;
        if (cancelled || !cancelAt?.test(log)) return;
        cancelled = true;
        child.kill("SIGINT");
      });
    child.once("error", reject);
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, log });
    });
  });
}

/** The file behind GITHUB_OUTPUT: `name<<delimiter`, the lines of the value, `delimiter`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = "", , value = ""] of text.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm))
    outputs[name] = value;
  return outputs;
}

function readFiles(outputs: Readonly<Record<string, string>>): Record<string, string> {
  const named = ["results-json", "report-markdown", "report-html"].flatMap((name) => {
    const path = outputs[name];
    return path === undefined ? [] : [[name, readFileSync(path, "utf8")] as const];
  });
  const report = outputs["results-json"]?.replace(/record\.json$/, "report.json");
  return {
    ...Object.fromEntries(named),
    ...(report !== undefined && existsSync(report) ? { report: readFileSync(report, "utf8") } : {}),
  };
}

/** Children keep RUNNER_TRACKING_ID, by which GitHub's runner finds what a job left behind. */
function processesOf(trackingId: string): string[] {
  if (!existsSync("/proc/self/environ")) return [];
  const found: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").includes(`RUNNER_TRACKING_ID=${trackingId}`)) continue;
      found.push(readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " "));
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
    }
  }
  return found;
}
