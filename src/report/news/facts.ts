import { bySeverity } from "../../decide/decide.ts";
import type { Finding } from "../../decide/verdict.ts";
import { count, factor, multipleFrom, noBreak, plural } from "../../metrics/format.ts";
import { formatValue, fromTo } from "../../metrics/format-value.ts";
import { type Comparative, howMuch, speed } from "../../metrics/how-much.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { type ArmSummary, measured } from "../../metrics/summary.ts";
import { isServerRow, serverRow } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import { boundText, limitText } from "../finding.ts";
import { type Report, rowName } from "../report.ts";
import type { Inline, Text } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { tellingClause, tellingLine } from "../words/telling-line.ts";

/** Findings that decide the verdict and have one of these states, the worst first. */
export function gatesThat({ comparison: { findings } }: Report, ...states: Finding["state"][]): Finding[] {
  return findings
    .filter(({ state, threshold }) => states.includes(state) && threshold.level === "fail")
    .toSorted(bySeverity);
}

/** Change of one row, or of the server: several of its metrics may show it, the best known of them is named. */
export interface Fact {
  readonly row: string;
  readonly lead: Finding;
  readonly all: readonly Finding[];
}

/** Metrics that readers look for first. The others come after these, CPU time last: it rises with the latency. */
const asked: readonly MetricId[] = [
  "error_rate",
  "p50",
  "throughput",
  "items_throughput",
  "mean",
  "p75",
  "p90",
  "p95",
  "p99",
  "p999",
  "slow_calls",
  "stalls",
  "slow_mode",
];
const derived: readonly MetricId[] = ["cpu_per_call", "cpu_to_p50"];

function rankOf({ metric: id }: Finding): number {
  const place = asked.indexOf(id);
  return place >= 0 ? place : asked.length + Number(derived.includes(id));
}

/** One fact per row from findings in order of their weight; each metric of the server is a fact of its own. */
export function factsOf(findings: readonly Finding[]): Fact[] {
  const groups = groupBy(findings, ({ row, against, metric: id }) =>
    JSON.stringify([row, against, isServerRow(row) ? id : ""]),
  );
  return [...groups.values()].flatMap((same) => {
    const level = same.some(({ threshold }) => threshold.level === "fail") ? "fail" : "warn";
    const [lead] = same.filter(({ threshold }) => threshold.level === level).toSorted((a, b) => rankOf(a) - rankOf(b));
    return lead ? [{ row: lead.row, lead, all: same }] : [];
  });
}

/** A fact as a clause, such as `search` is 21% slower: p50 1.54 → 1.86 ms. */
export function factText({ lead }: Fact, report: Report): Text {
  if (lead.state === "over-budget") return overBudget(lead);
  for (const { change } of report.features ?? []) {
    const text = change?.(lead);
    if (text) return text;
  }
  return changeText(lead, report);
}

export function limitClause({ lead }: Fact): Text {
  const { threshold, state } = lead;
  if (state === "over-budget" || threshold.limit.kind === "absolute" || threshold.metric === "slow_mode") return [];
  if (threshold.metric === "error_rate") return [", allowed ", { prose: limitText(lead) }];
  return [`, ${threshold.level === "warn" ? "warns" : "fails"} at `, { prose: limitText(lead) }];
}

function overBudget(finding: Finding): Text {
  const { metric: id, head } = finding;
  const word = metric(id).better === "less" ? "over" : "below";
  return [
    ...subject(finding),
    ` is ${word} its budget: ${metric(id).label} ${formatValue(id, head)}, allowed `,
    { prose: boundText(finding) },
  ];
}

/** Words for how much a metric changed, such as `search` is 21% slower. */
interface Wording extends Comparative {
  /** Stands before the name. */
  readonly before?: string;
  readonly verb: string;
  /** Verb of an undecided change; absent where that is no news. */
  readonly seems?: string;
  /** True where the figures need the name of the metric. */
  readonly isLabelled?: true;
}

const calls: Wording = { verb: "is", seems: "looks", ...speed, isLabelled: true };
const slowest: Wording = {
  before: "The slowest calls of ",
  verb: "take",
  seems: "seem to take",
  by: ["longer", "less"],
  times: ["as long"],
  isLabelled: true,
};
const rate: Wording = {
  verb: "gets",
  seems: "seems to get",
  by: ["more done", "less done"],
  times: ["as much done"],
  isLabelled: true,
};
const cpu = "CPU time per call";
const memory: Wording = {
  verb: "needs",
  by: ["more memory", "less memory"],
  times: ["as much memory"],
  isLabelled: true,
};
const size: Comparative = { by: ["larger", "smaller"], times: ["as large"] };
const results: Wording = { before: "Results of ", verb: "are", ...size };

