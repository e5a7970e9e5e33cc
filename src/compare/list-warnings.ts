import { plural } from "../metrics/format.ts";
import { isStateless } from "../plan/protocol.ts";
import { listChanges } from "../record/listing.ts";
import type { RecordArm, RunRecord } from "../record/record.ts";
import { serverRowOf } from "../record/row-ids.ts";
import type { Warning } from "./verdict.ts";

/**
 * Describes the difference of head's list between launches, of several servers that of the worst; undefined without
 * any.
 */
export function unsteadyList({ arms }: RunRecord): string | undefined {
  const [worst] = arms
    .filter((arm) => arm.side === "head" && listChanges(arm) > 0)
    .toSorted((a, b) => listChanges(b) - listChanges(a));
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
export function listWarnings(record: RunRecord): Warning[] {
  return record.arms
    .filter(({ side }) => side === "head")
    .flatMap((arm) => [...unsteady(record, arm), ...withoutHints(arm)]);
}

function unsteady({ arms }: RunRecord, arm: RecordArm): Warning[] {
  if (listChanges(arm) === 0) return [];
  const base = arms.find(({ side, variant }) => side === "base" && variant === arm.variant);
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
