import { metric, signOfWorse } from "../metrics/metric.ts";
import type { FailOn } from "../options/read-option.ts";
import type { Status } from "../record/status.ts";
import type { DecidedRun } from "./decide-run.ts";
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
  const failing = findings.filter(isDeciding);
  const states = new Set(failing.map(({ state }) => state));
  const reasons: Readonly<Record<FailOn, boolean>> = {
    regression: states.has("regressed"),
    budget: states.has("over-budget"),
    inconclusive: states.has("inconclusive"),
    "no-baseline": status === "no-baseline" || status === "not-comparable",
    never: false,
  };
  return {
    status,
    failed: !failOn.includes("never") && (status === "errored" || failOn.some((one) => reasons[one])),
    regressed: failing.filter(isBeyond).toSorted(bySeverity),
    improved: findings.filter(({ state }) => state === "improved").toSorted((a, b) => severityOf(a) - severityOf(b)),
  };
}

export function statusOf({
  findings,
  reference,
}: Pick<DecidedRun, "reference"> & { readonly findings: readonly Pick<Finding, "threshold" | "state">[] }): Status {
  const deciding = findings.filter(isDeciding);
  const is = (state: FindingState) => deciding.some((one) => one.state === state);
  const worst = (["errored", "regressed", "over-budget", "inconclusive"] as const).find(is);
  if (worst) return worst;
  const compared = deciding.filter(({ threshold }) => threshold.limit.kind !== "absolute");
  if (compared.some(({ state }) => state === "pass" || state === "improved")) return "pass";
  const isAlone = deciding.length === 0 && reference.kind === "none";
  return (["not-comparable", "no-baseline"] as const).find(is) ?? (isAlone ? "no-baseline" : "pass");
}

function isDeciding({ threshold }: Pick<Finding, "threshold">): boolean {
  return threshold.level === "fail";
}

function isBeyond({ state }: Finding): boolean {
  return state === "regressed" || state === "over-budget";
}

/** Threshold that one of zero counts as: the usual 10 %. */
const usualLimit = 0.1;

/**
 * Sorts findings of one state, worst first: by what breaks users of a server most, then by how far beyond the threshold. Every
 * user pays for what a server takes, in every conversation or at every start: it comes before single calls.
 */
export function bySeverity(a: Finding, b: Finding): number {
  return rank(a) - rank(b) || severityOf(b) - severityOf(a);
}

function rank(finding: Finding): number {
  const { compared, scope } = metric(finding.metric);
  if (!isBeyond(finding)) return 3;
  if (finding.metric === "breaking_changes") return 0;
  if (compared === "counts") return 1;
  return scope === "server" ? 2 : 3;
}

/** Returns how many times its threshold a finding changed for the worse; negative for the better. */
export function severityOf({ change, threshold: { limit }, head = 0, metric: id }: Finding): number {
  const sign = signOfWorse(id);
  if (limit.kind === "absolute") return sign > 0 ? head / limit.value : limit.value / head;
  const allowed = (limit.kind === "relative" ? limit.change : limit.points) || usualLimit;
  return (sign * (change?.estimate ?? 0)) / allowed;
}
