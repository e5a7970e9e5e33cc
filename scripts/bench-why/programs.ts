import { seededRandom } from "../../src/stats/random.ts";

export type Language = "node" | "python" | "go";

/** One kind of work, as text in each language: the body of a function in which `N` is how much of it there is. */
export type Kind = "tokens" | "distance" | "sort" | "escape" | "json" | "sieve" | "tree" | "digest";

export interface ProgramFunction {
  readonly name: string;
  readonly kind: Kind;
  /** Repetitions of the work in it. */
  readonly amount: number;
  /** Functions that it calls once it is done, by name. */
  readonly calls: readonly string[];
  /** Says whether it gives way to others in the middle: `await`, or a goroutine of its own. */
  readonly isAsync: boolean;
  /** Number of repetitions in a hundred that do the work twice: so a plain function becomes slower. */
  readonly twice: number;
}

/** A server with one tool, which calls the first of its functions. */
export interface Program {
  readonly name: string;
  readonly language: Language;
  readonly functions: readonly ProgramFunction[];
  /** The function that head makes slower, and by which part. */
  readonly slowed: string;
  readonly by: number;
}

const kinds: readonly Kind[] = ["tokens", "distance", "sort", "escape", "json", "sieve", "tree", "digest"];
/** About what one repetition takes, in µs. */
const repetitionUs: Readonly<Record<Language, Readonly<Record<Kind, number>>>> = {
  node: { tokens: 6, distance: 7, sort: 8, escape: 36, json: 14, sieve: 4, tree: 2, digest: 15 },
  python: { tokens: 11, distance: 23, sort: 12, escape: 11, json: 10, sieve: 12, tree: 12, digest: 7 },
  go: { tokens: 2, distance: 6, sort: 6, escape: 10, json: 5, sieve: 1.5, tree: 4, digest: 2 },
};

/** Says what the function that is made slower takes, and the least and the most that others do: some functions cannot be half of all. */
const functionUs: Readonly<Record<Language, { readonly slowed: number; readonly others: readonly [number, number] }>> =
  {
    node: { slowed: 600, others: [100, 400] },
    python: { slowed: 1500, others: [250, 1000] },
    go: { slowed: 600, others: [100, 400] },
  };

const verbs = ["load", "rank", "merge", "index", "trim", "score", "group", "scan", "render", "check", "pack", "expand"];
const nouns = ["Entries", "Report", "Words", "Fields", "Pages", "Rows", "Links", "Notes", "Tags", "Units"];

export const languages: readonly Language[] = ["node", "python", "go"];

/** Twenty programs per language out of a seed: functions of different work that call each other, one of which head makes slower. */
export function programs(seed: number): Program[] {
  return languages.flatMap((language) =>
    Array.from({ length: 20 }, (_, place) =>
      program(language, place + 1, seededRandom(seed * 1000 + place * 7 + language.length)),
    ),
  );
}

function program(language: Language, number: number, random: () => number): Program {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: Item[]) => items.splice(below(items.length), 1)[0] as Item;
  const leftKinds = [...kinds];
  const leftVerbs = [...verbs];
  const leftNouns = [...nouns];
  const count = 5 + below(3);
  const slowed = below(count);
  const names = Array.from({ length: count }, () => `${pick(leftVerbs)}${pick(leftNouns)}`);
  // Each but the first is called by one before it: a chain, a fan, or what lies between.
  const callers = names.map((_, place) => (place === 0 ? -1 : below(place)));
  const { slowed: slowedUs, others } = functionUs[language];
  const functions = names.map((name, place): ProgramFunction => {
    const kind = pick(leftKinds);
    const us = place === slowed ? slowedUs : others[0] + random() * (others[1] - others[0]);
    const calls = names.filter((_, other) => callers[other] === place);
    return {
      name,
      kind,
      amount: Math.ceil(us / repetitionUs[language][kind]),
      calls,
      isAsync: random() < 0.4,
      twice: 0,
    };
  });
  return { name: `${language}-${number}`, language, functions, slowed: names[slowed] ?? "", by: 0.2 + below(31) / 100 };
}

/** Functions as head has them. `isPlain`: the function does more each time, and is called as often as before. */
export function slowedFunctions({ functions, slowed, by }: Program, isPlain: boolean): ProgramFunction[] {
  return functions.map((one) => {
    if (one.name !== slowed) return one;
    return isPlain ? { ...one, twice: Math.round(100 * by) } : { ...one, amount: Math.round(one.amount * (1 + by)) };
  });
}
