import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env, kill } from "node:process";
import { createInterface } from "node:readline";
import type { Project } from "./project.ts";

/** A workflow of a project, to be run by act on this machine, without Docker and without the internet. */
export interface ActOptions {
  readonly act: string;
  /** Its folder is copied by act for every job; its scratch folder takes act's home, artifacts and event file. */
  readonly project: Pick<Project, "folder" | "scratch" | "action" | "serverUrl">;
  /** Path of the workflow inside the project. */
  readonly workflow: string;
  readonly event: string;
  readonly payload?: unknown;
  readonly token?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly job?: string;
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface ActRun {
  readonly exitCode: number | null;
  /** `success` or `failure`, by job. */
  readonly jobs: Readonly<Record<string, string>>;
  /** Values of the output `status`, in the order in which steps set it. */
  readonly statuses: readonly string[];
  readonly log: string;
}

interface ActLine {
  readonly jobID?: string;
  readonly jobResult?: string;
  readonly msg?: string;
}

const maximumMs = 500_000;
const shims = resolve("test/act/shims");

/** Stand-ins for what no Linux machine has. */
const toolchains = resolve("test/act/toolchains");

/** Runs one workflow to its end. */
export async function runAct(options: ActOptions): Promise<ActRun> {
  const run = await runOnce(options);
  // Jobs of act 0.2.89 that begin at one time write its map of local repositories at once, which Go ends. GitHub starts such a
  // run, whose runner is lost, anew.
  return run.log.includes("fatal error: concurrent map writes") ? runAct(options) : run;
}

async function runOnce(options: ActOptions): Promise<ActRun> {
  const scratch = mkdtempSync(join(options.project.scratch, "act-"));
  const child = spawn(options.act, actArguments(options, scratch), {
    cwd: options.project.folder,
    env: { PATH: `${toolchains}:${env.PATH}`, HOME: scratch, LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const overdue = setTimeout(() => child.pid !== undefined && kill(-child.pid, "SIGKILL"), maximumMs);
  const closed = new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done));
  const jobs: Record<string, string> = {};
  const statuses: string[] = [];
  const log: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => log.push(text));
  for await (const text of createInterface({ input: child.stdout })) {
    const line = parseLine(text);
    log.push(line.msg ?? text);
    const status = /::set-output:: status=(.+)/.exec(line.msg ?? "")?.[1];
    if (status !== undefined) statuses.push(status);
    if (line.jobID !== undefined && line.jobResult !== undefined) jobs[line.jobID] = line.jobResult;
  }
  const exitCode = await closed;
  clearTimeout(overdue);
  rmSync(scratch, { recursive: true, force: true });
  return { exitCode, jobs, statuses, log: log.map((line) => line.replace(/\n$/, "")).join("\n") };
}

function parseLine(text: string): ActLine {
  return text.startsWith("{") ? JSON.parse(text) : { msg: text };
}

function actArguments(options: ActOptions, scratch: string): string[] {
  const environment = { ARTIFACTS: join(scratch, "artifacts"), ...options.environment };
  const args = [options.event, "-W", options.workflow, "--json", "--no-cache-server"];
  args.push("--artifact-server-addr", "127.0.0.1");
  if (options.token !== undefined) args.push("-s", `GITHUB_TOKEN=${options.token}`);
  for (const [name, value] of Object.entries(options.secrets ?? {})) args.push("-s", `${name}=${value}`);
  for (const image of ["ubuntu-latest", "macos-latest"]) args.push("-P", `${image}=-self-hosted`);
  for (const [name, value] of Object.entries(environment)) args.push("--env", `${name}=${value}`);
  for (const mapping of localRepositories(options)) args.push("--local-repository", mapping);
  if (options.job !== undefined) args.push("-j", options.job);
  if (options.payload === undefined) return args;
  const file = join(scratch, "event.json");
  writeFileSync(file, JSON.stringify(options.payload));
  return [...args, "-e", file];
}

/** Each action that any workflow of ours names, as a folder of this machine. */
function localRepositories({ project }: ActOptions): string[] {
  const texts = globSync(["workflows/*.yml", ".github/{workflows,actions/*}/*.yml"]).map((file) =>
    readFileSync(file, "utf8"),
  );
  const pinned = texts.flatMap((text) => text.match(/(?<=uses: )[\w-]+\/[\w-]+@[0-9a-f]{40}/g) ?? []);
  const folders = new Map([["org/mcp-bench-action@v1", project.action]]);
  // A release names itself by its commit.
  for (const text of texts)
    for (const own of text.match(/(?<=uses: )org\/mcp-bench-action(?=[/@])[^@\s]*@[0-9a-f]{40}/g) ?? [])
      folders.set(own.replace(/(mcp-bench-action)[^@]*/, "$1"), project.action);
  for (const name of new Set(pinned)) {
    if (!name.startsWith("org/"))
      folders.set(name, join(shims, name.replace(/^.*\/|@.*$/g, "").replace(/^setup-.*/, "setup")));
  }
  // The short form stands for every host, but not for a path.
  return [...folders].flatMap(([name, folder]) => [`${name}=${folder}`, `${project.serverUrl}/${name}=${folder}`]);
}
