/** Names with those that each imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Strongly connected components, those that are imported before those that import them:
 * https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm
 */
function components(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (name: string): number => {
    const index = order.size;
    order.set(name, index);
    open.push(name);
    let low = index;
    for (const next of graph.get(name) ?? []) {
      const place = order.get(next);
      if (place === undefined) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, place);
    }
    if (low === index) found.push(open.splice(open.indexOf(name)).sort());
    return low;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return found;
}

export function cycles(graph: Graph): string[][] {
  return components(graph).filter(([first = "", ...others]) => others.length > 0 || graph.get(first)?.has(first));
}

/** Length of the longest chain of imports, in which a cycle counts as one. */
export function floors(graph: Graph): number {
  const heights = new Map<string, number>();
  for (const members of components(graph)) {
    const below = members.flatMap((member) => [...(graph.get(member) ?? [])]).filter((next) => !members.includes(next));
    const height = 1 + Math.max(0, ...below.map((next) => heights.get(next) ?? 0));
    for (const member of members) heights.set(member, height);
  }
  return Math.max(0, ...heights.values());
}

/** Without the imports that others imply: of a→b→c and a→c, the last goes. For graphs without a cycle. */
export function reduced(graph: Graph): Graph {
  const reach = (name: string): Set<string> =>
    new Set([...(graph.get(name) ?? [])].flatMap((next) => [next, ...reach(next)]));
  return new Map(
    [...graph].map(([name, imports]) => {
      const implied = new Set([...imports].flatMap((next) => [...reach(next)]));
      return [name, new Set([...imports].filter((next) => !implied.has(next)))];
    }),
  );
}

/** The graph of groups of names, without what stays within a group. */
export function grouped(graph: Graph, groupOf: (name: string) => string): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [name, imports] of graph) {
    const group = groups.get(groupOf(name)) ?? new Set();
    for (const next of imports) if (groupOf(next) !== groupOf(name)) group.add(groupOf(next));
    groups.set(groupOf(name), group);
  }
  return groups;
}
