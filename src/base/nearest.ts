/** The candidate closest to a misspelt name, if one is close enough to be what was meant. */
export function nearest<Name extends string>(name: string, candidates: readonly Name[]): Name | undefined {
  const most = Math.max(2, Math.floor(name.length / 3));
  const close = candidates.filter((candidate) => Math.abs(candidate.length - name.length) <= most);
  const [best] = close
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= most ? best.candidate : abbreviated(name, candidates);
}

/** Shorter is not clearly meant to be anything. */
const shortest = 3;

/** The shortest candidate with the letters of the name in their order, the first and the last of both alike: `args` of `arguments`. */
function abbreviated<Name extends string>(name: string, candidates: readonly Name[]): Name | undefined {
  if (name.length < shortest) return undefined;
  const fitting = candidates.filter((candidate) => {
    if (candidate[0] !== name[0] || candidate.at(-1) !== name.at(-1)) return false;
    let at = 0;
    for (const letter of candidate) if (letter === name[at]) at++;
    return at === name.length;
  });
  return fitting.sort((a, b) => a.length - b.length)[0];
}

/** Levenshtein distance, https://en.wikipedia.org/wiki/Levenshtein_distance (one row kept). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
