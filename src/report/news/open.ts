import { roundsNeeded } from "../../decide/paired/paired-decision.ts";
import { type Finding, isMustWork } from "../../decide/verdict.ts";
import { looksWorse, seemsWorse } from "../../facts/looks-worse.ts";
import { plural, signed } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { stopsBy } from "../../record/stop.ts";
import type { Report } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { isLack, lackText, reasonText } from "../words/reason.ts";
import { stopText } from "../words/stop.ts";
import { tellingLine } from "../words/telling-line.ts";
import { busyRunner } from "./busy-runner.ts";
import { begun, capital, factsOf, gatesThat, nameInText, names, seemingText } from "./facts.ts";

export const sideBySide = "measure both commits in one run, with `--compare-ref`";

const fewRuns = "the runs to compare with are too noisy or too few";

/** More would not be read. */
const mostNamed = 2;

/** Large changes that are open, and why: the first that a reader has to know of a run that decided nothing. */
export function seeming(report: Report): Text[] {
  const facts = seemingFacts(report);
  const [worst] = facts;
  if (!worst) return [];
  const { kind } = report.comparison.reference;
  const clauses = facts.map(({ lead }): Text => {
    const bounds = kind === "stored" ? intervalText(lead) : inHowManyRounds(lead, report);
    return [...seemingText(lead), ...bounds];
  });
  const few = tooFewRounds(report, worst.lead.rounds);
  const why = kind === "paired" ? (few?.text ?? scatter(report)) : whyUndecided(worst.lead, report);
  return [[...begun(joined(clauses, " and ")), `, but ${why}`]];
}

function seemingFacts(report: Report) {
  const open = gatesThat(report, "inconclusive");
  const { kind } = report.comparison.reference;
  if (kind === "none" || open.some(isBreakdown)) return [];
  const isWorse = kind === "paired" ? looksWorse : seemsWorse;
  const facts = factsOf(open.filter((one) => isWorse(one) && seemingText(one).length > 0));
  return facts.slice(0, mostNamed);
}

/** Such as ` (+11% … +43%)`. */
function intervalText({ change }: Finding): Text {
  if (change?.low === undefined || change.high === undefined) return [];
  return [` (${signed(change.low)} … ${signed(change.high)})`];
}

/** Returns what stored runs lack to decide; on a busy runner that is quiet, as long as there are enough of them. */
function whyUndecided({ reason }: Finding, { run }: Report): string {
  const runner = asksForQuiet.has(reason.code) ? busyRunner(run) : undefined;
  if (runner !== undefined) return `the runner was busy (${runner})`;
  return isLack(reason) ? lackText(reason) : fewRuns;
}

/** Figures of a busy runner lie far apart, and its clock proves nothing. */
const asksForQuiet: ReadonlySet<string> = new Set(["scatter", "clock-alone", "some-launches"]);

/** Such as ` (slower in 7 of 7 rounds)`. */
function inHowManyRounds({ row, metric: id, against }: Finding, { run, comparison }: Report): Text {
  if (against !== undefined || comparison.reference.kind !== "paired") return [];
  const about = [...run.rows, ...run.servers].find((one) => one.id === row);
  const rounds = about?.paired?.ratios(id) ?? [];
  const slower = rounds.filter(({ worse }) => worse > 0).length;
  return rounds.length === 0 ? [] : [` (slower in ${slower} of ${plural(rounds.length, "round")})`];
}

export function open(report: Report): Text[] {
  const findings = gatesThat(report, "inconclusive");
  const rows = [...new Set(findings.map(({ row }) => row))];
  if (rows.length === 0) return [["Nothing is decided"]];
  const failing = findings.find(isBreakdown);
  if (failing) return [["The head server fails intermittently: ", { prose: tellingLine(reasonText(failing)) }]];
  const seem = new Set(seemingFacts(report).map(({ row }) => row));
  const others = rows.filter((row) => !seem.has(row));
  if (others.length === 0) return [];
  const are = others.length === 1 ? "is" : "are";
  const rowNames = names(others.map((row) => nameOfOpen(row, findings)));
  // For the same reason as those that look worse.
  if (seem.size > 0) return [[...begun(rowNames), ` ${are} inconclusive too`]];
  const why = whyAnyway(report, findings) ?? tooFewRounds(report)?.text ?? scatter(report);
  return [["No regression found, but ", ...rowNames, ` ${are} inconclusive: ${why}`]];
}

/** Such as `search`, or the server (memory growth): of a row p50 goes without saying. */
export function nameOfOpen(row: string, findings: readonly Finding[]): Text {
  const open = findings.filter((one) => one.row === row).map(({ metric: id }) => id);
  const labels = open.includes("p50") ? [] : [` (${open.map((id) => metric(id).label).join(", ")})`];
  return [nameInText(row), ...labels];
}

/** Returns a reason that holds however many rounds there were. */
function whyAnyway(report: Report, findings: readonly Finding[]): string | undefined {
  const { comparison, run } = report;
  const [first] = findings;
  if (run.changedInBase) return "base may have run other code than its own";
  if (findings.every(({ metric: id }) => metric(id).compared === "counts"))
    return "too few calls failed to tell whether the error rate rose";
  if (findings.every(({ threshold }) => threshold.limit.kind === "absolute"))
    return first ? reasonText(first) : "a budget has no figure";
  if (comparison.reference.kind !== "paired")
    return first ? whyUndecided(findings.find(({ reason }) => isLack(reason)) ?? first, report) : fewRuns;
  const futile = stopsBy(run, "no-decision-in-sight");
  return futile.length > 0 ? `${scatter(report)}. ${capital(stopText(futile))}` : undefined;
}

