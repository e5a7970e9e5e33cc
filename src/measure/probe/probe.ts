import { ConfigError, ServerError } from "../../errors.ts";
import { digest } from "../../host/digest.ts";
import { discoverBenchmarks, leftOutTools, type Offer } from "../../plan/discover.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Plan, Row } from "../../plan/plan.ts";
import type { RunRecord } from "../../record/record.ts";
import type { RunningServer, ServerIdentity, Session } from "../../server/protocol/session.ts";
import type { Json } from "../../text/json.ts";
import type { RequestOptions } from "../load/request.ts";
import { matchControl } from "../row/control.ts";
import type { RoundContext } from "../run/round.ts";
import { askOnce } from "./ask-once.ts";
import { checkRow, onlyReads, requestsOf, skipReason } from "./check-row.ts";
import { readOffer } from "./read-offer.ts";
import { tooSlow } from "./trial.ts";

export interface Probe {
  readonly identity: ServerIdentity;
  /** Revision of the protocol by arm, for those that were launched. */
  readonly spoken: ReadonlyMap<string, string>;
  /** What can be measured, in order. */
  readonly rows: readonly Row[];
  readonly skipped: RunRecord["skipped"];
  /** Of the first launch. */
  readonly coldStart?: RunRecord["coldStart"];
}

type Found = Pick<Probe, "rows" | "skipped">;

/**
 * Launches the head server of every variant once, untimed: finds the rows when none are configured, else checks that
 * what they name exists. Throws ConfigError for a name the server does not know, ServerError when it does not work or
 * offers nothing of what is configured. No server is left running when this settles.
 */
export async function probe(plan: Plan, context: ProbeContext): Promise<Probe> {
  const heads = plan.arms.filter(({ side }) => side === "head");
  const arms = heads.length > 0 ? heads : plan.arms.slice(0, 1);
  const probes: Probe[] = [];
  for (const arm of arms) {
    const rows = plan.rows.filter((row) => row.variant === arm.variant);
    if (plan.discover || rows.length > 0) probes.push(await probeArm(arm, { ...context, plan, rows }));
  }
  const [first] = probes;
  if (!first) throw new ConfigError("the plan has no arm to measure");
  const able = new Map(probes.flatMap((one) => one.rows).map((row) => [row.id, row]));
  const skipped = probes.flatMap((one) => one.skipped);
  if (able.size === 0)
    throw new ServerError("the server offers nothing of what is to be measured", {
      expected: skipped.map(({ benchmark, reason }) => `${benchmark}: ${reason}`).join("; "),
    });
  const rows = plan.discover ? [...able.values()] : plan.rows.flatMap(({ id }) => able.get(id) ?? []);
  const spoken = new Map(probes.flatMap((one) => [...one.spoken]));
  const { identity, coldStart } = first;
  return { identity, spoken, rows, skipped: plan.discover ? first.skipped : skipped, ...(coldStart && { coldStart }) };
}

type ProbeContext = Pick<RoundContext, "launch" | "clock" | "signal" | "warn">;

interface ProbeArm extends ProbeContext {
  readonly plan: Plan;
  /** Of this arm's variant. */
  readonly rows: readonly Row[];
}

async function probeArm(arm: Arm, { plan, rows, launch, clock, signal, warn }: ProbeArm): Promise<Probe> {
  const server = await launch(withValues(arm.launch, rows[0]?.staging?.values ?? {}), { clock, signal });
  try {
    const session = await server.connect();
    const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs };
    const offer = await readOffer(session, options);
    const found = plan.discover
      ? await tryRows(discoverRows(plan, { offer, variant: arm.variant }), offer, { session, options })
      : await askRows(sortRows(rows, offer), session, options);
    // What kept a reply from being one explains what was skipped for want of it.
    if (found.skipped.length > 0) for (const warning of session.warnings()) warn(`${arm.id}: ${warning}`);
    const left = plan.discover ? leftOutTools(offer) : undefined;
    if (left !== undefined) warn(left);
    const units = await controlUnits(found.rows, { plan, launch, server: session, warn, ...options });
    await session.close();
    const { identity } = session;
    const matched = found.rows.map((row) => ({
      ...row,
      ...units(row.id),
      ...(onlyReads(row, offer) ? { onlyReads: true as const } : {}),
    }));
    const spoken = new Map([[arm.id, identity.protocol]]);
    return { identity, spoken, ...found, ...coldStartOf(server, arm), rows: matched };
  } finally {
    await server.stop();
  }
}

