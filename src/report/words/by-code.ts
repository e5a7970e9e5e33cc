type Coded = { readonly code: string };
type Of<Union, Code> = Union extends { readonly code: infer Own } ? (Code extends Own ? Union : never) : never;

/** Words for each code of a union: a text, or one made of its figures and of what else it depends on. */
export type WordsByCode<Union extends Coded, About extends unknown[] = []> = {
  readonly [Code in Union["code"]]: string | ((one: Of<Union, Code>, ...about: About) => string);
};

/** Writes a value in the words of its code. */
export function inWords<Union extends Coded, About extends unknown[]>(
  words: WordsByCode<Union, About>,
  one: Union,
  ...about: About
): string {
  const own = words[one.code as Union["code"]] as string | ((one: Union, ...about: About) => string);
  return typeof own === "string" ? own : own(one, ...about);
}
