/** A line that names what went wrong: `TypeError: x is not a function`, `Error [CODE]: …`, `panic: …`. */
const named =
  /^\s*(?:Uncaught |thread .* panicked|(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Fault)\b|[Ee]rror\b|ERROR\b|panic: |fatal: )/;
const frame = /^\s*(?:at |File "|\.\.\. |\^|Node\.js v|throw )/;

/**
 * What a failure of many lines says in one: what happened, and of a stack trace below it the line that names the error.
 * The frames stay in the record.
 */
export function tellingLine(failure: string): string {
  const lines = failure.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const [first = "", ...rest] = lines;
  // A trace of Python ends with the error, others begin with it.
  const isPython = lines.some((line) => /Traceback \(most recent call last\)/.test(line));
  const errors = rest.filter((line) => named.test(line) && !frame.test(line));
  const error = isPython ? errors.at(-1) : errors[0];
  const said = error ?? (named.test(first) ? undefined : rest.find((line) => !frame.test(line)));
  if (said === undefined || first.includes(said.trim())) return first.trim();
  return `${first.trim().replace(/[:;,]$/, "")}: ${said.trim()}`;
}
