import type { ClosedLoad } from "../../model/loads/closed-load.ts";
import { requestsOf } from "../../model/operation.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import { launchWithNotice, whileRunning } from "../launch/launch-with-notice.ts";
import { askOnce, tryRow, type WhyLeftOut } from "./ask-once.ts";
import { lackedBy, skipReason } from "./check-row.ts";
import type { ArmFindings, ProbeRun } from "./examine.ts";
import { type OpenProbe, openProbe } from "./read-offer.ts";
import { patienceMs } from "./try-call.ts";

/** Tries on base the rows that head lacks, cannot be asked for, fails, or is too slow for. */
export async function besideBase(found: ArmFindings, arm: Arm, about: ProbeRun): Promise<ArmFindings> {
  const leftOut = (reason: WhyLeftOut["code"]) => found.left.flatMap(({ row, code }) => (code === reason ? [row] : []));
  const [failing, slow] = [leftOut("failed"), leftOut("slow")];
  const unable = leftOut(undefined).filter(({ origin }) => origin === undefined);
  const kept = await keepRefused(found, arm, about);
  return addWorse(await addLost(kept, arm, { ...about, unable }), arm, { ...about, failing, slow });
}

/**
 * Keeps rows that head refuses and base does not: their calls show what breaks for clients. Throws the error of a row that base
 * refuses as well, or that head's own configuration alone has. Rows of base's configuration are skipped where base cannot be
 * asked. Launches base: no other server is to run.
 */
async function keepRefused(found: ArmFindings, arm: Arm, about: ProbeRun): Promise<ArmFindings> {
  const { missing } = found;
  const [first] = missing;
  if (!first) return found;
  const ofHead = missing.find(({ row }) => row.onlyIn === "head");
  if (ofHead) throw ofHead.error;
  const isInBase = await askBase(arm, { ...about, rows: [first.row] }, async ({ offer }) =>
    missing.every(({ row }) => lackedBy(row, offer) === undefined),
  );
  if (isInBase) return found;
  if (isInBase === false || missing.some(({ row }) => row.onlyIn === undefined)) throw first.error;
  const ids = new Set(missing.map(({ row }) => row.id));
  const refused = missing.map(({ row, error }) => ({ row, reason: error.found }));
  return { ...found, rows: found.rows.filter(({ id }) => !ids.has(id)), left: [...found.left, ...refused] };
}

/** Time limit of a call that base answers in time and head does not. */
const longestMs = 5 * patienceMs;

/** Slow ones that are asked for: each takes seconds per launch, and one that got slower fails a run. */
const mostAsked = 3;
/** Longest time in which base is asked for those that fail. */
const longestTryingMs = 60_000;

/** Adds discovered rows that head fails, or is too slow for, and base answers. Launches base beside no other server. */
export async function addWorse(
  found: ArmFindings,
  arm: Arm,
  { slow: slowInHead, failing: failingInHead, ...about }: ProbeRun & Record<"slow" | "failing", readonly Row[]>,
): Promise<ArmFindings> {
  const { clock, warn } = about.context;
  const inBase = await askBase(arm, { ...about, rows: [...slowInHead, ...failingInHead] }, async (probed) => {
    const works = async (row: Row) =>
      lackedBy(row, probed.offer) === undefined && (await tryRow(row, probed)) === undefined;
    const slow: Row[] = [];
    for (const row of slowInHead.slice(0, mostAsked)) if (await works(row)) slow.push(row);
    const failing: Row[] = [];
    const until = clock.now() + longestTryingMs;
    for (const row of failingInHead) if (clock.now() < until && (await works(row))) failing.push(row);
    return { slow, failing };
  });
  if (!inBase) return found;
  const { slow, failing } = inBase;
  for (const { benchmark } of slow)
    warn(
      `${benchmark}: ${arm.id} does not answer one call within ${patienceMs / 1000} s, which base does: it is called once per launch`,
    );
  return withRows(found, [...slow.map(calledOnce), ...failing]);
}

function withRows(found: ArmFindings, rows: readonly Row[]): ArmFindings {
  const added = new Set(rows.map(({ benchmark }) => benchmark));
  const left = found.left.filter(({ row }) => !added.has(row.benchmark));
  return { ...found, rows: [...found.rows, ...rows], left };
}

/**
 * Adds rows whose capability or method head has removed, for one round: their calls tell that they fail. Not where the two
 * speak different revisions of the protocol: what went with the old one is no loss. Launches base beside no other server.
 */
async function addLost(
  found: ArmFindings,
  arm: Arm,
  { unable, ...about }: ProbeRun & { readonly unable: readonly Row[] },
): Promise<ArmFindings> {
  const lost = unable.filter(isPlain);
  const kept = await askBase(arm, { ...about, rows: lost }, async (probed) => {
    const { offer } = probed;
    const answered: Row[] = [];
    if (offer.protocol !== found.identity.protocol) return answered;
    for (const row of lost)
      if (!skipReason(row, offer) && !lackedBy(row, offer) && (await askOnce(row, probed)) === undefined)
        answered.push({ ...row, rounds: 1 });
    return answered;
  });
  return kept ? withRows(found, kept) : found;
}

/** Tests whether a row is called without more ado: tasks and subscriptions begin with more than a call. */
function isPlain(row: Row): boolean {
  return requestsOf(row).every(
    ({ operation, expect }) =>
      !expect?.schema && operation.task === undefined && !operation.freshSession && operation.updates === undefined,
  );
}

function calledOnce({ load: { timeoutMs }, ...row }: Row): Row {
  const load: ClosedLoad = {
    kind: "closed",
    concurrency: 1,
    requests: 1,
    warmup: 0,
    timeoutMs: Math.min(timeoutMs, longestMs),
  };
  return { ...row, load, calledOnce: true };
}

/** Asks the server of base for rows, if there are any. Undefined where there is no base, or it does not work: that is not asked here. */
async function askBase<T>(
  { variant }: Arm,
  { plan, context, rows: [row] }: ProbeRun & { readonly rows: readonly Row[] },
  ask: (probed: OpenProbe) => Promise<T>,
): Promise<T | undefined> {
  const arm = plan.arms.find((one) => one.side === "base" && one.variant === variant);
  if (!arm || !row) return undefined;
  try {
    const launch = withValues(arm.launch, row.setup?.values ?? {});
    const server = await launchWithNotice({ id: arm.id, launch }, context);
    return await whileRunning(server, async (session) => ask(await openProbe(session, arm, context)));
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}
