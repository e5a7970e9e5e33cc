import type { Clock } from "../base/host/clock.ts";
import type { Environment } from "../base/host/environment.ts";
import { plainText } from "../base/untrusted.ts";
import type { ArmProgress, ProgressEvent } from "../measure/progress.ts";
import { duration, plural } from "../metrics/format.ts";
import { terminalSafe, terminalWords, truncated } from "../report/terminal/terminal-text.ts";
import { progressLine } from "../run/progress-line.ts";

/** Stream for progress: standard error, or one that a test gives. */
interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

interface ProgressOptions {
  readonly stream: ProgressStream;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Line by line: also one for each row. */
  readonly rows: boolean;
}

/** Shows the progress of a run; its opener closes it before anything else is printed. */
interface ProgressDisplay extends Disposable {
  show(event: ProgressEvent): void;
}

/** Two lines that change in a terminal, a growing log anywhere else. */
export function openProgress(options: ProgressOptions): ProgressDisplay {
  const { stream, environment } = options;
  return stream.isTTY && environment.TERM !== "dumb" ? new LiveProgress(options) : new LineProgress(options);
}

class LineProgress implements ProgressDisplay {
  readonly #options: ProgressOptions;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  show(event: ProgressEvent): void {
    if (event.kind === "row" && !this.#options.rows) return;
    const line = progressLine(event);
    if (line !== undefined) this.#options.stream.write(`${plainText(line)}\n`);
  }

  [Symbol.dispose](): void {}
}

const longestName = 200;
const eraseLine = "\r\u001b[2K";
const lineUp = "\u001b[1A";

/** Redrawn when something happens and at no other time: a clock that ticks would disturb what is timed. */
class LiveProgress implements ProgressDisplay {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #drawn = 0;
  #round = "starting the server";
  /** Name of the stage that is running beside rows. */
  #stage: string | undefined;
  #open = "";
  #latest = "";

  constructor({ stream, clock }: ProgressOptions) {
    this.#stream = stream;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#draw("");
  }

  show(event: ProgressEvent): void {
    let above = "";
    switch (event.kind) {
      case "round-start":
        this.#round = `round ${event.round + 1} of at most ${event.rounds}${event.suspect === undefined ? "" : `, only of ${terminalSafe(event.suspect, longestName)}, a suspected leak`}`;
        this.#stage = undefined;
        break;
      case "row":
        this.#latest = `${terminalSafe(event.row, longestName)}: ${event.arms.map(armText).join(" · ")}`;
        break;
      case "decided":
        this.#open = ` · ${plural(event.open, "row")} undecided`;
        break;
      case "stage":
        this.#stage = event.durationMs === undefined ? event.name : undefined;
        if (this.#stage === undefined) above = progressLine(event) ?? "";
        break;
      case "round-end":
        break;
      default:
        above = progressLine(event) ?? "";
    }
    this.#draw(above);
  }

  [Symbol.dispose](): void {
    if (this.#drawn > 0) this.#stream.write(this.#erase());
    this.#drawn = 0;
  }

  /** `above`: a line that stays. All in one write, so that nothing flickers. */
  #draw(above: string): void {
    const width = Math.max(20, this.#stream.columns ?? 80) - 1;
    const lines = [`${this.#stage ?? this.#round} · ${elapsed(this.#clock.now() - this.#startedAt)}${this.#open}`];
    if (this.#latest !== "") lines.push(`  ${this.#latest}`);
    const kept = above === "" ? "" : `${plainText(above)}\n`;
    this.#stream.write(
      `${this.#erase()}${kept}${lines.map((line) => truncated(terminalWords(line), width)).join("\n")}`,
    );
    this.#drawn = lines.length;
  }

  #erase(): string {
    return this.#drawn === 0 ? "" : `${eraseLine}${`${lineUp}${eraseLine}`.repeat(this.#drawn - 1)}`;
  }
}

function armText({ arm, medianMs, ok, attempted }: ArmProgress): string {
  const failed = ok < attempted ? ` (${attempted - ok} of ${attempted} failed)` : "";
  return `${terminalSafe(arm, longestName)} ${medianMs === undefined ? "no ok reply" : duration(medianMs)}${failed}`;
}

/** Minutes and seconds. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
