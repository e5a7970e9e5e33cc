import { isStateless } from "../plan/protocol.ts";
import { listChanges } from "../record/listing.ts";
import type { RecordArm } from "../record/record.ts";
import { serverRowOf } from "../record/row-ids.ts";
import type { Table } from "../table/table.ts";
import type { ListChanges, Warning } from "./comparison.ts";

/** Counts the changes of head's list between launches, of several servers those of the worst; undefined without any. */
export function unsteadyList({ head }: Table): ListChanges | undefined {
  const [worst] = head.arms.filter((arm) => listChanges(arm) > 0).toSorted((a, b) => listChanges(b) - listChanges(a));
  return worst && changesOf(worst);
}

function changesOf({ listing }: RecordArm): ListChanges {
  const { compared = 0, reordered = 0, rewritten = 0 } = listing ?? {};
  return { reordered, rewritten, launches: compared };
}

/** Head's lists that no prompt cache can hold, and those that do not say how long a client may keep them. */
export function listWarnings({ head, base }: Table): Warning[] {
  return head.arms.flatMap((arm) => {
    const before = base?.arms.find(({ variant }) => variant === arm.variant);
    return [...unsteady(arm, before), ...withoutHints(arm)];
  });
}

function unsteady(arm: RecordArm, base: RecordArm | undefined): Warning[] {
  if (listChanges(arm) === 0) return [];
  const isInBase = base !== undefined && listChanges(base) > 0;
  return [{ code: "tools-list-varies", row: serverRowOf(arm.variant), ...changesOf(arm), isInBase }];
}

function withoutHints({ server, listing, variant }: RecordArm): Warning[] {
  if (!server || !listing || !isStateless(server.protocol)) return [];
  const missing = (["ttlMs", "cacheScope"] as const).filter((key) => listing[key] === undefined);
  if (missing.length === 0) return [];
  return [{ code: "no-cache-hints", row: serverRowOf(variant), missing, protocol: server.protocol }];
}
