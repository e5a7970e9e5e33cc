import type { Text } from "../../../report/text.ts";
import type { ProfiledFunction } from "../profile/functions.ts";

/** Such as `src/search.ts:41`. */
export function placeOf({ file, line }: ProfiledFunction): string | undefined {
  if (file === undefined) return undefined;
  return line === undefined ? file : `${file}:${line}`;
}

/** Returns what to look for: its name, or its place where it has no name. */
export function calledText(of: ProfiledFunction): string {
  return of.name === "(anonymous)" ? (placeOf(of) ?? of.name) : of.name;
}

/** Such as `tokenize` (`src/search.ts:41`). */
export function functionText(of: ProfiledFunction): Text {
  const place = placeOf(of);
  const called = calledText(of);
  if (place === undefined || called === place) return [{ name: called }];
  // Such as `(module)`, which stands in parentheses itself.
  return of.name.startsWith("(")
    ? [{ name: of.name }, " of ", { name: place }]
    : [{ name: of.name }, " (", { name: place }, ")"];
}
