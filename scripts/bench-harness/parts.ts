import { median } from "../../src/stats/describe.ts";

/** One line of the table: what was reached, against what, and the goal. */
export interface Figure {
  readonly what: string;
  readonly ours: string;
  readonly theirs?: string;
  /** Says what is compared with the goal. */
  readonly value: number;
  readonly unit: "×" | "MB" | "ms";
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
}

/** Says why a part could not run: a contender is missing. */
export interface Skipped {
  readonly skipped: string;
}

export interface Tools {
  /** Built from fixtures/harness; undefined without a C compiler. */
  readonly server: string | undefined;
  readonly client: string | undefined;
  /** Says where files may be written. */
  readonly folder: string;
  /** Says how often contenders take turns; 1 with tiny counts in the smoke test. */
  readonly turns: number;
  /** Divides every number of requests. */
  readonly scale: number;
}

export type Part = (tools: Tools) => Promise<readonly (Figure | Skipped)[]>;

/** Contenders in turns, so that what disturbs the machine disturbs all of them: one list of values per contender. */
export async function alternate<Name extends string>(
  turns: number,
  contenders: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let turn = 0; turn < turns; turn++)
    for (const name of turn % 2 === 0 ? names : names.toReversed()) values[name].push(await contenders[name]());
  return values;
}

/** Median over the turns of one contender's value by another's of the same turn. */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, turn) => value / (theirs[turn] ?? Number.NaN)));
}

/** Values as a line shows them. */
export function listed(values: readonly number[], unit: string, digits = 1): string {
  return `${values.map((value) => value.toFixed(digits)).join(" ")} ${unit}`;
}

export function isMet({ value, goal }: Figure): boolean {
  return "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast;
}