/** Tests whether the first sentences report too few rounds, and how to get more. */
export function tellsTooFewRounds(report: Report): boolean {
  const findings = gatesThat(report, "inconclusive");
  if (report.verdict.status !== "inconclusive" || findings.length === 0 || !tooFewRounds(report)) return false;
  return seemingFacts(report).length > 0 || (!findings.some(isBreakdown) && whyAnyway(report, findings) === undefined);
}

function scatter({ run }: Report): string {
  const runner = busyRunner(run);
  return runner === undefined ? "the noise between rounds is too high" : `the runner was busy (${runner})`;
}

/** Rounds that show a regression by no single gate, however large it is; undefined where they are enough. */
function tooFewRounds(report: Report, rounds = mostRounds(report)) {
  const { gates = 0, reference } = report.comparison;
  const needed = roundsNeeded(gates);
  if (gates === 0 || reference.kind !== "paired" || rounds >= needed) return undefined;
  const among = gates === 1 ? "" : ` on ${gates} results that can fail the check`;
  const text = `${plural(rounds, "round")} ${rounds === 1 ? "is" : "are"} too few to decide${among}; at least ${needed} are needed`;
  return { rounds, needed, text };
}

/** Returns the most rounds that any open gate had: those that only checked the memory measured no row. */
function mostRounds(report: Report): number {
  return Math.max(0, ...gatesThat(report, "inconclusive").map(({ rounds }) => rounds));
}

/** Tests whether something is wrong whatever the thresholds. */
function isBreakdown({ threshold }: Finding): boolean {
  return isMustWork(threshold);
}

export function whatDecides(report: Report): Text {
  const { comparison, run } = report;
  if (gatesThat(report, "inconclusive").some(isBreakdown)) return ["Fix the failure, or run again."];
  if (run.changedInBase)
    return ["Find the program that writes these files; each server may write into its own checkout only."];
  if (comparison.reference.kind === "record") return [`To decide, ${sideBySide}.`];
  if (comparison.reference.kind === "stored") {
    const isBaseDead = comparison.warnings.some(({ code }) => code === "base-not-measured");
    const runsWouldDo = isBaseDead || lacksRuns(report);
    const first = quietWouldDo(report) ? ["re-run on a quieter machine"] : runsWouldDo ? [storeMore] : [];
    return [`${capital([...first, ...(isBaseDead ? [] : [measureBase(report)])].join(", or "))}.`];
  }
  const larger = busyRunner(run) === undefined ? undefined : "take a larger runner";
  const more = whatGivesMore(report);
  // The same again would have as few.
  if (tooFewRounds(report) && more !== undefined) {
    const ways = hasAsMany(report) || larger === undefined ? [more] : [more, larger];
    return [`${capital(ways.join(", or "))}.`];
  }
  if (larger !== undefined) return [`Re-run, ${more === undefined ? "" : `${more}, `}or ${larger}.`];
  return [more === undefined ? "Re-run on a quieter machine." : `Re-run, or ${more}.`];
}

const storeMore = "store more runs (`mcp-bench baseline push --runs 5`)";
const measureBase = (report: Report) => `measure the base commit in the same run (${option(report, "compare-ref")})`;

/** Tests whether the runner was busy, and enough runs are stored. */
function quietWouldDo(report: Report): boolean {
  const reasons = gatesThat(report, "inconclusive").map(({ reason }) => reason.code);
  const isQuietMissing = reasons.some((code) => asksForQuiet.has(code)) && !reasons.includes("few-runs");
  return isQuietMissing && busyRunner(report.run) !== undefined;
}

function lacksRuns(report: Report): boolean {
  const lacks = gatesThat(report, "inconclusive").flatMap(({ reason }) => (isLack(reason) ? [reason] : []));
  return lacks.length === 0 || lacks.some(({ code }) => code === "few-runs");
}

function hasAsMany({ run }: Report): boolean {
  return stopsBy(run, "rounds-configured").length > 0;
}

/** Longer than this is rarely worth waiting for. */
const longRunMinutes = 5;

/** Advises on how to measure more rounds; undefined where the run made the most there are. */
function whatGivesMore(report: Report): string | undefined {
  const { asked, stop, imported } = report.run;
  if (imported) return `${imported.rounds === "windows" ? "raise `--windows`, or " : ""}import more runs`;
  const few = tooFewRounds(report);
  if (stop.length > 0 && stop.every(({ code }) => code === "rounds-at-limit")) return undefined;
  if (hasAsMany(report)) return `ask for ${few?.needed ?? "more"} rounds (${option(report, "rounds", few?.needed)})`;
  const budgets = stopsBy(report.run, "no-time-for-round", "time-budget-ended").map(({ budgetMs }) => budgetMs);
  // The maximum of no budgets is -Infinity.
  const budgetMs = asked?.timeBudgetMs ?? Math.max(...budgets);
  // Assumes further rounds that take as long as these.
  const enough = few && few.rounds > 0 ? Math.ceil((few.needed * budgetMs) / few.rounds / 60_000) : 0;
  const minutes = Math.max(longRunMinutes, enough);
  return budgetMs >= 0 && minutes * 60_000 > budgetMs
    ? `allow ${minutes} minutes (${option(report, "time-budget", `${minutes}m`)})`
    : `allow more time (${option(report, "time-budget")})`;
}

/** Returns an option as the reader writes it: an input of the action, or an option on the command line. */
function option({ runUrl }: Report, name: string, value?: number | string): string {
  const [before, between] = runUrl === undefined ? ["--", " "] : ["", ": "];
  return `\`${before}${name}${value === undefined ? "" : `${between}${value}`}\``;
}
