import { digest } from "../../base/host/digest.ts";
import type { Json } from "../../base/json.ts";
import type { ConfigError } from "../../errors.ts";
import { inFlightOf, type Load, pauseOf } from "../../model/load.ts";
import { unite } from "../../plan/both-commits.ts";
import {
  abandonedSessions,
  type Discovered,
  discoverBenchmarks,
  echoCandidates,
  type Offer,
} from "../../plan/discover.ts";
import type { Arm, Plan, Row } from "../../plan/plan.ts";
import type { RunRecord } from "../../record/record.ts";
import type { RunningServer, ServerIdentity } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { answersWithOwn, tryRow, type WhyLeftOut, whyUnable } from "./ask-once.ts";
import { oddArguments, onlyReads, skipReason } from "./check-row.ts";
import { type OpenProbe, openProbe } from "./read-offer.ts";

export interface Probe {
  readonly identity: ServerIdentity;
  /** Revision of the protocol by arm, for those that were launched. */
  readonly spoken: ReadonlyMap<string, string>;
  /** Measurable rows, in order. */
  readonly rows: readonly Row[];
  readonly skipped: RunRecord["skipped"];
  readonly coverage: RunRecord["coverage"];
  readonly coldStart: RunRecord["coldStart"];
  /** From a start to the first answer, of the slowest launch. */
  readonly startupMs: number;
}

type LeftOut = WhyLeftOut & { readonly row: Row };

export interface MissingRow {
  readonly row: Row;
  readonly error: ConfigError;
}

interface FoundRows {
  readonly rows: readonly Row[];
  readonly left: readonly LeftOut[];
  /** Rows that call what head does not have or take, and the error that this is where base does not, either. */
  readonly missing: readonly MissingRow[];
}

export type ArmFindings = Omit<Probe, "skipped" | "coverage"> & FoundRows & { readonly offer: Offer };

export type ProbeContext = Pick<Context, "launch" | "delay" | "clock" | "signal" | "warn" | "progress">;

export interface ProbeRun {
  readonly context: ProbeContext;
  readonly plan: Plan;
}

/** The server of an arm that is examined. */
interface Examined extends ProbeRun, OpenProbe {
  readonly arm: Arm;
  readonly server: RunningServer;
}

interface Examination extends ProbeRun, Pick<Examined, "server" | "session"> {
  /** Rows of the arm's variant. */
  readonly rows: readonly Row[];
}

/** Finds the rows of a server that runs when none are configured, else checks that what they name exists. Ends the session. */
export async function examine(arm: Arm, { rows, ...given }: Examination): Promise<ArmFindings> {
  const { plan, context, server, session } = given;
  const { warn } = context;
  const around = { ...given, ...(await openProbe(session, arm, context)), arm };
  const { offer } = around;
  const configured = await checkRows(rows, around);
  const found = plan.discover ? together(await discoverRows(around), configured, plan) : configured;
  for (const row of configured.rows) for (const odd of oddArguments(row, offer)) warn(odd);
  // The fault of a reply explains why a row without one is skipped.
  if (found.left.length > 0) for (const warning of session.warnings()) warn(`${arm.id}: ${warning}`);
  await session.close();
  const { identity } = session;
  const able = found.rows.map(
    (row): Row => ({
      ...row,
      ...(onlyReads(row, offer) ? { onlyReads: true } : {}),
      // One round tells that its calls fail: what head does not have it will not get.
      ...(found.missing.some((one) => one.row === row) ? { rounds: 1, refused: true } : {}),
    }),
  );
  const spoken = new Map([[arm.id, identity.protocol]]);
  const coldStart = coldStartOf(server, arm);
  const startupMs = server.readyMs() ?? 0;
  return { ...found, offer, identity, spoken, rows: able, coldStart, startupMs };
}

/** A server that was started twice found its files in the caches the second time. */
function coldStartOf({ readyMs, isSecond }: RunningServer, { id: arm }: Arm): RunRecord["coldStart"] {
  const startupMs = readyMs();
  if (startupMs === undefined) return undefined;
  if (!isSecond) return { arm, startupMs };
  const unknown =
    "the first process could not go on after `protocol: auto` had asked it for the stateless line; name the revision in `server.protocol`";
  return { arm, unknown };
}

