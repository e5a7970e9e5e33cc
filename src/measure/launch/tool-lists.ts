import { isMap } from "../../base/json.ts";
import type { Arm } from "../../plan/plan.ts";
import type { RecordListing, RecordTool } from "../../record/record.ts";
import { toolSurface } from "./tool-surface.ts";

/** More tools than this are counted in the sums only. */
const mostTools = 1_000;
/** Characters that the arguments of all tools of an arm take in the record; those of further tools are left out. */
const longestSurface = 200_000;

/** Lists of one launch. */
export interface ListOfLaunch {
  readonly tools: readonly RecordTool[];
  /** As the server gave them. Untrusted. */
  readonly pages: readonly Record<string, unknown>[];
}

interface KnownList extends ListOfLaunch {
  /** Digests of the tools in their order, of the first launch of each kind. */
  readonly first: Map<string, readonly (string | undefined)[]>;
  compared: number;
  reordered: number;
  rewritten: number;
}

/**
 * Lists of the arms of a run, launch after launch. Each is held against the first of its kind: a server that is given
 * other arguments or another environment may well list other tools.
 */
export class ToolLists {
  readonly #arms = new Map<string, KnownList>();

  add({ id, launch }: Pick<Arm, "id" | "launch">, list: ListOfLaunch): void {
    const known = this.#arms.get(id) ?? { ...list, first: new Map(), compared: 0, reordered: 0, rewritten: 0 };
    this.#arms.set(id, known);
    const kind = JSON.stringify([launch.args, launch.env, launch.url]);
    const digests = list.tools.map(({ digest }) => digest);
    const first = known.first.get(kind);
    if (!first) {
      known.first.set(kind, digests);
      return;
    }
    known.compared++;
    if (isSame(first, digests)) return;
    if (isSame(first.toSorted(), digests.toSorted())) known.reordered++;
    else known.rewritten++;
  }

  /** Returns the lists that the record keeps of an arm; nothing without a list. */
  of(arm: string): { readonly tools?: RecordTool[]; readonly listing?: RecordListing } {
    const known = this.#arms.get(arm);
    if (!known) return {};
    const { pages, compared, reordered, rewritten } = known;
    const tools = withSurfaces(known.tools.slice(0, mostTools), pages);
    const listing = { compared, reordered, rewritten, pages: pages.length, ...cacheHints(pages) };
    return { ...(tools.length > 0 ? { tools } : {}), listing };
  }
}

function withSurfaces(tools: readonly RecordTool[], pages: ListOfLaunch["pages"]): RecordTool[] {
  const described = pages.flatMap((page) => (Array.isArray(page.tools) ? page.tools : [])).filter(isMap);
  let length = 0;
  return tools.map((tool, place) => {
    const surface = toolSurface(described[place] ?? {});
    length += JSON.stringify(surface).length;
    return length > longestSurface ? tool : { ...tool, ...surface };
  });
}

function isSame(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean {
  return one.length === other.length && one.every((digest, place) => digest === other[place]);
}

const longestLifeMs = 1e15;

/** For how long and for whom a client may keep a list of several pages: the shortest time, and for all only if every page is. */
function cacheHints(pages: ListOfLaunch["pages"]): Pick<RecordListing, "ttlMs" | "cacheScope"> {
  const lives = pages.flatMap(({ ttlMs }) =>
    typeof ttlMs === "number" && ttlMs >= 0 && ttlMs <= longestLifeMs ? [ttlMs] : [],
  );
  const scopes = pages.flatMap(({ cacheScope }) =>
    cacheScope === "public" || cacheScope === "private" ? [cacheScope] : [],
  );
  return {
    ...(lives.length === pages.length ? { ttlMs: Math.min(...lives) } : {}),
    ...(scopes.length === pages.length ? { cacheScope: scopes.includes("private") ? "private" : "public" } : {}),
  };
}
