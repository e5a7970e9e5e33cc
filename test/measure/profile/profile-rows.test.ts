import { describe, expect, test } from "vitest";
import { SharedControl } from "../../../src/measure/launch/shared-control.ts";
import { ToolLists } from "../../../src/measure/launch/tool-lists.ts";
import { profileRows } from "../../../src/measure/profile/profile-rows.ts";
import type { Profiler, Taken, Unable } from "../../../src/measure/profile/profiler.ts";
import { isMade, type RecordProfile } from "../../../src/record/profile.ts";
import { FakeServer, ManualClock } from "../fake-server.ts";
import { arm, plan, stdioSpec, toolRow } from "../plans.ts";

const taken: Taken = {
  profile: { frames: [{ name: "load" }], nodes: [{ frame: 0, parent: -1, self: 7 }] },
  raw: [{ name: "1.cpuprofile", text: "{}" }],
};

/** Looks into start-ups of base and head by a profiler that gives `answer` of each launch, the first being head's. */
async function look(
  answer: (launch: number) => Taken | Unable | Error,
  { keep, startMs = 0 }: { keep?: () => Promise<void>; startMs?: number } = {},
) {
  const clock = new ManualClock();
  const row = toolRow("a");
  const warnings: string[] = [];
  let launches = 0;
  const profiler: Profiler = {
    name: "fake",
    kinds: ["start-up"],
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
    return new FakeServer({ clock, tools: ["a"] });
  };
  const context = {
    clock,
    signal: new AbortController().signal,
    launch,
    resources: { method: "none", read: async () => new Map() },
    delay: async () => {},
    alarm: clock.alarm,
    progress: () => {},
    warn: (message: string) => void warnings.push(message),
    plan: plan({ rows: [row], arms: [arm(stdioSpec([])), arm(stdioSpec([]), { id: "base", side: "base" })] }),
    control: new SharedControl(launch),
    countTokens: undefined,
    identities: new Map(),
    listed: new ToolLists(),
  };
  const options = { context, untilMs: clock.now() + 9_000, profilers: [profiler], keep };
  const profiles = await profileRows([{ row, kind: "start-up" }], options);
  return { told: profiles.map(told), launches, warnings };
}

/** Launches that were seen of an arm, or why none was. */
function told(profile: RecordProfile): string {
  return `${profile.arm}: ${isMade(profile) ? profile.launches.length : profile.unknown}`;
}

describe("launches that cannot be looked into", () => {
  test("cost themselves alone where there is one", async () => {
    const { told } = await look((launch) => (launch === 3 ? new Error("the connection was lost") : taken));
    expect(told).toEqual(["head: 4", "base: 5"]);
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

test("a launch that would end too late is not begun", async () => {
  expect((await look(() => taken, { startMs: 1_000 })).told).toEqual(["head: 4", "base: 4"]);
});

test("raw profiles that cannot be kept are a warning", async () => {
  const keep = async () => {
    throw new Error("the disk is full");
  };
  const { told, warnings } = await look(() => taken, { keep });
  expect(told).toEqual(["head: 5", "base: 5"]);
  expect(new Set(warnings)).toEqual(new Set(["raw profiles are not kept: the disk is full"]));
});
