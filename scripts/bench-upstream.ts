/**
 * Measures the replay of recorded APIs, on an idle machine of two cores or more:
 *
 *   npm run bench:upstream [-- --only requests,latency,rounds,found] [--rounds N]
 *
 * `requests`: requests per second that the replay answers, and per second of its CPU time. `latency`: p50 of one request over a kept
 * connection. `rounds`: scatter of ln(head/base) of p50 of unchanged code. `found`: runs that find 5 % more work in the server, of 20
 * that take twice as many measured rounds in an order of their own until they are red.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { connect as connectTls } from "node:tls";
import { parseArgs } from "node:util";
import { sampleStandardDeviation } from "simple-statistics";
import { listProcesses } from "../src/base/host/process-tree.ts";
import { Helper } from "../src/features/upstream/helper.ts";
import type { ReplaySettings } from "../src/features/upstream/listeners.ts";
import { makeReplayCompanion } from "../src/features/upstream/replay-companion.ts";
import { upstreamSchema } from "../src/features/upstream/upstream-schema.ts";
import { writeHar } from "../src/features/upstream/write-har.ts";
import { thisHost } from "../src/measure/instrument/host.ts";
import { chooseInstrument } from "../src/measure/instrument/instrument.ts";
import { runPlan } from "../src/measure/run/run-plan.ts";
import { readOnce } from "../src/model/quantity.ts";
import { overrideThresholds, thresholdsSchema } from "../src/plan/threshold.ts";
import type { RunRecord } from "../src/record/record.ts";
import { latenciesOf } from "../src/record/samples.ts";
import { judge } from "../src/run/judge.ts";
import { median } from "../src/stats/describe.ts";
import { seededRandom } from "../src/stats/random.ts";
import { exchangeOf } from "../test/features/upstream/exchanges.ts";
import { chosen } from "./chosen.ts";
import { madeLaunch, madeLoad, madePlan, madeRow, madeSurroundings, toolCall } from "./made-run.ts";
import { root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: { only: { type: "string" }, rounds: { type: "string", default: "24" } },
});
const rounds = Number(values.rounds);
const parts: Readonly<Record<string, () => Promise<void>>> = { requests, latency, rounds: scatter, found };

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-upstream-"));
const folder = temporary.path;
const har = join(folder, "api.har");
const api = "https://api.example.com";
/** Some kilobytes, as of most APIs, in a recording of 200 requests. */
const body = JSON.stringify({ text: "x".repeat(2_000) });
writeHar(har, {
  exchanges: ["a", ...Array.from({ length: 199 }, (_, page) => page)].map((page) =>
    exchangeOf({ at: `/pages/${page}`, body }),
  ),
  addresses: { WIKI_URL: api },
});

/** Starts the replay; `urlEnv` is absent for the proxy. */
async function openReplay(urlEnv?: string) {
  const helper = await Helper.start();
  const from: ReplaySettings = {
    kind: "replay",
    file: har,
    shownAs: "api.har",
    latency: { kind: "none" },
    faults: [],
    match: { query: [], body: [], path: [] },
    given: "",
  };
  const { env } = await helper.ask({
    kind: "open",
    arm: "head",
    settings: { urlEnv, folder: helper.folder, from },
  });
  return { helper, env, port: Number(env.MCP_BENCH_UPSTREAM_PORT ?? new URL(env.WIKI_URL ?? "").port) };
}

