import { describe, expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { type ReadyStep, TurnWire, thinkTimes } from "../../../src/measure/wires/turn-wire.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { summariseParts } from "../../../src/table/summarise.ts";
import { complaint } from "../../config/complaint.ts";
import { referenceServer } from "../plans.ts";
import { runConfig, summaryOf } from "../run-config.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

const found = '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"ids":[4,5]}}}';
const toolError = '{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"locked"}]}}';

interface Given {
  readonly turns?: number;
  readonly concurrency?: number;
  readonly thinkMs?: number;
  readonly capture?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Turns of three steps, the first of which captures; its requests are answered one after the other. */
async function run(behaviour: ServerBehaviour, given: Given = {}) {
  const { turns = 2, concurrency = 1, thinkMs = 0, capture = {}, timeoutMs = 1000 } = given;
  const world = new Simulation();
  const server = new SimulatedServer(world, { reply: () => found, ...behaviour });
  const asked: string[] = [];
  const step = (name: string, more: Partial<ReadyStep> = {}): ReadyStep => ({
    name,
    capture: {},
    classify: (body) => replyClassifier()(body),
    encode: (_wire, seq, captures) => {
      asked.push(`${name} ${seq} ${captures.get("ids")?.join() ?? "-"}`);
      return server.encode();
    },
    ...more,
  });
  const wire = new TurnWire({
    clock: world,
    wires: [server],
    steps: [step("list", { capture }), step("search"), step("read")],
    captures: new Map(),
    think: () => thinkMs,
    after: (ms, wake) => world.schedule(world.now() + ms, wake),
  });
  const { classify } = wire;
  const frames = Array.from({ length: turns }, () => wire.encode());
  const signal = new AbortController().signal;
  const options = { wire, frames, concurrency, clock: world, timeoutMs, signal, classify };
  const result = await world.until(runClosedLoop(options));
  const recorder = new Recorder("turn", { classify });
  recorder.addBlock(0, result);
  wire.add();
  const measurement = recorder.measurement(wire.result());
  const parts = summariseParts([[measurement]])?.map(({ part, attempted, ok, latency }) => [
    part,
    attempted,
    ok,
    latency?.p50,
  ]);
  return { ...measurement, latencies: [...decodeSamples(measurement.samples)], parts, asked, result, server };
}

const inTurn: ServerBehaviour = { serviceMs: (index) => [10, 20, 30][index % 3] ?? 0 };

describe("a turn", () => {
  test("takes as long as its steps, one after the other, each of which is timed for itself", async () => {
    const { latencies, blocks, outcomes, parts, requestBytes, responseBytes } = await run(inTurn);
    expect([latencies, outcomes, blocks[0]?.wallMs]).toEqual([[60, 60], { ok: 2 }, 120]);
    expect(parts).toEqual([
      ["1. list", 2, 2, 10],
      ["2. search", 2, 2, 20],
      ["3. read", 2, 2, 30],
    ]);
    expect([requestBytes, responseBytes]).toEqual([3 * "{}".length, 3 * found.length]);
  });

  test("goes on with what a step has captured, which the next turn knows nothing of", async () => {
    const { asked } = await run(inTurn, { capture: { ids: "structuredContent.ids" } });
    expect(asked.slice(2)).toEqual(["search 0 4,5", "read 0 4,5", "search 1 4,5", "read 1 4,5"]);
    expect(asked.slice(0, 2)).toEqual(["list 0 -", "list 1 -"]);
  });

  test("is thought about before each step, in no latency and in no time-out, though it takes its time", async () => {
    const { latencies, blocks, outcomes } = await run(inTurn, { thinkMs: 5000, timeoutMs: 100 });
    expect([latencies, outcomes, blocks[0]?.wallMs]).toEqual([[60, 60], { ok: 2 }, 30_120]);
  });

  test("goes on beside others", async () => {
    const { outcomes, blocks, server } = await run(inTurn, { turns: 4, concurrency: 2, thinkMs: 1000 });
    expect([outcomes, server.mostUnanswered]).toEqual([{ ok: 4 }, 2]);
    expect(blocks[0]?.wallMs).toBeLessThan(8000);
  });
});

describe("a step that fails ends its turn", () => {
  test("with what the server said, and counts for that step alone", async () => {
    const { outcomes, errors, parts, asked } = await run({ ...inTurn, reply: (at) => (at === 1 ? toolError : found) });
    expect([outcomes, errors[0]?.message]).toEqual([{ ok: 1, "tool-error": 1 }, "step 2, search: locked"]);
    expect(parts?.map(([, attempted, ok]) => [attempted, ok])).toEqual([
      [2, 2],
      [2, 1],
      [1, 1],
    ]);
    expect(asked.filter((one) => one.startsWith("read"))).toHaveLength(1);
  });

  test("where what it is to capture is not there", async () => {
    const { outcomes, errors } = await run(inTurn, { capture: { ids: "structuredContent.keys" } });
    expect(outcomes).toEqual({ unexpected: 2 });
    expect(errors[0]?.message).toBe('step 1, list: nothing found at "structuredContent.keys", to be kept as `ids`');
  });

  test("where no reply comes in time, and where the connection is lost", async () => {
    const silent = await run({ serviceMs: (index) => (index === 1 ? null : 10) }, { timeoutMs: 100 });
    expect([silent.outcomes, silent.parts?.map(([, , ok]) => ok)]).toEqual([{ ok: 1, timeout: 1 }, [2, 1, 1]]);
    const failure = { kind: "disconnected", message: "it exited" } as const;
    const gone = await run({ ...inTurn, failure: (index) => (index === 2 ? failure : undefined) });
    expect([gone.outcomes, gone.result.disconnected]).toEqual([{ disconnected: 2 }, "step 3, read: it exited"]);
  });
});

test("agents think for as long under the same seed, on average for as long as was asked", () => {
  const draw = (seed: number) => {
    const next = thinkTimes({ meanMs: 200, distribution: "exponential" }, seed);
    return Array.from({ length: 10_000 }, next);
  };
  const times = draw(7);
  expect(draw(7)).toEqual(times);
  expect(draw(8)).not.toEqual(times);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
  expect(times.reduce((sum, ms) => sum + ms) / times.length).toBeCloseTo(200, -1);
  expect(thinkTimes({ meanMs: 200, distribution: "fixed" }, 7)()).toBe(200);
  expect(thinkTimes(undefined, 7)()).toBe(0);
});

test.each([
  ["steps: [{ tool: a }]", /`steps` has at least two steps/],
  ["{ steps: [{ tool: a }, { resource: '{{uris[0]}}' }] }", /no earlier step captures `uris`/],
  [
    "{ steps: [{ tool: a, capture: { uris: a } }, { tool: b }], teardown: [{ tool: c, arguments: { u: '{{uris[0]}}' } }] }",
    /no earlier step captures `uris`/,
  ],
  ["{ tool: a, think: 1s }", /`think` needs `steps`/],
  ["{ steps: [{ tool: a }, { tool: b }], batch: { size: 2 } }", /timed as one operation already/],
  ["{ steps: [{ tool: a }, { tool: b }], expect: { text: x } }", /write `expect` in its step/],
  ["{ steps: [{ tool: a }, { tool: b, method: ping }] }", /one benchmark measures one operation/],
  ["{ steps: [{ tool: a }, { tool: b }], progress: true }", /`progress` needs a single request/],
])("%s is refused", (benchmark, message) => {
  const text = benchmark.startsWith("{") ? benchmark : `{ ${benchmark} }`;
  expect(complaint(`server: x\nbenchmarks:\n  - ${text}\n`)).toMatch(message);
});

const everything = JSON.stringify(referenceServer("everything"));

test("an agent lists the tools of a real server, finds resources and reads the first of them", async () => {
  const record = await runConfig(`
server: { command: ${JSON.stringify(process.execPath)}, args: [${everything}, stdio] }
defaults: { rounds: 1, requests: 4, warmup: 1, leak_check: 0 }
benchmarks:
  - steps:
      - { method: tools/list }
      - { tool: get-resource-links, arguments: { count: 3 }, capture: { uris: "content[*].uri" } }
      - { resource: "{{uris[0]}}" }
    think: { mean: 5ms }
    concurrency: 2
`);
  expect(record.rows).toMatchObject([
    { id: "turn", method: "steps", target: "tools/list → get-resource-links → {{uris[0]}}" },
  ]);
  const [turn] = record.rounds[0]?.launches[0]?.measurements ?? [];
  expect([turn?.outcomes, turn?.errors]).toEqual([{ ok: 4 }, []]);
  expect(turn?.parts?.attempted).toEqual([4, 4, 4]);
  expect(summaryOf(record)).toContain("3. {{uris[0]}}");
});
