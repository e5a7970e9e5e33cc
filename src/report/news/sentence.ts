import { bySeverity } from "../../decide/decide.ts";
import type { Finding } from "../../decide/verdict.ts";
import { everyRowSlower } from "../../facts/round-warnings.ts";
import { minute, plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { isServerRow, serverVariant } from "../../record/row-ids.ts";
import { stopsBy } from "../../record/stop.ts";
import { failsForErrors } from "../finding.ts";
import { type Cause, type Report, rowName } from "../report.ts";
import { firstFew, type Inline, joined, type Text } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { tellingClause } from "../words/telling-line.ts";
import { warningText } from "../words/warning.ts";
import { baseNews, droppedRows, isDroppedRow, newBenchmarks, notCompared } from "./both-commits.ts";
import {
  begun,
  crossed,
  errorText,
  type Fact,
  factsOf,
  factText,
  gatesThat,
  limitClause,
  nameInText,
  names,
  resizedResults,
} from "./facts.ts";
import { breakingNews, listNews, otherListNews } from "./list-news.ts";
import { nameOfOpen, open, seeming, sideBySide, whatDecides } from "./open.ts";
import { changedText, doubtText, sharedText } from "./programs.ts";

/** The news of a run for a person, in the order in which it matters, and what to do next. Holds untrusted names. */
export function newsOf(report: Report): News {
  const { facts, advice } = newsOfVerdict(report);
  const first = [changedText(report), doubtText(report), sharedText(report), ...sentences(baseNews(report)).facts];
  return { facts: [...first.filter((text) => text.length > 0), ...facts], advice };
}

/** Returns the same as one text, for media of a line. */
export function sentenceOf(report: Report): Text {
  const { facts, advice } = newsOf(report);
  return joined([...facts, ...advice], " ");
}

/** Sentences about a run, each complete, and those on what to do next. */
interface News {
  readonly facts: readonly Text[];
  readonly advice: readonly Text[];
}

function newsOfVerdict(report: Report): News {
  const { verdict, comparison } = report;
  if (report.unread)
    return sentences([
      ["No comparison, because the stored baseline could not be read: ", tellingClause(report.unread)],
    ]);
  const { reference, quick } = comparison;
  switch (verdict.status) {
    case "errored": {
      const isFixable = gatesThat(report, "errored").length > 0;
      const fix = isFixable ? "Fix the server or the benchmark first; ignore timings until then." : undefined;
      return sentences([...breakingNews(report), ...broken(report), ...otherListNews(report)], fix ? [[fix]] : []);
    }
    case "regressed":
    case "over-budget": {
      const first = [...breakingNews(report), ...droppedRows(report), ...worse(report)];
      return sentences([...first, ...otherListNews(report), ...sideNews(report), ...leftOpen(report)], advice(report));
    }
    case "inconclusive":
      return sentences(
        [...breakingNews(report), ...seeming(report), ...otherListNews(report), ...sideNews(report), ...open(report)],
        [whatDecides(report)],
      );
    case "not-comparable":
      if (quick)
        return sentences(listNews(report), [["A quick run decides nothing: measure again without `--quick`."]]);
      return sentences([...listNews(report), ...notComparableNews(report)], [howToCompare[reference.kind] ?? []]);
    case "no-baseline":
      return noBaseline(report);
    case "pass":
      return passed(report);
  }
}

/** Advice where nothing can be compared, by what head is compared with. */
const howToCompare: Readonly<Record<string, Text>> = {
  record: [`To decide, ${sideBySide}.`],
  stored: ["A run on the default branch stores a new baseline."],
};

function sentences(clauses: readonly Text[], advice: readonly Text[] = []): News {
  return {
    facts: clauses.filter((clause) => clause.length > 0).map((clause): Text => [...clause, "."]),
    advice: advice.filter((text) => text.length > 0),
  };
}

/** Replies that reached another caller, whose server is broken and what it said, then the rows that no call of head answered. */
function broken(report: Report): Text[] {
  const mixedUp = crossed(report);
  const errors = gatesThat(report, "errored").filter(({ reason }) => reason.code !== "crossed");
  const servers = errors.filter(({ row }) => isServerRow(row)).slice(0, 1);
  const [first, ...others] = errors.filter(({ row }) => !isServerRow(row));
  const failure = report.run.head.launches.flat().find((launch) => launch.failure !== undefined)?.failure;
  const failed = (why: string): Text => ["The head server failed: ", tellingClause(why)];
  const clauses = servers.map((one) =>
    failure !== undefined || one.rounds > 0 ? failed(reasonText(one)) : nothingMeasured(report),
  );
  if (first) {
    const more = others.length > 0 ? ` (and ${plural(others.length, "more row")})` : "";
    const why = [tellingClause(reasonText(first)), ...alsoInBase(report, first.row)];
    clauses.push([rowName(first.row), ` fails in head${more}: `, ...why]);
  }
  if (mixedUp.length + clauses.length > 0) return [...mixedUp.slice(0, mostNamed), ...clauses];
  return [failure === undefined ? nothingMeasured(report) : failed(failure)];
}

function alsoInBase({ base }: Report, row: string): Text {
  const before = base?.rows.find((one) => one.row === row);
  return before && before.attempted > 0 ? [before.ok > 0 ? "; it works in base" : "; it fails in base too"] : [];
}

function nothingMeasured({ run }: Report): Text {
  const [first] = run.skipped;
  if (!first) return ["Nothing was measured"];
  return ["Nothing was measured. ", { name: first.benchmark }, ": ", tellingClause(first.reason)];
}

const mostNamed = 2;

function worse(report: Report): Text[] {
  const facts = factsOf(report.verdict.regressed.filter(isUntold));
  const others = facts.slice(mostNamed).map(nameOfFact);
  const exceed = others.length === 1 ? "exceeds" : "exceed";
  return [
    ...facts.slice(0, mostNamed).flatMap((fact) => [...inFull(fact, report), causeOf(fact.lead, report)?.clause ?? []]),
    ...(others.length > 0 ? [[...begun(names(others)), ` ${exceed} a threshold too`]] : []),
  ];
}

/** Metrics of a server are facts of their own. */
function nameOfFact({ row, lead }: Fact): Inline {
  if (!isServerRow(row)) return nameInText(row);
  const { label } = metric(lead.metric);
  const variant = serverVariant(row);
  return variant === undefined ? label : { prose: `${label} of ${variant}` };
}

function inFull(fact: Fact, report: Report): Text[] {
  return [[...factText(fact, report), ...limitClause(fact)], errorText(fact, report)];
}

/** Tests whether a finding is not reported yet: breaking changes come first of all. */
function isUntold(one: Finding): boolean {
  return one.metric !== "breaking_changes" && !isDroppedRow(one);
}

/** Rows that are undecided, as the run ended by a regression. */
function leftOpen(report: Report): Text[] {
  if (stopsBy(report.run, "first-regression").length === 0) return [];
  const regressed = new Set(report.verdict.regressed.map(({ row }) => row));
  const inconclusive = gatesThat(report, "inconclusive");
  const rows = [...new Set(inconclusive.map(({ row }) => row))].filter((row) => !regressed.has(row));
  if (rows.length === 0) return [];
  const were = rows.length === 1 ? "was" : "were";
  const undecided = names(rows.map((row) => nameOfOpen(row, inconclusive)));
  return [["As a regression was certain, the run ended before ", ...undecided, ` ${were} decided`]];
}

/** Reports facts that fail nothing, but that a reviewer wants to know. */
function sideNews(report: Report): Text[] {
  const slower = report.comparison.warnings.filter(({ code }) => code === everyRowSlower);
  return [
    ...slower.map((warning): Text => [warningText(warning)]),
    ...resizedResults(report).slice(0, mostNamed),
    ...better(report),
    ...newBenchmarks(report),
    ...notCompared(report),
  ];
}

const acceptLabel = "mcp-bench:accept";

/** Advises on a regression with steps that its author can take, and has not taken. */
function advice(report: Report): Text[] {
  const { verdict, comparison, accepted, acceptable } = report;
  const { regressed } = verdict;
  if (accepted) {
    const [what, effect] = verdict.failed
      ? ["the regression", "; other failures still fail the check."]
      : ["it", ` (${minute(accepted.at)}), so the check does not fail.`];
    return [[{ name: accepted.by }, ` accepted ${what} with the label `, { name: acceptLabel }, effect]];
  }
  // Two runs of the same code differ in these figures.
  const areNoisy = regressed.every(({ state, metric: id }) => state === "regressed" && metric(id).kind !== "exact");
  if (comparison.reference.kind === "record" && areNoisy)
    return [[`The runs were made at different times; the machine may be the cause. First, ${sideBySide}.`]];
  if (regressed.every(({ metric: id, state }) => id === "error_rate" && state === "regressed")) {
    const accept = [". If they are meant to fail, accept the regression with the label ", { name: acceptLabel }];
    return [["Fix the failing calls first", ...(acceptable ? accept : []), "."]];
  }
  const label = labelText(report);
  if (!regressed.some(isUntold)) {
    const isIntended = label.length > 0 ? ["; if the change is intended, ", ...label] : [];
    return [["Restore what clients rely on", ...isIntended, "."]];
  }
  const start = whereToStart(report);
  // Base's limits decide where it has any: a change that raises one is merged before.
  const isOfBase = comparison.reference.kind === "paired" && report.run.configuration?.decides !== "head";
  const first = isOfBase ? " first, in a change of its own" : "";
  if (regressed.every(({ state }) => state === "over-budget"))
    return [start, [`If this is intended, raise the budget${first}.`]];
  const or = label.length > 0 ? ", or " : "";
  return [start, ["If this regression is intended, ", ...label, `${or}raise the threshold${first}.`]];
}

function causeOf(finding: Finding, report: Report): Cause | undefined {
  for (const { cause } of report.features ?? []) {
    const found = cause?.(finding, report);
    if (found) return found;
  }
  return undefined;
}

/** Names the function that a regression is in, else the first row; nothing where only the server regressed. */
function whereToStart(report: Report): Text {
  const facts = factsOf(report.verdict.regressed.filter(isUntold)).slice(0, mostNamed);
  const [blamed] = facts.flatMap(({ lead }) => causeOf(lead, report)?.start ?? []);
  if (blamed !== undefined) return ["Start with ", { name: blamed }, "."];
  const first = facts.find(({ row }) => !isServerRow(row));
  return first ? ["Start with ", rowName(first.row), "."] : [];
}

/** Nothing where no label can be set: in a workflow that runs for no pull request. */
function labelText({ acceptable, runUrl }: Report): Text {
  const label: Text = ["set the label ", { name: acceptLabel }];
  if (acceptable) return [...label, " and run again"];
  return runUrl === undefined ? [...label, " on the pull request"] : [];
}

function notComparableNews(report: Report): Text[] {
  const rows = notCompared(report);
  if (rows.length > 0) return rows;
  const [worst, ...rest] = gatesThat(report, "not-comparable");
  if (!worst) return [["Nothing can be compared"]];
  const more = rest.length > 0 ? ` and ${plural(rest.length, "more result")}` : "";
  const what = ` ${metric(worst.metric).label}${more}: `;
  return [["No comparison for ", rowName(worst.row), what, tellingClause(reasonText(worst))]];
}

function noBaseline(report: Report): News {
  const { reference, quick } = report.comparison;
  if (reference.kind === "none") {
    const why = tellingClause(reference.reason);
    if (!reference.unasked) return sentences([...listNews(report), ["Nothing was compared: ", why]]);
    const { purpose } = report.run;
    if (purpose === undefined)
      return sentences([[`Measured${quick ? " by a quick run" : ""}, without a comparison: `, why]]);
    const quickly: Text[] = quick ? [["Quick run: a tenth of the calls, which decides nothing."]] : [];
    return { facts: [[{ prose: purpose }], ...quickly], advice: [] };
  }
  const [worst, ...rest] = gatesThat(report, "no-baseline");
  const have = rest.length > 0 ? ` and ${plural(rest.length, "more result")} have` : " has";
  const rows: Text = worst
    ? [rowName(worst.row), `${have} no baseline yet: `, tellingClause(reasonText(worst))]
    : ["Nothing has a baseline yet"];
  const advice =
    reference.kind === "record"
      ? "Results that both records have did not get worse."
      : "A run on the default branch with `update-baseline` stores one.";
  return sentences([...listNews(report), rows], [[advice]]);
}

function passed(report: Report): News {
  const { comparison } = report;
  const gated = comparison.findings.filter(
    ({ threshold, state }) => threshold.level === "fail" && state !== "no-baseline" && state !== "not-comparable",
  );
  const rows = new Set(gated.filter(({ row }) => !isServerRow(row)).map(({ row }) => row)).size;
  const warnings = comparison.findings.filter(
    (one) => one.threshold.level === "warn" && ["regressed", "over-budget"].includes(one.state) && isUntold(one),
  );
  const warned = factsOf(warnings.toSorted(bySeverity));
  const none = `No regression${rows > 0 ? ` in ${plural(rows, "row")}` : ""}`;
  return sentences([
    ...listNews(report),
    ...warned.slice(0, 1).flatMap((fact) => inFull(fact, report)),
    ...sideNews(report),
    [gated.length === 0 ? "No threshold applies, so nothing can fail" : none],
  ]);
}

/** Reports improvements. Calls that fail are quick: their rows have none. */
function better(report: Report): Text[] {
  const { verdict, comparison } = report;
  const failing = new Set(comparison.findings.filter((one) => failsForErrors([one])).map(({ row }) => row));
  const facts = factsOf(verdict.improved.filter(({ row }) => !failing.has(row)));
  const texts = facts.map((fact) => factText(fact, report));
  const what = facts.slice(mostNamed).some(({ row }) => isServerRow(row)) ? "more result" : "more row";
  return firstFew(texts, mostNamed, (hidden) => [`${plural(hidden, what)} improved too`]);
}
