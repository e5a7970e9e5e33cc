import type { z } from "zod";
import type { Json } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { pathText } from "../base/refusal.ts";
import { quoted } from "../base/untrusted.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One thing wrong with a document: where in it, and a sentence. */
export interface Problem {
  readonly path: Path;
  /** True when the problem is the key itself, not its value. */
  readonly atKey: boolean;
  readonly message: string;
  /** A value that is not what the schema asks for; of several such complaints about one value, one is reported. */
  readonly isMismatch?: boolean;
  /** The key that an unknown one was probably meant to be: that it is missing need not be told as well. */
  readonly meant?: string;
}

/** Turns a schema's issues into sentences for people. `keysAt` lists the keys that are allowed at a path. */
export function problems(
  issues: readonly Issue[],
  document: unknown,
  keysAt: (path: Path) => readonly string[],
): Problem[] {
  const all = issues.flatMap((issue) => explain(issue, [], { document, keysAt }));
  const meant = new Set(all.flatMap(({ meant: key, path }) => (key ? [pathText([...path.slice(0, -1), key])] : [])));
  return withoutRepeats(all).filter(
    ({ path, atKey }) => atKey || valueAt(document, path) !== undefined || !meant.has(pathText(path)),
  );
}

/** The last complaint about a value is the narrowest: whole numbers have a limit of their own before that of a field. */
function withoutRepeats(all: readonly Problem[]): Problem[] {
  const last = new Map(all.filter(({ isMismatch }) => isMismatch).map((problem) => [pathText(problem.path), problem]));
  return all.filter((problem) => !problem.isMismatch || last.get(pathText(problem.path)) === problem);
}

interface Context {
  readonly document: unknown;
  readonly keysAt: (path: Path) => readonly string[];
}

function explain(issue: Issue, prefix: Path, context: Context): Problem[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === "invalid_union") {
    const branch = relevantBranch(issue.errors);
    if (branch) return branch.flatMap((inner) => explain(inner, path, context));
  }
  if (issue.code === "invalid_key") {
    const message = issue.issues[0]?.message ?? issue.message;
    return [{ path, atKey: true, message: `\`${pathText(path)}\`: ${message}` }];
  }
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, path, context));
  const message = sentence(issue, valueAt(context.document, path), path);
  return [{ path, atKey: false, message, isMismatch: issue.code !== "custom" }];
}

/** The branch that was meant: the first one whose complaint is not that the whole value has another type. */
function relevantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find(
    (branch) =>
      !branch.some(
        (issue) => issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value"),
      ),
  );
}

function unknownKey(key: string, path: Path, context: Context): Problem {
  const known = context.keysAt(path);
  const hint = nearest(key, known);
  const isDefault = context.keysAt([...path, "defaults"]).includes(key);
  const elsewhere = isDefault ? "write it under `defaults`" : `known keys: ${known.join(", ")}`;
  const help = hint ? `did you mean "${hint}"?` : elsewhere;
  const problem = { path: [...path, key], atKey: true, message: `unknown key ${quoted(key)}, ${help}` };
  return hint ? { ...problem, meant: hint } : problem;
}

function sentence(issue: Issue, found: unknown, path: Path): string {
  const name = path.length === 0 ? "the document" : `\`${pathText(path)}\``;
  if (found === undefined && issue.code !== "custom")
    return `${name} is missing; expected ${expectation(issue, found)}`;
  const short = issue.code === "too_small" && issue.origin === "array";
  if (issue.code === "custom" || issue.code === "invalid_format" || short) return `${name}: ${issue.message}`;
  return `${name} is ${show(found)}; expected ${expectation(issue, found)}`;
}

function expectation(issue: Issue, found: unknown): string {
  if (issue.code === "invalid_union" && issue.message === "Invalid input") return alternatives(issue.errors, found);
  if (issue.code === "invalid_type" && issue.expected === "number" && typeof found === "number")
    return "a finite number";
  if (issue.code === "invalid_type") return issue.expected === "int" ? "a whole number" : article(issue.expected);
  if (issue.code === "invalid_value")
    return issue.values.length === 1
      ? `${show(issue.values[0])} (${issue.message})`
      : `one of ${issue.values.map(show).join(", ")}`;
  if (issue.code === "too_small") return atLeast(issue, Number(issue.minimum) + (issue.inclusive ? 0 : 1));
  if (issue.code === "too_big" && issue.origin === "string") return `at most ${issue.maximum} characters`;
  if (issue.code === "too_big" && isNumber(issue)) return `a number of at most ${issue.maximum}`;
  return issue.message;
}

function atLeast(issue: { readonly origin: string; readonly message: string }, minimum: number): string {
  if (isNumber(issue)) return `a number of at least ${minimum}`;
  if (issue.origin !== "string") return issue.message;
  return minimum === 1 ? "a text that is not empty" : `at least ${minimum} characters`;
}

function isNumber({ origin }: { readonly origin: string }): boolean {
  return origin === "number" || origin === "int";
}

/** "text, a number, or true or false": what each branch of a union expects of the whole value. */
function alternatives(branches: readonly (readonly Issue[])[], found: unknown): string {
  const expected = branches.flatMap((branch) => branch.slice(0, 1).map((issue) => expectation(issue, found)));
  return new Intl.ListFormat("en", { type: "disjunction" }).format(new Set(expected));
}

function article(type: string): string {
  const names: Record<string, string> = {
    object: "a map",
    record: "a map",
    array: "a list",
    string: "text",
    number: "a number",
    boolean: "true or false",
  };
  return names[type] ?? type;
}

function show(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? quoted(value) : String(value);
}

export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (Object.hasOwn(value ?? {}, key) ? (value as Record<PropertyKey, Json>)[key] : undefined),
    document,
  );
}
