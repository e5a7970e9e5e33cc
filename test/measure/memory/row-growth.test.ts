import { describe, expect, test } from "vitest";
import type { ResourceReader } from "../../../src/measure/resources/resources.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Outlook } from "../../../src/plan/outlook.ts";
import { recordSchema } from "../../../src/record/record.ts";
import { type Call, FakeServer, gone, ManualClock, okReply } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

const unitsOf = ({ params }: Call) => (params?.arguments as { units?: number } | undefined)?.units;
const rows = [0, 1, 2, 3].map((units) => ({
  ...toolRow("work", { units }, { load: { requests: 20, warmup: 1 } }),
  id: `row ${units}`,
}));

interface Given {
  readonly outlook?: Outlook;
  /** Asked each time that the outlook is. */
  readonly onLook?: () => void;
  readonly rows?: typeof rows;
  /** Asked of each launch after the rounds, which may fail. */
  readonly onLaunch?: (clock: ManualClock) => void;
  /** Rows, by their units, whose calls end the server after the rounds. */
  readonly deadly?: number;
  readonly signal?: AbortSignal;
}

/** Launches of a round, and the one that probes head. */
const launchesBefore = 3;

/** A run of one round whose head keeps 10 KB of every call of row 2, and 1 KB of every other, as base does. */
async function runWith({ outlook, onLook, rows: asked = rows, onLaunch, deadly, signal }: Given) {
  const clock = new ManualClock();
  const servers = new Map<number, FakeServer>();
  const resources: ResourceReader = {
    method: "fake",
    async read(pids) {
      return new Map(
        pids.map((pid) => {
          const calls = servers.get(pid)?.wire.calls ?? [];
          const isHead = heads.has(pid);
          const kept = calls.map((call) => (isHead && unitsOf(call) === 2 ? 11_000 : 1000));
          const rssBytes = kept.reduce((sum, bytes) => sum + bytes, 1e7);
          return [pid, { processes: 1, rssBytes, peakRssBytes: rssBytes, cpuMs: 0 }];
        }),
      );
    },
  };
  const heads = new Set<number>();
  const record = await runPlan(
    plan({
      arms: [arm(stdioSpec(["head"])), arm(stdioSpec(["base"]), { id: "base", side: "base" })],
      rows: asked,
      leakCheck: { longestMs: 20_000, writes: true },
    }),
    dependencies({
      clock,
      alarm: clock.alarm,
      resources,
      ...(signal ? { signal } : {}),
      ...(outlook
        ? {
            outlook: () => {
              onLook?.();
              return outlook;
            },
          }
        : {}),
      launch: async (spec) => {
        const pid = servers.size + 1;
        const isAlone = pid > launchesBefore;
        if (isAlone) onLaunch?.(clock);
        const behave = (call: Call) => (isAlone && unitsOf(call) === deadly ? gone : okReply);
        const server = new FakeServer({ clock, pid, behave });
        servers.set(pid, server);
        if (spec.args[0] === "head") heads.add(pid);
        return server;
      },
    }),
  );
  return { record, servers: [...servers.values()] };
}

const leaks: Outlook = { more: false, reason: "every gate was decided", leaks: true };

describe("rows looked at one by one, after the rounds of a run in which calls keep memory", () => {
  test("say what the calls of each keep, on launches of head and base that were asked nothing else", async () => {
    const { record, servers } = await runWith({ outlook: leaks });
    const figures = (head: number) => [
      { arm: "head", calls: 2400, bytesPerCall: head },
      { arm: "base", calls: 2400, bytesPerCall: 1000 },
    ];
    expect(record.rowGrowths).toEqual(
      rows.flatMap(({ id }, units) => figures(units === 2 ? 11_000 : 1000).map((one) => ({ row: id, ...one }))),
    );
    expect(recordSchema.parse(record).rowGrowths).toEqual(record.rowGrowths);
    expect(record.rounds).toHaveLength(1);
    expect(record.warnings).toEqual([]);
    expect(servers).toHaveLength(launchesBefore + 2 * rows.length);
    expect(servers.map(({ stops }) => stops)).toEqual(servers.map(() => expect.toSatisfy((stops) => stops > 0)));
    const alone = servers
      .slice(launchesBefore)
      .map(({ wire }) => new Set(wire.calls.flatMap((call) => unitsOf(call) ?? [])));
    expect(alone.map(({ size }) => size)).toEqual(Array(8).fill(1));
  });

  test("are not looked at where no gate tells of a leak, nor where there is but one of them", async () => {
    for (const given of [
      { outlook: { more: false, reason: "decided" } },
      {},
      { outlook: leaks, rows: rows.slice(0, 1) },
    ]) {
      const { record, servers } = await runWith(given);
      expect(record.rowGrowths).toBeUndefined();
      expect(servers).toHaveLength(launchesBefore);
      expect(record.warnings).toEqual([]);
    }
  });

  test("whose server dies, or does not start, are named in a warning: the others are known", async () => {
    const dead = await runWith({ outlook: leaks, deadly: 1 });
    expect(dead.record.rowGrowths?.map(({ row }) => row)).toEqual(
      ["row 0", "row 2", "row 3"].flatMap((id) => [id, id]),
    );
    expect(dead.record.warnings.join()).toMatch(
      /how much memory the calls of single rows keep is not known of row 1 \(head: .*connection lost/,
    );
    const none = await runWith({
      outlook: leaks,
      onLaunch: () => {
        throw new Error("no more launches");
      },
    });
    expect(none.record.rowGrowths).toBeUndefined();
    expect(none.record.warnings).toEqual([
      "how much memory the calls of single rows keep is not known of row 0, row 1, row 2, row 3 (no more launches)",
    ]);
  });

  test("for which the time budget has no room are left out with a warning", async () => {
    const { record } = await runWith({ outlook: leaks, onLaunch: (clock) => clock.advance(18_000) });
    expect(record.rowGrowths?.map(({ row }) => row)).toEqual(["row 0", "row 0"]);
    expect(record.warnings).toEqual([
      "how much memory the calls of single rows keep is not known of row 1, row 2, row 3 (no time left)",
    ]);
  });

  test("are what is not known where an interruption comes before it is clear whether to look at them", async () => {
    const user = new AbortController();
    const onLook = () => {
      user.abort(new Error("Ctrl-C"));
      user.signal.throwIfAborted();
    };
    const { record } = await runWith({ outlook: leaks, signal: user.signal, onLook });
    expect(record.rounds).toHaveLength(1);
    expect(record.warnings).toEqual([
      "how much memory the calls of single rows keep is not known: the run was interrupted (Ctrl-C)",
    ]);
  });

  test("are left alone once the run is interrupted, whose rounds stand", async () => {
    const user = new AbortController();
    let launches = 0;
    const { record } = await runWith({
      outlook: leaks,
      signal: user.signal,
      onLaunch: () => {
        if (++launches === 3) user.abort(new Error("Ctrl-C"));
      },
    });
    expect(record.rounds).toHaveLength(1);
    expect(record.rowGrowths?.map(({ row }) => row)).toEqual(["row 0", "row 0"]);
    expect(record.warnings).toEqual([
      "how much memory the calls of single rows keep is not known of row 1, row 2, row 3 (Ctrl-C)",
    ]);
  });
});
