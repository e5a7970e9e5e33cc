import { expect, test } from "vitest";
import { ServerError } from "../../../src/errors.ts";
import { launchWithNotice } from "../../../src/measure/launch/launch-with-notice.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import { FakeServer, ManualClock } from "../fake-server.ts";
import { arm, stdioSpec } from "../plans.ts";

const base = arm(stdioSpec(["base"], { startupTimeoutMs: 30_000 }), { id: "base", side: "base" });

/** Returns what is said of a server that takes so long to start. */
async function saidOf(startMs: number, { isUp = true } = {}): Promise<ProgressEvent[]> {
  const clock = new ManualClock();
  const events: ProgressEvent[] = [];
  const launching = launchWithNotice(base, {
    clock,
    progress: (event) => void events.push(event),
    delay: async (ms, over) => {
      if (startMs > ms) return;
      await new Promise((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
    },
    launch: async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      clock.advance(startMs);
      if (!isUp) throw new ServerError("nothing accepts connections");
      return new FakeServer({ clock });
    },
  });
  if (isUp) await launching;
  else await expect(launching).rejects.toThrow("nothing accepts connections");
  return events;
}

test("a server that takes long to start is said to be waited for, with its limit, and for how long it was", async () => {
  const told = (durationMs: number) => [
    { kind: "stage", name: "waiting for base, which has 30 s to answer" },
    { kind: "stage", name: "waiting for base", durationMs },
  ];
  expect(await saidOf(7_000)).toEqual(told(7_000));
  expect(await saidOf(30_000, { isUp: false })).toEqual(told(30_000));
});

test("nothing is said of one that is up soon, or fails at once", async () => {
  expect(await saidOf(2_000)).toEqual([]);
  expect(await saidOf(10, { isUp: false })).toEqual([]);
});
