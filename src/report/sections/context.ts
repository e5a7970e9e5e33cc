import { systemName } from "../../base/system-name.ts";
import { usualGrowth } from "../../decide/paired/guards.ts";
import type { Warning } from "../../facts/comparison.ts";
import { everyRowSlower, fewRounds } from "../../facts/round-warnings.ts";
import { bytes, count, minute, plural } from "../../metrics/format.ts";
import { pauseOf } from "../../model/load.ts";
import { passedOverTexts, sourceText } from "../../record/server-source.ts";
import type { Status } from "../../record/status.ts";
import { groupBy } from "../../stats/group-by.ts";
import { isListSize } from "../../table/tool-changes.ts";
import { list, type Section } from "../block.ts";
import { type Column, left, table } from "../columns.ts";
import { isBetween, isGrowthWide } from "../finding.ts";
import { runnerReadings } from "../news/busy-runner.ts";
import { tellsTooFewRounds } from "../news/open.ts";
import { programText } from "../news/programs.ts";
import { rowName, shortCommit, type View } from "../report.ts";
import { firstOf, type Inline, type Text } from "../text.ts";
import { instrumentText } from "../words/instrument.ts";
import { runWarningText } from "../words/run-warning.ts";
import { stopText } from "../words/stop.ts";
import { tellingLine } from "../words/telling-line.ts";
import { warningText } from "../words/warning.ts";

interface Fact {
  readonly name: Inline;
  readonly text: Text;
}

const columns: readonly Column<Fact>[] = [left("What", ({ name }) => name), left("Value", ({ text }) => text)];

export function environmentSection({ report }: View): Section {
  const { run } = report;
  const isCompared = report.base !== undefined || run.base !== undefined;
  const { environment: env } = run;
  const facts: Fact[] = [
    ...machineFacts(env),
    ...optional("Runner image", [env.runnerImage ?? [], env.runnerImageVersion ?? []].flat().join(" ")),
    ...optional("Runner key", env.runnerKey),
    ...optionalWords("Instrument", env.instrument && instrumentText(env.instrument)),
    { name: "Runtime", text: [{ prose: env.runtime }] },
    ...run.arms.map((arm): Fact => {
      const { server } = arm;
      const identity: Text = server
        ? [{ name: `${server.name} ${server.version}`.trim() }, ", protocol ", { prose: server.protocol }, ", "]
        : [];
      const at: Text = arm.commit ? [", commit ", { name: shortCommit(arm.commit) }] : [];
      const program: Text = arm.program ? [", ", ...programText(arm.program)] : [];
      const which = [isCompared ? arm.side : "", arm.variant ?? ""].filter((part) => part !== "").join(", ");
      const name = which === "" ? "Server" : `Server (${which})`;
      return { name: { prose: name }, text: [...identity, arm.transport, ...at, ...program] };
    }),
    ...optional("Measures", run.command),
    ...optional("Named by", run.source && sourceText(run.source)),
    ...optional("Passed over", run.source && passedOverTexts(run.source).join("; ")),
    { name: "Harness", text: [{ prose: run.harness }, `, seed ${run.seed}`] },
    { name: "Measured at", text: [minute(run.createdAt)] },
    ...optionalWords("Runner while measuring", runnerReadings(run)),
    { name: "Rounds", text: roundsText(report) },
    ...customFacts(env.custom),
    ...run.head.arms.flatMap(({ variant, environment = {} }) => customFacts(environment, ` (${variant})`)),
  ];
  return { id: "environment", title: "Environment", fold: "Run details", blocks: [table(columns, facts)] };
}

function machineFacts(machine: View["report"]["run"]["environment"]): Fact[] {
  if (machine.elsewhere !== undefined) return [{ name: "Machines", text: [{ prose: machine.elsewhere }] }];
  return [
    { name: "System", text: [{ prose: `${systemName(machine.os)} ${machine.osVersion} ${machine.arch}` }] },
    { name: "CPU", text: [{ prose: machine.cpuModel }, `, ${plural(machine.cores, "core")}`] },
    { name: "Memory", text: [bytes(machine.memoryBytes)] },
  ];
}

function customFacts(texts: Readonly<Record<string, string>>, of = ""): Fact[] {
  return Object.entries(texts).map(([name, text]) => ({ name: { prose: `${name}${of}` }, text: [{ prose: text }] }));
}

function optional(name: string, text: string | undefined): Fact[] {
  return text ? [{ name, text: [{ name: text }] }] : [];
}

function optionalWords(name: string, text: string | undefined): Fact[] {
  return text ? [{ name, text: [text] }] : [];
}

const shown = 30;

/** With these the first sentences tell that rows together got slower. */
const tellingStatuses: readonly Status[] = ["regressed", "over-budget", "inconclusive", "pass"];

/** Warnings and skipped benchmarks explain these, so they stand in view. */
const explainedByWarnings: readonly Status[] = ["errored", "not-comparable"];

export function notesSection({ report }: View): Section {
  const { run, comparison, verdict } = report;
  const reportedElsewhere = [
    // The section on errors covers these.
    "errors",
    "launch-failed",
    ...(tellingStatuses.includes(verdict.status) ? [everyRowSlower] : []),
    ...(tellsTooFewRounds(report) ? [fewRounds] : []),
  ];
  const items: Text[] = [
    ...run.skipped.map((one): Text => ["Skipped ", { name: one.benchmark }, ": ", { prose: tellingLine(one.reason) }]),
    ...warningTexts(comparison.warnings.filter(({ code }) => !reportedElsewhere.includes(code))),
    ...run.warnings.map((warning): Text => [{ prose: tellingLine(runWarningText(warning)) }]),
  ];
  return {
    id: "notes",
    title: `Warnings${run.skipped.length > 0 ? " and skipped benchmarks" : ""} (${items.length})`,
    fold: explainedByWarnings.includes(verdict.status) ? undefined : "Run details",
    inBrief: 3,
    blocks: list(items, shown),
  };
}

