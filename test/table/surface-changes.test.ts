import { describe, expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { compare } from "../../src/facts/compare.ts";
import type { RunRecord } from "../../src/record/record.ts";
import type { RecordTool, ToolArgument } from "../../src/record/tool.ts";
import { summarise } from "../../src/table/summarise.ts";
import { isBreaking, surfaceChanges } from "../../src/table/surface-changes.ts";
import { tabulate } from "../../src/table/table.ts";
import { comparePaired, makeRecord, noisyRounds } from "../decide/records.ts";

const tool = (args?: ToolArgument[], hints?: RecordTool["hints"]): RecordTool => ({
  name: "search",
  bytes: 100,
  ...(args ? { arguments: args } : {}),
  ...(hints ? { hints } : {}),
});

const text: ToolArgument = { name: "q", types: ["string"] };

/** Codes of the changes from one argument to another, `!` where they break callers. */
function codes(base: ToolArgument[], head: ToolArgument[]) {
  return surfaceChanges(tool(base), tool(head)).map((one) => `${one.code}${isBreaking(one) ? "!" : ""}`);
}

test.each<[string, ToolArgument[], ToolArgument[], string[]]>([
  ["a new argument that is required", [], [{ ...text, required: true }], ["argument-required!"]],
  ["an argument that is required now", [text], [{ ...text, required: true }], ["argument-required!"]],
  ["a new optional argument", [], [text], []],
  ["an argument that is no longer required", [{ ...text, required: true }], [text], []],
  ["an argument that went", [text], [], ["argument-removed"]],
  ["another type", [text], [{ name: "q", types: ["number"] }], ["type-narrowed!"]],
  ["fewer types", [{ name: "q", types: ["null", "string"] }], [text], ["type-narrowed!"]],
  ["more types", [text], [{ name: "q", types: ["null", "string"] }], []],
  ["number for integer", [{ name: "q", types: ["integer"] }], [{ name: "q", types: ["number"] }], []],
  ["integer for number", [{ name: "q", types: ["number"] }], [{ name: "q", types: ["integer"] }], ["type-narrowed!"]],
  ["a type that is not known", [{ name: "q" }], [text], []],
  ["fewer choices", [{ ...text, choices: ['"a"', '"b"'] }], [{ ...text, choices: ['"a"'] }], ["choices-narrowed!"]],
  ["more choices", [{ ...text, choices: ['"a"'] }], [{ ...text, choices: ['"a"', '"b"'] }], []],
  ["choices for free text", [text], [{ ...text, choices: ['"a"'] }], ["choices-narrowed!"]],
  ["free text for choices", [{ ...text, choices: ['"a"'] }], [text], []],
  ["too many choices to keep", [{ ...text, choices: [] }], [{ ...text, choices: ['"a"'] }], []],
])("%s", (_what, base, head, expected) => {
  expect(codes(base, head)).toEqual(expected);
});

test("hints are compared, and break nobody", () => {
  const changes = surfaceChanges(tool([], { readOnlyHint: true }), tool([]));
  expect(changes).toEqual([{ tool: "search", code: "hint-changed", hint: "readOnlyHint", from: true, to: undefined }]);
  expect(changes.some(isBreaking)).toBe(false);
});

test("a side that is not known, as that of a stored run, changes nothing", () => {
  const known = tool([{ ...text, required: true }], { readOnlyHint: true });
  expect(surfaceChanges(tool(undefined), known)).toEqual([]);
  expect(surfaceChanges(known, tool(undefined))).toEqual([]);
});

describe("a tool that now requires an argument", () => {
  const rounds = noisyRounds(3, { median: 1, spread: 0.02, seed: 1 });
  const required = [{ ...text, required: true } as const];

  /** Base takes calls without `q`, head does not. */
  function run(given: Partial<Run> = {}): RunRecord {
    const { origin, failing = false, refused = failing, thresholds = {}, args = required } = given;
    const failures = given.failures ?? { "rpc-error": 8 };
    const record = makeRecord({
      rows: {
        search: {
          base: rounds,
          head: failing ? rounds.map(() => ({ latencies: [], failures })) : rounds,
        },
        ping: { base: rounds, head: rounds },
      },
      fields: {
        search: {
          method: "tools/call",
          target: "search",
          ...(origin ? { origin } : {}),
          ...(refused ? { refused } : {}),
        },
        ping: { method: "ping", target: "ping" },
      },
      serverThresholds: thresholds,
    });
    const lists = { base: [tool([])], head: [tool(args)] };
    return { ...record, arms: record.arms.map((arm) => ({ ...arm, tools: lists[arm.side] })) };
  }
  interface Run {
    readonly origin: "discovered";
    readonly failing: boolean;
    /** Says whether the probe found that head does not take its calls; by default that is why they fail. */
    readonly refused: boolean;
    readonly failures: Readonly<Record<string, number>>;
    readonly thresholds: Record<string, unknown>;
    readonly args: ToolArgument[];
  }

  const judged = (record: RunRecord) => {
    const comparison = comparePaired(record);
    const { status, failed, regressed } = decide(comparison, { failOn: ["regression"] });
    return { status, failed, beyond: regressed.map(({ row, metric }) => `${row} ${metric}`) };
  };

  test("fails the run where a person wrote a benchmark for it, by what it is: its failing calls are no second finding", () => {
    const red = { status: "regressed", failed: true, beyond: ["search breaking_changes"] };
    expect(judged(run())).toEqual(red);
    expect(judged(run({ failing: true }))).toEqual(red);
  });

  test("fails nothing where the benchmark was found, where nothing broke, or where the configuration allows it", () => {
    const allowed = { breaking_changes: "1" };
    for (const quiet of [run({ origin: "discovered" }), run({ args: [text] }), run({ thresholds: allowed })])
      expect(judged(quiet).beyond).toEqual([]);
    expect(judged(run({ origin: "discovered", thresholds: { breaking_changes: "0" } })).beyond).toEqual([
      "(server) breaking_changes",
    ]);
  });

  test("explains no other failure: one whose choices are fewer may not fail at all", () => {
    const choices = [{ ...text, choices: ['"a"'] }];
    const record = run({ failing: true, refused: false, args: choices });
    const arms = record.arms.map((arm) => (arm.side === "base" ? { ...arm, tools: [tool([text])] } : arm));
    expect(judged({ ...record, arms })).toMatchObject({ status: "errored", failed: true });
  });

  test.each<[string, Partial<Run>]>([
    ["replies that reached another caller", { failures: { crossed: 8 } }],
    ["calls that fail although they send the argument", { refused: false }],
    ["failing calls where as many changes are allowed", { thresholds: { breaking_changes: "1" } }],
    ["failing calls where changes only warn", { thresholds: { breaking_changes: { warn: "0" } } }],
  ])("does not explain %s: the run is in error", (_what, given) => {
    expect(judged(run({ failing: true, ...given }))).toMatchObject({ status: "errored", failed: true });
  });

  test("fails no run that decides nothing: a quick one, and one whose server was replaced midway", () => {
    const record = run();
    const server = { name: "other", version: "2", protocol: "2025-11-25" };
    const rounds = record.rounds.map((round, index) => ({
      ...round,
      launches: round.launches.map((launch) => (index === 1 && launch.arm === "head" ? { ...launch, server } : launch)),
    }));
    for (const undecided of [
      { ...record, quick: true as const },
      { ...record, rounds },
    ])
      expect(judged(undecided)).toMatchObject({ failed: false, beyond: [] });
  });
});

test("a tool that was left out as it fails is in error where the newest stored run measured it, and not where none did", () => {
  const rounds = noisyRounds(3, { median: 1, spread: 0.02, seed: 1 });
  const skipped = [{ benchmark: "search", code: "failed" as const, reason: "no API key" }];
  const record = makeRecord({ rows: { ping: { head: rounds } }, run: { skipped } });
  const judged = (stored: string[], now = record) => {
    const rows = Object.fromEntries(stored.map((row) => [row, { head: rounds }]));
    const entry = { createdAt: record.createdAt, summary: summarise(tabulate(makeRecord({ rows })), "head") };
    const against = { kind: "stored", entries: [entry] } as const;
    return compare({ table: tabulate(now), head: summarise(tabulate(now), "head"), against }).findings.filter(
      ({ state }) => state === "errored",
    );
  };
  expect(judged(["ping", "search"])).toMatchObject([
    { row: "search", reason: { code: "skipped", text: "no API key" } },
  ]);
  expect(judged(["ping"])).toEqual([]);
  const slow = { ...record, skipped: [{ benchmark: "search", code: "slow" as const, reason: "too slow" }] };
  expect(judged(["ping", "search"], slow)).toEqual([]);
});
