import { nothing } from "../../metrics/format.ts";
import type { ProfiledFunction } from "../../profile/functions.ts";
import type { Inline, Text } from "../text.ts";

/** Such as `src/search.ts:41`. */
export function placeOf({ file, line }: ProfiledFunction): string | undefined {
  if (file === undefined) return undefined;
  return line === undefined ? file : `${file}:${line}`;
}

export function placeCell(of: ProfiledFunction): Inline {
  const place = placeOf(of);
  return place === undefined ? nothing : { name: place };
}

/** Such as `tokenize` (`src/search.ts:41`). */
export function functionText(of: ProfiledFunction): Text {
  const place = placeOf(of);
  return place === undefined ? [{ name: of.name }] : [{ name: of.name }, " (", { name: place }, ")"];
}
