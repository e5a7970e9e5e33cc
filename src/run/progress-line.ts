import { systemClock } from "../base/host/clock.ts";
import type { Progress, ProgressEvent } from "../measure/progress.ts";
import { duration, plural } from "../metrics/format.ts";
import { passedOverTexts, sourceText } from "../record/server-source.ts";
import { coverageText } from "../report/news/coverage.ts";
import { plainText } from "../report/text.ts";
import { runWarningText } from "../report/words/run-warning.ts";
import { stopText } from "../report/words/stop.ts";

/** One line for a log per event worth one; undefined for the others. Holds untrusted names: escape it for its medium. */
export function progressLine(event: ProgressEvent): string | undefined {
  switch (event.kind) {
    case "source":
      return [
        `measures ${event.command}, named by ${sourceText(event.source)}`,
        ...passedOverTexts(event.source).map((text) => `passed over: ${text}`),
      ].join("; ");
    case "stage":
      return event.durationMs === undefined
        ? `${event.name} …`
        : `${event.name} took ${(event.durationMs / 1000).toFixed(1)} s`;
    case "probe":
      return `${`${event.server.name} ${event.server.version}`.trim()} (protocol ${event.server.protocol}): ${plural(event.rows, "row")} to measure${event.skipped ? `, ${event.skipped} skipped` : ""}${event.coverage ? `. ${plainText(coverageText(event.coverage))}` : ""}`;
    case "row":
      // No arm measured it: the launch's own warning says why.
      if (event.arms.length === 0) return undefined;
      return `  ${event.row}: ${event.arms.map((arm) => `${arm.arm} ${arm.medianMs === undefined ? "no ok reply" : `p50 ${duration(arm.medianMs)}`}${arm.ok < arm.attempted ? `, ${arm.attempted - arm.ok} of ${arm.attempted} failed` : ""}`).join(" · ")}`;
    case "round-end":
      return `round ${event.round + 1} took ${(event.durationMs / 1000).toFixed(1)} s${event.suspect === undefined ? "" : `: called only ${event.suspect}, a suspected leak`}`;
    case "decided":
      return `decided after ${plural(event.round + 1, "round")}, no longer measured: ${event.rows.join(", ")} (${event.open === 0 ? "only memory or the server" : plural(event.open, "row")} undecided)`;
    case "stop":
      return `stopped: ${stopText([event.stop])}`;
    case "warning":
      return `warning: ${runWarningText(event.warning)}`;
  }
}

/** Says when work that may take minutes begins, and how long it took; nothing more where it fails. */
export async function stage<T>(name: string, progress: Progress, work: () => Promise<T>): Promise<T> {
  const from = systemClock.now();
  progress({ kind: "stage", name });
  const result = await work();
  progress({ kind: "stage", name, durationMs: systemClock.now() - from });
  return result;
}
