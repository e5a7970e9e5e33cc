import { describe, expect, test } from "vitest";
import { ConfigError, ServerError, UserError } from "../../../src/errors.ts";
import { timesOfLaunch } from "../../../src/measure/launch/launch-arm.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import { macosReader } from "../../../src/measure/resources/resources.ts";
import { rowSeed, scheduleBlocks } from "../../../src/measure/row/schedule.ts";
import { type Launch, type RunDependencies, runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Outlook } from "../../../src/plan/outlook.ts";
import type { Arm, Plan, RoundsPolicy } from "../../../src/plan/plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { isBaseMeasured, tabulate } from "../../../src/table/table.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Behaviour, type Call, FakeServer, gone, ManualClock, okReply, toolError } from "../fake-server.ts";
import { type Behave, slow, type World, world } from "../fake-world.ts";
import { arm, dependencies, plan, row, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec(["head"]));
const base = arm(stdioSpec(["base"]), { id: "base", side: "base", commit: "b".repeat(40) });

async function run(given: Partial<Plan>, made: World, more: Partial<RunDependencies> = {}): Promise<RunRecord> {
  const { clock, launch } = made;
  const record = await runPlan(plan({ arms: [head], rows: [toolRow("work")], ...given }), {
    ...dependencies(),
    clock,
    launch,
    ...more,
  });
  expect(recordSchema.parse(record)).toEqual(record);
  return record;
}

function allStopped({ servers }: World): boolean {
  return servers.every(({ server }) => server.stops > 0);
}

function launchOf(record: RunRecord, armId: string, round = 0): RunRecord["rounds"][number]["launches"][number] {
  const launch = record.rounds[round]?.launches.find((one) => one.arm === armId);
  if (!launch) throw new Error(`no launch of ${armId}`);
  return launch;
}

