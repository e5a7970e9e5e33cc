/** One change of one constant. */
export interface Mutation {
  readonly file: string;
  readonly name: string;
  readonly factor: number;
}

/** Returns the source with the constant changed. Throws where it is not declared as a number at the top of the file. */
export function mutated(source: string, { file, name, factor }: Mutation): string {
  const { whole, text, value } = declarationOf(source, { file, name });
  return source.replace(whole, whole.replace(text, text.replace(value, times(value.trim(), factor))));
}

/** Returns whether a file declares a constant at its top. */
export function declares(source: string, name: string): boolean {
  return new RegExp(`^(?:export )?const ${name.split(".")[0]}\\b`, "m").test(source);
}

/** Returns the number, or the fraction, that a constant is declared as. Throws as `mutated`. */
export function declaredNumber(source: string, constant: Pick<Mutation, "file" | "name">): number {
  const [above = "", below = "1"] = declarationOf(source, constant).value.replaceAll("_", "").split("/");
  const value = Number(above) / Number(below);
  if (Number.isNaN(value)) throw new Error(`${constant.file} declares \`${constant.name}\` by an expression`);
  return value;
}

/** Finds the statement that declares a constant, and in it the text and the value of the constant or its field. */
function declarationOf(
  source: string,
  { file, name }: Pick<Mutation, "file" | "name">,
): { readonly whole: string; readonly text: string; readonly value: string } {
  const [variable, field] = name.split(".");
  const declared = new RegExp(`^(?:export )?const ${variable}(?:: [^=]+)? = ([^;]+);`, "m").exec(source);
  const whole = declared?.[0];
  const within = field === undefined ? undefined : new RegExp(`\\b${field}: ([^,}]+)`).exec(declared?.[1] ?? "");
  const [text, value] = field === undefined ? [whole, declared?.[1]] : [within?.[0], within?.[1]];
  if (whole === undefined || text === undefined || value === undefined)
    throw new Error(`${file} does not declare \`${name}\``);
  return { whole, text, value };
}

/** A small whole number, such as a number of rounds, changes by one at least and stays whole. */
function times(value: string, factor: number): string {
  if (!/^\d{1,2}$/.test(value)) return `(${value.replace(/ as const$/, "")}) * ${factor}`;
  const step = Math.max(1, Math.round(Number(value) * Math.abs(factor - 1)));
  return String(Number(value) + (factor > 1 ? step : -step));
}