/** Words of warnings that many rows may have, in which each row's own figures say little. Others are told together if they say the same. */
const together: ReadonlyMap<string, string> = new Map([
  ["unsteady", "unsteady: the standard deviation of the calls is above half their median"],
  ["tail-spike", "tail spikes: p99 is far above p50"],
  ["exact-metric-varies", "figures that should be the same in every launch differ, and are compared by their median"],
]);

function warningTexts(warnings: readonly Warning[]): Text[] {
  const groups = groupBy(warnings, (warning) => (together.has(warning.code) ? warning.code : warningText(warning)));
  return [...groups.values()].map((same): Text => {
    const rows = [...new Set(same.flatMap(({ row }) => row ?? []))];
    const words = rows.length > 1 ? together.get(same[0].code) : undefined;
    const told = words ?? { prose: tellingLine(warningText(same[0])) };
    const named = rows.map((row): Text => [rowName(row)]);
    if (rows.length === 0) return [told];
    return [...firstOf(named, rowsNamed, (hidden) => ` and ${plural(hidden, "more row")}`), ": ", told];
  });
}

const rowsNamed = 5;

export function reproduceSection({ report }: View): Section {
  return {
    id: "reproduce",
    title: "How to reproduce",
    fold: "Run details",
    blocks: report.reproduce === "" ? [] : [{ kind: "command", text: report.reproduce }],
  };
}

function roundText({ imported }: View["report"]["run"]): Text {
  if (!imported) return ["A round is one fresh launch of the server, whose requests are not independent evidence."];
  if (imported.rounds === "runs") return ["A round is a run of k6."];
  return [
    "A round is a part of one run of k6: how far rounds lie apart says how steady the run was, not how far two runs do.",
  ];
}

const glossary = "https://github.com/org/mcp-bench-action/blob/v1/docs/metrics.md#glossary";
const deciding = "https://github.com/org/mcp-bench-action/blob/v1/docs/how-it-decides.md";

/** Explains figures and signs, those that the report has. */
export function howToReadSection({ report }: View): Section {
  const { run, comparison } = report;
  const { reference, gates, findings } = comparison;
  const { added = [], removed = [], renamed = [] } = comparison.tools ?? {};
  const isPaired = reference.kind === "paired";
  const isCompared = reference.kind !== "none";
  const where = (isShown: boolean, ...text: Text): Text[] => (isShown ? [text] : []);
  const items: Text[] = [
    roundText(run),
    [
      "Times, rates and sizes are geometric means over the rounds, from eight rounds on without the fifth at each end; ",
      "other figures are medians. A ratio is that of the two figures as they are shown.",
    ],
    ...where(
      isCompared,
      "A change is shown with its interval over rounds; ≈: indistinguishable from no change. ",
      "A change without an interval is the difference of the two figures.",
    ),
    ...where(
      run.arms.some((arm) => arm.reference !== undefined),
      "The speed-up of a variant is its throughput divided by that of its reference, an overhead its p50 less that of the ",
      "reference; in parentheses the 95 % interval over rounds, where there are enough.",
    ),
    ...where(
      isPaired,
      "A change is the trimmed mean of the ratios within each round, where both commits saw the same machine; base and head ",
      "are the geometric means over the rounds that it keeps.",
    ),
    ...where(
      findings.some((one) => one.change && !isBetween(one)),
      "CPU per call / p50 shows only a change: the rise of CPU time beyond that of p50, in points of p50.",
    ),
    ...where(
      added.length + removed.length + renamed.length > 0 && findings.some((one) => isListSize(one.metric)),
      "A result on tools/list leaves out the tools that one commit alone lists.",
    ),
    ...where(
      isCompared,
      "A result fails only when the change exceeds its threshold ",
      isPaired ? "and the rounds rule out no change" : "and the noise between stored runs of the same machine class",
      "; it passes only when the rounds rule out a change as large as the threshold (for errors: twice as large); otherwise it is inconclusive.",
    ),
    ...where(
      isPaired,
      "Guards (mean, throughput, CPU time, slow calls, stalled time, idle CPU, memory growth) pass within their threshold, without an interval. ",
      "Where p50 or start-up is too noisy to pass by itself, it may pass by its CPU time.",
    ),
    ...where(
      gates !== undefined && isCompared,
      `A gate is a result that can fail the check. The evidence that a regression needs grows with their number (here ${gates}, `,
      "with those shown only where they find something), so that at most one in a hundred runs of unchanged code fails.",
    ),
    ...where(
      findings.some((one) => isGrowthWide(one, run)),
      `Memory may grow by ${bytes(usualGrowth)} per 1,000 calls; here by more, because a launch answered few calls: the noise `,
      "between launches of the same code does not shrink with them.",
    ),
    [
      "Latency counts successful calls only; throughput is their number divided by wall-clock time",
      run.rows.some(({ load }) => pauseOf(load) > 0) ? ", without the pauses between calls." : ".",
    ],
    ["A percentile marked (n < 1,000) has fewer calls than it needs to be reliable."],
    ["Terms: ", { link: "glossary", url: glossary }, ". Verdicts: ", { link: "how it decides", url: deciding }, "."],
  ];
  return { id: "how-to-read", title: "How to read this", fold: "Run details", blocks: list(items) };
}

function roundsText({ run: { stop }, head: { rounds } }: View["report"]): Text {
  return stop.length === 0 ? [count(rounds)] : [count(rounds), ", ended because ", { prose: stopText(stop) }];
}
