import { plural } from "../metrics/format.ts";
import { isStateless } from "../plan/protocol.ts";
import { listChanges } from "../record/listing.ts";
import type { RecordArm } from "../record/record.ts";
import { serverRowOf } from "../record/row-ids.ts";
import type { Table } from "../table/table.ts";
import type { Warning } from "./verdict.ts";

/**
 * Describes the difference of head's list between launches, of several servers that of the worst; undefined without
 * any.
 */
export function unsteadyList({ head }: Table): string | undefined {
  const [worst] = head.arms.filter((arm) => listChanges(arm) > 0).toSorted((a, b) => listChanges(b) - listChanges(a));
  return worst && howItDiffers(worst);
}

function howItDiffers({ listing }: RecordArm): string {
  const { compared = 0, reordered = 0, rewritten = 0 } = listing ?? {};
  const how =
    rewritten === 0
      ? "in another order"
      : reordered === 0
        ? "with other content"
        : "in another order or with other content";
  return `${how} in ${reordered + rewritten} of ${plural(compared, "further launch")}`;
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
  const before = base && listChanges(base) > 0 ? ", as in base" : "";
  const message = `tools/list came ${howItDiffers(arm)}${before}; no prompt cache outlives a launch. List the same tools in the same order`;
  return [{ code: "tools-list-varies", row: serverRowOf(arm.variant), message }];
}

function withoutHints({ server, listing, variant }: RecordArm): Warning[] {
  if (!server || !listing || !isStateless(server.protocol)) return [];
  const missing = (["ttlMs", "cacheScope"] as const).filter((key) => listing[key] === undefined);
  if (missing.length === 0) return [];
  const message = `tools/list says no valid ${missing.join(" and no ")}, which ${server.protocol} requires: clients cannot know how long, or for whom, to cache the list`;
  return [{ code: "no-cache-hints", row: serverRowOf(variant), message }];
}