/** A server that was started twice found its files in the caches the second time. */
function coldStartOf({ readyMs, trial }: RunningServer, { id: arm }: Arm): Pick<Probe, "coldStart"> {
  const readyAfterMs = readyMs();
  if (readyAfterMs === undefined) return {};
  const startupMs = trial ? trial.answeredMs : readyAfterMs;
  if (startupMs !== undefined) return { coldStart: { arm, startupMs } };
  const unknown =
    "the first process, asked by `protocol: auto` for the stateless line, gave no answer; name the revision in `server.protocol`";
  return { coldStart: { arm, unknown } };
}

interface Matching extends RequestOptions, Pick<RoundContext, "launch" | "warn"> {
  readonly plan: Plan;
  readonly server: Session;
}

/** How much work the control is to do for each row. A control that does not work is a warning: the run goes on without. */
async function controlUnits(
  rows: readonly Row[],
  { plan, launch, warn, ...options }: Matching,
): Promise<(row: string) => Pick<Row, "controlUnits">> {
  const arm = plan.arms.find(({ side }) => side === "control");
  if (!arm) return () => ({});
  try {
    const running = await launch(arm.launch, options);
    try {
      const units = await matchControl(rows, { ...options, control: await running.connect() });
      return (row) => {
        const found = units.get(row);
        return found === undefined ? {} : { controlUnits: found };
      };
    } finally {
      await running.stop();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    warn(`the control is left out: ${error instanceof Error ? error.message : error}`);
    return () => ({});
  }
}

async function tryRows(
  rows: readonly Row[],
  offer: Offer,
  { session, options }: { session: Session; options: RequestOptions },
): Promise<Found> {
  const reasons = new Map<Row, string>();
  for (const row of rows) {
    const reason = skipReason(row, offer) ?? (await slowReason(row, session, options));
    if (reason !== undefined) reasons.set(row, reason);
  }
  return {
    rows: rows.filter((row) => !reasons.has(row)),
    skipped: [...reasons].map(([{ benchmark }, reason]) => ({ benchmark, reason })),
  };
}

async function slowReason(row: Row, session: Session, options: RequestOptions): Promise<string | undefined> {
  for (const { operation } of requestsOf(row)) {
    const reason = await tooSlow(operation, session, options);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Makes the requests whose success cannot be told from the lists. */
async function askRows({ rows, skipped }: Found, session: Session, options: RequestOptions): Promise<Found> {
  const reasons = new Map<Row, string>();
  for (const row of rows) {
    const reason = await askOnce(row, session, options);
    if (reason !== undefined) reasons.set(row, reason);
  }
  const more = [...reasons].map(([{ benchmark }, reason]) => ({ benchmark, reason }));
  return { rows: rows.filter((row) => !reasons.has(row)), skipped: [...skipped, ...more] };
}

function discoverRows(
  { defaults, defaultThresholds, serverHash, loadPass }: Plan,
  { offer, variant }: { offer: Offer; variant: string | undefined },
): Row[] {
  return discoverBenchmarks(offer).map(({ benchmark, operation }) => ({
    id: variant === undefined ? benchmark : `${benchmark} [${variant}]`,
    ...(variant === undefined ? {} : { key: benchmark, variant }),
    benchmark,
    operation,
    load: defaults,
    thresholds: defaultThresholds,
    ...(loadPass ? { loadPass } : {}),
    configHash: digest({ operation, load: defaults, server: serverHash } as unknown as Json),
  }));
}

function sortRows(rows: readonly Row[], offer: Offer): Found {
  const reasons = new Map(rows.map((row) => [row, skipReason(row, offer)]));
  const able = rows.filter((row) => reasons.get(row) === undefined);
  for (const row of able) checkRow(row, offer);
  const skipped = new Map(rows.flatMap((row) => (able.includes(row) ? [] : [[row.benchmark, reasons.get(row) ?? ""]])));
  return { rows: able, skipped: [...skipped].map(([benchmark, reason]) => ({ benchmark, reason })) };
}
