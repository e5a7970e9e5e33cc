import type { ClosedLoad } from "../../model/loads/closed-load.ts";
import { requestsOf } from "../../model/operation.ts";
import type { Offer } from "../../plan/discover.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import type { Session } from "../../server/protocol/session.ts";
import { launchWithNotice } from "../launch/launch-with-notice.ts";
import type { RequestOptions } from "../load/request-once.ts";
import { askOnce } from "./ask-once.ts";
import { skipReason } from "./check-row.ts";
import { type ArmFindings, lackedBy, type ProbeArm, tryRow } from "./examine.ts";
import { readOffer } from "./read-offer.ts";
import { patienceMs } from "./try-call.ts";

type About = Pick<ProbeArm, "plan" | "context">;

/**
 * Keeps rows that head refuses and base does not: their calls show what breaks for clients. Throws the error of a row that base
 * refuses as well, or that head's own configuration alone has. Rows of base's configuration are skipped where base cannot be asked.
 * Launches base: no other server is to run.
 */
export async function keepRefused(found: ArmFindings, arm: Arm, about: About): Promise<ArmFindings> {
  const { missing } = found;
  const [first] = missing;
  if (!first) return found;
  const ofHead = missing.find(({ row }) => row.onlyIn === "head");
  if (ofHead) throw ofHead.error;
  const isInBase = await askBase(arm, { ...about, row: first.row }, async ({ offer }) =>
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

/**
 * Discovered rows that head fails, or is too slow for, are measured all the same where base answers them: that is what a run is to
 * find. Launches base: no other server is to run.
 */
export async function addWorse(
  found: ArmFindings,
  arm: Arm,
  { slow: slowInHead, failing: failingInHead, ...about }: About & Record<"slow" | "failing", readonly Row[]>,
): Promise<ArmFindings> {
  const [row] = [...slowInHead, ...failingInHead];
  if (!row) return found;
  const inBase = await askBase(arm, { ...about, row }, async ({ offer, session, options }) => {
    const works = async (one: Row) =>
      lackedBy(one, offer) === undefined && (await tryRow(one, session, options)) === undefined;
    const slow: Row[] = [];
    for (const one of slowInHead.slice(0, mostAsked)) if (await works(one)) slow.push(one);
    const failing: Row[] = [];
    const until = options.clock.now() + longestTryingMs;
    for (const one of failingInHead) if (options.clock.now() < until && (await works(one))) failing.push(one);
    return { slow, failing };
  });
  if (!inBase) return found;
  const { slow, failing } = inBase;
  for (const { benchmark } of slow)
    about.context.warn(
      `${benchmark}: ${arm.id} does not answer one call within ${patienceMs / 1000} s, which base does: it is called once per launch`,
    );
  return withRows(found, [...slow.map(calledOnce), ...failing]);
}

/** Adds rows that were left out. */
function withRows(found: ArmFindings, rows: readonly Row[]): ArmFindings {
  const added = new Set(rows.map(({ benchmark }) => benchmark));
  const left = found.left.filter(({ row }) => !added.has(row.benchmark));
  return { ...found, rows: [...found.rows, ...rows], left };
}

/**
 * Rows whose capability or method head lacks are called in one round all the same where base has it: head has removed it, and their
 * calls tell that they fail. Not where the two speak different revisions of the protocol: what went with the old one is no loss.
 * Launches base: no other server is to run.
 */
export async function addLost(
  found: ArmFindings,
  arm: Arm,
  { unable, ...about }: About & { readonly unable: readonly Row[] },
): Promise<ArmFindings> {
  const lost = unable.filter(isPlain);
  const [row] = lost;
  if (!row) return found;
  const kept = await askBase(arm, { ...about, row }, async ({ offer, session, options }) => {
    const answered: Row[] = [];
    if (offer.protocol === found.identity.protocol)
      for (const one of lost)
        if (
          skipReason(one, offer) === undefined &&
          lackedBy(one, offer) === undefined &&
          (await askOnce(one, session, options)) === undefined
        )
          answered.push({ ...one, rounds: 1 });
    return answered;
  });
  return kept ? withRows(found, kept) : found;
}

/**
 * Tests whether a row can be called although the server lacks something it needs: tasks and subscriptions begin with
 * more than a call.
 */
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

interface OpenProbe {
  readonly offer: Offer;
  readonly session: Session;
  readonly options: RequestOptions;
}

/** Asks the server of base. Undefined where there is no base, or it does not work: that is not asked here. */
async function askBase<T>(
  { variant }: Arm,
  { plan, context, row }: About & { readonly row: Row },
  ask: (asked: OpenProbe) => Promise<T>,
): Promise<T | undefined> {
  const arm = plan.arms.find((one) => one.side === "base" && one.variant === variant);
  if (!arm) return undefined;
  const { clock, signal } = context;
  try {
    const launch = withValues(arm.launch, row.setup?.values ?? {});
    const server = await launchWithNotice({ id: arm.id, launch }, context);
    try {
      const session = await server.connect();
      const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs };
      return await ask({ offer: await readOffer(session, options), session, options });
    } finally {
      await server.stop();
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
