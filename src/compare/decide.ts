import { metric } from "../metrics/metric.ts";
import type { FailOn } from "../plan/options.ts";
import type { Status } from "../record/status.ts";
import { bySeverity, severityOf } from "./severity.ts";
import type { Comparison, Finding, FindingState, Verdict } from "./verdict.ts";

/**
 * The overall answer. Only fail-level findings decide; the first of these that applies names the status:
 *
 * 1. `errored`: a row without one ok reply, a server that fails in half of its launches, beside base in more than base's, or nothing
 *    measured at all. Nothing else can be believed.
 * 2. `regressed` by something a restless runner cannot cause: error rate, CPU burnt while idle (which slows base and
 *    control as well, so that neither ratios nor the control show it), memory, a count or an exact metric.
 * 3. `contaminated`, of records judged by earlier versions: timings decide nothing, neither regressed nor pass.
 * 4. `regressed`, 5. `over-budget`.
 * 6. `inconclusive`, 7. `not-comparable`, 8. `no-baseline`: one open row is enough, since `pass` vouches for all.
 * 9. `pass` (improvements included).
 *
 * The job fails when any finding is of a kind listed in `failOn`, not only the one that names the status. `errored`
 * always fails, except under `never`; a row that is not comparable has no usable baseline and fails with `no-baseline`.
 */
export function decide(comparison: Comparison, { failOn }: { failOn: readonly FailOn[] }): Verdict {
  const status = statusOf(comparison);
  const { trusted } = decisive(comparison);
  const regressed = trusted
    .filter(({ state }) => state === "regressed" || state === "over-budget")
    .toSorted(bySeverity);
  const improved = comparison.findings
    .filter(({ state }) => state === "improved")
    .toSorted((a, b) => severityOf(a) - severityOf(b));
  const failed = !failOn.includes("never") && fails({ comparison, status, trusted, failOn });
  return { status, failed, regressed, improved };
}

/** As much of a comparison as the status needs. */
type Decided = Pick<Comparison, "reference" | "contaminated"> & {
  readonly findings: readonly Pick<Finding, "metric" | "threshold" | "state">[];
};

/** The status of a verdict, see `decide`. */
export function statusOf(comparison: Decided): Status {
  const { contaminated, reference } = comparison;
  const { deciding, trusted } = decisive(comparison);
  const has = (among: Decided["findings"], state: FindingState) => among.some((one) => one.state === state);
  if (has(deciding, "errored")) return "errored";
  if (has(trusted.filter(withstandsContamination), "regressed")) return "regressed";
  if (contaminated !== undefined) return "contaminated";
  const order = ["regressed", "over-budget", "inconclusive", "not-comparable", "no-baseline"] as const;
  const open = order.find((state) => has(deciding, state));
  if (open) return open;
  return deciding.length === 0 && reference.kind === "none" ? "no-baseline" : "pass";
}

/** The findings that decide, and of these the ones that a runner which changed cannot have caused. */
function decisive<One extends Decided["findings"][number]>({
  findings,
  contaminated,
}: Pick<Decided, "contaminated"> & { readonly findings: readonly One[] }) {
  const deciding = findings.filter(({ threshold }) => threshold.level === "fail");
  const trusted = contaminated === undefined ? deciding : deciding.filter(withstandsContamination);
  return { deciding, trusted };
}

interface Found {
  readonly comparison: Comparison;
  readonly status: Status;
  readonly trusted: readonly Finding[];
  readonly failOn: readonly FailOn[];
}

function fails({ comparison, status, trusted, failOn }: Found): boolean {
  if (status === "errored") return true;
  const any = (...states: FindingState[]) => trusted.some((finding) => states.includes(finding.state));
  return failOn.some((reason) => {
    if (reason === "regression") return any("regressed");
    if (reason === "budget") return any("over-budget");
    if (reason === "inconclusive") return any("inconclusive");
    if (reason === "contaminated") return comparison.contaminated !== undefined;
    return reason === "no-baseline" && (any("no-baseline", "not-comparable") || status === "no-baseline");
  });
}

function withstandsContamination({ metric: id, state }: Decided["findings"][number]): boolean {
  return (
    metric(id).isBeyondPace ||
    metric(id).kind === "exact" ||
    ["bytes", "count"].includes(metric(id).unit) ||
    state === "not-comparable" ||
    state === "no-baseline"
  );
}