describe("what is measured", () => {
  test("rows may have any name, as tools have", async () => {
    const names = ["constructor", "toString", "hasOwnProperty"];
    const record = await run({ rows: names.map((name) => toolRow("work", {}, { id: name })) }, world());
    expect(Object.keys(record.rounds[0]?.order ?? {})).toEqual(names);
    expect(launchOf(record, "head").measurements.map(({ row: id }) => id)).toEqual(names);
  });

  test("every arm gets a fresh launch per round, and all requests of a row", async () => {
    const made = world();
    const record = await run(
      { arms: [head, base], rounds: { kind: "fixed", min: 3, max: 3, timeBudgetMs: 1e6 } },
      made,
    );
    expect(made.servers.map((one) => one.arm).sort()).toEqual(["base", "base", "base", "head", "head", "head", "head"]);
    expect(record.rounds).toHaveLength(3);
    for (const { launches } of record.rounds)
      for (const { measurements } of launches) {
        expect(measurements).toHaveLength(1);
        expect(measurements[0]?.outcomes).toEqual({ ok: 8 });
        expect(measurements[0]?.blocks.map(({ attempted }) => attempted)).toEqual([2, 2, 2, 2]);
        expect(decodeSamples(measurements[0]?.samples ?? "")).toHaveLength(8);
      }
    expect(record.stop).toEqual([{ code: "rounds-configured", rounds: 3 }]);
    expect(allStopped(made)).toBe(true);
  });

  test("a quick run says that it made one round for that, unless more were asked for", async () => {
    const quick = async (rounds: number) =>
      (await run({ quick: true, rounds: { kind: "fixed", min: rounds, max: rounds } }, world())).stop;
    expect(await quick(1)).toEqual([{ code: "quick-run" }]);
    expect(await quick(2)).toEqual([{ code: "rounds-configured", rounds: 2 }]);
  });

  test("the order in the record can be worked out again from its seed", async () => {
    const record = await run(
      { arms: [head, base], seed: 42, rounds: { kind: "fixed", min: 5, max: 5, timeBudgetMs: 1e6 } },
      world(),
    );
    for (const { index, order, launches } of record.rounds) {
      const { load } = record.rows[0] ?? {};
      if (!load) throw new Error("no row");
      const seed = rowSeed(record.seed, "work");
      const again = scheduleBlocks(["head", "base"], { load, round: index, seed }).map((one) => one.arm);
      for (const { arm: id, measurements } of launches)
        for (const { position } of measurements[0]?.blocks ?? []) expect(order.work?.[position]).toBe(id);
      expect(order.work?.join()).toMatch(
        /^(head,base,base,head,head,base,base,head|base,head,head,base,base,head,head,base)$/,
      );
      expect(order.work).toEqual(again);
    }
    expect(new Set(record.rounds.map(({ order }) => order.work?.[0])).size).toBe(2);
  });

  test("{{seq}} counts per launch over warm-up and blocks, the same in every arm", async () => {
    const seen: Record<string, unknown[]> = { head: [], base: [] };
    const behave: Behave = ({ arm: id, launch, params }) => {
      if (id === "base" || launch > 0) seen[id]?.push(params?.arguments);
      return okReply;
    };
    await run({ arms: [head, base], rows: [toolRow("work", { n: "{{seq}}" })] }, world(behave));
    expect(seen.head).toEqual(Array.from({ length: 10 }, (_, n) => ({ n })));
    expect(seen.base).toEqual(seen.head);
  });

  test("a fast error never becomes a latency", async () => {
    const behave: Behave = ({ index }) => (index % 2 === 0 ? slow(8) : toolError(`item ${index} is missing`));
    const { outcomes, errors, samples, blocks } = launchOf(await run({}, world(behave)), "head").measurements[0] ?? {
      samples: "",
    };
    expect(outcomes).toEqual({ ok: 4, "tool-error": 4 });
    expect([...decodeSamples(samples)]).toEqual([8, 8, 8, 8]);
    expect(blocks?.map(({ attempted, ok, medianMs }) => [attempted, ok, medianMs])).toEqual(Array(4).fill([2, 1, 8]));
    expect(errors?.every(({ kind, message }) => kind === "tool-error" && message.startsWith("item "))).toBe(true);
  });

  test("a block without an ok reply has no median", async () => {
    const behave: Behave = ({ index, arm: id }) => (id === "head" && index > 4 ? toolError("no") : okReply);
    const record = await run({ arms: [head, base] }, world(behave));
    const [first, , , last] = launchOf(record, "head").measurements[0]?.blocks ?? [];
    expect(first).toHaveProperty("medianMs");
    expect(last).toMatchObject({ attempted: 2, ok: 0 });
    expect(last).not.toHaveProperty("medianMs");
  });

  test("sizes are those of the JSON text, without the newline of the frame", async () => {
    const measurement = launchOf(await run({}, world()), "head").measurements[0];
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "work", arguments: {} } };
    const shortest = JSON.stringify(request).length;
    expect(measurement?.requestBytes).toBeGreaterThanOrEqual(shortest);
    expect(measurement?.requestBytes).toBeLessThanOrEqual(shortest + 1);
    expect(measurement?.responseBytes).toBeGreaterThan(50);
  });

  test("phases and the size of what a model has to read", async () => {
    const { metrics, exitCode } = launchOf(await run({}, world()), "head");
    const tools = [{ name: "work", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }];
    expect(metrics).toMatchObject({
      startup: 12,
      handshake: 5,
      first_list: 0,
      shutdown: 3,
      instructions_bytes: 7,
      tools_list_bytes: JSON.stringify({ tools }).length,
    });
    expect(exitCode).toBe(0);
  });

  test("CPU time is that between a reading before the blocks and one after them, over the calls; memory peaks are kept", async () => {
    const made = world();
    let reads = 0;
    const method = "test";
    const read = async (roots: readonly number[]) => {
      reads++;
      const usage = (pid: number) => ({
        processes: 1,
        rssBytes: 5e6 * pid,
        peakRssBytes: 1e6 * reads,
        cpuMs: reads * 40 * pid,
      });
      return new Map(roots.map((pid) => [pid, usage(pid)] as const));
    };
    const launch: Launch = async (spec, options) =>
      Object.assign(await made.launch(spec, options), { pid: spec.args[0] === "head" ? 1 : 2 });
    const record = await run({ arms: [head, base] }, { ...made, launch }, { resources: { method, read } });
    expect(record.resourceMethod).toBe("test");
    expect(launchOf(record, "head").measurements[0]?.cpuPerCallMs).toBe(40 / 8);
    expect(launchOf(record, "base").measurements[0]?.cpuPerCallMs).toBe(80 / 8);
    expect(launchOf(record, "head").metrics).toMatchObject({ idle_rss: 5e6, peak_rss: reads * 1e6 });
  });

  test("where a reading starts a process, rows share them: one a row, over the calls of the warm-up too", async () => {
    const made = world();
    let reads = 0;
    const usage = (pid: number) => ({ pid, parent: 0, group: pid, rssBytes: 5e6, cpuMs: ++reads * 40 });
    const resources = macosReader(async () => [usage(1)]);
    const launch: Launch = async (spec, options) => Object.assign(await made.launch(spec, options), { pid: 1 });
    const readingsOf = async (rows: number) => {
      reads = 0;
      const ids = Array.from({ length: rows }, (_, place) => toolRow("work", {}, { id: `row ${place}` }));
      const record = await run(
        { rows: ids },
        { ...made, launch },
        { resources: { ...resources, read: (roots) => resources.read(roots) } },
      );
      return { reads, cpu: launchOf(record, "head").measurements.map(({ cpuPerCallMs }) => cpuPerCallMs) };
    };
    const [one, five] = [await readingsOf(1), await readingsOf(5)];
    expect(five.reads - one.reads).toBe(4);
    expect(five.cpu).toEqual([40 / 8, ...Array(4).fill(40 / 10)]);
  });

  test("where readings are shared, what undoes a row before is no CPU time of the next", async () => {
    const made = world();
    let reads = 0;
    const resources = macosReader(async () => [{ pid: 1, parent: 0, group: 1, rssBytes: 5e6, cpuMs: ++reads * 40 }]);
    const launch: Launch = async (spec, options) => Object.assign(await made.launch(spec, options), { pid: 1 });
    const undo = { kind: "call", place: "teardown[0]", tool: "undo", arguments: {}, repeat: 1, capture: {} } as const;
    const teardown = [{ ...undo, per: "row", timeoutMs: 1000 }] as const;
    const setup = { isolate: "none", processes: 1, values: {}, steps: [], teardown } as const;
    const rows = [toolRow("work", {}, { id: "undone", setup }), toolRow("work", {}, { id: "next" })];
    const record = await run({ rows }, { ...made, launch }, { resources });
    const cpu = launchOf(record, "head").measurements.map(({ cpuPerCallMs }) => cpuPerCallMs);
    expect(cpu).toEqual([40 / 8, 40 / 8]);
  });

  test("without a resource reader the figures are absent, not zero", async () => {
    const launch = launchOf(await run({}, world()), "head");
    expect(launch.metrics).not.toHaveProperty("peak_rss");
    expect(launch.measurements[0]).toHaveProperty("cpuPerCallMs", undefined);
  });
});

