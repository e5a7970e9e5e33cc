/** The candidate closest to a misspelt name, if one is close enough to be what was meant. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(name.length / 3));
  const close = candidates.filter((candidate) => Math.abs(candidate.length - name.length) <= most);
  const scored = close.map((candidate) => ({
    candidate,
    distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  scored.sort((a, b) => a.distance - b.distance);
  const best = scored[0];
  return best && best.distance <= most ? best.candidate : undefined;
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