/** Rows that the server offers, and those that only head's configuration has. */
function together(discovered: Omit<FoundRows, "missing">, configured: FoundRows, plan: Plan): FoundRows {
  const { rows } = unite(discovered.rows, configured.rows, plan.defaultThresholds);
  return {
    rows: rows.map(({ onlyIn, ...row }) => (onlyIn === "head" ? { ...row, onlyIn } : row)),
    left: [...discovered.left, ...configured.left],
    missing: configured.missing,
  };
}

function without(left: readonly LeftOut[], rows: readonly Row[]): Row[] {
  return rows.filter((row) => !left.some((one) => one.row === row));
}

/** Finds the configured rows that a server can answer. Makes the requests whose success cannot be told from its lists. */
async function checkRows(rows: readonly Row[], probed: OpenProbe): Promise<FoundRows> {
  const left: LeftOut[] = [];
  const missing: MissingRow[] = [];
  for (const row of rows) {
    const why = await whyUnable(row, probed);
    if (typeof why === "string") left.push({ row, reason: why });
    else if (why) missing.push({ row, error: why });
  }
  return { rows: without(left, rows), left, missing };
}

/** Finds the tools that can be called as they are, and one that shows whether replies reach their own caller. */
async function discoverRows(around: Examined): Promise<Omit<FoundRows, "missing">> {
  const { plan, arm, offer, session } = around;
  const rows = discoverBenchmarks(offer).map(
    (one): Row => ({ ...discoveredRow(one, plan.defaults, around), callsAsNeeded: plan.callsAsNeeded }),
  );
  const left: LeftOut[] = [];
  for (const row of rows) {
    const unable = skipReason(row, offer);
    const why = unable === undefined ? await tryRow(row, around) : { reason: unable };
    if (why) left.push({ row, ...why });
  }
  const names = rows.map(({ benchmark }) => benchmark);
  const echo = await echoRow(names, around);
  // Nobody asked to leave sessions with a server that is not ours.
  const isOurs = arm.launch.command !== undefined && session.sessionId !== undefined;
  const abandoned = isOurs && !names.includes(abandonedSessions.benchmark) ? [abandonedRow(around)] : [];
  return { rows: [...without(left, rows), ...echo, ...abandoned], left };
}

/** Finds a tool that answers with what it was given, among those that are no rows yet. */
async function echoRow(names: readonly string[], around: Examined): Promise<Row[]> {
  for (const one of echoCandidates(around.offer).filter(({ benchmark }) => !names.includes(benchmark))) {
    if (!(await answersWithOwn(one.operation, one.text, around))) continue;
    const { defaults } = around.plan;
    return [discoveredRow(one, { ...defaults, ...(await callersOf(defaults, around)) }, around)];
  }
  return [];
}

/** Callers at a time between which a server may mix up replies. */
const callers = 4;

/** Several calls in flight, over HTTP of several sessions if the server takes more than one. */
async function callersOf(load: Load, { arm, server }: Examined): Promise<object> {
  const concurrency = inFlightOf(load);
  if (concurrency === undefined || pauseOf(load) > 0) return {};
  const inFlight = {
    concurrency: Math.max(concurrency, callers),
    ...(load.requests === undefined ? {} : { requests: Math.max(load.requests, 4 * callers) }),
  };
  if (arm.launch.transport === "stdio") return inFlight;
  const another = await server.connect().catch(() => undefined);
  await another?.close().catch(() => undefined);
  return { ...inFlight, ...(another ? { sessions: callers } : {}) };
}

/** A row that informs: no limit decides on it. One round, on launches of its own, whose sessions weigh on no other row. */
function abandonedRow(around: Examined): Row {
  const { timeoutMs } = around.plan.defaults;
  const load: Load = { kind: "closed", concurrency: 1, requests: 20, warmup: 1, timeoutMs };
  const setup = { isolate: "row", processes: 1, values: {}, steps: [], teardown: [] } as const;
  return { ...discoveredRow(abandonedSessions, load, around), setup, thresholds: [], rounds: 1 };
}

function discoveredRow(
  { benchmark, operation, expect, origin }: Discovered,
  load: Load,
  { plan: { defaultThresholds, serverHash, readsMemory }, arm: { variant } }: Examined,
): Row {
  return {
    id: variant === undefined ? benchmark : `${benchmark} [${variant}]`,
    key: variant === undefined ? undefined : benchmark,
    variant,
    benchmark,
    operation,
    origin,
    load,
    expect,
    thresholds: defaultThresholds,
    readsMemory,
    configHash: digest({ operation, load, server: serverHash } as unknown as Json),
  };
}
