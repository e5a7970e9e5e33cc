import { isMap, type Json, ownValue } from "../../base/json.ts";
import { mapTexts } from "../../model/template.ts";

export type Scalar = string | number | boolean;

/** A benchmark as the file has it, before its fields are checked. */
export type RawBenchmark = Readonly<Record<string, unknown>>;

interface Structure {
  readonly matrix?: Readonly<Record<string, readonly Scalar[]>> | undefined;
  readonly cases?: readonly RawBenchmark[] | undefined;
  /** Names of variants, or names with what is different for each. */
  readonly variants?: readonly string[] | Readonly<Record<string, RawBenchmark>> | undefined;
}

/** One combination of matrix values, case and variant: a benchmark in which nothing varies any more but its load's own sweep. */
export interface RawCell {
  readonly values: Readonly<Record<string, Scalar>>;
  /** Absent: the same for every variant. */
  readonly variant: string | undefined;
  readonly raw: RawBenchmark;
  /** Maps a path in `raw` to its place in the benchmark as it was written. */
  readonly place: (path: readonly PropertyKey[]) => PropertyKey[];
}

/** Counts the rows that a benchmark would have by its matrix and cases, without making them. */
export function cellCount({ matrix = {}, cases = [] }: Structure): number {
  const combinations = Object.values(matrix).reduce((product, values) => product * values.length, 1);
  return combinations * Math.max(1, cases.length);
}

/** Multiplies a benchmark out: matrix, then cases, then the variants that differ. `{{n}}` is filled in every field. */
export function expandCells(benchmark: RawBenchmark, structure: Structure): RawCell[] {
  const { matrix: _matrix, cases: _cases, variants: _variants, ...common } = benchmark;
  const cases = structure.cases?.length ? structure.cases : [{}];
  return combinations(structure.matrix ?? {}).flatMap((values) =>
    cases.flatMap((ownCase, index) =>
      variantsOf(common, structure).map(({ name, own, tool }): RawCell => {
        const raw = mapTexts({ ...common, ...ownCase, ...tool, ...own } as Json, (text) => fillText(text, values));
        const place = ([key = "", ...rest]: readonly PropertyKey[]): PropertyKey[] => {
          if (name !== undefined && Object.hasOwn(own, key)) return ["variants", name, key, ...rest];
          if (name !== undefined && Object.hasOwn(tool, key)) return [key, name, ...rest];
          return Object.hasOwn(ownCase, key) ? ["cases", index, key, ...rest] : [key, ...rest];
        };
        return {
          values,
          variant: name,
          raw: raw as RawBenchmark,
          place: (path) => (path.length === 0 ? [] : place(path)),
        };
      }),
    ),
  );
}

interface Overridden {
  readonly name?: string;
  /** Fields that differ for the variant, and the tool that the map of tools names for it. */
  readonly own: RawBenchmark;
  readonly tool: { readonly tool?: unknown };
}

/** Returns the overrides of each variant with its name; a single nameless entry without variants. */
function variantsOf(common: RawBenchmark, { variants }: Structure): Overridden[] {
  const tools = isMap(common.tool) ? common.tool : undefined;
  const own = Array.isArray(variants) || variants === undefined ? {} : (variants as Record<string, RawBenchmark>);
  const names = variantNames(common, { variants });
  if (!names || (!tools && Object.keys(own).length === 0)) return [{ own: {}, tool: {} }];
  return names.map((name) => ({
    name,
    own: ownValue(own, name) ?? {},
    tool: tools ? { tool: ownValue(tools, name) } : {},
  }));
}

/** The variants a benchmark runs on; undefined for all of them. */
export function variantNames(benchmark: RawBenchmark, { variants }: Structure): readonly string[] | undefined {
  if (variants !== undefined) return Array.isArray(variants) ? variants : Object.keys(variants);
  return isMap(benchmark.tool) ? Object.keys(benchmark.tool) : undefined;
}

function combinations(matrix: Readonly<Record<string, readonly Scalar[]>>): Record<string, Scalar>[] {
  return Object.entries(matrix).reduce<Record<string, Scalar>[]>(
    (cells, [name, values]) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}

/** Puts the values of a cell wherever `{{name}}` stands; a string that is nothing else becomes the value itself. */
function fillText(text: string, values: Readonly<Record<string, Scalar>>): Scalar {
  const whole = /^\{\{\s*(\w+)\s*\}\}$/.exec(text)?.[1];
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole] ?? text;
  return text.replace(/\\?\{\{\s*(\w+)\s*\}\}/g, (match, name: string) =>
    match.startsWith("\\") || !Object.hasOwn(values, name) ? match : String(values[name]),
  );
}
