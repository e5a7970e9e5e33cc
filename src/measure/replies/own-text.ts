import { everyMatch } from "../../base/host/pattern-search.ts";
import { ConfigError } from "../../errors.ts";
import type { Expectation } from "../../model/expectation.ts";
import { isOfCall, renderString, templateParts } from "../../model/template.ts";
import { type CallValues, valuesOf } from "./numbered-calls.ts";

/** Most calls that only captured values or sessions distinguish and that messages can name. */
const mostNamed = 10_000;

/** Most characters of a captured list that are searched for; a longer one makes no expression. */
const longestList = 2 ** 20;

/**
 * A text of `expect` in which values of the call are filled in. A value counts as a whole: `item {{seq}}` of call 1 is not
 * found in `item 12`, but that of call 12 is. So one expression finds what a reply has for any call, and whose it is.
 */
export class OwnText {
  readonly #template: NonNullable<Expectation["text"]>;
  readonly #calls: CallValues;
  readonly #whole: boolean;
  /** Placeholders, in the order of the expression's groups. */
  #names: readonly string[] = [];
  #matches: ((text: string) => Iterable<RegExpExecArray>) | undefined;
  #known: ReadonlyMap<string, number> | undefined;

  /** `whole`: nothing else may stand in the text. */
  constructor(
    template: NonNullable<Expectation["text"]>,
    calls: CallValues,
    { whole = false }: { readonly whole?: boolean } = {},
  ) {
    this.#template = template;
    this.#calls = calls;
    this.#whole = whole;
  }

  /**
   * `own` where the text has what belongs to the call; else the other calls made so far that it has something of, which may
   * be none. Throws ConfigError where a pattern takes too long, or a captured list is too long to be looked for.
   */
  othersIn(text: string, call: number): "own" | readonly number[] {
    this.#matches ??= this.#compile();
    const own = this.#valuesOf(call);
    const others = new Set<number>();
    for (const { groups = {} } of this.#matches(text)) {
      const values = this.#names.map((_, place) => groups[group(place)] ?? "");
      if (isSame(values, own)) return "own";
      const other = this.#callOf(values);
      if (other !== undefined) others.add(other);
    }
    // A match hides those that begin within it: `id {{seq}}.*ok` finds one of call 3 in `id 3, id 4 ok`.
    return this.#holdsOwn(text, call) ? "own" : [...others];
  }

  #holdsOwn(text: string, call: number): boolean {
    const own = this.#valuesOf(call);
    const ignoresCase = typeof this.#template === "object" && this.#template.flags.includes("i");
    if (!ignoresCase && !own.every((value) => text.includes(value))) return false;
    const matches = this.#expression((name, place) => this.#literalOf(name, own[place] ?? ""));
    return matches(text)[Symbol.iterator]().next().done === false;
  }

  /** One value as a whole: no part of a longer number, or of a longer item of its list. */
  #literalOf(name: string, value: string): string {
    if (name !== "identity" && !name.includes("[")) return `(?<!\\d)${literal(value)}(?!\\d)`;
    const longer = this.#textsOf(name).filter((text) => text.length > value.length && text.startsWith(value));
    return longer.length === 0 ? literal(value) : `(?!${longer.map(literal).join("|")})${literal(value)}`;
  }

  #valuesOf(call: number): string[] {
    const values = valuesOf(call, this.#calls.around);
    return this.#names.map((name) => renderString(`{{${name}}}`, values));
  }

  /** One of the calls that were made with these values. */
  #callOf(values: readonly string[]): number | undefined {
    const { made } = this.#calls;
    const numbered = this.#names.indexOf("seq");
    const call = numbered >= 0 ? Number(values[numbered]) : this.#named().get(JSON.stringify(values));
    return call !== undefined && call < made && isSame(values, this.#valuesOf(call)) ? call : undefined;
  }

  /** The first calls by their values, whether or not they are made yet. */
  #named(): ReadonlyMap<string, number> {
    if (this.#known) return this.#known;
    const known = new Map<string, number>();
    for (let call = mostNamed - 1; call >= 0; call--) known.set(JSON.stringify(this.#valuesOf(call)), call);
    this.#known = known;
    return known;
  }

  #compile(): (text: string) => Iterable<RegExpExecArray> {
    const names: string[] = [];
    const matches = this.#expression((name, place) => {
      names.push(name);
      return `(?<${group(place)}>${this.#sourceOf(name)})`;
    });
    this.#names = names;
    return matches;
  }

  /** The template as an expression, in which a placeholder of the call is what `sourceOf` makes of it. */
  #expression(sourceOf: (name: string, place: number) => string): (text: string) => Iterable<RegExpExecArray> {
    const template = this.#template;
    let place = 0;
    const isPattern = typeof template === "object";
    const source = templateParts(isPattern ? template.pattern : template)
      .map((part) => {
        if (typeof part === "string") return isPattern ? part : literal(part);
        if (!isOfCall(part.name)) return literal(renderString(`{{${part.name}}}`, valuesOf(0, this.#calls.around)));
        return sourceOf(part.name, place++);
      })
      .join("");
    if (isPattern) {
      const flags = new Set([...template.flags, "g"]);
      const expression = new RegExp(source, [...flags].filter((flag) => flag !== "y").join(""));
      return everyMatch(expression, { where: "expect.text", what: "a reply" });
    }
    const expression = new RegExp(this.#whole ? `^${source}$` : source, "g");
    return (text) => text.matchAll(expression);
  }

  /** An expression for what a placeholder may stand for in any call. */
  #sourceOf(name: string): string {
    if (name !== "identity" && !name.includes("[")) return "\\d+";
    const list = name.slice(0, name.indexOf("["));
    // Longest first, so that none is taken for the beginning of another.
    const sources = [...new Set(this.#textsOf(name))].sort((a, b) => b.length - a.length).map(literal);
    const source = sources.join("|");
    if (source.length > longestList)
      throw new ConfigError(`the list \`${list}\` is too long to tell replies apart by`, {
        where: "expect",
        expected: `values of at most ${longestList.toLocaleString("en")} characters in all, it has ${source.length.toLocaleString("en")}`,
        fix: "capture fewer values, or shorter ones",
      });
    return source;
  }

  /** Items of the list that a placeholder takes one of. */
  #textsOf(name: string): readonly string[] {
    const { identities = [], captures } = this.#calls.around;
    if (name === "identity") return identities;
    const items = captures.get(name.slice(0, name.indexOf("["))) ?? [];
    return items.map((item) => (typeof item === "string" ? item : JSON.stringify(item)));
  }
}

function group(place: number): string {
  return `own${place}`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((value, place) => value === other[place]);
}
