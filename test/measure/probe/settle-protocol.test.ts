import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { ServerError } from "../../../src/errors.ts";
import type { Context } from "../../../src/measure/context.ts";
import { settleProtocols } from "../../../src/measure/probe/probe.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import type { LaunchSpec } from "../../../src/plan/plan.ts";
import { FakeServer } from "../fake-server.ts";
import { arm, stdioSpec, toolRow } from "../plans.ts";

/** Launches servers that speak what their command line says, `none` not even that. */
function recording() {
  const asked: string[] = [];
  const servers: FakeServer[] = [];
  const launch: Context["launch"] = async ({ args, protocol }: LaunchSpec) => {
    const [speaks = ""] = args;
    asked.push(`${speaks} for ${protocol}`);
    if (speaks === "none" || (protocol !== "auto" && protocol !== speaks)) throw new ServerError("not spoken");
    const server = new FakeServer({ clock: systemClock, protocol: speaks });
    servers.push(server);
    return server;
  };
  const events: ProgressEvent[] = [];
  const progress = (event: ProgressEvent) => void events.push(event);
  const context = { launch, progress, delay: async () => {}, clock: systemClock, signal: new AbortController().signal };
  return { asked, servers, events, context };
}

const auto = (speaks: string) => stdioSpec([speaks], { protocol: "auto" });
const head = arm(auto("2026-07-28"));
const rows = [toolRow("work")];
const probedAs = (protocol: string) => ({ spoken: new Map([["head", protocol]]), rows });

describe("the protocol of every arm is settled before anything is timed", () => {
  test("as the probe found it for the arm it launched, without another launch", async () => {
    const { asked, context } = recording();
    const { arms: settled } = await settleProtocols([head], { probed: probedAs("2026-07-28"), context });
    expect(settled).toEqual([{ ...head, launch: { ...head.launch, protocol: "2026-07-28" } }]);
    expect(asked).toEqual([]);
  });

  test("as each other arm speaks it, asked for the same first", async () => {
    const { asked, servers, context } = recording();
    const same = arm(auto("2026-07-28"), { id: "same", side: "base" });
    const older = arm(auto("2025-11-25"), { id: "older", side: "base" });
    const arms = [head, same, older];
    const { arms: settled } = await settleProtocols(arms, { probed: probedAs("2026-07-28"), context });
    expect(settled.map(({ launch }) => launch.protocol)).toEqual(["2026-07-28", "2026-07-28", "2025-11-25"]);
    expect(asked).toEqual(["2026-07-28 for 2026-07-28", "2025-11-25 for 2026-07-28", "2025-11-25 for auto"]);
    expect(servers.map(({ stops }) => stops)).toEqual([1, 1]);
  });

  test("and not asked for where no row is left that it would be launched for", async () => {
    const { asked, context } = recording();
    const other = arm(auto("2026-07-28"), { id: "base [b]", side: "base", variant: "b" });
    const { arms: settled } = await settleProtocols([head, other], { probed: probedAs("2026-07-28"), context });
    expect([settled[1], asked]).toEqual([other, []]);
  });

  test("and left alone where the configuration names it", async () => {
    const { asked, context } = recording();
    const fixed = arm(stdioSpec(["2025-06-18"], { protocol: "2025-06-18" }), { id: "base", side: "base" });
    const { arms: settled } = await settleProtocols([head, fixed], { probed: probedAs("2026-07-28"), context });
    expect(settled[1]).toBe(fixed);
    expect(asked).toEqual([]);
  });

  test("also for an arm that does not work, whose failure is for the rounds to report", async () => {
    const { context, events } = recording();
    const broken = arm(auto("none"), { id: "base", side: "base" });
    const { arms: settled } = await settleProtocols([head, broken], { probed: probedAs("2025-11-25"), context });
    expect(settled[1]?.launch.protocol).toBe("2025-11-25");
    expect(events).toEqual([
      { kind: "stage", name: "waiting for base, which has 120 s to answer" },
      { kind: "stage", name: "waiting for base", durationMs: expect.any(Number) },
      { kind: "stage", name: "waiting for base, which has 180 s to answer" },
      { kind: "stage", name: "waiting for base", durationMs: expect.any(Number) },
    ]);
  });

  test.each([
    ["2025-11-25", ["none for 2025-11-25"]],
    ["2026-07-28", ["none for 2026-07-28", "none for auto"]],
  ])("an arm that is silent beside a head of %s is asked no more often than can help", async (spoken, launches) => {
    const { asked, context } = recording();
    let now = 0;
    const launch: Context["launch"] = (spec) => {
      now += spec.startupTimeoutMs;
      return context.launch(spec);
    };
    const broken = arm(auto("none"), { id: "base", side: "base" });
    const { arms: settled, silent } = await settleProtocols([head, broken], {
      context: { ...context, launch, clock: { now: () => now } },
      probed: probedAs(spoken),
    });
    expect(settled[1]?.launch.protocol).toBe(spoken);
    expect(asked).toEqual(launches);
    expect([...silent]).toEqual(["base"]);
  });

  test("one that fails at once is asked for both lines, and is not called silent", async () => {
    const { asked, context } = recording();
    const broken = arm(auto("none"), { id: "base", side: "base" });
    const { silent } = await settleProtocols([head, broken], { probed: probedAs("2025-11-25"), context });
    expect(asked).toEqual(["none for 2025-11-25", "none for auto"]);
    expect([...silent]).toEqual([]);
  });
});
