import type { MadeProfile } from "../../../../src/record/profile.ts";

/** A profile of an arm: what each function took itself, per call, in each launch; `rest` is waited. */
export function madeProfile(
  times: Readonly<Record<string, readonly number[]>>,
  { rest = 0, ...given }: Partial<MadeProfile> & { readonly rest?: number } = {},
): MadeProfile {
  const names = Object.keys(times);
  const launches = times[names[0] ?? ""]?.length ?? 0;
  const busy = (launch: number) => names.reduce((sum, name) => sum + (times[name]?.[launch] ?? 0), 0);
  return {
    row: "search",
    arm: "head",
    kind: "time",
    by: "Node.js sampling profiler",
    launches: Array.from({ length: launches }, (_, launch) => ({ calls: 100, elapsedMs: 100 * (busy(launch) + rest) })),
    frames: names.map((name, place) => ({ name, file: "src/search.ts", line: 10 * (place + 1) })),
    nodes: names.map((name, place) => [place, -1, ...(times[name] ?? [])]),
    ...given,
  };
}
