import { percent, plural, withMinus } from "../metrics/format.ts";
import { formatValue } from "../metrics/format-value.ts";
import { metric } from "../metrics/metric.ts";
import { isServerRow, serverVariant } from "../record/row-ids.ts";
import { mustWork } from "./breakdown.ts";
import { bySeverity } from "./severity.ts";
import type { Comparison, Finding, Verdict } from "./verdict.ts";

/** One sentence for a person: what was found, the worst of it named, and what to do next. Holds untrusted row names. */
export function sentenceFor(
  comparison: Comparison,
  { status, regressed, improved }: Omit<Verdict, "failed" | "sentence">,
): string {
  const of = (state: Finding["state"]) =>
    comparison.findings
      .filter((finding) => finding.state === state && finding.threshold.level === "fail")
      .toSorted(bySeverity);
  switch (status) {
    case "errored":
      return errored(of("errored"));
    case "regressed":
    case "over-budget":
      return mayBeTheMachine(comparison.reference, regressed)
        ? `${exceeded(regressed)}. The runs were made at different times, so it may be the machine as well: ${sideBySide}, before looking for it.`
        : `${exceeded(regressed)}. Look there first; ${wayOut(regressed)}.`;
    case "contaminated":
      return `The runner changed while it measured (${comparison.contaminated}), so its timings decide nothing. Run the job again.`;
    case "inconclusive":
      return undecided(comparison.reference, of("inconclusive"));
    case "not-comparable":
      if (comparison.quick) return "A quick run decides nothing: measure again without `--quick`.";
      return `${notComparable(of("not-comparable"))} ${comparison.reference.kind === "record" ? `To tell, ${sideBySide}.` : "A run on the default branch stores a new baseline."}`;
    case "no-baseline":
      return noBaseline(comparison, of("no-baseline"));
    case "pass":
      return passed(comparison, improved);
  }
}

function undecided(reference: Comparison["reference"], [worst, ...rest]: Finding[]): string {
  const reason = worst ? `${place(worst)} is not decided (${worst.reason})` : "Nothing is decided";
  const more = rest.length > 0 ? `, nor ${rest.length === 1 ? "is" : "are"} ${plural(rest.length, "more result")}` : "";
  return `${reason}${more}. No regression was shown, and none was ruled out: ${whatDecides(reference, worst)}.`;
}

function whatDecides({ kind }: Comparison["reference"], worst: Finding | undefined): string {
  if (worst?.threshold === mustWork) return "fix what failed, or run it again";
  if (kind === "record") return sideBySide;
  if (kind === "stored") return "store more runs, or measure the base commit in the same run (`compare-ref`)";
  return "give it more time (`time-budget`, with `rounds: auto`) or a quieter machine";
}

const sideBySide = "measure both commits in one run, with `--compare-ref`";

/** Whether all that got worse are figures that differ between two runs of the same code. */
function mayBeTheMachine({ kind }: Comparison["reference"], findings: readonly Finding[]): boolean {
  return (
    kind === "record" && findings.every(({ state, metric: id }) => state === "regressed" && metric(id).kind !== "exact")
  );
}

/** What to do where the change is intended. No baseline helps against a budget. */
function wayOut(findings: readonly Finding[]): string {
  const onlyBudgets = findings.every(({ state }) => state === "over-budget");
  if (onlyBudgets) return "if it has to be so, raise the budget";
  return "if the change is intended, raise the threshold or, on a pull request, accept it with the label `mcp-bench:accept`";
}

function errored([worst, ...rest]: Finding[]): string {
  if (!worst) return "Nothing was measured.";
  const more = rest.length > 0 ? ` (nor ${rest.length === 1 ? "does" : "do"} ${plural(rest.length, "more row")})` : "";
  return `${name(worst.row)} does not work${more}: ${worst.reason}. Fix the server or the benchmark before looking at any timing.`;
}

function exceeded([worst, ...rest]: readonly Finding[]): string {
  if (!worst) return "Nothing";
  const more = rest.length === 1 ? ", and 1 more result fails" : `, and ${plural(rest.length, "more result")} fail`;
  return rest.length > 0 ? `${excess(worst)}${more}` : excess(worst);
}

function excess(one: Finding): string {
  const { base = 0, head = 0, change, threshold } = one;
  if (one.state === "over-budget") return `${place(one)} is over its budget: ${one.reason}`;
  const direction = (change?.estimate ?? head - base) > 0 ? "rose" : "fell";
  const { unit, compared } = metric(one.metric);
  const by = change && unit !== "ratio" && compared !== "rise" ? ` by ${percent(Math.abs(change.estimate))}` : "";
  const values = `${formatValue(one.metric, base)} to ${formatValue(one.metric, head)}`;
  return `${place(one)} ${direction}${by} (${values}, fails at ${withMinus(threshold.text)})`;
}

function noBaseline({ reference, quick }: Comparison, findings: Finding[]): string {
  if (reference.kind === "none" && reference.unasked)
    return `Measured${quick ? " by a quick run" : ""}, and compared with nothing: ${reference.reason}.`;
  if (reference.kind === "none") return `No baseline yet, so nothing was compared: ${reference.reason}.`;
  const [worst, ...rest] = findings;
  const have = rest.length > 0 ? ` and ${plural(rest.length, "more result")} have` : " has";
  const rows = worst ? `${name(worst.row)}${have} no baseline yet: ${worst.reason}` : "Nothing has a baseline yet";
  return reference.kind === "record"
    ? `${rows}. What both records have did not get worse.`
    : `${rows}. A run on the default branch with \`update-baseline\` stores one.`;
}

function notComparable([worst, ...rest]: Finding[]): string {
  if (!worst) return "Nothing can be compared.";
  const more = rest.length > 0 ? ` and ${plural(rest.length, "more result")}` : "";
  return `${place(worst)}${more} cannot be compared: ${worst.reason}.`;
}

function passed({ findings }: Comparison, improved: readonly Finding[]): string {
  const [best] = improved;
  const checks = findings.filter((finding) => finding.threshold.level === "fail").length;
  const faster = best?.change
    ? ` ${andMore(improved, (one) => `${place(one)} improved by ${percent(Math.abs(one.change?.estimate ?? 0))}`)}.`
    : "";
  return checks === 0
    ? `Measured, but no threshold applies, so nothing could fail.${faster}`
    : `No regression: ${plural(checks, "check")} passed. Nothing to do.${faster}`;
}

function andMore(findings: readonly Finding[], describe: (finding: Finding) => string): string {
  const [worst, ...rest] = findings;
  if (!worst) return "Nothing";
  return rest.length > 0 ? `${describe(worst)}, and ${plural(rest.length, "more result")}` : describe(worst);
}

function place({ row, metric: id, against }: Finding): string {
  if (against !== undefined) return `${metric(id).label} of ${row} against ${against}`;
  return isServerRow(row) ? `The server's ${metric(id).label}${onVariant(row)}` : `${metric(id).label} of ${row}`;
}

function name(row: string): string {
  return isServerRow(row) ? `The server${onVariant(row)}` : row;
}

function onVariant(row: string): string {
  const variant = serverVariant(row);
  return variant === undefined ? "" : ` on ${variant}`;
}
