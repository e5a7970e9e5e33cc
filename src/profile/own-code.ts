import type { MadeProfile, ProfileFrame } from "../record/profile.ts";

/** Files of runtimes, of standard libraries and of installed packages, as `placeName` gives them. */
const library =
  /^(?:node:|<frozen |go\/src\/|python\d[\d.]*\/)|(?:^|\/)(?:node_modules|site-packages|dist-packages|pkg\/mod)\/|^(?:lib[^/]*\.(?:so|dylib)|ld-[^/]*\.so|dyld|\[)/;

/** What is in no file is code of the runtime itself. */
function isLibrary({ file }: ProfileFrame): boolean {
  return file === undefined || library.test(file);
}

/**
 * The same profile with what libraries take counted for the function of the server that called them: a change of the server shows
 * there, whichever library does the work. What no function of the server has called stays where it is, as does all of a
 * server that is installed like a library itself.
 */
export function inOwnCode(profile: MadeProfile): MadeProfile {
  const owners: number[] = [];
  const sums = profile.nodes.map(([, , ...self]) => self.map(() => 0));
  for (const [place, [frame, parent, ...self]] of profile.nodes.entries()) {
    const above = owners[parent] ?? -1;
    const isOwn = !isLibrary(profile.frames[frame] ?? { name: "" });
    owners.push(isOwn ? place : above);
    const counted = sums[isOwn || above < 0 ? place : above] ?? [];
    for (const [launch, value] of self.entries()) counted[launch] = (counted[launch] ?? 0) + value;
  }
  return {
    ...profile,
    nodes: profile.nodes.map(([frame, parent], place) => [frame, parent, ...(sums[place] ?? [])]),
  };
}