const wordings: Readonly<Partial<Record<MetricId, Wording>>> = {
  p50: calls,
  mean: calls,
  throughput: rate,
  items_throughput: rate,
  cpu_per_call: { verb: "takes", by: [`more ${cpu}`, `less ${cpu}`], times: [`as much ${cpu}`] },
  response_bytes: results,
  response_tokens: results,
  startup: { verb: "starts", seems: "seems to start", by: ["slower", "faster"], times: ["as slowly", "as fast"] },
  peak_rss: memory,
  idle_rss: memory,
  steady_rss: memory,
};

function wordingOf(id: MetricId): Wording | undefined {
  return wordings[id] ?? (metric(id).quantile === undefined ? undefined : slowest);
}

function changeText(finding: Finding, report: Report): Text {
  const { metric: id, row, against } = finding;
  const { label } = metric(id);
  const who = subject(finding);
  const isMore = rose(finding);
  const figures = fromTo(finding);
  const wording = wordingOf(id);
  if (wording) {
    const { before, verb, isLabelled } = wording;
    const start = before === undefined ? who : [before, ...who];
    return [...start, ` ${verb} `, ...changeBy(finding, wording), `: ${isLabelled ? `${label} ` : ""}${figures}`];
  }
  switch (id) {
    case "error_rate":
      return isMore
        ? [...who, ` fails in ${formatValue(id, finding.head)} of its calls (before: ${formatValue(id, finding.base)})`]
        : [...who, ` fails less often: ${figures} of its calls`];
    case "slow_calls":
    case "stalls":
      return isMore ? tail(finding, report) : [...who, ` has fewer slow calls: ${label} ${figures}`];
    case "slow_mode":
      return ["More launches are slow in ", ...who, `: ${figures} of them`];
    case "cpu_to_p50": {
      const how = isMore ? "rose by more than its p50" : "fell relative to its p50";
      return ["CPU time per call of ", ...who, ` ${how}`, cpuTime(report, row)];
    }
    case "memory_growth":
      return [...who, ` leaks ${isMore ? "more" : "less"} memory: ${figures} per 1,000 calls`];
    case "tools_list_bytes":
    case "tools_list_tokens": {
      const by = changeBy(finding, size);
      const whose: Text = row === serverRow ? [] : [" of ", rowName(row)];
      return [{ name: "tools/list" }, ...whose, " is ", ...by, `, new tools not counted: ${figures}`, ...grown(report)];
    }
    case "idle_cpu":
      return [...who, ` uses ${isMore ? "more" : "less"} CPU when idle: ${figures} of a core`];
    default: {
      const more: Text = against === undefined ? [] : [", more than on ", { name: against }];
      const by = finding.reason.code === "counted" ? reasonText(finding) : figures;
      return [`${capital(label)} of `, nameInText(row), ` ${isMore ? "rose" : "fell"}`, ...more, `: ${by}`];
    }
  }
}

/** Such as `21% slower`, and `21% slower than on main` where that is not against base. */
function changeBy({ change, against }: Finding, comparative: Comparative): Text {
  const { words, than } = howMuch(change?.estimate ?? 0, comparative);
  return against === undefined ? [words] : [words, ` ${than} on `, { name: against }];
}

/** Describes an undecided change as a clause, such as `search` looks 22 times as slow; empty where that is no news. */
export function seemingText(finding: Finding): Text {
  const wording = wordingOf(finding.metric);
  if (wording?.seems === undefined) return [];
  const start: Text = wording.before === undefined ? [] : [wording.before.toLowerCase()];
  return [...start, nameInText(finding.row), ` ${wording.seems} `, ...changeBy(finding, wording)];
}

/** The tools whose own description grew, the largest first. */
function grown({ comparison: { tools } }: Report): Text {
  const [first, ...others] = tools?.resized.filter(({ from, to }) => to.bytes > from.bytes) ?? [];
  if (!first) return [];
  const more = others.length > 0 ? `, and ${count(others.length)} more` : "";
  return [", mostly ", { name: first.to.name }, ` (+${count(first.to.bytes - first.from.bytes)}${noBreak}B)${more}`];
}

/** Percentiles, and the share of calls that are slower. */
const shares = { p95: "1 in 20", p99: "1 in 100", p999: "1 in 1,000", max: "Single" } as const;

/** From here on a percentile tells that calls got slower. */
const clearlySlower = 1.5;

