import { checkedRoundMs } from "../measure/run/leak-check-rounds.ts";
import { expectedRoundMs } from "../measure/run/least-time.ts";
import type { Arm, Plan, Row } from "../plan/plan.ts";
import type { Table } from "../table/table.ts";

interface Looks {
  /** Start-up of head until its first answer. */
  readonly startupMs: number;
  /** A quick run of all rows on head alone. */
  readonly quick: Table;
  /** Time of a round of some rows with base beside head, without a leak check. */
  readonly measured: { readonly rows: readonly string[]; readonly roundMs: number };
}

/**
 * About how long a round of a whole run takes, with base beside head and a leak check: as long as the one that was measured,
 * and what the calls of all other rows add to it. `plan`: of head.
 */
export function wholeRoundMs(plan: Plan, { startupMs, quick, measured }: Looks): number {
  const arms = plan.arms.flatMap((arm): Arm[] => [arm, { ...arm, id: `base of ${arm.id}`, side: "base" }]);
  const pace = { startupMs, callMs: callTimes(quick) };
  const expectedMs = (rows: readonly Row[]) => expectedRoundMs({ ...plan, arms, rows }, pace);
  const timed = plan.rows.filter(({ id }) => measured.rows.includes(id));
  return checkedRoundMs(measured.roundMs + expectedMs(plan.rows) - expectedMs(timed), plan);
}

/** Mean time of a call by row; rows of which none succeeded are left out. */
function callTimes({ rows }: Table): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap(({ id, head }) => {
      const blocks = head.measurements.at(-1)?.blocks ?? [];
      const ok = blocks.reduce((sum, block) => sum + block.ok, 0);
      const sumMs = blocks.reduce((sum, block) => sum + block.ok * (block.meanMs ?? 0), 0);
      return ok > 0 ? [[id, sumMs / ok] as const] : [];
    }),
  );
}
