/** A loader that lets every function of src/ that has a name report its calls. Imported before what it is to follow. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

/** One call of a function. */
export interface Call {
  /** Its file below src/, and the function. */
  readonly name: string;
  /** False of a function within another one, which is a part of it. */
  readonly isOwn: boolean;
  readonly caller: string | undefined;
  /** Texts of all figures within its arguments, and within what it returns. */
  readonly given: string;
  result: string;
}

export const calls: Call[] = [];

const src = path.resolve(import.meta.dirname, "../../src");
const callers: string[] = [];

Object.assign(globalThis, {
  walkThrough: (name: string, isOwn: boolean, given: Iterable<unknown>, run: () => unknown) => {
    const call: Call = { name, isOwn, caller: callers.at(-1), given: figuresIn([...given]), result: "" };
    calls.push(call);
    callers.push(name);
    try {
      const result = run();
      call.result = figuresIn(result);
      return result;
    } finally {
      callers.pop();
    }
  },
});

/** Each object counts once. Functions, and what getters would compute, are not looked into. */
function figuresIn(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return String(value);
  if (seen.has(value)) return "";
  seen.add(value);
  const held = Object.values(Object.getOwnPropertyDescriptors(value)).map((property) => property.value);
  const parts = value instanceof Map || value instanceof Set ? [...value] : held;
  return parts.map((part) => figuresIn(part, seen)).join();
}

registerHooks({
  load(url, context, next) {
    const file = url.startsWith("file:") ? fileURLToPath(url) : "";
    if (!file.startsWith(src)) return next(url, context);
    return { format: "module-typescript", shortCircuit: true, source: instrumented(file) };
  },
});

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The source with a report at the beginning of each function but those that wait or yield. */
function instrumented(file: string): string {
  const source = readFileSync(file, "utf8");
  const inserted: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: Node, isOwn: boolean): void => {
    const isFunction = node.type.includes("Function");
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, isOwn && !isFunction);
    const [key, made] = [node.key ?? node.id, [node.value, node.init, node].find(isFunctionNode)];
    if (!isNode(key) || !isNode(made) || !isNode(made.body) || made.async || made.generator) return;
    if (node.kind === "constructor" || node.computed) return;
    const about = `${JSON.stringify(`${path.relative(src, file)} ${source.slice(key.start, key.end)}`)}, ${isOwn}`;
    if (made.type.startsWith("Arrow"))
      inserted.push(
        { at: made.start, text: `((made) => (...given) => walkThrough(${about}, given, () => made(...given)))(` },
        { at: made.end, text: ")" },
      );
    else
      inserted.push(
        { at: made.body.start + 1, text: `return walkThrough(${about}, arguments, () => {` },
        { at: made.body.end - 1, text: "});" },
      );
  };
  const program: unknown = parseAst(source, { lang: "ts" });
  if (isNode(program)) visit(program, true);
  return inserted
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, text }) => all.slice(0, at) + text + all.slice(at), source);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function isFunctionNode(value: unknown): value is Node {
  return isNode(value) && value.type.includes("Function");
}
