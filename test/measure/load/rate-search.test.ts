import { describe, expect, test } from "vitest";
import type { Alarm } from "../../../src/measure/load/alarm.ts";
import { loadRunner } from "../../../src/measure/load/load-runner.ts";
import { CallTally, type LoopResult } from "../../../src/measure/load/loop-result.ts";
import { OutcomeTally } from "../../../src/measure/load/outcome.ts";
import { RateSearch } from "../../../src/measure/load/rate-search.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { capacityOf } from "../../../src/metrics/capacity.ts";
import { mostSteps, type SearchLoad } from "../../../src/model/loads/search-load.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { searchLoad } from "../../decide/records.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

const load: SearchLoad = { ...searchLoad, highest: 1000 };

interface Given {
  readonly load?: Partial<SearchLoad>;
  readonly alarm?: (world: Simulation) => Alarm;
}

/** One search in simulated time. */
async function search(behaviour: ServerBehaviour, given: Given = {}) {
  const own = { ...load, ...given.load };
  const world = new Simulation();
  const server = new SimulatedServer(world, behaviour);
  const classify = replyClassifier();
  const runner = loadRunner(own, {
    wire: server,
    encode: server.encode,
    classify,
    clock: world,
    signal: new AbortController().signal,
    alarm: given.alarm?.(world) ?? world.alarm,
    delay: world.delay,
  });
  const found = runner.search;
  if (!found) throw new Error("a search has steps");
  const recorder = new Recorder("row", { classify });
  const results: LoopResult[] = [];
  for (let step = 0; step < mostSteps(own) && found.rate !== undefined; step++) {
    runner.prepare(own.stepMs);
    const result = await world.until(runner.run());
    results.push(result);
    found.add(result, recorder.addBlock(step, result));
  }
  return {
    capacity: capacityOf(found.steps, own),
    steps: found.steps,
    results,
    tookMs: results.reduce((sum, { wallMs }) => sum + wallMs, 0),
  };
}

/** A server that answers at most so many calls per second. */
const ceiling = (perSecond: number): ServerBehaviour => ({ serviceMs: () => 1000 / perSecond });

describe("a server with a ceiling", () => {
  test.each([25, 80, 312, 700])("of %i/s is found within 5 %%, in less than 20 s", async (perSecond) => {
    const { capacity, tookMs } = await search(ceiling(perSecond));
    expect(capacity?.end).toBe("failed");
    expect(Math.abs((capacity?.perSecond ?? 0) / perSecond - 1)).toBeLessThan(0.05);
    expect(tookMs).toBeLessThan(20_000);
  });

  test("is found though its calls take from half to one and a half of the time", async () => {
    const random = seededRandom(7);
    const { capacity } = await search({ serviceMs: () => (0.5 + random()) * 4 });
    expect(Math.abs((capacity?.perSecond ?? 0) / 250 - 1)).toBeLessThan(0.06);
  });

  test("is found though it stands still once, at the end of a step that it holds", async () => {
    const { capacity, steps } = await search({ ...ceiling(312), stall: [720, 900] });
    expect(steps.slice(0, 2)).toMatchObject([
      { ratePerSecond: 100, result: "failed" },
      { ratePerSecond: 100, result: "held" },
    ]);
    expect(Math.abs((capacity?.perSecond ?? 0) / 312 - 1)).toBeLessThan(0.05);
  });
});

describe("a condition", () => {
  test("on latency is kept where no backlog grows: calls that always take longer hold at no rate", async () => {
    const { capacity } = await search(
      { serviceMs: () => 40 },
      { load: { conditions: [{ metric: "p95", atMost: 30 }] } },
    );
    expect(capacity).toMatchObject({ end: "bottom", bound: "most" });
    expect(capacity?.perSecond).toBeLessThan(10);
    expect(capacity?.reason).toMatch(/^p95 40(\.0)?\sms is over 30(\.0)?\sms$/);
  });

  test("on failed calls ends the search where a server begins to refuse, however quickly", async () => {
    let [second, count] = [0, 0];
    const world: { now?: () => number } = {};
    const limited: ServerBehaviour = {
      serviceMs: () => 0.1,
      failure: () => {
        const now = Math.floor((world.now?.() ?? 0) / 100);
        count = now === second ? count + 1 : 1;
        second = now;
        return count > 10 ? { kind: "unexpected", message: "429 Too Many Requests" } : undefined;
      },
    };
    const alarm = (simulation: Simulation): Alarm => {
      world.now = () => simulation.now();
      return simulation.alarm;
    };
    const { capacity } = await search(limited, { alarm });
    expect(capacity?.reason).toMatch(/^error rate .* is over 1%$/);
    expect(capacity?.perSecond).toBeGreaterThan(85);
    expect(capacity?.perSecond).toBeLessThan(105);
  });
});

describe("a bound is told from a figure", () => {
  test("where all of the range holds", async () => {
    const { capacity } = await search(ceiling(5000));
    expect(capacity).toEqual({ perSecond: 1000, end: "top", bound: "least" });
  });

  test("where not even its lowest rate does", async () => {
    const { capacity } = await search(ceiling(4));
    expect(capacity).toMatchObject({ end: "bottom", bound: "most" });
  });

  test("where requests leave too late to tell", async () => {
    const late =
      (world: Simulation): Alarm =>
      (at, wake) =>
        world.schedule(at + 60, wake);
    const { capacity, steps } = await search(ceiling(5000), { alarm: late });
    expect(capacity).toBeUndefined();
    expect(new Set(steps.map(({ result }) => result))).toEqual(new Set(["lagged"]));
  });

  test("where nobody answers, and the search ends", async () => {
    const { capacity, tookMs } = await search({ serviceMs: () => null }, { load: { timeoutMs: 500 } });
    expect(capacity).toMatchObject({ end: "bottom" });
    expect(tookMs).toBeLessThan(20_000);
  });
});

test("a step far beyond the ceiling ends once it cannot hold any more", async () => {
  const { results } = await search(ceiling(20));
  expect(results[0]?.sent).toBeLessThan(60);
});

test.each([
  ["grows", 0.5, { result: "failed", reason: expect.stringContaining("a backlog grew") }],
  ["does not grow", 0, { result: "held" }],
])("a backlog that %s is seen by the first replies, where there are too many to keep", (_, laterMs, step) => {
  const found = new RateSearch(load);
  const judged = new CallTally();
  for (let id = 0; id < found.callsAt(found.rate ?? 0); id++)
    judged.addReply({ kind: "ok" }, { id, latencyMs: 9, atMs: id, bytes: 1 });
  // Steps of 0.3: where 95 of 100 are answered, each waits for half a millisecond more than the one before.
  const body = Buffer.from("{}");
  const answers = Array.from({ length: 30 }, (_, id) => ({
    id,
    latencyMs: 5 + laterMs * id,
    atMs: id,
    bytes: 2,
    body,
  }));
  const failures = new OutcomeTally();
  const result = { wallMs: 1000, answers, further: judged, failures, sent: 100, sentBytes: 200, gaveUp: false };
  found.add(result, judged);
  expect(found.steps).toEqual([{ ratePerSecond: 100, ...step }]);
});

test("a range that is wide takes one step more for each doubling of its width on a logarithmic scale", () => {
  const steps = [1.01, 10, 100, 10_000].map((times) => mostSteps({ lowest: 1, highest: times }));
  expect(steps).toEqual([2, 16, 18, 20]);
});
