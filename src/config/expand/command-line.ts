import { parse } from "shell-quote";
import { ConfigError } from "../../errors.ts";

/** Stands for the folder of whichever commit a server is launched from. */
export const checkout = "${CHECKOUT}";

/** Variables that each launch fills into its arguments. */
const ofALaunch = ["CHECKOUT", "PORT"];

/** A text of a launch in which the absolute path of a checkout stands for whichever commit is launched. */
export function inEachCheckout(text: string, directory: string): string {
  const path = directory.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\w.-])${path}(?![\\w.-])`, "g"), () => checkout);
}

/** Splits a command line into words by the quoting rules of a shell, without running one and without expanding anything. */
export function splitCommandLine(line: string, where: string): { command: string; args: string[] } {
  // The parser drops a quote that is never closed, and the server would get other arguments than were meant.
  const open = /['"]/.exec(line.replace(quoted, ""))?.[0];
  if (open !== undefined)
    throw new ConfigError(`the command line opens a quote with ${open} and never closes it`, {
      where,
      expected: 'quotes in pairs, such as `node dist/server.js "two words"`',
      fix: `close it, or write \\${open} for the character itself`,
    });
  if (line.includes("\0"))
    throw new ConfigError("the command line contains a NUL character, which cannot be passed to a program", { where });
  const words = wordsOf(line, where);
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
  const variable = /^[A-Za-z_]\w*(?==)/.exec(command)?.[0];
  if (variable !== undefined)
    throw new ConfigError(`the command line begins with the variable ${variable}, and no shell sets it`, {
      where,
      fix: `set it in the configuration: \`server: { command: …, args: […], env: { ${variable}: … } }\``,
    });
  return { command, args };
}

function wordsOf(line: string, where: string): ReturnType<typeof parse> {
  try {
    return parse(line, (name) => (ofALaunch.includes(name) || name.startsWith("PORT_") ? `\${${name}}` : `$${name}`));
  } catch (cause) {
    throw new ConfigError("the command line has a `${` that names nothing, or without its `}`", {
      where,
      expected: "`${PORT}` or `${CHECKOUT}`",
      fix: "close it, or put the word between '…' for the characters themselves",
      cause,
    });
  }
}

/** Escapes and quoted parts: what is left of a command line without them holds no quote. */
const quoted = /\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs;
