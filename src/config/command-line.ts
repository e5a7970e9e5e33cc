import { parse } from "shell-quote";
import { ConfigError } from "../errors.ts";

const closedQuotes = /\\.|"(?:\\.|[^"\\])*"|'[^']*'/gs;

/** Splits a command line into words by the quoting rules of a shell, without running one and without expanding anything. */
export function splitCommandLine(line: string, where: string): { command: string; args: string[] } {
  if (/["']/.test(line.replaceAll(closedQuotes, "")))
    throw new ConfigError("the command line has a quote that is not closed", {
      where,
      fix: "close it, or escape it as \\' or \\\"",
    });
  const words = parse(line, (name) => `$${name}`);
  const strange = words.find((word) => typeof word !== "string");
  if (strange !== undefined) {
    const found =
      typeof strange === "object" && "op" in strange
        ? `the shell operator ${JSON.stringify("pattern" in strange ? strange.pattern : strange.op)}`
        : "a comment";
    throw new ConfigError(`the command line has ${found}, and no shell runs it`, {
      where,
      expected: "one program and its arguments, such as `node dist/server.js`",
      fix: "put the pipeline into a script and name the script, or write `sh -c '…'`",
    });
  }
  const [command, ...args] = words.filter((word) => typeof word === "string");
  if (!command)
    throw new ConfigError("the command line is empty", {
      where,
      expected: "one program and its arguments, such as `node dist/server.js`",
    });
  return { command, args };
}
