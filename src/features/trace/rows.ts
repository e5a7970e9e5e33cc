import { stringify } from "yaml";
import type { JsonObject } from "../../base/json.ts";
import { plainLine } from "../../base/untrusted.ts";
import { greatestCommonDivisor } from "../../measure/load/mix.ts";
import { plural } from "../../metrics/format.ts";
import { literally } from "../../model/template.ts";
import type { Operation, Survey, SurveyedOperation } from "./survey.ts";

/** A mix has at most a hundred parts; so many are still read by a person. */
const mostParts = 20;
const mostWeight = 1_000;

/** Calls that a launch makes at the rate of the trace, within so much time. */
const wanted = { calls: 200, shortestMs: 5_000, longestMs: 60_000, leastCalls: 20 };

interface Part {
  readonly operation: SurveyedOperation;
  readonly arguments: JsonObject | undefined;
  /** Calls it stands for. */
  readonly calls: number;
}

/** Writes the `benchmarks` of a configuration that do what a trace shows. `file`: its name, untrusted like all of it. */
export function benchmarksOf(survey: Survey, file: string): string {
  const parts = partsOf(survey.operations);
  const pace = paceOf(survey);
  const benchmarks = [trafficOf(parts, pace), ...turnOf(survey)];
  const lines = stringify(benchmarks, { lineWidth: 0, flowCollectionPadding: true }).trimEnd().split("\n");
  return [
    ...remarks(survey, { file, parts, pace }).map((remark) => `# ${plainLine(remark)}`),
    "benchmarks:",
    ...lines.map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function trafficOf(parts: readonly Part[], pace: Pace): object {
  const load = "rate" in pace ? { rate: `${pace.rate}/s`, duration: `${pace.seconds}s` } : {};
  const [only] = parts;
  if (only && parts.length === 1) return { name: "traffic", ...requestOf(only.operation, only.arguments), ...load };
  const weights = weightsOf(parts.map(({ calls }) => calls));
  const mix = parts.map(({ operation, arguments: given }, index) => ({
    ...requestOf(operation, given),
    weight: weights[index],
  }));
  return { name: "traffic", mix, ...load };
}

function turnOf({ turn, operations }: Survey): object[] {
  if (!turn) return [];
  const steps = turn.steps.map((step) => {
    const found = operations.find(({ method, target }) => method === step.method && target === step.target);
    return requestOf(step, found?.arguments[0]?.value);
  });
  return [{ name: "turn", steps }];
}

function requestOf({ method, target }: Operation, given: JsonObject | undefined): object {
  const named = { "tools/call": "tool", "prompts/get": "prompt", "resources/read": "resource" }[method];
  if (named === undefined) return { method };
  const hasArguments = named !== "resource" && given !== undefined && Object.keys(given).length > 0;
  return literally({ [named]: target, ...(hasArguments ? { arguments: given } : {}) });
}

/** Each operation with its most frequent arguments, then the most frequent of the rest as long as there is room. */
function partsOf(operations: readonly SurveyedOperation[]): Part[] {
  const shown = operations.slice(0, mostParts);
  const further = shown
    .flatMap((operation) => operation.arguments.slice(1).map(({ value, count }) => ({ operation, value, count })))
    .toSorted((a, b) => b.count - a.count)
    .filter(({ count }) => count > 1)
    .slice(0, mostParts - shown.length);
  return shown.flatMap((operation): Part[] => {
    const own = [operation.arguments[0], ...further.filter((one) => one.operation === operation)].flatMap(
      (one) => one ?? [],
    );
    if (own.length === 0) return [{ operation, arguments: undefined, calls: operation.calls }];
    const kept = own.reduce((sum, { count }) => sum + count, 0);
    return own.map(({ value, count }) => ({ operation, arguments: value, calls: (operation.calls * count) / kept }));
  });
}

/** Whole numbers in nearly the given proportions. */
function weightsOf(calls: readonly number[]): number[] {
  const sum = calls.reduce((all, one) => all + one, 0);
  const weights = calls.map((one) => Math.max(1, Math.round((one / sum) * (sum > mostWeight ? 100 : sum))));
  const divisor = weights.reduce(greatestCommonDivisor, 0);
  return weights.map((weight) => weight / divisor);
}

type Pace = { readonly rate: number; readonly seconds: number } | { readonly unknown: string };

/** Returns the rate of the busiest minute, or of all of a shorter trace; `unknown` says why a launch would have none. */
function paceOf({ lastsMs, calls, busiestMinute }: Survey): Pace {
  if (lastsMs === undefined) return { unknown: "the trace has no times" };
  // A session of a few seconds is a trial, not traffic.
  if (lastsMs < wanted.shortestMs) return { unknown: `the trace lasts less than ${wanted.shortestMs / 1_000} s` };
  const perSecond = lastsMs < 60_000 ? ((calls - 1) / lastsMs) * 1_000 : busiestMinute / 60;
  const rate = Number(perSecond.toPrecision(2));
  const ms = Math.min(wanted.longestMs, Math.max(wanted.shortestMs, (wanted.calls / rate) * 1_000));
  if (perSecond > 1e6 || (rate * ms) / 1_000 < wanted.leastCalls)
    return { unknown: "the trace has too few calls per second to be a load" };
  return { rate, seconds: Math.ceil(ms / 1_000) };
}

function remarks(
  survey: Survey,
  { file, parts, pace }: { readonly file: string; readonly parts: readonly Part[]; readonly pace: Pace },
): string[] {
  const { calls, failed, operations, lastsMs, busiestMinute, turn, tooLarge, redacted } = survey;
  const shown = new Set(parts.map(({ operation }) => operation)).size;
  const time =
    lastsMs === undefined
      ? "without times"
      : `in ${lasting(lastsMs)}${lastsMs < 60_000 ? "" : `, ${busiestMinute} in the busiest minute`}`;
  return [
    `From ${file}: ${plural(calls, "call")} of ${plural(operations.length, "operation")} ${time}. For mcp-bench.yml.`,
    "Each is called hundreds of times in a run: take out what must not be repeated, and look through the arguments before you commit them.",
    redacted > 0 && `${plural(redacted, "set")} of arguments or URIs held credentials, which are *** here.`,
    failed > 0 && `${plural(failed, "call")} failed; they count in the shares, their arguments are left out.`,
    tooLarge > 0 && `The arguments of ${plural(tooLarge, "call")} are too large to be kept.`,
    operations.every((one) => one.arguments.length === 0) &&
      "No arguments were traced: fill them in (spans hold them as gen_ai.tool.call.arguments, which is off by default).",
    shown < operations.length && `Left out: the ${plural(operations.length - shown, "rarest operation")}.`,
    "unknown" in pace && `No rate: ${pace.unknown}, so one call follows another.`,
    turn &&
      `The turn began ${turn.count} traces or sessions; where a step takes an id of an earlier reply, use \`capture\`.`,
  ].filter((one) => typeof one === "string");
}

function lasting(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}
