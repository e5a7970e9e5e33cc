import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { field, identifier, scalar } from "../../model/fields.ts";
import { mapTexts } from "../../model/template.ts";

/** More rows than this take longer than anybody waits, and no report can show them. */
export const maximumRows = 1_000;

const maximumCells = 10_000;

const matrixName = identifier.refine((name) => name !== "seq", "`seq` is the number of the call; take another name");

/** Fields that multiply a benchmark into rows. */
export const structureFields = {
  matrix: field(
    "Values that fill {{name}} in any field and in the server's launch: a row for each combination",
    z.record(matrixName, z.array(scalar).min(1, "lists no value")).optional(),
    { n: [10, 1000] },
  ),
  cases: field(
    "Rows one by one: what is different for each",
    z.array(z.record(z.string(), z.unknown())).min(1, "lists no case").optional(),
    [{ concurrency: 5 }, { concurrency: 10, requests: 50 }],
  ),
  variants: field(
    "The variants it runs on, or what is different for each",
    z
      .union([z.array(z.string()).min(1, "lists no variant"), z.record(z.string(), z.record(z.string(), z.unknown()))])
      .optional(),
    ["direct"],
  ),
};

const structure = z.looseObject(structureFields);

type Structure = z.output<z.ZodObject<typeof structureFields>>;

export type Scalar = z.output<typeof scalar>;

/** A benchmark as the file has it, before its fields are checked. */
type RawBenchmark = Readonly<Record<string, unknown>>;

/** Passes a list of benchmarks on, unless it multiplies out to more than can be held: a few lines may name millions. */
export function checkCells(benchmarks: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(benchmarks)) return benchmarks;
  const shapes = benchmarks.map((raw) => structure.safeParse(raw));
  const count = shapes.reduce((sum, { data }) => sum + cellCount(data ?? {}), 0);
  if (count <= maximumCells) return benchmarks;
  const message = `have ${count.toLocaleString("en")} cells in all; expected at most ${maximumCells.toLocaleString("en")}`;
  return fail(context, [{ code: "custom", message, path: [], input: benchmarks }]);
}

/** One benchmark with nothing left to fill in but what changes from call to call. */
interface Cell<Benchmark> {
  readonly values: Readonly<Record<string, Scalar>>;
  /** Absent: holds for every variant. */
  readonly variant: string | undefined;
  readonly benchmark: Benchmark;
}

/** The first cell's fields, for what all cells share, and the cells. */
export type Structured<Benchmark> = Benchmark & {
  readonly cells: readonly Cell<Benchmark>[];
  /** True where the cells are `cases`. */
  readonly isCases: boolean;
  /** Names of the variants it runs on; absent: all. */
  readonly on?: readonly string[];
};

/** Multiplies a written benchmark out and checks every cell; problems are placed where their text stands. */
export function multiply<Schema extends z.ZodType<object>>(
  raw: unknown,
  { schema, context }: { readonly schema: Schema; readonly context: z.core.$RefinementCtx },
): Structured<z.output<Schema>> {
  const shape = structure.safeParse(raw);
  if (!shape.success) return fail(context, shape.error.issues);
  const benchmark = raw as RawBenchmark;
  const { matrix, cases, variants } = shape.data;
  const count = cellCount(shape.data);
  if (count > maximumRows) {
    const key = matrix ? "matrix" : "cases";
    const message = `has ${count.toLocaleString("en")} cells; at most ${maximumRows.toLocaleString("en")} are measured. Write fewer values, or list the rows that matter under \`cases\``;
    return fail(context, [{ code: "custom", message, path: [key], input: benchmark[key] }]);
  }
  const cells: Cell<z.output<Schema>>[] = [];
  const complaints = new Set<string>();
  for (const { values, variant, raw: one, place } of expandCells(benchmark, shape.data)) {
    const result = schema.safeParse(one);
    if (result.success) {
      cells.push({ values, variant, benchmark: result.data });
      continue;
    }
    for (const issue of result.error.issues.flatMap(keyByKey)) {
      const placed = { ...issue, path: pathOf(issue, place) };
      // The message of an unknown key lists all of them.
      const text = JSON.stringify([placed.path, issue.code === "unrecognized_keys" ? issue.keys : placed.message]);
      if (!complaints.has(text)) context.issues.push(placed as z.core.$ZodRawIssue);
      complaints.add(text);
    }
  }
  const [first] = cells;
  if (complaints.size > 0) return z.NEVER;
  const on = variantNames(shape.data);
  if (!first || on?.length === 0)
    return fail(context, [{ code: "custom", message: "names no variant", path: ["variants"], input: variants }]);
  return { ...first.benchmark, cells, isCases: cases !== undefined, ...(on ? { on } : {}) };
}

type Issue = z.core.$ZodIssue;

/** Unknown keys of one map may stand in different places: the benchmark, a case, a variant. */
function keyByKey(issue: Issue): Issue[] {
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

/** Names an unknown key by the path of the map it is in. */
function pathOf(issue: Issue, place: (path: readonly PropertyKey[]) => PropertyKey[]): PropertyKey[] {
  if (issue.code !== "unrecognized_keys" || issue.path.length > 0) return place(issue.path);
  return place(issue.keys).slice(0, -1);
}

function fail(context: z.core.$RefinementCtx, issues: readonly object[]): never {
  for (const issue of issues) context.issues.push(issue as z.core.$ZodRawIssue);
  return z.NEVER;
}

/** Counts the rows that a benchmark would have by its matrix and cases, without making them. */
function cellCount({ matrix = {}, cases = [] }: Structure): number {
  const combinations = Object.values(matrix).reduce((product, values) => product * values.length, 1);
  return combinations * Math.max(1, cases.length);
}

/**
 * Multiplies a benchmark out: matrix, then cases, then the variants that differ. `{{n}}` is filled in every field. `place` maps
 * a path in a cell to its place in the benchmark as it was written.
 */
function expandCells(benchmark: RawBenchmark, structure: Structure) {
  const { matrix: _matrix, cases: _cases, variants: _variants, ...common } = benchmark;
  const cases = structure.cases?.length ? structure.cases : [{}];
  return combinations(structure.matrix ?? {}).flatMap((values) =>
    cases.flatMap((ownCase, index) =>
      variantsOf(structure).map(({ name, own }) => {
        const raw = mapTexts({ ...common, ...ownCase, ...own } as Json, (text) => fillText(text, values));
        const place = ([key, ...rest]: readonly PropertyKey[]): PropertyKey[] => {
          if (key === undefined) return [];
          if (name !== undefined && Object.hasOwn(own, key)) return ["variants", name, key, ...rest];
          return Object.hasOwn(ownCase, key) ? ["cases", index, key, ...rest] : [key, ...rest];
        };
        return { values, variant: name, raw: raw as RawBenchmark, place };
      }),
    ),
  );
}

/** Returns each variant's own fields by its name; a single nameless entry where no variant has any. */
function variantsOf({ variants = [] }: Structure): { name?: string; own: RawBenchmark }[] {
  if (Array.isArray(variants)) return [{ own: {} }];
  return Object.entries(variants).map(([name, own]) => ({ name, own }));
}

/** The variants a benchmark runs on; undefined for all of them. */
function variantNames({ variants }: Structure): readonly string[] | undefined {
  return Array.isArray(variants) ? variants : variants && Object.keys(variants);
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
