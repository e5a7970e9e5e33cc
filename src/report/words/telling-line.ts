/** A line that names what went wrong: `TypeError: x is not a function`, `Error [CODE]: …`, `panic: …`. */
const named =
  /^\s*(?:Uncaught |thread .* panicked|(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Fault)\b|[Ee]rror\b|ERROR\b|panic: |fatal: )/;
const frame = /^\s*(?:at |File "|\.\.\. |\^|Node\.js v|throw )/;
/** Heading of a server's output, below it or behind it. */
const outputHeading = /(?:;|\r?\n) *(last output of the (?:server|service):)\s*/;

/** Shortens a failure to one line: the event, and of a stack trace below it the error, or of a server's output the last line. */
export function tellingLine(failure: string): string {
  const [found = "", heading, output = ""] = failure.split(outputHeading);
  const lines = linesOf(`${found}\n${output}`);
  const [first = "", ...rest] = lines;
  // A trace of Python ends with the error, others begin with it.
  const isPython = lines.some((line) => /Traceback \(most recent call last\)/.test(line));
  const errors = rest.filter((line) => named.test(line) && !frame.test(line));
  const error = isPython ? errors.at(-1) : errors[0];
  const last = linesOf(output).findLast((line) => !frame.test(line));
  const said = error ?? last ?? (named.test(first) ? undefined : rest.find((line) => !frame.test(line)));
  if (said === undefined || first.includes(said.trim())) return first.trim();
  const between = error === undefined && last !== undefined ? `; ${heading}` : ":";
  return `${first.trim().replace(/[:;,.]$/, "")}${between} ${said.trim()}`;
}

/** Returns the same without a stop at its end, for the middle of a sentence. */
export function tellingClause(failure: string): { readonly prose: string } {
  return { prose: tellingLine(failure).replace(/\.$/, "") };
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}

/** The most lines of a program's output that a report shows. */
const linesShown = 10;

/** Returns what a program printed below the first line of a failure. */
export function outputBelow(failure: string): string {
  return failure.split("\n").slice(1).slice(-linesShown).join("\n");
}
