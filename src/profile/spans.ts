import { groupBy } from "../stats/group-by.ts";
import { deepest, type Profile, ProfileBuilder } from "./profile.ts";

/** One stretch of work that a server tells of itself. All of it is untrusted. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  /** Empty where there is none. */
  readonly parent: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Spans as a tree by their names, with the time in which none of their own spans ran. A span whose parent was not told, as that
 * of a caller, begins a tree of its own; spans that are each other's parents are in none.
 */
export function spansProfile(spans: readonly Span[]): Profile {
  const builder = new ProfileBuilder();
  const key = (trace: string, id: string) => JSON.stringify([trace, id]);
  // One span of an id: else each of them would have the children of all. One without would be the parent of all that have none.
  const known = new Map(
    spans
      .filter(({ id, startMs, endMs }) => id !== "" && endMs >= startMs)
      .map((span) => [key(span.trace, span.id), span]),
  );
  const children = groupBy(known.values(), ({ trace, parent }) =>
    known.has(key(trace, parent)) ? key(trace, parent) : "",
  );
  let level = (children.get("") ?? []).map((span) => ({ span, above: -1 }));
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    const next: typeof level = [];
    for (const { span, above } of level) {
      const place = builder.node(builder.frame(span), above);
      const inner = children.get(key(span.trace, span.id)) ?? [];
      builder.add(place, span.endMs - span.startMs - coveredMs(span, inner));
      for (const one of inner) next.push({ span: one, above: place });
    }
    level = next;
  }
  return builder.build();
}

/** How long at least one of the inner spans ran within the outer one. */
function coveredMs(outer: Span, inner: readonly Span[]): number {
  let covered = 0;
  let until = outer.startMs;
  for (const { startMs, endMs } of inner.toSorted((a, b) => a.startMs - b.startMs)) {
    const from = Math.max(startMs, until);
    const to = Math.min(endMs, outer.endMs);
    if (to > from) covered += to - from;
    until = Math.max(until, Math.min(endMs, outer.endMs));
  }
  return covered;
}
