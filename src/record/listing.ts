import type { RecordArm, RecordTool, RunRecord } from "./record.ts";

/** In how many launches an arm lists otherwise than in an earlier one. */
export function listChanges({ listing }: Pick<RecordArm, "listing">): number {
  return listing ? listing.reordered + listing.rewritten : 0;
}

/** The tools of an arm; without digests where its list is not always the same, as what stands first is an accident then. */
export function comparableTools(arm: Pick<RecordArm, "tools" | "listing">): RecordTool[] | undefined {
  if (listChanges(arm) === 0) return arm.tools;
  return arm.tools?.map(({ digest: _digest, ...tool }) => tool);
}

/** An arm as all records of a merge know it: their launches together tell whether it always lists the same. */
export function pooledListing(arm: RecordArm, all: readonly RunRecord[]): RecordArm {
  const listings = all.flatMap(({ arms }) => arms.find(({ id }) => id === arm.id)?.listing ?? []);
  if (!arm.listing) return arm;
  const sum = (of: "compared" | "reordered" | "rewritten") => listings.reduce((total, one) => total + one[of], 0);
  const counts = { compared: sum("compared"), reordered: sum("reordered"), rewritten: sum("rewritten") };
  return { ...arm, listing: { ...arm.listing, ...counts } };
}
