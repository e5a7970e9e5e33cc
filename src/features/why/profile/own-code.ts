import type { MadeProfile, ProfileFrame } from "../../../record/profile.ts";

/** Files of runtimes, of standard libraries and of installed packages, as `placeName` gives them. */
const library =
  /^(?:node:|<frozen |go\/src\/|std\/|python\d[\d.]*\/)|(?:^|\/)(?:node_modules|site-packages|dist-packages|pkg\/mod)\/|^(?:lib[^/]*\.(?:so|dylib)|ld-[^/]*\.so|dyld|\[)/;

/** Functions that are written where they are used: `(anonymous in search)`, `search.<locals>.<lambda>`, `main.search.func1`. */
const nameless = /^\(anonymous|<(?:lambda|genexpr|(?:list|dict|set)comp)>$|\.func\d+(?:\.\d+)*$/;

/** Recognises code of the runtime itself, which is in no file. */
function isLibrary({ file }: ProfileFrame): boolean {
  return file === undefined || library.test(file);
}

/**
 * The same profile with what libraries and functions without a name take counted for the function of the server that called
 * them: a change of the server shows there, whichever library does the work. What no function of the server has called stays
 * where it is, as does all of a server that is installed like a library itself.
 */
export function inOwnCode(profile: MadeProfile): MadeProfile {
  const owners: number[] = [];
  const sums = profile.nodes.map(([, , ...self]) => self.map(() => 0));
  for (const [place, [frame, parent, ...self]] of profile.nodes.entries()) {
    const above = owners[parent] ?? -1;
    const of = profile.frames[frame] ?? { name: "" };
    const isOwn = !isLibrary(of);
    const counts = isOwn && !(above >= 0 && nameless.test(of.name)) ? place : above;
    owners.push(counts);
    const counted = sums[counts < 0 ? place : counts] ?? [];
    for (const [launch, value] of self.entries()) counted[launch] = (counted[launch] ?? 0) + value;
  }
  return {
    ...profile,
    nodes: profile.nodes.map(([frame, parent], place) => [frame, parent, ...(sums[place] ?? [])]),
  };
}

/** The same profile by what a report tells: packages of a start-up, functions of the server of all else. */
export function asTold(profile: MadeProfile): MadeProfile {
  return profile.kind === "start-up" ? inPackages(profile) : inOwnCode(profile);
}

/** A package of Python, Node.js or Go, or a module of a standard library, by what stands in a file's path. */
const packages =
  /(?:^|\/)((?:site|dist)-packages|node_modules|python\d[\d.]*|go\/src)\/((?:@[^/]+\/)?[^/]+?)(?:\.pyc?|\.[cm]?js)?(?:\/|$)/;

/**
 * The same profile with libraries as a whole: of a start-up it tells which of them is loaded longer. What the runtime does
 * itself, as finding and compiling files, counts for who asked for it.
 */
export function inPackages(profile: MadeProfile): MadeProfile {
  const frames = [...profile.frames];
  const known = new Map<string, number>();
  const libraries = profile.frames.map((frame, place): number => {
    const [, folder, name] = packages.exec(frame.file ?? "") ?? [];
    if (folder === undefined || name === undefined) return isLibrary(frame) ? -1 : place;
    const file = `${folder}/${name}`;
    const id = known.get(file) ?? frames.push({ name, file }) - 1;
    known.set(file, id);
    return id;
  });
  const owners: number[] = [];
  const nodes = profile.nodes.map(([frame, parent, ...self]): MadeProfile["nodes"][number] => {
    const own = libraries[frame] ?? -1;
    const owner = own >= 0 ? own : (owners[parent] ?? -1);
    owners.push(owner);
    return [owner >= 0 ? owner : frame, parent, ...self];
  });
  return { ...profile, frames, nodes };
}
