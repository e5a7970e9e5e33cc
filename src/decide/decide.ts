import type { FailOn } from "../options/read-option.ts";
import type { Status } from "../record/status.ts";
import type { DecidedRun } from "./decide-run.ts";
import { bySeverity, severityOf } from "./severity.ts";
import type { Finding, FindingState, Verdict } from "./verdict.ts";

/**
 * The overall answer. Only fail-level findings decide; the first of these that applies names the status:
 *
 * 1. `errored`: a fault whatever the thresholds, as `breakdowns` finds them. Nothing else can be believed.
 * 2. `regressed`, 3. `over-budget`.
 * 4. `inconclusive`: one open row is enough, since `pass` stands for all that could be compared.
 * 5. `pass`: something was compared, improvements included.
 * 6. `not-comparable`, 7. `no-baseline`: nothing was compared.
 *
 * The job fails when any finding is of a kind listed in `failOn`, not only the one that names the status. `errored`
 * always fails, except under `never`; a run of which nothing could be compared fails with `no-baseline`.
 */
export function decide(
  { findings, reference }: Pick<DecidedRun, "findings" | "reference">,
  { failOn }: { readonly failOn: readonly FailOn[] },
): Verdict {
  const status = statusOf({ findings, reference });
  const deciding = findings.filter(isDeciding);
  const regressed = deciding
    .filter(({ state }) => state === "regressed" || state === "over-budget")
    .toSorted(bySeverity);
  const improved = findings
    .filter(({ state }) => state === "improved")
    .toSorted((a, b) => severityOf(a) - severityOf(b));
  const isNotCompared = status === "no-baseline" || status === "not-comparable";
  const fails = (reason: FailOn) =>
    reason === "no-baseline" ? isNotCompared : deciding.some(({ state }) => state === failing[reason]);
  const failed = !failOn.includes("never") && (status === "errored" || failOn.some(fails));
  return { status, failed, regressed, improved };
}

type Decided = Pick<DecidedRun, "reference"> & {
  readonly findings: readonly Pick<Finding, "metric" | "threshold" | "state">[];
};

export function statusOf({ findings, reference }: Decided): Status {
  const deciding = findings.filter(isDeciding);
  const is = (state: FindingState) => deciding.some((one) => one.state === state);
  const worst = (["errored", "regressed", "over-budget", "inconclusive"] as const).find(is);
  if (worst) return worst;
  const isCompared = deciding.some(
    ({ state, threshold: { limit } }) => limit.kind !== "absolute" && (state === "pass" || state === "improved"),
  );
  const missing = (["not-comparable", "no-baseline"] as const).find(is);
  if (missing && !isCompared) return missing;
  return deciding.length === 0 && reference.kind === "none" ? "no-baseline" : "pass";
}

function isDeciding({ threshold }: Pick<Finding, "threshold">): boolean {
  return threshold.level === "fail";
}

/** States of findings that fail a job, by what it fails on. */
const failing: Readonly<Partial<Record<FailOn, FindingState>>> = {
  regression: "regressed",
  budget: "over-budget",
  inconclusive: "inconclusive",
};
