import { findShifts } from "../../src/history/drift.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { defaultThresholds, type RunThresholds } from "../../src/plan/threshold.ts";
import { normal } from "./noises.ts";

/** A pool of machines on which one commit is measured every night. */
export interface Nights {
  /** Standard deviation of ln of a night's p50, and how much neighbouring nights resemble each other. */
  readonly spread: number;
  readonly correlation: number;
  /** Machines of two kinds, of which one stays for about five nights: how much slower the second is, for start-up and for the row. */
  readonly kinds?: { readonly startup: number; readonly row: number };
  /** Says whether CPU time was read, of start-up and of calls. It scatters by half as much as p50. */
  readonly hasCpu: boolean;
  /** Share of CPU time in a call, as it is read. */
  readonly cpuShare?: number;
  /** From night 120 on p50 is so much higher. */
  readonly step?: number;
}

const nightsOfYear = 365;
export const nightOfStep = 120;
const nightsOfStay = 5;
const thresholds: RunThresholds = new Map([["row", defaultThresholds.filter(({ metric }) => metric === "p50")]]);

/** Entries of as many nights as a year has. */
export function historyOf(nights: Nights, random: () => number): StoredEntry[] {
  const { spread, correlation, kinds, hasCpu, cpuShare = 0.85, step = 0 } = nights;
  let wave = normal(random);
  let second = random() < 0.5;
  return Array.from({ length: nightsOfYear }, (_, night) => {
    wave = correlation * wave + Math.sqrt(1 - correlation ** 2) * normal(random);
    if (random() < 1 / nightsOfStay) second = !second;
    const slower = (by = 0) => (second ? Math.log1p(by) : 0);
    const level = night >= nightOfStep ? Math.log1p(step) : 0;
    const row = level + slower(kinds?.row);
    const ms = Math.exp(row + spread * wave);
    const cpuMs = cpuShare * Math.exp(row + 0.5 * spread * wave);
    const startupCpuMs = 50 * Math.exp(slower(kinds?.startup) + 0.015 * normal(random));
    const statistic = (value: number) => ({ state: "measured" as const, value, rounds: [value] });
    return {
      commit: `night-${night}`,
      createdAt: "2026-01-01T00:00:00.000Z",
      summary: {
        arm: "head",
        serverHash: "server",
        server: hasCpu ? { startup_cpu: statistic(startupCpuMs) } : {},
        rounds: 10,
        rows: [
          {
            row: "row",
            benchmark: "row",
            configHash: "config",
            attempted: 1000,
            ok: 1000,
            failures: {},
            statistics: { p50: statistic(ms), ...(hasCpu ? { cpu_per_call: statistic(cpuMs) } : {}) },
          },
        ],
      },
    };
  });
}

/** Looks at a history every night from the tenth on: the first night that tells of a shift, and whether it is near the step. */
export function firstTold(history: readonly StoredEntry[], { from = 10, to = nightsOfYear, shifts = findShifts } = {}) {
  for (let night = from; night <= to; night++) {
    const [shift] = shifts(history.slice(0, night), thresholds);
    if (shift) return { night, change: shift.after / shift.before - 1, at: Number(shift.firstAfter.commit?.slice(6)) };
  }
  return undefined;
}