describe("servers that fail", () => {
  test("a head that cannot be launched is the caller's error", async () => {
    const made = world(undefined, (id) => id === "head");
    await expect(run({ arms: [head, base] }, made)).rejects.toThrow(ServerError);
    expect(allStopped(made)).toBe(true);
  });

  test("a head that fails only after the probe is an error too, and base is stopped", async () => {
    const made = world(undefined, (id, launch) => id === "head" && launch === 1);
    await expect(run({ arms: [base, head] }, made)).rejects.toThrow("head exited with code 7");
    expect(made.servers.map((one) => one.arm)).toContain("base");
    expect(allStopped(made)).toBe(true);
  });

  test("a base that cannot be launched is noted and head is measured", async () => {
    const record = await run(
      { arms: [head, base] },
      world(undefined, (id) => id === "base"),
    );
    expect(launchOf(record, "base")).toMatchObject({
      measurements: [],
      failure: expect.stringContaining("exited with code 7"),
    });
    expect(launchOf(record, "head").measurements).toHaveLength(1);
    expect(record.rounds[0]?.order.work).toEqual(["head", "head", "head", "head"]);
    expect(warningTexts(record).join()).toContain("base failed in round 1");
  });

  test("a base that starts neither time is not tried in every round, one that starts once is", async () => {
    const rounds = { kind: "fixed", min: 5, max: 5, timeBudgetMs: 1e6 } as const;
    const triesWith = async (refuse: (attempt: number) => boolean) => {
      let tries = 0;
      const record = await run(
        { arms: [head, base], rounds },
        world(undefined, (id) => id === "base" && refuse(++tries)),
      );
      expect(record.rounds).toHaveLength(5);
      expect(record.arms.map(({ id }) => id)).toEqual(["head", "base"]);
      return { tries, warnings: warningTexts(record).join() };
    };
    const never = await triesWith(() => true);
    expect(never.tries).toBe(2);
    expect(never.warnings).toContain("base started in none of 2 rounds, and is not tried again");
    const once = await triesWith((attempt) => attempt === 2);
    expect(once.tries).toBe(5);
    expect(once.warnings).not.toContain("not tried again");
  });

  test("a variant without rows is not launched, and does not stand for its side", async () => {
    const variants = ["direct", "proxied"].flatMap((variant) =>
      [head, base].map((one) => ({ ...one, id: `${one.id}/${variant}`, variant })),
    );
    const record = await run(
      {
        arms: variants,
        rows: [toolRow("work", {}, { variant: "proxied" })],
        rounds: { kind: "fixed", min: 3, max: 3, timeBudgetMs: 1e6 },
      },
      world(),
    );
    expect(record.rounds.map(({ launches }) => launches.map(({ arm: id }) => id))).toEqual(
      Array(3).fill(["head/proxied", "base/proxied"]),
    );
    expect(warningTexts(record)).toEqual([]);
    expect(isBaseMeasured(tabulate(record))).toBe(true);
  });

  test("a base that is silent before the rounds is tried in one more, and measured if it answers there", async () => {
    const rounds = { kind: "fixed", min: 4, max: 4, timeBudgetMs: 1e6 } as const;
    const asked = { ...base, launch: { ...base.launch, protocol: "auto" } };
    const triesWith = async (refuse: (attempt: number) => boolean) => {
      let tries = 0;
      const made = world(undefined, (id) => {
        const isRefused = id === "base" && refuse(++tries);
        if (isRefused) made.clock.advance(asked.launch.startupTimeoutMs);
        return isRefused;
      });
      const record = await run({ arms: [head, asked], rounds }, made);
      return { tries, warnings: warningTexts(record).join() };
    };
    const never = await triesWith(() => true);
    expect(never.tries).toBe(2);
    expect(never.warnings).toContain("base started neither before the rounds nor in round 1, and is not tried again");
    const once = await triesWith((attempt) => attempt === 1);
    expect(once.tries).toBe(5);
    expect(once.warnings).not.toContain("not tried again");
  });

  test("a base that does not answer is said to be waited for in both rounds that try it, one that answers in the first", async () => {
    const rounds = { kind: "fixed", min: 3, max: 3, timeBudgetMs: 1e6 } as const;
    const waitsFor = async (refuse: boolean) => {
      const { events, progress } = dependencies();
      const made = world(undefined, (id) => id === "base" && refuse);
      await run({ arms: [head, base], rounds }, made, { progress, delay: async () => {} });
      return events.flatMap((event) => (event.kind === "stage" && event.durationMs === undefined ? [event.name] : []));
    };
    const notice = "waiting for base, which has 120 s to answer";
    expect(await waitsFor(true)).toEqual([notice, notice]);
    expect(await waitsFor(false)).toEqual([notice]);
  });

  test("that head was probed is said before base is asked for its protocol", async () => {
    const { events, progress } = dependencies();
    const asked = { ...base, launch: { ...base.launch, protocol: "auto" } };
    await run({ arms: [head, asked] }, world(), { progress, delay: async () => {} });
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(["probe", "stage"]);
  });

  test("a failure that comes again is told once, another one too", async () => {
    const rounds = { kind: "fixed", min: 4, max: 4, timeBudgetMs: 1e6 } as const;
    let tries = 0;
    const record = await run(
      { arms: [head, base], rounds },
      world(
        ({ arm: id }) => (id === "base" ? gone : okReply),
        (id) => id === "base" && ++tries !== 2,
      ),
    );
    expect(record.rounds.map((_, index) => launchOf(record, "base", index).failure !== undefined)).toEqual(
      Array(4).fill(true),
    );
    expect(warningTexts(record).filter((warning) => warning.startsWith("base failed"))).toHaveLength(2);
  });

  test("a head that fails in a later round leaves the earlier ones", async () => {
    const rounds = { kind: "fixed", min: 2, max: 2, timeBudgetMs: 1e6 } as const;
    const record = await run(
      { rounds },
      world(undefined, (id, launch) => id === "head" && launch === 2),
    );
    expect(launchOf(record, "head", 0).measurements).toHaveLength(1);
    expect(launchOf(record, "head", 1).failure).toContain("exited with code 7");
  });

  test("a death in the middle keeps what was measured, and the other arm goes on", async () => {
    const behave: Behave = ({ arm: id, index }) => (id === "base" && index === 17 ? gone : okReply);
    const rows = [
      toolRow("work", {}, { id: "first" }),
      toolRow("work", {}, { id: "second" }),
      toolRow("work", {}, { id: "third" }),
    ];
    const record = await run({ arms: [head, base], rows }, world(behave));
    const { measurements, failure, metrics } = launchOf(record, "base");
    expect(measurements.map(({ row: id, outcomes }) => [id, outcomes])).toEqual([
      ["first", { ok: 8 }],
      ["second", { ok: 4, disconnected: 2 }],
    ]);
    expect(failure).toContain("connection lost during second");
    expect(failure).toContain("panic: out of ideas");
    expect(metrics).not.toHaveProperty("shutdown");
    expect(launchOf(record, "head").measurements.map(({ outcomes }) => outcomes)).toEqual(Array(3).fill({ ok: 8 }));
    expect(record.rounds[0]?.order.third).toEqual(["head", "head", "head", "head"]);
  });

  describe("over connections of their own", () => {
    const reset: Behaviour = { kind: "failure", failure: { kind: "disconnected", message: "ECONNRESET" } };
    /** One row of two warm-up calls and four blocks of two; calls are counted from 1. */
    const runLosing = async (isLost: (call: number) => boolean) => {
      const clock = new ManualClock();
      const launch: Launch = async () => {
        let calls = 0;
        const behave = ({ params }: Call) => (params?.name === "work" && isLost(++calls) ? reset : okReply);
        return new FakeServer({ clock, behave, perRequest: true });
      };
      return launchOf(await run({}, { clock, launch, servers: [] }), "head");
    };

    test("the last one of a warm-up or a block lost leaves the arm in the round", async () => {
      const { failure, measurements } = await runLosing((call) => [1, 4, 10].includes(call));
      expect([failure, measurements[0]?.outcomes]).toEqual([undefined, { ok: 6, disconnected: 2 }]);
    });

    test("all lost take it out, even where every block is too short to tell", async () => {
      const { failure, measurements } = await runLosing((call) => call >= 4);
      expect(failure).toContain("connection lost during work: ECONNRESET");
      expect(measurements[0]?.outcomes).toEqual({ ok: 1, disconnected: 3 });
    });
  });

  test("a tool that hangs is cut short in every round instead of taking hours", async () => {
    const behave: Behave = ({ params }) => (params?.name === "work" ? okReply : { kind: "silence" });
    const hanging = row(
      { method: "custom/hang", target: "hang" },
      { load: { requests: 400, warmup: 50, timeoutMs: 10 } },
    );
    const record = await run({ rows: [toolRow("work"), hanging] }, world(behave));
    const [work, hang] = launchOf(record, "head").measurements;
    expect(work?.outcomes).toEqual({ ok: 8 });
    expect(hang?.outcomes).toEqual({ timeout: 3 });
    expect(warningTexts(record).join()).toContain("hang was cut short");
  });

  test("when nothing at all succeeds that is an error that shows why", async () => {
    const failing = run(
      {},
      world(() => toolError("database is locked")),
    );
    await expect(failing).rejects.toThrow(ServerError);
    await expect(
      run(
        {},
        world(() => toolError("database is locked")),
      ),
    ).rejects.toThrow("work: tool-error: database is locked");
  });

  test("a broken head beside a working base is a result", async () => {
    const record = await run(
      { arms: [head, base] },
      world(({ arm: id }) => (id === "head" ? toolError("x") : okReply)),
    );
    expect(launchOf(record, "head").measurements[0]?.outcomes).toEqual({ "tool-error": 8 });
  });
});

