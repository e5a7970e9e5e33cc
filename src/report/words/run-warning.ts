import { someOf } from "../../base/some-of.ts";
import { duration } from "../../metrics/format.ts";
import type { LeakGap, RecordWarning } from "../../record/warning.ts";

/** Says what a run warns of. May hold untrusted words. */
export function runWarningText(warning: RecordWarning): string {
  if (warning.code === "other") return warning.text;
  const gaps = warning.gaps.map(({ rows, why }) => `${someOf(rows)} (${gapText(why)})`);
  return `no leak check of ${gaps.join("; ")}`;
}

function gapText(why: LeakGap): string {
  switch (why.code) {
    case "late":
      return "later calls take several times as long as the timed ones; raise `defaults.leak_check`";
    case "no-time":
      return "no time for its calls; raise the time budget";
    case "slow":
      return `too slow for ${why.calls} calls in its share of ${duration(why.ms)}; raise \`defaults.leak_check\``;
    case "called-once":
      return "too slow to be called more than once";
    case "own-launches":
      return "its launches serve no other row";
    case "not-repeatable":
      return "only closed loops in one session are checked, without `steps`, `updates` and set-up";
    case "not-read-only":
      return "not marked read-only; to check it anyway, set `defaults: { leak_check: 3s }`";
    case "fails":
      return `its calls fail on ${why.arms.join(" and ")} alone`;
    case "not-taken":
      return `${why.arm} failed the calls of the leak check: ${why.text}`;
  }
}
