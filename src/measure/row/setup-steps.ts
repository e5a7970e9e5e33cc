import { runShellCommand } from "../../base/host/shell-command.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { ServerError, summaryOf, type UserError } from "../../errors.ts";
import type { Step } from "../../model/setup.ts";
import { type Captures, renderParams } from "../../model/template.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import type { RoundContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { shorten } from "../load/outcome.ts";
import { captured, resultText } from "../load/reply.ts";
import { requestOnce } from "../load/request-once.ts";
import { blame } from "../run/time-budget.ts";

/** `index` is that of the round, where there is one. */
type SetupContext = Pick<RoundContext, "clock" | "signal" | "warn"> & Partial<Pick<RoundContext, "index">>;

/**
 * Runs the set-up of a row on one arm: the steps of the launch once, those of the row each time. Returns what they
 * captured. Rejects with a UserError naming the step when one fails, for then there is nothing to measure.
 */
export async function setUp(row: Row, running: RunningArm, context: SetupContext): Promise<Captures> {
  const { steps = [] } = row.setup ?? {};
  const key = launchKey(row);
  let ofLaunch = running.captures.get(key);
  if (!ofLaunch) {
    ofLaunch = await runSteps(steps.filter(isOfLaunch), { context, row, running, captures: new Map() });
    running.captures.set(key, ofLaunch);
  }
  return runSteps(steps.filter(isOfRow), { context, row, running, captures: ofLaunch });
}

/** Undoes a row on one arm; the steps of the launch only with `last`, after its last row. Rejects as `setUp`. */
export async function tearDown(row: Row, running: RunningArm, { context, captures, last }: TearDown): Promise<void> {
  const { teardown = [] } = row.setup ?? {};
  const steps = [...teardown.filter(isOfRow), ...(last ? teardown.filter(isOfLaunch) : [])];
  await runSteps(steps, { context, row, running, captures });
}

/** Tests whether a step that fails ends the run: one of head's own configuration, in round 0. */
export function endsRun({ onlyIn }: Row, { arm }: RunningArm, { index }: SetupContext): boolean {
  return index === 0 && arm.side === "head" && onlyIn !== "base";
}

/** Rows whose launch steps are the same share them. */
export function launchKey({ benchmark, setup }: Row): string {
  const { steps = [], teardown = [] } = setup ?? {};
  return JSON.stringify([benchmark, steps.filter(isOfLaunch), teardown.filter(isOfLaunch)]);
}

const isOfLaunch = ({ per }: Step): boolean => per === "launch";
const isOfRow = ({ per }: Step): boolean => per === "row";

type TearDown = Pick<StepContext, "context" | "captures"> & { readonly last: boolean };

interface StepContext {
  readonly context: SetupContext;
  readonly row: Row;
  readonly running: RunningArm;
  readonly captures: Captures;
}

async function runSteps(steps: readonly Step[], around: StepContext): Promise<Captures> {
  const captures = new Map(around.captures);
  const { clock, signal } = around.context;
  for (const step of steps) {
    const from = clock.now();
    try {
      if (step.kind === "run") await runShell(step, around);
      else for (const [name, items] of await runCalls(step, { ...around, captures })) captures.set(name, items);
    } catch (error) {
      blame(signal, clock.now() - from, {
        found: `the step ${step.place} (${whatOf(step)}) was not done`,
        where: placeOf(around.row),
        isFinal: endsRun(around.row, around.running, around.context),
      });
      throw error;
    }
  }
  return captures;
}

async function runCalls(
  step: Step & { kind: "call" },
  { context, row, running, captures }: StepContext,
): Promise<Captures> {
  const { clock, signal } = context;
  const lists = new Map(Object.keys(step.capture).map((name): [string, Json[]] => [name, []]));
  const fail = (error: unknown): never => {
    signal.throwIfAborted();
    throw failed(step, { row, reason: summaryOf(error) });
  };
  // Others may have been measured for longer than its token lasts.
  await running.renewToken(signal).catch(fail);
  const identity = running.arm.launch.identities?.[0]?.name;
  for (let seq = 0; seq < step.repeat; seq++) {
    const params: JsonObject = {
      name: step.tool,
      arguments: renderParams(step.arguments, { seq, identity, captures }),
    };
    const { reply } = await requestOnce(
      running.session.wire,
      { method: "tools/call", params },
      { clock, signal, timeoutMs: step.timeoutMs },
    ).catch(fail);
    if (reply.kind === "error") throw failed(step, { row, reason: reply.message });
    if (reply.result.isError === true) throw failed(step, { row, reason: resultText(reply.result) });
    for (const [name, path] of Object.entries(step.capture)) {
      const items = captured(reply.result, path);
      if (items.length === 0)
        throw new ServerError(
          `the step ${step.place} found nothing at ${JSON.stringify(path)}, to be kept as \`${name}\``,
          {
            where: placeOf(row),
            expected: `a path into the result, which was ${shorten(JSON.stringify(reply.result))}`,
            fix: `correct \`${step.place}.capture.${name}\``,
          },
        );
      for (const item of items) lists.get(name)?.push(item);
    }
  }
  return lists;
}

async function runShell(step: Step & { kind: "run" }, { context, row, running }: StepContext): Promise<void> {
  const { arm, server } = running;
  const values = Object.entries(row.setup?.values ?? {}).map(([name, value]) => [
    `MCP_BENCH_${name.toUpperCase()}`,
    value,
  ]);
  const env: Record<string, string> = {
    ...arm.launch.env,
    ...Object.fromEntries(values),
    MCP_BENCH_SIDE: arm.side,
    ...(arm.variant === undefined ? {} : { MCP_BENCH_VARIANT: arm.variant }),
    ...(server.url === undefined ? {} : { MCP_BENCH_URL: server.url.href }),
  };
  const { failure, left, output } = await runShellCommand({
    run: step.run,
    cwd: arm.launch.cwd,
    env,
    timeoutMs: step.timeoutMs,
    signal: context.signal,
  });
  if (left) context.warn(`the step ${step.place} of ${JSON.stringify(row.id)} ${left}`);
  if (failure === undefined) return;
  throw failed(step, { row, reason: output === "" ? `it ${failure}` : `it ${failure}; its last output: ${output}` });
}

function failed(step: Step, { row, reason }: { row: Row; reason: string }): UserError {
  return new ServerError(`the step ${step.place} failed (${whatOf(step)}): ${shorten(reason)}`, {
    where: placeOf(row),
    fix: "every step has to succeed; correct it or the server",
  });
}

function whatOf(step: Step): string {
  return step.kind === "run" ? `the command ${JSON.stringify(step.run)}` : `the tool ${JSON.stringify(step.tool)}`;
}