describe("what to measure", () => {
  test("rows are discovered, and those that take too long are left out", async () => {
    const behave: Behave = ({ method }) => (method === "tools/call" ? { kind: "silence" } : okReply);
    const record = await run({ rows: [], discover: true }, world(behave));
    expect(record.rows.map(({ id }) => id)).toEqual(["ping", "tools/list"]);
    expect(record.rows[0]?.configHash).toMatch(/^[0-9a-f]{16}$/);
    expect(record.skipped).toMatchObject([
      { benchmark: "work", reason: expect.stringContaining("not answered within 2 s") },
    ]);
  });

  test("variants that no row uses are not launched", async () => {
    const made = world();
    const launch: Launch = (spec, options) => made.launch({ ...spec, protocol: "2025-11-25" }, options);
    const server = (name: string) => stdioSpec([name], { protocol: "auto" });
    const record = await run(
      {
        arms: [
          arm(server("used"), { id: "used", variant: "used" }),
          arm(server("unused"), { id: "unused", variant: "unused" }),
        ],
        rows: [toolRow("work", {}, { variant: "used" })],
      },
      { ...made, launch },
    );
    expect(new Set(made.servers.map((one) => one.arm))).toEqual(new Set(["used"]));
    expect(record.arms.map(({ id }) => id)).toEqual(["used", "unused"]);
  });

  test("a tool that one variant calls is measured", async () => {
    const arms = ["direct", "proxied"].map((variant) => arm(stdioSpec([variant]), { id: variant, variant }));
    const ping = {
      ...toolRow("ping", {}, { variant: "direct" }),
      operation: { method: "ping", target: "ping" } as const,
    };
    const record = await run({ arms, rows: [ping, toolRow("work", {}, { variant: "proxied" })] }, world());
    expect(record.coverage).toEqual({ tools: 1, measured: 1, leftOut: [] });
  });

  test("a read-only tool that answers with an error is left out, and the rest is measured", async () => {
    const record = await run(
      { rows: [], discover: true },
      world(({ method }) => (method === "ping" ? okReply : toolError("x"))),
    );
    expect(record.rows.map(({ id }) => id)).toEqual(["ping", "tools/list"]);
    expect(record.skipped).toMatchObject([{ benchmark: "work", code: "failed" }]);
  });

  test("an unknown tool ends the run before anything is timed", async () => {
    const made = world();
    await expect(run({ rows: [toolRow("wrok")] }, made)).rejects.toThrow('did you mean "work"?');
    expect(made.servers).toHaveLength(1);
    expect(allStopped(made)).toBe(true);
  });

  test("what the server does not offer is skipped and told, the rest is measured", async () => {
    const rows = [row({ method: "resources/list", target: "resources/list" }), toolRow("work")];
    const deps = dependencies();
    const record = await run({ rows }, world(), { progress: deps.progress });
    expect(record.rows.map(({ id }) => id)).toEqual(["work"]);
    expect(record.skipped).toEqual([{ benchmark: "resources/list", reason: expect.stringContaining("`resources`") }]);
    expect(deps.events).toContainEqual({
      kind: "warning",
      warning: { code: "other", text: expect.stringContaining("resources/list is skipped") },
    });
  });

  test("when everything is skipped, nothing is measured and that is an error", async () => {
    const rows = [row({ method: "prompts/list", target: "prompts/list" })];
    await expect(run({ rows }, world())).rejects.toThrow("the server offers none of the benchmarks");
  });

  test("a plan without arms is refused", async () => {
    await expect(run({ arms: [] as Arm[] }, world())).rejects.toThrow(ConfigError);
  });
});