async function requests(): Promise<void> {
  const { helper, port } = await openReplay("WIKI_URL");
  try {
    const pid = listProcesses().find(({ parent }) => parent === process.pid)?.pid ?? 0;
    const [clients, seconds] = [16, 10];
    await load(port, { clients, seconds: 2 });
    const before = cpuSeconds(pid);
    const answered = await load(port, { clients, seconds });
    const cpu = cpuSeconds(pid) - before;
    console.log(
      `${Math.round(answered / seconds)} requests/s by ${clients} connections, ${Math.round(answered / cpu)} per second of CPU time`,
    );
  } finally {
    await helper.stop();
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Asks over sockets, whose responses are only counted, by their length: a client of HTTP would be the bottleneck. */
async function load(
  port: number,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const text = `GET /pages/17 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n\r\n`;
  let answered = 0;
  let isOver = false;
  const one = async () => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    let due = 0;
    let length = 0;
    socket.on("data", (chunk) => {
      if (due === 0) due = chunk.indexOf("\r\n\r\n") + 4 + body.length;
      length += chunk.byteLength;
      if (length < due) return;
      length = 0;
      answered++;
      if (isOver) socket.destroy();
      else socket.write(text);
    });
    socket.write(text);
    await once(socket, "close");
  };
  const all = Array.from({ length: clients }, one);
  setTimeout(() => {
    isOver = true;
  }, seconds * 1000);
  await Promise.all(all);
  return answered;
}

async function latency(): Promise<void> {
  const program = join(folder, "direct.mjs");
  writeFileSync(
    program,
    `import { createServer } from "node:http";
const body = Buffer.from(${JSON.stringify(body)});
createServer((_, response) => response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body))
  .listen(0, "127.0.0.1", function () { process.send(this.address().port); });`,
  );
  const child = fork(program);
  const [port] = (await once(child, "message")) as [number];
  const base = await openReplay("WIKI_URL");
  const proxy = await openReplay();
  const socket = await tunnel(proxy.port);
  const secure = connectTls({ socket, servername: "api.example.com", ca: readFileSync(proxy.env.SSL_CERT_FILE ?? "") });
  await once(secure, "secureConnect");
  const ways = {
    "a local API": new Agent({ keepAlive: true, maxSockets: 1 }),
    "the replay at a base address": new Agent({ keepAlive: true, maxSockets: 1 }),
    "the replay by the proxy, HTTPS": Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
      createConnection: () => secure as unknown as Socket,
    }),
  };
  const ports = [port, base.port, proxy.port];
  const taken = Object.keys(ways).map(() => [] as number[]);
  // In turns, so that the machine is the same for all.
  for (let turn = 0; turn < 60; turn++)
    for (const [place, agent] of Object.values(ways).entries())
      for (let call = 0; call < 60; call++) {
        const from = performance.now();
        await ask(ports[place] ?? 0, { agent, host: place === 2 ? "api.example.com" : "127.0.0.1" });
        if (turn >= 10) taken[place]?.push(performance.now() - from);
      }
  const [direct = 0, ...others] = taken.map(median);
  console.log(`${Object.keys(ways)[0]}: p50 ${(1000 * direct).toFixed(0)} µs`);
  for (const [place, ms] of others.entries())
    console.log(`${Object.keys(ways)[place + 1]}: ${(1000 * (ms - direct)).toFixed(0)} µs more`);
  for (const agent of Object.values(ways)) agent.destroy();
  child.kill();
  await base.helper.stop();
  await proxy.helper.stop();
}

async function ask(port: number, { agent, host }: { readonly agent: Agent; readonly host: string }): Promise<void> {
  const sent = request({ host: "127.0.0.1", port, path: "/pages/17", agent, headers: { host } }).end();
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
}

async function tunnel(port: number): Promise<Socket> {
  const sent = request({ host: "127.0.0.1", port, method: "CONNECT", path: "api.example.com:443" }).end();
  const [, socket] = await once(sent, "connect");
  return socket;
}

interface Comparison {
  /** Time that the server computes in each call. */
  readonly ownMs: Readonly<Record<"head" | "base", number>>;
  readonly latency: string;
  /** Calls of a block, and how many of them are in flight. */
  readonly calls: readonly [requests: number, concurrency: number];
  readonly limits: Readonly<Record<string, string>>;
  readonly rounds: number;
}

