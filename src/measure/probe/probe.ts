import { ConfigError, ServerError, UserError } from "../../errors.ts";
import { requestsOf } from "../../model/operation.ts";
import { fixedName } from "../../model/request.ts";
import { whyLeftOut } from "../../plan/discover.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Plan } from "../../plan/plan.ts";
import { isStateless } from "../../plan/protocol.ts";
import { coverageOf } from "../../record/coverage.ts";
import { launchWithNotice, whileRunning } from "../launch/launch-with-notice.ts";
import type { ArmFindings, Probe, ProbeContext } from "./examine.ts";

/**
 * Launches the head server of every variant once, untimed: finds the rows when none are configured, else checks that
 * what they name exists. Throws ConfigError for a name that neither the server nor base's knows, ServerError when it does not
 * work or offers nothing of what is configured. No server is left running when this settles.
 */
export async function probe(plan: Plan, context: ProbeContext): Promise<Probe> {
  const heads = plan.arms.filter(({ side }) => side === "head");
  const arms = heads.length > 0 ? heads : plan.arms.slice(0, 1);
  const probes: ArmFindings[] = [];
  for (const arm of arms) {
    const rows = plan.rows.filter((row) => row.variant === arm.variant);
    if (!plan.discover && rows.length === 0) continue;
    const server = await context.launch(withValues(arm.launch, rows[0]?.setup?.values ?? {}));
    let probed = await whileRunning(server, async (session) => {
      // Loaded late: the server starts sooner.
      const { examine } = await import("./examine.ts");
      return examine(arm, { context, plan, rows, server, session });
    });
    if (probed.missing.length + probed.left.length > 0) {
      const { besideBase } = await import("./in-base.ts");
      probed = await besideBase(probed, arm, { plan, context });
    }
    probes.push(probed);
  }
  const [first] = probes;
  if (!first) throw new ConfigError("the plan has no arm to measure");
  const able = new Map(probes.flatMap((one) => one.rows).map((row) => [row.id, row]));
  // One of the rows and variants of a benchmark reports it.
  const left = probes.flatMap((one) => one.left);
  const skipped = [
    ...new Map(left.map(({ row: { benchmark }, ...why }) => [benchmark, { benchmark, ...why }])).values(),
  ];
  if (able.size === 0)
    throw new ServerError("the server offers none of the benchmarks", {
      expected: skipped.map(({ benchmark, reason }) => `${benchmark}: ${reason}`).join("; "),
    });
  const rows = plan.discover ? [...able.values()] : plan.rows.flatMap(({ id }) => able.get(id) ?? []);
  const spoken = new Map(probes.flatMap((one) => [...one.spoken]));
  const { identity, coldStart } = first;
  const startupMs = Math.max(...probes.map((one) => one.startupMs));
  return { identity, spoken, rows, skipped, coverage: coverageIn(probes, plan), coldStart, startupMs };
}

/** Tools of all variants, each called by any of their rows. */
function coverageIn(probes: readonly ArmFindings[], { discover }: Plan): Probe["coverage"] {
  const tools = new Map(
    probes.flatMap(({ offer }) => offer.tools.map((tool) => [tool.name, { tool, offer }] as const)),
  );
  if (tools.size === 0) return undefined;
  const [rows, left] = [probes.flatMap((one) => one.rows), probes.flatMap((one) => one.left)];
  const calls = rows.flatMap((row) => requestsOf(row).filter(({ operation }) => operation.method === "tools/call"));
  const called = new Set(calls.map(({ operation }) => fixedName(operation)));
  return coverageOf(
    [...tools].map(([name, { tool, offer }]) => {
      if (called.has(name)) return { name };
      if (!discover) return { name, code: "not-configured" };
      const tried = left.find(({ row, code }) => code && [name, `tool ${name}`].includes(row.benchmark));
      return { name, code: tried?.code ?? whyLeftOut(tool, offer) ?? "failed", reason: tried?.reason };
    }),
  );
}

interface Settling {
  readonly context: Omit<ProbeContext, "warn">;
  readonly probed: Pick<Probe, "spoken" | "rows">;
}

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. An arm that
 * was not probed is asked for what head of its variant speaks, on an untimed launch of its own, since a commit may well
 * move a server from one line of the protocol to the other. Arms without a row are not launched, and stay as they
 * are. `silent`: those that did not answer within their start-up limit.
 */
export async function settleProtocols(arms: readonly Arm[], { context, probed: { spoken, rows } }: Settling) {
  const settled: Arm[] = [];
  const silent = new Set<string>();
  for (const arm of arms) {
    const { id, launch, variant } = arm;
    const own = rows.find((row) => row.variant === variant);
    if (launch.protocol !== "auto" || !own) settled.push(arm);
    else {
      const head = arms.find((other) => spoken.has(other.id) && other.variant === variant);
      const likely = spoken.get(head?.id ?? "") ?? [...spoken.values()][0] ?? "auto";
      const trial = { id, launch: withValues(launch, own.setup?.values ?? {}) };
      const protocol = spoken.get(id) ?? (await protocolOf(trial, { likely, context, silent }));
      settled.push({ ...arm, launch: { ...launch, protocol } });
    }
  }
  return { arms: settled, silent };
}

interface Asking extends Pick<Settling, "context"> {
  readonly likely: string;
  /** Added to. */
  readonly silent: Set<string>;
}

/**
 * A server that works with neither is left to fail in the rounds, where that is reported. One that met `initialize` with
 * silence is not asked again: a server of the stateless line would have refused it.
 */
async function protocolOf(
  { id, launch }: Pick<Arm, "id" | "launch">,
  { likely, context, silent }: Asking,
): Promise<string> {
  const { clock, signal } = context;
  let isSilent = false;
  for (const protocol of new Set([likely, "auto"])) {
    const from = clock.now();
    try {
      const server = await launchWithNotice({ id, launch: { ...launch, protocol } }, context);
      return await whileRunning(server, async ({ identity }) => identity.protocol);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
    }
    isSilent = clock.now() - from >= launch.startupTimeoutMs;
    if (isSilent && !isStateless(protocol)) break;
  }
  if (isSilent) silent.add(id);
  return likely;
}
