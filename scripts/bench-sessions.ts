/**
 * Runs the program on servers whose sessions go wrong, and on sound ones, and counts the runs that fail:
 *
 *   npm run bench:sessions [-- --only leaks,crossings,restart,bytes,sound,million] [--runs N] [--at-once N]
 *
 * `leaks`, `crossings` and `restart` are to fail in every run, `sound` in none: servers on five SDKs, so many runs of each. `bytes`:
 * memory that sessions are planted to keep, as measured. `million`: 10^6 calls of a sound server. The servers in Go, Rust and
 * Python need their compilers, and the packages that `.ci/run` installs.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, execPath } from "node:process";
import { parseArgs } from "node:util";
import { readRecordFile } from "../src/record/files/record-file.ts";
import { median } from "../src/stats/describe.ts";
import { chosen } from "./chosen.ts";
import { root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    only: { type: "string" },
    runs: { type: "string", default: "20" },
    "at-once": { type: "string", default: "2" },
  },
});
const runs = Number(values.runs);
using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-sessions-"));
const folder = temporary.path;
const fixture = (name: string) => join(root, "fixtures/servers", name);
const own = (name: string) => join(root, "scripts/bench-sessions", name);
let counted = 0;

interface Served {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly identities?: readonly string[];
}

/** A configuration of a server over HTTP, with benchmarks and thresholds as YAML. */
function configurationOf(
  { command = execPath, args, env: variables = {}, identities = [] }: Served,
  rest: string,
): string {
  const users = identities.map((name) => ({ name, headers: { Authorization: `Bearer token-${name}` } }));
  const server = { command, args, env: variables, url: "http://127.0.0.1:${PORT}/mcp", protocol: "2025-11-25" };
  return `server: ${JSON.stringify({ ...server, ...(users.length > 0 ? { identities: users } : {}) })}
${rest}`;
}

interface Outcome {
  readonly exit: number;
  readonly seconds: number;
  readonly said: string;
  readonly file: string;
}

/** Runs the program once, as a user does. */
async function run(configuration: string): Promise<Outcome> {
  const at = join(folder, String(counted++));
  const file = `${at}.json`;
  writeFileSync(`${at}.yml`, configuration);
  const args = ["run", "--config", `${at}.yml`, "--json", file, "--profile", "off"];
  const from = performance.now();
  return new Promise((resolve) => {
    const child = execFile(execPath, [join(root, "dist/cli.js"), ...args], { cwd: folder }, (_, stdout, stderr) => {
      const seconds = (performance.now() - from) / 1000;
      resolve({ exit: child.exitCode ?? -1, seconds, said: `${stdout}\n${stderr}`, file });
    });
  });
}

/** Repeats a run, some at the same time: what is counted here are outcomes, which other work must not change. */
async function repeat(configuration: string, times = runs): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = times;
  const work = async () => {
    while (left-- > 0) outcomes.push(await run(configuration));
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, work));
  return outcomes;
}

async function count(name: string, configuration: string, expected: "red" | "green"): Promise<void> {
  const outcomes = await repeat(configuration);
  const red = outcomes.filter(({ exit }) => exit === 1 || exit === 3);
  const odd = outcomes.find((one) => (expected === "green" ? one.exit !== 0 : !red.includes(one)));
  const seconds = outcomes.map((one) => one.seconds);
  const times = `median ${median(seconds).toFixed(1)} s, at most ${Math.max(...seconds).toFixed(1)} s`;
  console.log(`${name}: ${red.length} of ${outcomes.length} red, ${times}`);
  if (odd) console.log(`  unexpected exit code ${odd.exit}:\n${odd.said.slice(0, 3000)}`);
}

const ends = (end: string) => `defaults: { rounds: 1, leak_check: 0 }
benchmarks: [{ tool: work, fresh_session: { end: ${end}, idle: 4s }, requests: 20, warmup: 1 }]
thresholds: { session_reclaim: 3s }
`;
const sessionLife = (...args: string[]) => [fixture("session-life.js"), "${PORT}", ...args];

async function leaks(): Promise<void> {
  for (const [mode, end] of [
    ["delete-only", "abandon"],
    ["refs", "abandon"],
    ["schemas", "abandon"],
    ["no-release", "drop"],
    ["sweep", "abandon"],
  ] as const)
    await count(`leak ${mode}`, configurationOf({ args: sessionLife(mode) }, ends(end)), "red");
}

async function restart(): Promise<void> {
  const rest = `defaults: { rounds: 1, leak_check: 0 }
benchmarks: [{ tool: work, restart: true, concurrency: 4, requests: 4, warmup: 0 }]
thresholds: { restart_lost: 0 }
`;
  for (const [mode, expected] of [
    ["lossy", "red"],
    ["sound", "green"],
  ] as const) {
    const variables = { WORK_MS: "400", IDLE_MS: "60000" };
    await count(`restart ${mode}`, configurationOf({ args: sessionLife(mode, "0"), env: variables }, rest), expected);
  }
}

