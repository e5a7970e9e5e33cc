import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Range,
  type Scalar,
  visit,
} from "yaml";
import { shortLine } from "../base/untrusted.ts";
import { ConfigError } from "../errors.ts";
import { maximumBytes } from "./loaded-config.ts";

/** Most values that the longest file can hold without aliases: none takes less than two bytes. */
const mostValues = maximumBytes / 2;

/** A document of YAML or JSON: its plain value, and where in the text everything stands. */
interface YamlText {
  readonly value: unknown;
  readonly document: Document;
  /** `file:line:column` of an offset. */
  readonly place: (offset: number) => string;
  readonly lineOf: (offset: number) => number;
}

/**
 * Reads YAML in no more work than its length promises. `under`: the keys that the text stands under. Throws ConfigError for what
 * no configuration has a use for.
 */
export function readYaml(text: string, file: string, under: readonly string[] = []): YamlText {
  if (Buffer.byteLength(text) > maximumBytes)
    throw new ConfigError("the file is too long", { where: file, expected: `at most ${maximumBytes} bytes` });
  const lines = new LineCounter();
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const place = (offset: number) => `${file}:${lineOf(offset)}:${lines.linePos(offset).col}`;
  // The parser compares each key of a map with all others, and makes bytes and sets of tags that no schema here expects.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false, resolveKnownTags: false, merge: true };
  const document = parseDocument(text, options);
  const [broken] = document.errors;
  // biome-ignore lint/plugin: the parser wrote it
  if (broken && /call stack/.test(broken.message))
    throw new ConfigError("it is nested too deeply", {
      where: place(broken.pos[0]),
      expected: "lists and maps a few levels deep",
    });
  const fix = broken && fixes[broken.code];
  if (broken)
    throw new ConfigError(shortLine(broken.message), {
      where: place(broken.pos[0]),
      expected: "YAML or JSON",
      ...(fix === undefined ? {} : { fix }),
    });
  const tag = document.warnings.find(({ code }) => code === "TAG_RESOLVE_FAILED");
  if (tag)
    throw new ConfigError(shortLine(tag.message), {
      where: place(tag.pos[0]),
      fix: "write the value without a tag; tags of YAML mean nothing here",
    });
  checkKeys(document, place);
  checkMerges(document, place);
  keepNumbers(document, { place, under });
  return { value: plainValue(document, file), document, place, lineOf };
}

/** Fixes for common mistakes in YAML that is otherwise valid. */
const fixes: { readonly [code in ErrorCode]?: string } = {
  BAD_DQ_ESCAPE: "write the text in single quotes, in which a backslash is one, or double the backslash",
  BLOCK_AS_IMPLICIT_KEY: "put a value that holds a colon and a space between quotes",
  TAB_AS_INDENT: "indent with spaces",
};

function checkKeys(document: Document, place: YamlText["place"]): void {
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const where = place((key as { range?: Range | null } | null)?.range?.[0] ?? 0);
        if (!isScalar(key))
          throw new ConfigError("only text can be a key", { where, expected: "a name and a colon, such as `server:`" });
        if (seen.has(key.value)) throw new ConfigError("Map keys must be unique", { where, expected: "YAML or JSON" });
        seen.add(key.value);
      }
    },
  });
}

/** Keeps merging in bounds: the parser does it anew wherever a map is named. */
function checkMerges(document: Document, place: YamlText["place"]): void {
  let merged = 0;
  visit(document, {
    Pair: (_key, { key, value }) => {
      if (!isMerge(key)) return;
      const where = place(key.range?.[0] ?? 0);
      for (const one of isSeq(value) ? value.items : [value]) {
        const source = isAlias(one) ? one.resolve(document) : one;
        const isPlain = isMap(source) && !source.items.some((own) => isMerge(own.key));
        if (!isPlain) throw new ConfigError("`<<` merges something else than a map without `<<`", { where });
        merged += source.items.length;
      }
      if (merged > mostValues)
        throw new ConfigError(`it merges more than ${mostValues} values`, { where, fix: "merge fewer maps" });
    },
  });
}

/** Tests for the key `<<`, which the parser turns into a symbol. */
function isMerge(key: unknown): key is Scalar<symbol> {
  return isScalar(key) && typeof key.value === "symbol";
}

/** Keys whose values a program gets as they are written. */
const asWritten = new Set(["env", "args"]);
/** Keys of what is JSON, whatever it is called: what a server gets or answers, and the values of a matrix. */
const asJson = new Set(["arguments", "params", "expect", "matrix", "content", "where"]);

/** Keeps how numbers are written where a program gets them: 0042 and 1.10 are no other than they look. */
function keepNumbers(
  document: Document,
  { place, under }: Pick<YamlText, "place"> & { readonly under: readonly string[] },
): void {
  visit(document, {
    Scalar: (_key, node, ancestors) => {
      // An alias puts it elsewhere, too.
      if (node.anchor !== undefined || node.source === undefined) return;
      if (typeof node.value !== "number" || !Number.isFinite(node.value)) return;
      const inside = ancestors.flatMap((one) => (isPair(one) && isScalar(one.key) ? [String(one.key.value)] : []));
      const keys = [...under, ...inside];
      if (keys.some((key) => asWritten.has(key)) && !keys.some((key) => asJson.has(key))) node.value = node.source;
      else if (/^[-+]?\d+$/.test(node.source) && !Number.isSafeInteger(node.value))
        throw new ConfigError(`${node.source} has more digits than a number keeps`, {
          where: place(node.range?.[0] ?? 0),
          fix: "put it between quotes",
        });
    },
  });
}

function plainValue(document: Document, file: string): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw new ConfigError((error as Error).message, { where: file, expected: "YAML with fewer aliases" });
  }
  const size = writtenOut(value);
  if (Number.isNaN(size))
    throw new ConfigError("an alias refers to something that contains it", {
      where: file,
      fix: "write out what is meant, without the alias",
    });
  if (size > mostValues)
    throw new ConfigError(`it has ${size} values once its aliases are written out`, {
      where: file,
      expected: `at most ${mostValues}, in YAML with fewer aliases`,
    });
  return value;
}

/** Counts the values that there would be without aliases; NaN where one contains itself. */
function writtenOut(value: unknown, sizes = new Map<object, number>()): number {
  if (typeof value !== "object" || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  sizes.set(value, Number.NaN);
  const size = Object.values(value).reduce<number>((sum, inner) => sum + writtenOut(inner, sizes), 1);
  sizes.set(value, size);
  return size;
}
