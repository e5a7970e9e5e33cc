import type { ClosedLoad } from "../../model/loads/closed-load.ts";
import { requestsOf } from "../../model/operation.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import { launchWithNotice, whileRunning } from "../launch/launch-with-notice.ts";
import { tryRow, type WhyLeftOut, whyUnable } from "./ask-once.ts";
import { lackedBy } from "./check-row.ts";
import type { ArmFindings, MissingRow, ProbeRun } from "./examine.ts";
import { type OpenProbe, openProbe } from "./read-offer.ts";
import { patienceMs } from "./try-call.ts";

/** Tries on base the rows that head lacks, cannot be asked for, fails, or is too slow for. Launches base beside no other server. */
export async function besideBase(found: ArmFindings, arm: Arm, about: ProbeRun): Promise<ArmFindings> {
  const ofHead = found.missing.find(({ row }) => row.onlyIn === "head");
  if (ofHead) throw ofHead.error;
  const { refused, lost, slow, failing } = await askBase(found, arm, about);
  const kept = keepRefused(found, refused);
  for (const { benchmark } of slow)
    about.context.warn(
      `${benchmark}: ${arm.id} does not answer one call within ${patienceMs / 1000} s, which base does: it is called once per launch`,
    );
  const added = [...lost, ...slow.map(calledOnce), ...failing];
  const names = new Set(added.map(({ benchmark }) => benchmark));
  const left = kept.left.filter(({ row }) => !names.has(row.benchmark));
  return { ...kept, rows: [...kept.rows, ...added], left };
}

/**
 * Keeps rows that head refuses and base does not: their calls show what breaks for clients. Throws the error of a row that base
 * refuses as well. Rows of base's configuration are skipped where base cannot be asked.
 */
function keepRefused(found: ArmFindings, refused: BaseAnswers["refused"]): ArmFindings {
  const { missing } = found;
  const wrong = refused ? refused[0] : missing.find(({ row }) => row.onlyIn === undefined);
  if (wrong) throw wrong.error;
  if (refused) return found;
  const ids = new Set(missing.map(({ row }) => row.id));
  const left = missing.map(({ row, error }) => ({ row, reason: error.found }));
  return { ...found, rows: found.rows.filter(({ id }) => !ids.has(id)), left: [...found.left, ...left] };
}

/** Time limit of a call that base answers in time and head does not. */
const longestMs = 5 * patienceMs;

/** Slow ones that are asked for: each takes seconds per launch, and one that got slower fails a run. */
const mostAsked = 3;
/** Longest time in which base is asked for those that fail. */
const longestTryingMs = 60_000;

/** Rows that base answers, as far as it was asked before it failed. */
interface BaseAnswers {
  /** Rows missing in head that base does not answer, either; undefined where it cannot be asked. */
  refused: readonly MissingRow[] | undefined;
  /** Rows whose capability or method head has removed. One round tells that their calls fail; a task is called plainly. */
  readonly lost: Row[];
  readonly slow: Row[];
  readonly failing: Row[];
}

/** Asks the server of base for rows, if there are any. No error where there is no base, or it does not work. */
async function askBase(found: ArmFindings, { variant }: Arm, { plan, context }: ProbeRun): Promise<BaseAnswers> {
  const { clock, signal } = context;
  const leftOut = (reason: WhyLeftOut["code"]) => found.left.flatMap(({ row, code }) => (code === reason ? [row] : []));
  const unable = leftOut(undefined).filter((row) => row.origin === undefined);
  const slow = leftOut("slow").slice(0, mostAsked);
  const failing = leftOut("failed");
  const answers: BaseAnswers = { refused: undefined, lost: [], slow: [], failing: [] };
  const arm = plan.arms.find((one) => one.side === "base" && one.variant === variant);
  const [row] = [...found.missing.map((one) => one.row), ...unable, ...slow, ...failing];
  if (!arm || !row) return answers;
  const ask = async (probed: OpenProbe): Promise<void> => {
    const { offer } = probed;
    const isAnswered = async (one: Row) => (await whyUnable(one, probed)) === undefined;
    const refused: MissingRow[] = [];
    for (const one of found.missing) if (!(await isAnswered(one.row))) refused.push(one);
    answers.refused = refused;
    if (refused.length > 0) return;
    // A capability that went with an older revision of the protocol is no loss.
    if (offer.protocol === found.identity.protocol)
      for (const one of unable) if (await isAnswered(one)) answers.lost.push(isTask(one) ? one : { ...one, rounds: 1 });
    const works = async (one: Row) => lackedBy(one, offer) === undefined && (await tryRow(one, probed)) === undefined;
    for (const one of slow) if (await works(one)) answers.slow.push(one);
    const until = clock.now() + longestTryingMs;
    for (const one of failing) if (clock.now() < until && (await works(one))) answers.failing.push(one);
  };
  try {
    const launch = withValues(arm.launch, row.setup?.values ?? {});
    const server = await launchWithNotice({ id: arm.id, launch }, context);
    await whileRunning(server, async (session) => ask(await openProbe(session, arm, context)));
  } catch {
    // It is reported when base is measured.
  }
  signal.throwIfAborted();
  return answers;
}

function isTask(row: Row): boolean {
  return requestsOf(row).some(({ operation }) => operation.task);
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
