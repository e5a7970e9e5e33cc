import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import type { RunRecord } from "../../../../src/record/record.ts";
import { openProxy } from "../open-proxy.ts";
import { play } from "./played-apis.ts";
import type { Wrapper } from "./wrappers.ts";

const run = promisify(execFile);
const program = path.resolve("src/mcp-bench.ts");

/** A network of its own, with nothing in it but itself; absent where the system gives none. */
const alone = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
export const canBeAlone = spawnSync(alone[0] ?? "", [...alone.slice(1), "true"]).status === 0;

export interface Outcome {
  /** Tools whose calls were all answered without an error. */
  readonly works: readonly string[];
  /** Tools that sent their API a request. Some say in words that it failed, and call that a result. */
  readonly asks: readonly string[];
  /** First error of each other tool. */
  readonly fails: Readonly<Record<string, string>>;
}

export interface Tried {
  /** Without a recording, a key or a network: tools that need no API. */
  readonly before: Outcome;
  /** In replay, without a key or a network. */
  readonly after: Outcome;
  /** Requests in the recording. */
  readonly recorded: number;
}

/** Calls the tools of a wrapper without its API, records them while the API is played, and calls them in replay. */
export async function tryWrapper(
  wrapper: Wrapper,
  { folder, command }: { readonly folder: string; readonly command: string },
): Promise<Tried> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(wrapper.files ?? {})) writeFileSync(path.join(folder, name), text);
  configure(wrapper, { folder, command, upstream: undefined });
  const before = await bench(folder);
  configure(wrapper, { folder, command, upstream: { replay: "mcp-bench.har" } });
  await using proxy = await openProxy(({ url }) => {
    const { status, type, body } = play(url);
    return { status, headers: { "content-type": type }, body: Buffer.from(body) };
  });
  // The recorder reaches the played APIs as it would reach the real ones through a proxy of its network.
  await run(process.execPath, [program, "record"], { cwd: folder, env: { ...process.env, ...proxy.env } });
  const { log } = JSON.parse(readFileSync(path.join(folder, "mcp-bench.har"), "utf8"));
  const after = await bench(folder);
  const works = before.works.filter((tool) => !after.asks.includes(tool));
  return { before: { ...before, works }, after, recorded: log.entries.length };
}

function configure(
  { tools, args = [], env = {} }: Wrapper,
  {
    folder,
    command,
    upstream,
  }: { readonly folder: string; readonly command: string; readonly upstream?: object | undefined },
): void {
  const config = {
    server: { command, args, env, startup_timeout: "60s" },
    ...(upstream ? { upstream } : {}),
    profile: "off",
    defaults: { requests: 3, warmup: 0, rounds: 1, timeout: "20s", leak_check: 0 },
    benchmarks: Object.entries(tools).map(([tool, given]) => ({ tool, arguments: given })),
  };
  writeFileSync(path.join(folder, "mcp-bench.yml"), stringify(config));
}

/** Runs the benchmarks without a network. */
async function bench(folder: string): Promise<Outcome> {
  const file = path.join(folder, "record.json");
  rmSync(file, { force: true });
  const words = [process.execPath, program, "run", "--compare-ref", "none", "--json", file];
  const [command = "", ...rest] = canBeAlone ? [...alone, ...words] : words;
  const ended = await run(command, rest, { cwd: folder, maxBuffer: 1e8 }).catch((error: { stderr: string }) => error);
  let record: RunRecord;
  try {
    record = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { works: [], asks: [], fails: { "the run": ended.stderr } };
  }
  const measurements = record.rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const fails = measurements.flatMap(({ row, errors, outcomes }) =>
    (outcomes.ok ?? 0) > 0 && errors.length === 0 ? [] : [[row, errors[0]?.message ?? "no call was answered"]],
  );
  const failed = new Map(fails as [string, string][]);
  return {
    asks: measurements.flatMap(({ row, upstream }) => ((upstream?.requests ?? 0) > 0 ? row : [])),
    works: measurements.flatMap(({ row }) => (failed.has(row) ? [] : row)),
    fails: Object.fromEntries(failed),
  };
}
