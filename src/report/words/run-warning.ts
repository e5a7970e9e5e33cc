import { someOf } from "../../base/some-of.ts";
import { duration } from "../../metrics/format.ts";
import type { LeakGap, RecordWarning } from "../../record/warning.ts";
import { inWords, type WordsByCode } from "./by-code.ts";

/** Says what a run warns of. May hold untrusted words. */
export function runWarningText(warning: RecordWarning): string {
  if (warning.code === "other") return warning.text;
  const gaps = warning.gaps.map(({ rows, why }) => `${someOf(rows)} (${inWords(gapWords, why)})`);
  return `no leak check of ${gaps.join("; ")}`;
}

const gapWords: WordsByCode<LeakGap> = {
  late: "later calls take several times as long as the timed ones; raise `defaults.leak_check`",
  "no-time": "no time for its calls; raise the time budget",
  slow: ({ calls, ms }) => `too slow for ${calls} calls in its share of ${duration(ms)}; raise \`defaults.leak_check\``,
  "called-once": "too slow to be called more than once",
  "own-launches": "its launches serve no other row",
  "not-repeatable": "only closed loops in one session are checked, without `steps`, `updates` and set-up",
  "not-read-only": "not marked read-only; to check it anyway, set `defaults: { leak_check: 3s }`",
  fails: ({ arms }) => `its calls fail on ${arms.join(" and ")} alone`,
  "not-taken": ({ arm, text }) => `${arm} failed the calls of the leak check: ${text}`,
};