async function crossings(): Promise<void> {
  const rest = `defaults: { rounds: 1, requests: 60 }
benchmarks: [{ tool: whoami, concurrency: 6, sessions: 6 }]
`;
  const ways = ["module", "client", "cache", "id", "token", "session", "connection", "hands", "sound"];
  for (const mode of ways) {
    const served = { args: [fixture("identities.js"), mode, "${PORT}"], identities: ["alice", "bob", "carol"] };
    await count(`crossing ${mode}`, configurationOf(served, rest), mode === "sound" ? "green" : "red");
  }
}

/** Compares what sessions keep with what is planted. */
async function bytes(): Promise<void> {
  const rest = `defaults: { rounds: 3, leak_check: 0 }
benchmarks: [{ tool: work, fresh_session: { end: delete }, warmup: 1 }]
`;
  const kept = async (planted: number) => {
    const outcomes = await repeat(configurationOf({ args: sessionLife("stub", String(planted)) }, rest));
    const records = await Promise.all(outcomes.map(({ file }) => readRecordFile(file)));
    return records.map(({ rounds }) =>
      median(
        rounds.flatMap(({ launches }) =>
          launches.flatMap(({ measurements }) => measurements.flatMap(({ sessions }) => sessions?.bytes ?? [])),
        ),
      ),
    );
  };
  for (const planted of [20_000, 100_000, 500_000]) {
    const shares = (await kept(planted)).map((value) => value / planted).toSorted((a, b) => a - b);
    const within = shares.filter((share) => Math.abs(share - 1) <= 0.1).length;
    const [least, most] = [shares[0] ?? Number.NaN, shares.at(-1) ?? Number.NaN];
    const range = `${(100 * least).toFixed(0)} to ${(100 * most).toFixed(0)} %`;
    console.log(`${planted / 1000} KB planted: ${within} of ${shares.length} within 10 %, ${range} of it found`);
  }
}

/** Servers on the official SDKs by their names; those that have to be built are. */
function soundServers(): Readonly<Record<string, Served>> {
  const go = join(folder, "go-server");
  execFileSync("go", ["build", "-C", own("go"), "-o", go, "."], { stdio: "inherit" });
  const target = join(root, ".tools/rust-sessions");
  const manifest = join(own("rust"), "Cargo.toml");
  execFileSync("cargo", ["build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", target], {
    stdio: "inherit",
  });
  return {
    "TypeScript 1": { args: [own("typescript-v1.mjs"), "${PORT}"] },
    "TypeScript 2": { args: [own("typescript-v2.mjs"), "${PORT}"] },
    Python: { command: "python", args: [own("python.py"), "${PORT}"], env: { PATH: env.PATH ?? "" } },
    Go: { command: go, args: ["${PORT}"] },
    Rust: { command: join(target, "debug/sound"), args: ["${PORT}"] },
  };
}

async function sound(): Promise<void> {
  const echo = "tool: echo, arguments: { text: hello }";
  const rest = `defaults: { rounds: 1, leak_check: 0 }
benchmarks:
  - { name: left, ${echo}, fresh_session: { end: { drop: 1, abandon: 1 }, idle: 10s }, thresholds: { session_reclaim: 8s } }
  - { name: deleted, ${echo}, fresh_session: { end: delete }, thresholds: { session_memory: 64KB, session_files: 0.5, session_threads: 0.5 } }
  - { name: many, tool: echo, arguments: { text: "{{session}}, {{seq}}." }, sessions: 4, concurrency: 8, requests: 400, expect: { text: ", {{seq}}." } }
  - { name: restart, tool: echo, arguments: { ms: 200 }, restart: true, concurrency: 4, requests: 4, warmup: 0, thresholds: { restart_lost: 0, restart_repeated: 0, restart_stranded: 0 } }
`;
  for (const [name, served] of Object.entries(soundServers()))
    await count(`sound server on the SDK of ${name}`, configurationOf(served, rest), "green");
}

async function million(): Promise<void> {
  const rest = `defaults: { rounds: 1, leak_check: 0, warmup: 10 }
benchmarks:
  - { tool: search, arguments: { query: "session {{session}}, item {{seq}}." }, sessions: 8, concurrency: 32, requests: 1000000, expect: { text: "item {{seq}}." } }
`;
  const served = { args: [fixture("crossing.js"), "sound", "${PORT}", "0"] };
  const [outcome] = await repeat(configurationOf(served, rest), 1);
  if (!outcome) return;
  const { rounds } = await readRecordFile(outcome.file);
  const [measured] = rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  const replies = JSON.stringify(measured?.outcomes);
  console.log(`10^6 calls: exit code ${outcome.exit}, ${replies}, ${outcome.seconds.toFixed(0)} s`);
}

const parts: Readonly<Record<string, () => Promise<void>>> = { leaks, crossings, restart, bytes, sound, million };
for (const part of chosen(values.only, { what: "part", of: Object.keys(parts) })) await parts[part]?.();
