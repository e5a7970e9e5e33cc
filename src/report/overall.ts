import type { Finding, Verdict } from "../decide/verdict.ts";
import { statuses } from "../record/status.ts";

/** The verdict on one part of a run, such as one system of several. */
interface PartVerdict {
  readonly name: string;
  readonly verdict: Verdict;
}

/** Parts with the worst status first, those that fail before those that do not; else in their order. */
export function worstPartsFirst<Part extends PartVerdict>(parts: readonly Part[]): Part[] {
  const rank = ({ verdict }: Part) => statuses.indexOf(verdict.status) - (verdict.failed ? statuses.length : 0);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/** Combines the verdicts of several parts: the worst decides, and each finding is named after its part. */
export function overallVerdict(parts: readonly PartVerdict[]): Verdict {
  const ordered = worstPartsFirst(parts);
  const [worst] = ordered;
  if (!worst) throw new RangeError("there is no verdict of no parts");
  const all = (pick: (verdict: Verdict) => readonly Finding[]) =>
    ordered.flatMap(({ name, verdict }) =>
      pick(verdict).map((finding) => ({ ...finding, row: `${name}: ${finding.row}` })),
    );
  return {
    status: worst.verdict.status,
    failed: parts.some(({ verdict }) => verdict.failed),
    regressed: all(({ regressed }) => regressed),
    improved: all(({ improved }) => improved),
  };
}
