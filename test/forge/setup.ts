import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { env } from "node:process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { stringify } from "yaml";
import { startProxy } from "./github-proxy.ts";
import { administrator, ask, type ForgeAccess, organisation, Repository, until } from "./repository.ts";

declare module "vitest" {
  interface ProvidedContext {
    forge: ForgeAccess;
  }
}

const programs = { gitea: resolve(".tools/forge/gitea/gitea"), runner: resolve(".tools/forge/runner/runner") };

/** Starts Gitea and its runner in a folder of their own, on a port that the system chose, and stops both afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const program of Object.values(programs))
    if (!existsSync(program)) throw new Error(`${program} is not there: npm run test:forge installs it`);
  const folder = mkdtempSync(join(tmpdir(), "mcp-bench-forge-"));
  const socket = join(folder, "gitea.sock");
  const credentials = { token: "" };
  const proxy = await startProxy({ socket, credentials });
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.toReversed()) await end(child);
    await proxy[Symbol.asyncDispose]();
    if (!env.KEEP_FORGE) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ini = join(folder, "app.ini");
    writeFileSync(ini, configuration({ folder, socket, url: proxy.url }));
    const environment = { PATH: env.PATH ?? "", HOME: folder, GITEA_WORK_DIR: folder };
    const gitea = (...args: string[]) =>
      execFileSync(programs.gitea, ["--config", ini, ...args], { env: environment, encoding: "utf8" });
    gitea("migrate");
    const account = `--username ${administrator} --email ${administrator}@example.org --random-password --admin`;
    const created = gitea(..."admin user create --access-token".split(" "), ...account.split(" "));
    credentials.token = /\b[0-9a-f]{40}\b/.exec(created)?.[0] ?? "";
    children.push(start("gitea", ["--config", ini, "web"], { folder, environment }));
    const healthy = () => fetch(`${proxy.url}/api/healthz`).then((reply) => reply.ok);
    await until("Gitea answers", () => healthy().catch(() => false));

    const forge = { url: proxy.url, token: credentials.token };
    const path = "/admin/actions/runners/registration-token";
    const { token: registration } = await ask<{ token: string }>(forge, { method: "POST", path });
    children.push(await startRunner({ folder, url: proxy.url, registration }));
    await publishActions(forge);
    project.provide("forge", forge);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The action as a release holds it, and stand-ins for each action of others that its workflows name. */
async function publishActions(forge: ForgeAccess): Promise<void> {
  const reusable = globSync([".github/workflows/mcp-bench*.yml", ".github/actions/*/action.yml"]);
  const released = ["action.yml", "dist", ...reusable].map((file) => [file, file] as const);
  const all = new Map([[`${organisation}/mcp-bench-action`, Object.fromEntries(released)]]);
  for (const file of [...reusable, ...globSync("workflows/*.yml")])
    for (const [name] of readFileSync(file, "utf8").matchAll(/(?<=uses: )(?!org\/)[\w-]+\/[\w-]+(?=@[0-9a-f]{40})/g)) {
      const shim = name.replace(/^.*\//, "").replace(/^setup-.*/, "setup");
      all.set(name, { [`test/act/shims/${shim}/action.yml`]: "action.yml" });
    }
  for (const owner of new Set([...all.keys()].map((name) => name.replace(/\/.*/, ""))))
    await ask(forge, { method: "POST", path: "/orgs", body: { username: owner } });
  for (const [name, files] of all) {
    const repository = await Repository.create(forge, { name, files });
    await repository.git("tag", "v1");
    await repository.git("push", "--quiet", "origin", "v1");
    rmSync(repository.folder, { recursive: true });
  }
}

function configuration({ folder, socket, url }: { folder: string; socket: string; url: string }): string {
  return `RUN_MODE = prod
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
PROTOCOL = http+unix
HTTP_ADDR = ${socket}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${dirname(programs.gitea)}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, "gitea.db")}
SQLITE_JOURNAL_MODE = WAL
[repository]
ROOT = ${join(folder, "repositories")}
[security]
INSTALL_LOCK = true
[service]
DISABLE_REGISTRATION = true
; A test approves what a stranger began, which only the pages can.
ENABLE_REVERSE_PROXY_AUTHENTICATION = true
[oauth2]
ENABLED = false
[indexer]
ISSUE_INDEXER_TYPE = db
[log]
LEVEL = Warn
[actions]
ENABLED = true
DEFAULT_ACTIONS_URL = self
; Nights begin when a test says so.
[cron.start_schedule_tasks]
SCHEDULE = @annually
`;
}

/** Jobs run on this machine, with the project's Node and without anything of the environment. */
async function startRunner(at: { folder: string; url: string; registration: string }): Promise<ChildProcess> {
  const { folder, url, registration } = at;
  const home = join(folder, "runner");
  mkdirSync(home);
  const config = join(home, "config.yaml");
  const runner = {
    // Ten jobs at once, for a race among them; those that measure are started one at a time.
    capacity: 10,
    envs: { ARTIFACTS: join(folder, "artifacts") },
    fetch_interval: "200ms",
    fetch_interval_max: "200ms",
    log_report_interval: "1s",
    log_report_max_latency: "500ms",
    state_report_interval: "1s",
  };
  writeFileSync(config, stringify({ runner, host: { workdir_parent: join(home, "work") }, cache: { enabled: false } }));
  const path = [resolve("node_modules/.bin"), env.PATH].join(delimiter);
  const environment = { PATH: path, HOME: home, LANG: "C.UTF-8" };
  const named = ["--instance", url, "--token", registration, "--name", "runner"];
  const labels = ["ubuntu-latest", "macos-latest"].map((label) => `${label}:host`).join();
  const args = ["--config", config, "register", "--no-interactive", ...named, "--labels", labels];
  await promisify(execFile)(programs.runner, args, { env: environment, cwd: home });
  return start("runner", ["--config", config, "daemon"], { folder, environment, cwd: home });
}

interface Place {
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly cwd?: string;
}

function start(
  name: keyof typeof programs,
  args: string[],
  { folder, environment, cwd = folder }: Place,
): ChildProcess {
  const child = spawn(programs[name], args, { cwd, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const log = createWriteStream(join(folder, `${name}.log`));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  const late = setTimeout(10_000, "late", { ref: false });
  if ((await Promise.race([ended, late])) === "late") child.kill("SIGKILL");
  await ended;
}
