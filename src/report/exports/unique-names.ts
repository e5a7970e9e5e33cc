import { clean, nameLength } from "../clean.ts";

/** Gives names as other programs take them: short, in one line, and no two alike, which would be one to them. */
export function uniqueNames(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const name = clean(text, nameLength);
    let own = name;
    for (let nth = 2; taken.has(own); nth++) own = `${name} #${nth}`;
    taken.add(own);
    return own;
  };
}
