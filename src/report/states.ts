import type { FindingState } from "../decide/verdict.ts";
import type { Status } from "../record/status.ts";

/** A sign that reads at a glance and a few words beside it. */
export interface Sign {
  readonly icon: string;
  readonly words: string;
}

/** Class of the style sheet, and colour of the terminal. */
export type Tone = "good" | "unsure" | "bad";

interface OfResult {
  readonly tone: Tone;
  readonly result: Sign;
}

interface OfRun {
  readonly tone: Tone;
  readonly run: Sign;
}

const sign = (icon: string, words: string): Sign => ({ icon, words });

/** Appearance of the state of a result and the status of a run, in every medium. Worst first. */
export const states: Readonly<Record<FindingState, OfResult> & Record<Status, OfRun>> = {
  errored: { tone: "bad", result: sign("💥", "errors"), run: sign("💥", "server or benchmark failed") },
  regressed: { tone: "bad", result: sign("❌", "regressed"), run: sign("❌", "regression") },
  "over-budget": { tone: "bad", result: sign("❌", "over budget"), run: sign("❌", "over budget") },
  inconclusive: {
    tone: "unsure",
    result: sign("❔", "inconclusive"),
    run: sign("⚠️", "inconclusive"),
  },
  "not-comparable": {
    tone: "unsure",
    result: sign("➖", "not comparable"),
    run: sign("⚠️", "no comparable baseline"),
  },
  "no-baseline": {
    tone: "unsure",
    result: sign("➖", "no baseline"),
    run: sign("⚠️", "no baseline yet"),
  },
  improved: { tone: "good", result: sign("🟢", "improved") },
  pass: { tone: "good", result: sign("✅", "pass"), run: sign("✅", "no regression found") },
};

/** A result beyond a threshold that only warns. */
export const warning: Sign & { readonly tone: Tone } = { icon: "⚠️", words: "warning", tone: "unsure" };

const order = Object.keys(states);

export function rankOf(state: FindingState): number {
  return order.indexOf(state);
}

/** Signs of single results by tone, for a medium that colours what is already text. */
export function iconsOf(tone: Tone): string[] {
  const signs = [...Object.values(states).map((one) => ({ ...one.result, tone: one.tone })), warning];
  return [...new Set(signs.filter((sign) => sign.tone === tone).map(({ icon }) => icon))];
}