/** Describes how many calls got how much slower, by the first percentile that shows it; the share itself where none does. */
function tail(finding: Finding, { head, base }: Report): Text {
  const { row, metric: id } = finding;
  for (const percentile of ["p95", "p99", "p999", "max"] as const) {
    const [before, after] = [base, head].map((side) => {
      const statistic = statisticOf(side, { row, id: percentile });
      return statistic?.pooled ?? statistic?.value;
    });
    if (!before || !after || after / before < clearlySlower) continue;
    const ratio = after / before;
    const times = ratio >= multipleFrom ? count(ratio) : ratio.toFixed(1);
    const figures = `${metric(percentile).label} ${fromTo({ metric: percentile, base: before, head: after })}`;
    return [`${shares[percentile]} calls of `, rowName(row), ` take ${times} times as long (${figures})`];
  }
  return id === "slow_calls"
    ? ["More calls of ", rowName(row), ` are slow: ${fromTo(finding)} take more than 1.5 times as long as the others`]
    : [rowName(row), ` stalls more: ${fromTo(finding)} of its time is lost in stalled calls`];
}

function cpuTime(report: Report, row: string): string {
  const id = "cpu_per_call";
  const [base, head] = [report.base, report.head].map((side) => statisticOf(side, { row, id })?.value);
  return base === undefined || head === undefined ? "" : `: ${fromTo({ metric: id, base, head })}`;
}

function statisticOf(side: ArmSummary | undefined, { row, id }: { row: string; id: MetricId }) {
  return measured(side?.rows.find((one) => one.row === row)?.statistics, id);
}

/** Returns head's most frequent error where more calls fail. */
export function errorText({ lead: { metric: id, row } }: Fact, { run }: Report): Text {
  if (id !== "error_rate") return [];
  const series = run.rows.find((one) => one.id === row)?.head;
  const errors = (series?.measurements ?? []).flatMap((one) => one.errors);
  const [most] = [...groupBy(errors, ({ message }) => message)]
    .map(([message, same]) => ({ message, count: same.reduce((sum, one) => sum + one.count, 0) }))
    .sort((a, b) => b.count - a.count);
  return most && most.message !== "" ? ["Most often: ", tellingClause(most.message)] : [];
}

/** Such as `search`, or the server, at the start of a sentence. */
function subject({ row }: Finding): Text {
  if (!isServerRow(row)) return [rowName(row)];
  return row === serverRow ? ["The server"] : ["The ", rowName(row)];
}

function rose({ metric: id, state, reason, change, base = 0, head = 0 }: Finding): boolean {
  // The middle launches of both may have the same count.
  if (reason.code === "counted") return (state === "improved") !== (metric(id).better === "less");
  return (change?.estimate ?? head - base) > 0;
}

export function capital(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** Results of rows whose size changed by so much are news, whatever is gated. */
const notable = 0.1;

/** Results that have another size than base's: exact, and known after one call. */
export function resizedResults({ run, head, base, comparison }: Report): Text[] {
  const id = "response_bytes";
  const judged = comparison.findings.filter((one) => one.metric === id && one.state !== "pass");
  const told = new Set(judged.map(({ row }) => row));
  const { added = [], removed = [], resized = [] } = comparison.tools ?? {};
  const isTold = added.length + removed.length + resized.length > 0;
  return run.rows.flatMap(({ id: row, method }): Text[] => {
    // Its result is the list of tools, whose changes have sentences of their own.
    if (method === "tools/list" && isTold) return [];
    const [before, after] = [base, head].map((side) => statisticOf(side, { row, id }));
    if (!before || !after || before.value === 0 || told.has(row)) return [];
    const varies = [before, after].some(({ rounds }) => rounds.some((value) => value !== rounds[0]));
    if (varies) return [];
    const ratio = after.value / before.value;
    if (Math.abs(ratio - 1) < notable) return [];
    const figures = fromTo({ metric: id, base: before.value, head: after.value });
    return [["Results of ", rowName(row), ` ${ratio > 1 ? "grew" : "shrank"}: ${figures} (${factor(ratio)})`]];
  });
}

export function crossed(report: Report): Text[] {
  return gatesThat(report, "errored").flatMap(({ row, reason }): Text[] => {
    if (reason.code !== "crossed") return [];
    const said = reason.sample === "" ? [] : [": ", { prose: tellingLine(reason.sample) }];
    return [[rowName(row), ` answered ${plural(reason.count, "call")} with another ${reason.of}'s reply`, ...said]];
  });
}

export const named = 3;

export function names(all: readonly (Inline | Text)[]): Text {
  const more = all.length - named;
  const parts = more > 0 ? [...all.slice(0, named), `${count(more)} more`] : all;
  return parts.flatMap((part, index) => {
    const isLast = index === parts.length - 1;
    return [...(index === 0 ? [] : [isLast ? " and " : ", "]), ...[part].flat()];
  });
}

export function nameInText(row: string): Inline {
  return row === serverRow ? "the server" : rowName(row);
}

export function begun([first, ...rest]: Text): Text {
  return first === undefined ? [] : [typeof first === "string" ? capital(first) : first, ...rest];
}
