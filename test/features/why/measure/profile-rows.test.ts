import { describe, expect, test } from "vitest";
import { profileRows } from "../../../../src/features/why/measure/profile-rows.ts";
import type { NoProfile, ProcessSamples, Profiler } from "../../../../src/features/why/measure/profiler.ts";
import { ToolLists } from "../../../../src/measure/launch/tool-lists.ts";
import { Programs } from "../../../../src/measure/program/programs.ts";
import type { Row } from "../../../../src/plan/plan.ts";
import { isMade, type RecordProfile } from "../../../../src/record/profile.ts";
import {
  type Behaviour,
  type Call,
  FakeServer,
  ManualClock,
  okReply,
  toolError,
} from "../../../measure/fake-server.ts";
import { arm, plan, stdioSpec, toolRow } from "../../../measure/plans.ts";

const seenFor = (ms: number): ProcessSamples => ({
  profile: { frames: [{ name: "load" }], nodes: [{ frame: 0, parent: -1, self: ms }] },
  raw: [{ name: "1.cpuprofile", text: "{}" }],
});
const taken = seenFor(7);

interface Looked {
  readonly keep?: () => Promise<void>;
  /** Says how long a launch takes. */
  readonly startMs?: number;
  readonly kind?: "start-up" | "time";
  /** Says what the server uses from each reading of its resources to the next one. */
  readonly cpuMs?: number;
  readonly row?: Row;
  readonly behave?: (call: Call) => Behaviour;
}

/** Looks into base and head by a profiler that gives `answer` of each launch, the first being head's. */
async function look(
  answer: (launch: number) => ProcessSamples | NoProfile | Error,
  { keep, startMs = 0, kind = "start-up", cpuMs = 0, row = toolRow("a"), behave = () => okReply }: Looked = {},
) {
  const clock = new ManualClock();
  const warnings: string[] = [];
  let launches = 0;
  const profiler: Profiler = {
    name: "fake",
    kinds: ["start-up", "time"],
    prepare: async (launch) => ({
      launch,
      start: async () => [],
      stop: async () => {
        const given = answer(launches++);
        if (given instanceof Error) throw given;
        return given;
      },
      [Symbol.asyncDispose]: async () => {},
    }),
  };
  const launch = async () => {
    clock.advance(startMs);
    return new FakeServer({ clock, tools: ["a"], pid: 1, behave: (call) => ({ ...behave(call), takesMs: 10 }) });
  };
  let usedMs = 0;
  const usage = () => {
    usedMs += cpuMs;
    return { processes: 1, rssBytes: 1, peakRssBytes: 1, cpuMs: usedMs };
  };
  const context = {
    clock,
    signal: new AbortController().signal,
    launch,
    resources: { method: "none", read: async () => new Map([[1, usage()]]) },
    delay: async () => {},
    alarm: clock.alarm,
    progress: () => {},
    warn: (message: string) => void warnings.push(message),
    plan: plan({ rows: [row], arms: [arm(stdioSpec([])), arm(stdioSpec([]), { id: "base", side: "base" })] }),
    countTokens: undefined,
    identities: new Map(),
    listed: new ToolLists(),
    programs: new Programs({ arms: [] }),
  };
  const options = { context, untilMs: clock.now() + 15_000, profilers: [profiler], keep };
  const profiles = await profileRows([{ row, kind }], options);
  return { told: profiles.map(told), launches, warnings };
}

/** Launches that were seen of an arm, or why none was. */
function told(profile: RecordProfile): string {
  return `${profile.arm}: ${isMade(profile) ? profile.launches.length : profile.unknown}`;
}

describe("launches that cannot be looked into", () => {
  test("cost themselves alone where there is one", async () => {
    const { told } = await look((launch) => (launch === 3 ? new Error("the connection was lost") : taken));
    expect(told).toEqual(["head: 6", "base: 7"]);
  });

  test("end it where the very first is one: nothing can be seen", async () => {
    const { told, launches } = await look(() => ({ unable: "it is another language" }));
    expect(told).toEqual(["head: fake: it is another language", "base: fake: it is another language"]);
    expect(launches).toBe(1);
  });

  test("end it where they are two, and what was seen until then counts", async () => {
    const { told, launches } = await look((launch) => ([1, 2].includes(launch) ? { unable: "it is gone" } : taken));
    expect(told).toEqual(["head: 1", "base: fake: it is gone"]);
    expect(launches).toBe(3);
  });
});

test("what a server computes where nobody looks is not told as waiting", async () => {
  const half = await look(() => seenFor(350), { kind: "time", cpuMs: 700 });
  expect(half.told[0]).toBe("head: 7");
  const hidden = await look(() => seenFor(100), { kind: "time", cpuMs: 700 });
  expect(hidden.told[0]).toContain(
    "head: most of the server's CPU time is in processes or threads that cannot be profiled",
  );
  expect((await look(() => seenFor(1), { kind: "time", cpuMs: 70 })).told[0]).toBe("head: 7");
});

test("no more launches are made than show clearly what became slower", async () => {
  const isHead = (launch: number) => [0, 3, 4, 7, 8, 11, 12].includes(launch);
  const slower = await look((launch) => seenFor(isHead(launch) ? 9 : 7));
  expect(slower).toMatchObject({ told: ["head: 3", "base: 3"], launches: 6 });
  const scattered = await look((launch) => seenFor(isHead(launch) ? 9 + launch : 7));
  expect(scattered).toMatchObject({ told: ["head: 7", "base: 7"], launches: 14 });
});

test("a launch that would end too late is not begun", async () => {
  expect((await look(() => taken, { startMs: 2_000 })).told).toEqual(["head: 3", "base: 3"]);
});

test("a launch whose calls fail is torn down all the same", async () => {
  const asked: unknown[] = [];
  const behave = ({ params }: Call) => {
    asked.push(params?.name);
    return params?.name === "a" ? toolError("it is broken") : okReply;
  };
  const undo = { kind: "call", place: "teardown[0]", tool: "undo", arguments: {}, repeat: 1, capture: {} } as const;
  const teardown = [{ ...undo, per: "row", timeoutMs: 1000 }] as const;
  const setup = { isolate: "none", processes: 1, values: {}, steps: [], teardown } as const;
  const { told } = await look(() => taken, { kind: "time", row: toolRow("a", {}, { setup }), behave });
  expect(told[0]).toContain("calls were ok");
  expect(asked.at(-1)).toBe("undo");
});

test("raw profiles that cannot be kept are a warning", async () => {
  const keep = async () => {
    throw new Error("the disk is full");
  };
  const { told, warnings } = await look(() => taken, { keep });
  expect(told).toEqual(["head: 7", "base: 7"]);
  expect(new Set(warnings)).toEqual(new Set(["raw profiles are not kept: the disk is full"]));
});