/** Measures two versions of a small wrapper in turns, of which each call asks its replayed API once. */
async function compare({
  ownMs,
  latency: upstreamLatency,
  calls: [requests, concurrency],
  limits,
  rounds,
}: Comparison): Promise<RunRecord> {
  const upstream = upstreamSchema.parse({ replay: har, url_env: "WIKI_URL", latency: upstreamLatency }, readOnce);
  const commit = { config: { upstream }, directory: folder };
  const companion = await makeReplayCompanion({ head: commit, base: commit, environment: {}, secrets: [] });
  const thresholds = overrideThresholds([], thresholdsSchema.parse(limits, readOnce) ?? []);
  const plan = madePlan({
    arms: (["head", "base"] as const).map((side) => ({
      id: side,
      side,
      launch: madeLaunch({
        command: execPath,
        args: [join(root, "test/features/upstream/wiki-server.js")],
        env: { PATH: process.env.PATH ?? "", OWN_MS: String(ownMs[side]) },
        sameProgram: true,
      }),
    })),
    rows: [
      madeRow({
        id: "row",
        operation: toolCall("get_page", { id: "a" }),
        load: madeLoad({ concurrency, requests, warmup: 3 }),
        thresholds,
      }),
    ],
    rounds,
  });
  return runPlan(plan, {
    ...madeSurroundings(),
    instrument: await chooseInstrument(thisHost()),
    companions: companion ? [companion] : [],
  });
}

async function scatter(): Promise<void> {
  for (const ownMs of [0, 5]) {
    const own = { head: ownMs, base: ownMs };
    const record = await compare({ ownMs: own, latency: "none", calls: [100, 1], limits: {}, rounds });
    const p50 = (round: RunRecord["rounds"][number], arm: string) =>
      median(
        latenciesOf(round.launches.filter((launch) => launch.arm === arm).flatMap(({ measurements }) => measurements)),
      );
    const apart = record.rounds.map((round) => Math.log(p50(round, "head") / p50(round, "base")));
    const middle = median(record.rounds.map((round) => p50(round, "head")));
    const percent = (100 * sampleStandardDeviation(apart)).toFixed(1);
    console.log(`${ownMs} ms of own work: scatter ${percent} % over ${rounds} rounds, p50 ${middle.toFixed(2)} ms`);
  }
}

/** Number of rounds after which a run is red as it goes on; undefined: it never is. */
function roundsUntilFound(record: RunRecord, measured: RunRecord["rounds"]): number | undefined {
  const isRed = (count: number) => {
    const stored = { kind: "none", reason: "none" } as const;
    const report = judge(
      { ...record, rounds: measured.slice(0, count) },
      { stored, failOn: ["regression"], reproduce: "" },
    );
    return report.verdict.regressed.length > 0;
  };
  return measured.map((_, index) => index + 1).find(isRed);
}

async function found(): Promise<void> {
  for (const [name, base, limits, calls] of [
    ["none", 5, { p50: "+1%" }, [40, 1]],
    // Calls that wait for the API cost no time of their own where several are in flight.
    ["200ms", 5, { cpu_per_call: "+1%" }, [64, 8]],
  ] as const) {
    const record = await compare({
      ownMs: { base, head: 1.05 * base },
      latency: name,
      calls,
      limits,
      rounds: 2 * rounds,
    });
    const random = seededRandom(1);
    const needed = Array.from({ length: 20 }, () => {
      const order = record.rounds.map((round) => ({ round, at: random() })).sort((a, b) => a.at - b.at);
      return roundsUntilFound(
        record,
        order.map(({ round }, index) => ({ ...round, index })),
      );
    });
    const hits = needed.filter((count) => count !== undefined);
    const after = `after ${median(hits)} rounds, at most ${Math.max(...hits)}`;
    const gates = Object.keys(limits).join(" or ");
    console.log(`behind ${name}: 5 % more of ${base} ms found in ${hits.length} of 20 draws, ${after}, by ${gates}`);
  }
}

console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
for (const part of chosen(values.only, { what: "part", of: Object.keys(parts) })) await parts[part]?.();
