import path from "node:path";
import { expect } from "vitest";
import { startedWith } from "../../src/base/host/process-tree.ts";
import { UserError } from "../../src/errors.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import type { LaunchSpec } from "../../src/plan/plan.ts";
import { recordSchema } from "../../src/record/record.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../measure/plans.ts";
import type { HostileCase } from "./hostile-cases.ts";
import { warningTexts } from "./warnings.ts";

const folder = path.resolve(import.meta.dirname, "../../fixtures/servers/hostile");

/** One of the programs of `fixtures/servers/hostile`, in one of its modes. */
export interface HostileServer {
  /** Such as `stdio/calls never`. */
  readonly name: string;
  /** Longest start-up where waiting for it in vain is what happens; a busy machine needs long for any other. */
  readonly startupMs?: number;
  /** Longest wait for its end: long for one that is meant to end willingly, on a busy machine too. */
  readonly shutdownMs?: number;
  /** Longest wait for a reply where waiting in vain is what happens. */
  readonly callMs?: number;
}

/** Says how measuring it ended: refused with an error for people, or measured. */
export type Ending =
  | { readonly kind: "refused"; readonly exitCode: number; readonly message: string }
  | {
      readonly kind: "measured";
      /** For each row, how many calls ended how; of a launch that broke off its failure beside them. */
      readonly rows: Readonly<Record<string, Readonly<Record<string, number>>>>;
      /** Rows that were found and left out: a busy machine answers their first call late. */
      readonly late: readonly string[];
      readonly failure: string;
      readonly warnings: string;
      readonly orphans: number;
      readonly killed: boolean;
    };

function specOf({ name, startupMs = 400_000, shutdownMs = 400 }: HostileServer, mark: string): LaunchSpec {
  const [program = "", mode = ""] = name.split(" ");
  const isHttp = program.startsWith("http/");
  const file = path.join(folder, `${program}.js`);
  const env = { PATH: process.env.PATH ?? "", HOSTILE: mark };
  const common = { env, startupTimeoutMs: startupMs, shutdownTimeoutMs: shutdownMs };
  if (!isHttp) return stdioSpec([file, mode], common);
  const url = "http://127.0.0.1:${PORT}/mcp";
  return stdioSpec([file, mode, "${PORT}"], { ...common, transport: "streamable-http", url });
}

/**
 * Measures a hostile server as a run would: probed, launched, called three times, ended. Throws whatever is not meant for
 * people, and where one of its processes is still there.
 */
async function measureHostile(server: HostileServer): Promise<Ending> {
  const mark = crypto.randomUUID();
  const head = arm(specOf(server, mark));
  const load = { requests: 3, warmup: 0, timeoutMs: server.callMs ?? 400_000 };
  const lists = server.name.startsWith("stdio/lists");
  const rows = lists ? { discover: true, defaults: { ...load, kind: "closed" as const, concurrency: 1 } } : {};
  const given = lists ? rows : { rows: [toolRow("call", {}, { load: { ...load, concurrency: 2 } })] };
  // Ample: what ends is to end by itself, on a busy machine too.
  const rounds = { kind: "fixed", min: 1, max: 1, timeBudgetMs: 600_000 } as const;
  const ending = await runPlan(plan({ arms: [head], rounds, ...given }), dependencies()).then(
    (record): Ending => {
      const [launch] = recordSchema.parse(record).rounds[0]?.launches ?? [];
      return {
        kind: "measured",
        rows: Object.fromEntries((launch?.measurements ?? []).map(({ row, outcomes }) => [row, outcomes])),
        late: record.skipped.flatMap(({ benchmark, reason }) =>
          reason.includes("is not answered within") ? benchmark : [],
        ),
        failure: launch?.failure ?? "",
        warnings: [...warningTexts(record), ...record.skipped.map(({ reason }) => reason)].join("\n"),
        orphans: launch?.orphans ?? 0,
        killed: launch?.killed ?? false,
      };
    },
    (error: unknown): Ending => {
      if (!(error instanceof UserError)) throw error;
      return { kind: "refused", exitCode: error.exitCode, message: error.message };
    },
  );
  const left = startedWith(`HOSTILE=${mark}`);
  if (left.length > 0) throw new Error(`${left.length} processes of ${server.name} are left`);
  return ending;
}

/**
 * Measures a hostile server and says where its ending differs from the one it has to have. Waits in vain are short: where a busy
 * machine has not come so far by then, longer ones have to show it.
 */
export async function expectEnding(one: HostileCase): Promise<void> {
  const { startupMs = 0, callMs = 0 } = one;
  if (startupMs === 0 && callMs === 0) return expectEndingWithin(one);
  const longer = { ...(startupMs ? { startupMs: 8 * startupMs } : {}), ...(callMs ? { callMs: 8 * callMs } : {}) };
  return expectEndingWithin(one).catch(() => expectEndingWithin({ ...one, ...longer }));
}

async function expectEndingWithin({ says, exitCode = 3, rows, orphans = 0, killed = false, ...server }: HostileCase) {
  const ending = await measureHostile({ ...server, shutdownMs: rows && !killed ? 20_000 : 400 });
  if (ending.kind === "refused") {
    expect(ending.message).toContain(says ?? "no error at all");
    expect(ending.message).toMatch(/\n {2}(?:fix|expected): /);
    expect(ending.exitCode).toBe(exitCode);
  } else {
    expect(says, `it was measured: ${JSON.stringify(ending)}`).toBeUndefined();
    const measured = Object.entries(rows ?? {}).filter(([row]) => !ending.late.includes(row));
    expect(ending).toMatchObject({ rows: Object.fromEntries(measured), orphans, killed });
  }
}
