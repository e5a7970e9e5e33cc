import { nearest } from "../base/nearest.ts";
import { ConfigError } from "../errors.ts";
import { parseDuration } from "../model/quantity.ts";

/** Options that the action's inputs and the command line share, read from text. Each reader throws ConfigError. */

export const failOnNames = ["regression", "budget", "inconclusive", "no-baseline", "never"] as const;
export type FailOn = (typeof failOnNames)[number];

export const defaultBaselineBranch = "mcp-bench-baseline";

export const defaultFailOn: readonly FailOn[] = ["regression", "budget"];

export const modes = ["bench", "report", "publish", "labels", "all"] as const;
export type Mode = (typeof modes)[number];

export const commentModes = ["always", "on-change", "never"] as const;
export type CommentMode = (typeof commentModes)[number];

/** Refuses an empty text: an unset variable of a shell leaves one. */
export function readText(text: string, where: string): string {
  if (text.trim() !== "") return text;
  throw new ConfigError("it is empty", { where, fix: "give it a value, or leave it out" });
}

export function readChoice<Name extends string>(text: string, names: readonly Name[], where: string): Name {
  const found = names.find((name) => name === text);
  if (found) return found;
  const hint = nearest(text, names);
  throw new ConfigError(`${JSON.stringify(text)} is unknown`, {
    where,
    expected: `one of ${names.join(", ")}`,
    ...(hint ? { fix: `write ${hint}` } : {}),
  });
}

export function readFailOn(text: string, where: string): FailOn[] {
  const listed = readList(text);
  const names = listed.map((name) => readChoice(name, failOnNames, where));
  if (listed.length === 0)
    throw new ConfigError("the list is empty", { where, expected: `some of ${failOnNames.join(", ")}` });
  if (names.includes("never") && listed.length > 1)
    throw new ConfigError("`never` cannot be combined with others", {
      where,
      expected: `\`never\` alone, or a list of ${failOnNames.join(", ")}`,
    });
  return names;
}

/** Items of a comma or line separated list, without blanks. */
export function readList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function readCount(text: string, where: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new ConfigError(`${JSON.stringify(text)} is not a count`, { where, expected: "a whole number from 1" });
}

/** Milliseconds. */
export function readDuration(text: string, where: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new ConfigError(`${JSON.stringify(text)} is not a duration`, {
    where,
    expected: "a number with ms, s, m or h, such as `10m`",
  });
}

export function readBoolean(text: string, where: string): boolean {
  if (text === "true") return true;
  if (text === "false" || text === "") return false;
  throw new ConfigError(`${JSON.stringify(text)} is neither true nor false`, { where, expected: "true or false" });
}