describe("when to stop", () => {
  const auto = { kind: "auto", min: 2, max: 5, timeBudgetMs: 1e6 } as const;
  const allDecided = { code: "decided", of: "row", rounds: 4 } as const;

  test("auto stops at its minimum when nobody decides", async () => {
    const record = await run({ rounds: auto }, world());
    expect(record.stop).toEqual([{ code: "rounds-minimum", rounds: 2 }]);
  });

  test("auto asks after every round, and ends from its minimum on", async () => {
    const asked: number[] = [];
    const outlook = ({ rounds }: RunRecord) => {
      asked.push(rounds.length);
      return rounds.length === 2 || rounds.length === 3 ? {} : { stop: allDecided };
    };
    const record = await run({ rounds: auto }, world(), { outlook });
    expect([asked, record.rounds.length, record.stop]).toEqual([[1, 2, 3, 4], 4, [allDecided]]);
  });

  test("a row that is decided is not measured any more, which the log says", async () => {
    const rows = ["quick", "slow"].map((id) => toolRow("work", {}, { id }));
    const events: ProgressEvent[] = [];
    const record = await run({ rows, rounds: auto }, world(), {
      progress: (event) => void events.push(event),
      outlook: ({ rounds }) => ({ ...(rounds.length < 4 ? {} : { stop: allDecided }), open: ["slow"] }),
    });
    expect(record.rounds.map(({ order }) => Object.keys(order))).toEqual([
      ["quick", "slow"],
      ["quick", "slow"],
      ["slow"],
      ["slow"],
    ]);
    expect(events).toContainEqual({ kind: "decided", round: 1, rows: ["quick"], open: 1 });
    expect(events).toContainEqual({ kind: "stop", stop: allDecided });
  });

  test("what a server holds is told of launches that call all rows with rounds left", async () => {
    const rows = ["one", "other", "once"].map((id) => toolRow("work", {}, { id, ...(id === "once" && { rounds: 1 }) }));
    const { clock, launch } = world();
    const withPid: Launch = async (...asked) => Object.assign(await launch(...asked), { pid: 7 });
    const usage = { processes: 1, rssBytes: 1, peakRssBytes: 2, cpuMs: 1 };
    const record = await run(
      { rows, rounds: { ...auto, max: 4 } },
      { clock, launch: withPid, servers: [] },
      {
        outlook: ({ rounds }) => ({ open: rounds.length < 3 ? ["one", "other"] : ["one"] }),
        resources: { method: "fake", read: async () => new Map([[7, usage]]) },
      },
    );
    const told = record.rounds.map((_, round) => Object.keys(launchOf(record, "head", round).metrics));
    const held = ["peak_rss", "steady_rss", "orphans", "unclean_exits"];
    for (const ids of told.slice(0, 3)) expect(ids).toEqual(expect.arrayContaining(held));
    for (const id of held) expect(told[3]).not.toContain(id);
  });

  test("arms start at the same time once nothing asks how long that takes, which is then not told", async () => {
    const made = world();
    let starting = 0;
    let most: number[] = [];
    const launch: Launch = async (...asked) => {
      most = [...most, ++starting];
      await new Promise(setImmediate);
      starting--;
      return await made.launch(...asked);
    };
    const soFar = async (server: Outlook["server"]) => {
      most = [];
      const record = await run(
        { arms: [head, base], rounds: { ...auto, min: 1, max: 2 } },
        { ...made, launch },
        { outlook: () => ({ ...(server ? { server } : {}) }) },
      );
      const told = record.rounds.map((_, round) => Object.keys(launchOf(record, "head", round).metrics));
      // The first is the probe.
      return {
        most: most.slice(1),
        told: told.map((ids) => ids.filter((id) => timesOfLaunch.some((one) => one === id))),
      };
    };
    const phases = ["startup", "handshake", "first_list", "shutdown"];
    expect(await soFar(undefined)).toEqual({ most: [1, 1, 1, 1], told: [phases, phases] });
    expect(await soFar(["idle_cpu", "shutdown"])).toEqual({ most: [1, 1, 1, 1], told: [phases, phases] });
    expect(await soFar(["idle_cpu"])).toEqual({ most: [1, 1, 1, 2], told: [phases, []] });
    expect(allStopped(made)).toBe(true);
  });

  test("arms start at the same time where they mostly wait while they start, and are timed all the same", async () => {
    const soFar = async (cpuMs: number, launched: Partial<typeof head.launch> = {}) => {
      const made = world();
      let starting = 0;
      const most: number[] = [];
      const launch: Launch = async (...asked) => {
        most.push(++starting);
        await new Promise(setImmediate);
        starting--;
        return Object.assign(await made.launch(...asked), { pid: 7 });
      };
      const usage = { processes: 1, rssBytes: 1, peakRssBytes: 1, cpuMs };
      const record = await run(
        {
          arms: [head, base].map((one) => ({ ...one, launch: { ...one.launch, ...launched } })),
          rounds: { ...auto, min: 1, max: 2 },
        },
        { ...made, launch },
        {
          outlook: () => ({ server: ["startup"] }),
          resources: { method: "fake", read: async () => new Map([[7, usage]]) },
        },
      );
      const { startup, shutdown } = launchOf(record, "head", 1).metrics;
      // The first is the probe.
      return { most: most.slice(1), isTold: startup !== undefined && shutdown !== undefined };
    };
    // Start-up takes 12 ms here.
    expect(await soFar(3)).toEqual({ most: [1, 1, 1, 2], isTold: true });
    expect(await soFar(4)).toEqual({ most: [1, 1, 1, 1], isTold: true });
    // An engine works for a container where nobody sees it.
    expect(await soFar(3, { command: "docker", args: ["run", "image"] })).toMatchObject({ most: [1, 1, 1, 1] });
  });

  test("a base that does not start at the same time as head leaves no server behind", async () => {
    const made = world(undefined, (name, launch) => name === "base" && launch === 1);
    const outlook = () => ({ server: [] });
    const record = await run({ arms: [head, base], rounds: { ...auto, min: 1, max: 2 } }, made, { outlook });
    expect(launchOf(record, "base", 1).failure).toContain("exited with code 7");
    expect(launchOf(record, "head", 1).measurements).toHaveLength(1);
    expect(allStopped(made)).toBe(true);
  });

  test("servers are watched while idle as long as a gate asks for it", async () => {
    const pids = new Map([[7, { processes: 1, rssBytes: 1, peakRssBytes: 1, cpuMs: 1 }]]);
    const waits = async (server: Outlook["server"]) => {
      const { clock, launch } = world();
      const waited: number[] = [];
      const withPid: Launch = async (...asked) => Object.assign(await launch(...asked), { pid: 7 });
      await run(
        { rounds: { ...auto, min: 1, max: 3 } },
        { clock, launch: withPid, servers: [] },
        {
          outlook: () => ({ ...(server ? { server } : {}) }),
          resources: { method: "fake", read: async () => pids },
          delay: async (ms) => {
            waited.push(ms);
            clock.advance(ms);
          },
        },
      );
      return waited.length;
    };
    expect([await waits(undefined), await waits(["idle_cpu"]), await waits(["startup"])]).toEqual([3, 3, 1]);
  });

  test("a row that opens again is measured again", async () => {
    const rows = ["quick", "slow"].map((id) => toolRow("work", {}, { id }));
    const outlook = ({ rounds: { length } }: RunRecord) => {
      return { ...(length < 4 ? {} : { stop: allDecided }), open: [length < 3 ? "slow" : "quick"] };
    };
    const record = await run({ rows, rounds: auto }, world(), { outlook });
    expect(record.rounds.slice(2).map(({ order }) => Object.keys(order))).toEqual([["slow"], ["quick"]]);
  });

  test("auto ends early where no decision is in sight, and keeps what it has", async () => {
    const behave: Behave = () => slow(100);
    const outlook = () => ({ mayDecide: () => false });
    const record = await run({ rounds: { ...auto, max: 12, timeBudgetMs: 12_000 } }, world(behave), { outlook });
    expect(record.rounds).toHaveLength(4);
    expect(record.stop).toMatchObject([{ code: "no-decision-in-sight", rounds: 4, needed: 32, isMore: true }]);
    const hopeful = { mayDecide: () => true };
    expect((await run({ rounds: auto }, world(behave), { outlook: () => hopeful })).rounds).toHaveLength(5);
  });

  test("auto ends where a regression is certain and as many rounds again left something open", async () => {
    const slower: Outlook = { regressed: [{ row: "work", metric: "p50" }] };
    const stopOf = async (policy: Partial<RoundsPolicy>, outlooks: Outlook = { openGates: 2 }, then = slower) => {
      const outlook = ({ rounds: { length } }: RunRecord) => ({
        ...outlooks,
        ...(length < 3 ? {} : then),
      });
      return (await run({ rounds: { ...auto, max: 20, ...policy } }, world(), { outlook })).stop;
    };
    const end = { code: "first-regression", certain: 3, openGates: 2 };
    expect(await stopOf({})).toEqual([{ ...end, rounds: 6 }]);
    // Another regression takes so many rounds to show.
    expect(await stopOf({}, { openGates: 2, fewest: 7 })).toEqual([{ ...end, rounds: 14 }]);
    expect(await stopOf({ stop: "first-regression" }, { openGates: 2, fewest: 7 })).toEqual([{ ...end, rounds: 3 }]);
    // A removed tool may be accepted.
    const exact = { regressed: [{ row: "(server)", metric: "breaking_changes" }] } as const;
    expect(await stopOf({}, { openGates: 2 }, exact)).toMatchObject([{ code: "rounds-at-limit" }]);
    expect(await stopOf({ stop: "first-regression" }, { openGates: 2 }, exact)).toEqual([{ ...end, rounds: 3 }]);
    // It is too early to tell.
    expect(await stopOf({}, {})).toMatchObject([{ code: "rounds-at-limit" }]);
  });

  test("auto ends at its maximum", async () => {
    const record = await run({ rounds: auto }, world(), { outlook: () => ({}) });
    expect(record.stop).toEqual([{ code: "rounds-at-limit", rounds: 5 }]);
  });

  test("the time budget ends the run when another round would not fit", async () => {
    const behave: Behave = () => slow(100);
    const record = await run({ rounds: { kind: "fixed", min: 9, max: 9, timeBudgetMs: 3500 } }, world(behave));
    expect(record.rounds).toHaveLength(3);
    expect(record.stop).toEqual([{ code: "no-time-for-round", budgetMs: 3500, rounds: 3 }]);
  });

  test("an interruption returns the finished rounds and stops the servers", async () => {
    const controller = new AbortController();
    const behave: Behave = ({ launch, index }) => {
      if (launch === 3 && index === 5) controller.abort(new Error("SIGINT"));
      return okReply;
    };
    const made = world(behave);
    const rounds = { kind: "fixed", min: 9, max: 9, timeBudgetMs: 1e6 } as const;
    const record = await run({ rounds }, made, { signal: controller.signal });
    expect(record.rounds).toHaveLength(2);
    expect(record.stop).toEqual([{ code: "interrupted", by: "SIGINT", rounds: 2 }]);
    expect(allStopped(made)).toBe(true);
  });

  test("an interruption of the first round leaves nothing to report", async () => {
    const controller = new AbortController();
    const made = world(({ launch }) => {
      if (launch === 1) controller.abort(new Error("SIGTERM"));
      return okReply;
    });
    const failing = run({}, made, { signal: controller.signal });
    await expect(failing).rejects.toThrow(UserError);
    await expect(failing).rejects.toThrow("interrupted before its first round was finished (SIGTERM)");
    expect(allStopped(made)).toBe(true);
  });
});

test("progress tells the story, with a pause between rows", async () => {
  const deps = dependencies();
  const pauses: number[] = [];
  const rows = [
    toolRow("work", {}, { id: "first" }),
    toolRow("work", {}, { id: "second" }),
    toolRow("work", {}, { id: "third" }),
  ];
  await run(
    { rows, cooldownMs: 250 },
    world(() => slow(4)),
    {
      progress: deps.progress,
      delay: async (ms) => void pauses.push(ms),
    },
  );
  expect(deps.events.map(({ kind }) => kind)).toEqual(["probe", "row", "row", "row", "round-end", "stop"]);
  expect(deps.events[1]).toEqual({
    kind: "row",
    round: 0,
    row: "first",
    arms: [{ arm: "head", attempted: 8, ok: 8, medianMs: 4 }],
  });
  expect(pauses).toEqual([250, 250]);
});
