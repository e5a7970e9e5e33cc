import type { FindingState } from "../decide/verdict.ts";
import type { Status } from "../record/status.ts";

/** A sign that reads at a glance and a few words beside it. */
export interface Sign {
  readonly icon: string;
  readonly words: string;
}

/** Class of the style sheet, and colour of the terminal. */
export type Tone = "good" | "unsure" | "bad";

/** As one result is shown. */
interface OfResult {
  readonly tone: Tone;
  readonly result: Sign;
  readonly junit: "passed" | "failure" | "error" | "skipped";
}

/** As a whole run is shown. */
interface OfRun {
  readonly tone: Tone;
  readonly run: Sign;
  /** Warnings and skipped benchmarks explain it, so they stand in view. */
  readonly explainedByWarnings?: true;
}

/** Appearance of the state of a result and the status of a run, in every medium. Worst first. */
export const states: Readonly<Record<FindingState, OfResult> & Record<Status, OfRun>> = {
  errored: {
    tone: "bad",
    result: { icon: "💥", words: "errors" },
    junit: "error",
    run: { icon: "💥", words: "server or benchmark failed" },
    explainedByWarnings: true,
  },
  regressed: {
    tone: "bad",
    result: { icon: "❌", words: "regressed" },
    junit: "failure",
    run: { icon: "❌", words: "regression" },
  },
  "over-budget": {
    tone: "bad",
    result: { icon: "❌", words: "over budget" },
    junit: "failure",
    run: { icon: "❌", words: "over budget" },
  },
  inconclusive: {
    tone: "unsure",
    result: { icon: "❔", words: "inconclusive" },
    junit: "skipped",
    run: { icon: "⚠️", words: "inconclusive" },
  },
  "not-comparable": {
    tone: "unsure",
    result: { icon: "➖", words: "not comparable" },
    junit: "skipped",
    run: { icon: "⚠️", words: "no comparable baseline" },
    explainedByWarnings: true,
  },
  "no-baseline": {
    tone: "unsure",
    result: { icon: "➖", words: "no baseline" },
    junit: "skipped",
    run: { icon: "⚠️", words: "no baseline yet" },
  },
  improved: { tone: "good", result: { icon: "🟢", words: "improved" }, junit: "passed" },
  pass: {
    tone: "good",
    result: { icon: "✅", words: "pass" },
    junit: "passed",
    run: { icon: "✅", words: "no regression found" },
  },
};

/** A result beyond a threshold that only warns. */
export const warning: Sign & { readonly tone: Tone } = { icon: "⚠️", words: "warning", tone: "unsure" };

const order = Object.keys(states);

/** Ranks a state: the smaller, the worse. */
export function rankOf(state: FindingState): number {
  return order.indexOf(state);
}

/** Signs of single results by tone, for a medium that colours what is already text. */
export function iconsOf(tone: Tone): string[] {
  const signs = [
    ...Object.values(states).flatMap((one) => ("result" in one ? [{ ...one.result, tone: one.tone }] : [])),
    warning,
  ];
  return [...new Set(signs.filter((sign) => sign.tone === tone).map(({ icon }) => icon))];
}
