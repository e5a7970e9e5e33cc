import { isMade, type MadeProfile, type RecordProfile } from "../../../record/profile.ts";
import { serverRowOf } from "../../../record/row-ids.ts";
import type { Report } from "../../../report/report.ts";
import { groupBy } from "../../../stats/group-by.ts";
import { compareProfiles, type ProfileChange } from "../profile/compare-profiles.ts";

/** Profile of one row: time, start-up or memory, or the reason why it is unknown. */
export type RowProfile = { readonly row: string; readonly kind: RecordProfile["kind"] } & (
  | {
      readonly state: "compared";
      readonly base: MadeProfile;
      readonly head: MadeProfile;
      readonly change: ProfileChange;
    }
  | { readonly state: "head"; readonly head: MadeProfile }
  | { readonly state: "unknown"; readonly reason: string }
);

/** Comparing takes some milliseconds each: every part of a report that asks gets the same. */
const known = new WeakMap<Report["run"], readonly RowProfile[]>();

/** In the order of the record: the worst first. */
export function profilesOf({ run }: Pick<Report, "run">): readonly RowProfile[] {
  const found = known.get(run) ?? compared(run);
  known.set(run, found);
  return found;
}

function compared({ profiles = [], arms }: Report["run"]): RowProfile[] {
  const armOf = (id: string) => arms.find((arm) => arm.id === id);
  const rowOf = ({ row, arm }: RecordProfile) => row ?? serverRowOf(armOf(arm)?.variant);
  const groups = groupBy(profiles, (profile) => JSON.stringify([rowOf(profile), profile.kind]));
  return [...groups.values()].flatMap((same): RowProfile[] => {
    const head = same.find(({ arm }) => armOf(arm)?.side === "head");
    const base = same.find(({ arm }) => armOf(arm)?.side === "base");
    if (!head) return [];
    const about = { row: rowOf(head), kind: head.kind };
    if (!isMade(head)) return [{ ...about, state: "unknown", reason: head.unknown }];
    if (!base) return [{ ...about, state: "head", head }];
    if (!isMade(base)) return [{ ...about, state: "unknown", reason: base.unknown }];
    return [{ ...about, state: "compared", base, head, change: compareProfiles(base, head) }];
  });
}
