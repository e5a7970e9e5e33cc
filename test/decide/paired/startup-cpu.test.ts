import { describe, expect, test } from "vitest";
import { playStartups, type Startups } from "../../../scripts/bench-decision/startups.ts";
import { compare } from "../../../src/facts/compare.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord, normal } from "../records.ts";

interface Server {
  readonly startup: number;
  readonly cpu: number;
}

/** A run whose start-ups scatter by so much; CPU time is cut to whole ticks where there are any. */
function judged({ base, head, clock, rounds = 40, tickMs }: Run) {
  const random = seededRandom(3);
  const launches = ({ startup, cpu }: Server) =>
    Array.from({ length: rounds }, () => {
      const [wall, own] = [startup * Math.exp(clock * normal(random)), cpu * Math.exp(0.03 * normal(random))];
      const read = tickMs === undefined ? own : tickMs * Math.floor(own / tickMs);
      return { startup: wall, ...(cpu > 0 ? { startup_cpu: read } : {}) };
    });
  const record = makeRecord({
    rows: {},
    serverThresholds: { startup: "+20%" },
    launches: { base: launches(base), head: launches(head) },
  });
  const { findings } = compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "paired", stored: [], base: summarise(tabulate(record), "base") },
  });
  return findings.find(({ metric }) => metric === "startup");
}

interface Run {
  readonly base: Server;
  readonly head: Server;
  readonly clock: number;
  readonly rounds?: number;
  readonly tickMs?: number;
}

const usual: Server = { startup: 900, cpu: 150 };

describe("start-up on a machine with more work than cores", () => {
  const clock = 0.35;

  test("passes by its CPU time, and says so", () => {
    expect(judged({ base: usual, head: usual, clock })).toMatchObject({
      state: "pass",
      byCpu: true,
      reason: { code: "by-cpu" },
    });
  });

  test("stays open where CPU time rose, or none was read", () => {
    expect(judged({ base: usual, head: { ...usual, cpu: 190 }, clock })?.state).toBe("inconclusive");
    const unread = { ...usual, cpu: 0 };
    expect(judged({ base: unread, head: unread, clock })?.state).toBe("inconclusive");
  });

  test("where CPU time comes in ticks, twenty of them tell and fewer do not", () => {
    const long = { ...usual, cpu: 400 };
    expect(judged({ base: usual, head: usual, clock, tickMs: 10 })?.state).toBe("inconclusive");
    expect(judged({ base: long, head: long, clock, tickMs: 10 })?.state).toBe("pass");
    expect(judged({ base: long, head: { ...long, cpu: 520 }, clock, tickMs: 10 })?.state).toBe("inconclusive");
  });
});

describe("start-up on a quiet machine", () => {
  test("regresses where head works or waits longer", () => {
    const slower = { startup: 1200, cpu: 200 };
    expect(judged({ base: usual, head: slower, clock: 0.05 })?.state).toBe("regressed");
    expect(judged({ base: usual, head: { ...usual, startup: 1200 }, clock: 0.05 })?.state).toBe("regressed");
  });

  test("passes by the clock where nothing changed, whatever CPU time says", () => {
    expect(judged({ base: usual, head: { ...usual, cpu: 300 }, clock: 0.05 })?.state).toBe("pass");
  });
});

describe("200 runs of start-ups", () => {
  const played = (startups: Startups) => {
    const random = seededRandom(17);
    const runs = Array.from({ length: 200 }, () => playStartups(startups, random));
    const count = (state: string) => runs.filter((run) => run.state === state).length;
    const rounds = runs.reduce((sum, run) => sum + run.rounds, 0) / runs.length;
    return { rounds, regressed: count("regressed"), pass: count("pass"), inconclusive: count("inconclusive") };
  };

  test("unchanged, are decided in half of the rounds and never regress", () => {
    const [before, now] = [undefined, 0.1].map((cpu) => played({ clock: 0.35, cpu }));
    expect(before?.inconclusive).toBeGreaterThan(20);
    expect(now).toMatchObject({ regressed: 0 });
    expect(now?.inconclusive).toBeLessThanOrEqual(4);
    expect(now?.rounds).toBeLessThan(0.5 * (before?.rounds ?? 0));
  });

  test("that take 30 % more CPU time hardly ever pass", () => {
    expect(played({ clock: 0.35, cpu: 0.1, work: 0.3 }).pass).toBeLessThanOrEqual(4);
    expect(played({ clock: 0.05, cpu: 0.1, work: 0.3 }).regressed).toBeGreaterThan(190);
  });

  test("that wait longer are found where the clock tells, and hardly ever pass beyond three times the threshold", () => {
    expect(played({ clock: 0.05, cpu: 0.1, waits: 0.3 }).regressed).toBeGreaterThan(190);
    expect(played({ clock: 0.35, cpu: 0.1, waits: 0.73 }).pass).toBeLessThanOrEqual(10);
  });
});
