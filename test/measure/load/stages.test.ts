import { describe, expect, test } from "vitest";
import { CallTally } from "../../../src/measure/load/loop-result.ts";
import { runOpenLoop } from "../../../src/measure/load/open-loop.ts";
import { StageParts, stagedArrivals } from "../../../src/measure/load/stages.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { latenciesOf } from "../../../src/record/samples.ts";
import { describe as statistics } from "../../../src/stats/describe.ts";
import { type ServerBehaviour, SimulatedServer, Simulation } from "../simulation.ts";

const held = (rate: number, durationMs: number) => ({ durationMs, from: rate, to: rate });
const ramp = (from: number, to: number, durationMs: number) => ({ durationMs, from, to });

describe("requests are due", () => {
  const dueAll = (...stages: Parameters<typeof stagedArrivals>[0]) => {
    const { requests, dueMs } = stagedArrivals(stages);
    return Array.from({ length: requests }, (_, index) => Number(dueMs(index).toFixed(6)));
  };

  test("at the rate of each stage in turn", () =>
    expect(dueAll(held(10, 300), held(100, 40))).toEqual([0, 100, 200, 300, 310, 320, 330]));

  test("more and more often up a ramp: after t seconds of 0 to 100/s in one, 50 t²", () => {
    const due = dueAll(ramp(0, 100, 1000));
    expect(due).toHaveLength(50);
    for (const [index, at] of due.entries()) expect(at).toBeCloseTo(1000 * Math.sqrt(index / 50), 5);
  });

  test("less and less often down the same, mirrored", () => {
    const up = dueAll(ramp(20, 100, 1000));
    const down = dueAll(ramp(100, 20, 1000));
    expect(down).toHaveLength(60);
    for (const [index, at] of up.entries()) if (index > 0) expect(down[60 - index]).toBeCloseTo(1000 - at, 5);
  });

  test("down to nothing without an end that is never reached", () =>
    expect(dueAll(ramp(100, 0, 1000)).every((at) => at < 1000)).toBe(true));

  test("in the stage that they are due in", () => {
    const { stageOf } = stagedArrivals([held(10, 300), ramp(10, 30, 100), held(30, 100)]);
    expect(Array.from({ length: 9 }, (_, index) => stageOf(index))).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 2]);
  });
});

interface Given {
  readonly retainBytes?: number;
}

async function run(
  behaviour: ServerBehaviour,
  stages: Parameters<typeof stagedArrivals>[0],
  { retainBytes }: Given = {},
) {
  const world = new Simulation();
  const server = new SimulatedServer(world, behaviour);
  const { requests, dueMs } = stagedArrivals(stages);
  const parts = new StageParts(stages);
  const next = () => {
    const frame = server.encode();
    parts.made(frame.id);
    return frame;
  };
  const result = await world.until(
    runOpenLoop({
      wire: server,
      frames: { requests, next },
      clock: world,
      alarm: world.alarm,
      ratePerSecond: 1,
      dueMs,
      maxInFlight: 20,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      classify: replyClassifier(),
      parts,
      retainBytes,
    }),
  );
  const tally = new CallTally(parts);
  for (const answer of result.answers) tally.addReply(replyClassifier()(answer.body, answer.id), answer);
  if (result.further) tally.append(result.further);
  parts.add(result);
  return { server, result, told: parts.result(tally.ofParts), tally };
}

describe("a staged load", () => {
  test("sends as scheduled and counts each stage by itself", async () => {
    const stages = [held(10, 1000), ramp(10, 110, 500), held(10, 1000)];
    const { server, result, told } = await run({ serviceMs: () => 2 }, stages);
    expect(result.wallMs).toBeCloseTo(2500);
    expect(server.sentAt).toHaveLength(50);
    expect(told).toMatchObject({
      names: ["1. 10/s, 1 s", "2. 10 to 110/s, 0.5 s", "3. 10/s, 1 s"],
      attempted: [10, 30, 10],
    });
  });

  test("carries what a spike left unanswered into the next stage, and drops what is too much, by stage", async () => {
    // One call at a time, 10 ms each: of 400 in a second a hundred are answered.
    const stages = [held(10, 1000), held(400, 1000), held(10, 1000)];
    const { told, tally, result } = await run({ serviceMs: () => 10 }, stages);
    const slowest = tally.ofParts.map((log) => statistics(latenciesOf([log.stored()])).max);
    expect(told.attempted).toEqual([10, 400, 10]);
    expect(slowest[0]).toBeCloseTo(10);
    expect(slowest[2]).toBeGreaterThan(100);
    expect(result.backlog?.dropped).toBeGreaterThan(250);
  });

  test("goes on where it was after replies were judged in the middle", async () => {
    const stages = [held(20, 500), ramp(20, 100, 500)];
    const whole = await run({ serviceMs: () => 1 }, stages);
    const cut = await run({ serviceMs: () => 1 }, stages, { retainBytes: 400 });
    expect(cut.result.sent).toBe(whole.result.sent);
    expect(cut.told.attempted).toEqual(whole.told.attempted);
    const gaps = (sent: readonly number[]) => sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
    const [wholeGaps, cutGaps] = [gaps(whole.server.sentAt), gaps(cut.server.sentAt)];
    const same = cutGaps.filter((gap, index) => Math.abs(gap - (wholeGaps[index] ?? 0)) < 2).length;
    expect(same).toBeGreaterThan(0.9 * wholeGaps.length);
  });
});
