import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { ConfigError, messageOf } from "../errors.ts";
import { fieldOf, LineSplitter, longestLine, parseLogLine } from "../measure/logs/log-lines.ts";
import { LogTally } from "../measure/logs/log-tally.ts";
import { renderLogs } from "../report/terminal/logs.ts";
import type { StreamedDescription } from "../stats/streamed-sample.ts";
import { nearest } from "../text/nearest.ts";
import { print } from "./output.ts";

/** More groups than this make no table; the field is an id rather than a kind. */
const mostGroups = 1_000;
/** Names of fields kept to tell of when a field is not found. */
const mostNames = 50;

interface LogsOptions {
  readonly field: readonly string[];
  readonly where?: Readonly<Record<string, string>>;
  readonly groupBy?: string;
  readonly json?: boolean;
}

/** `mcp-bench logs`: figures from a log of JSON lines that is there already. */
export function logsCommand(): Command {
  return new Command("logs")
    .description("Describe numbers in a log of JSON lines, as `server_metrics` does while it measures")
    .argument("<file>", "log with one JSON object per line; - for standard input")
    .requiredOption("--field <name>", "number to describe, dots leading into maps; may be repeated", collect)
    .option("--where <name=value>", "only lines whose field has this value; may be repeated", condition)
    .option("--group-by <name>", "one line of figures per value of this field")
    .option("--json", "print JSON instead of a table")
    .addHelpText(
      "after",
      "\nExample:\n  mcp-bench logs proxy.log --field policy_eval_ms --where event=decision --group-by tool\n",
    )
    .action(logs);
}

async function logs(file: string, options: LogsOptions): Promise<void> {
  const { field: fields, where = {}, groupBy } = options;
  const found = await readLog(file, { fields, where, groupBy });
  checkFound(file, { ...found, fields, where });
  const groups = [...found.groups].map(([group, tally]) => ({
    ...(groupBy === undefined ? {} : { group }),
    lines: tally.lines,
    fields: Object.fromEntries(
      tally
        .describe()
        .flatMap((values, place): [string, StreamedDescription][] => (values ? [[fields[place] ?? "", values]] : [])),
    ),
  }));
  const sorted = groups.toSorted((a, b) => b.lines - a.lines);
  const { lines, matched, unread } = found;
  if (options.json) print(JSON.stringify({ file, lines, matched, unread, groups: sorted }, null, 2));
  else print(renderLogs({ groups: sorted, groupBy, lines, matched, unread }, process.stdout.columns ?? 120));
}

interface Query {
  readonly fields: readonly string[];
  readonly where: Readonly<Record<string, string>>;
  readonly groupBy: string | undefined;
}

interface Found {
  readonly groups: ReadonlyMap<string, LogTally>;
  readonly lines: number;
  readonly matched: number;
  /** Lines that hold no JSON object, or are too long to be looked at. */
  readonly unread: number;
  readonly tooLong: number;
  /** Fields with numbers that were seen. */
  readonly numbers: ReadonlySet<string>;
}

async function readLog(file: string, { fields, where, groupBy }: Query): Promise<Found> {
  const groups = new Map<string, LogTally>();
  const numbers = new Set<string>();
  let [lines, matched, unread] = [0, 0, 0];
  const splitter = new LineSplitter(
    (line) => {
      if (line.trim() === "") return;
      lines++;
      const entry = parseLogLine(line);
      if (!entry) {
        unread++;
        return;
      }
      noteNumbers(entry, numbers);
      const value = groupBy === undefined ? "" : fieldOf(entry, groupBy);
      const group = value === undefined ? "(none)" : typeof value === "object" ? JSON.stringify(value) : String(value);
      const tally = groups.get(group) ?? new LogTally({ fields, where });
      if (!tally.add(entry)) return;
      matched++;
      groups.set(group, tally);
      if (groups.size > mostGroups)
        throw new ConfigError(`${JSON.stringify(groupBy)} has more than ${mostGroups} values`, {
          where: "--group-by",
          fix: "group by a field that names a kind, such as a tool, not by an id",
        });
    },
    { midLine: false },
  );
  try {
    if (file !== "-" && (await stat(file)).isCharacterDevice()) throw new Error("it is a device, which may never end");
    const stream = file === "-" ? process.stdin : createReadStream(file);
    for await (const chunk of stream) splitter.push(chunk as Buffer);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`the log cannot be read: ${messageOf(error)}`, {
      where: file,
      fix: "name a file with one JSON object per line",
    });
  }
  splitter.end();
  const { tooLong } = splitter;
  return { groups, lines: lines + tooLong, matched, unread: unread + tooLong, tooLong, numbers };
}

function noteNumbers(value: object, names: Set<string>, prefix = ""): void {
  for (const [key, item] of Object.entries(value)) {
    if (names.size >= mostNames) return;
    if (typeof item === "number") names.add(prefix + key);
    else if (typeof item === "object" && item !== null && prefix === "") noteNumbers(item, names, `${key}.`);
  }
}

/** Throws ConfigError where nothing was found, and says what is there instead. */
function checkFound(
  file: string,
  { groups, lines, matched, unread, tooLong, numbers, fields, where }: Found & Pick<Query, "fields" | "where">,
): void {
  const long = tooLong > 0 ? `, and ${tooLong} ${tooLong === 1 ? "is" : "are"} longer than ${longestLine} bytes` : "";
  if (lines === unread)
    throw new ConfigError(lines === 0 ? "the log is empty" : `none of ${lines} lines is a JSON object${long}`, {
      where: file,
      expected: 'lines such as {"event": "decision", "policy_eval_ms": 0.4}',
    });
  if (matched === 0)
    throw new ConfigError(`none of ${lines} lines matches --where`, {
      where: file,
      expected: Object.entries(where)
        .map(([name, value]) => `a line with ${name}=${value}`)
        .join(" and "),
    });
  const tallies = [...groups.values()].map((tally) => tally.describe());
  for (const [place, field] of fields.entries()) {
    if (tallies.some((values) => values[place])) continue;
    const hint = nearest(field, [...numbers]);
    throw new ConfigError(`no matching line holds a number in ${JSON.stringify(field)}`, {
      where: file,
      expected: numbers.size > 0 ? `one of ${[...numbers].join(", ")}` : "a field with a number",
      ...(hint === undefined ? {} : { fix: `did you mean --field ${hint}?` }),
    });
  }
}

function collect(text: string, others: readonly string[] = []): string[] {
  return [...others, text];
}

function condition(text: string, others: Readonly<Record<string, string>> = {}): Record<string, string> {
  const equals = text.indexOf("=");
  if (equals < 1) throw new InvalidArgumentError("name=value is needed, such as event=decision");
  return { ...others, [text.slice(0, equals)]: text.slice(equals + 1) };
}
