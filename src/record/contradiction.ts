import { quoted } from "../base/untrusted.ts";
import type { RecordMeasurement, RunRecord } from "./record.ts";
import { sampleCount } from "./samples.ts";

/**
 * Finds a contradiction in a record: its parts have the right shape, and yet do not belong together. Undefined where
 * all fits.
 */
export function contradictionIn(record: RunRecord): string | undefined {
  return strangerIn(record) ?? impossibleCountIn(record);
}

function strangerIn({ arms, rows, rounds }: RunRecord): string | undefined {
  const armIds = arms.map(({ id }) => id);
  const rowIds = rows.map(({ id }) => id);
  const launches = rounds.flatMap((round) => round.launches.map((launch) => ({ ...launch, round: round.index })));
  const known = { arms: new Set(armIds), rows: new Set(rowIds) };
  const stranger = launches.find(({ arm }) => !known.arms.has(arm));
  const measured = launches.map(({ measurements }) => measurements.map(({ row }) => row));
  const lost = measured.flat().find((row) => !known.rows.has(row));
  const twice = repeated(armIds) ?? repeated(rowIds) ?? measured.map(repeated).find((row) => row !== undefined);
  if (stranger) return `round ${stranger.round} has a launch of ${quoted(stranger.arm)}, which is no arm of it`;
  if (lost !== undefined) return `it has figures of ${quoted(lost)}, which is no row of it`;
  return twice === undefined ? undefined : `${quoted(twice)} is there twice`;
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function impossibleCountIn({ rounds }: RunRecord): string | undefined {
  for (const { index, launches } of rounds)
    for (const { arm, measurements } of launches)
      for (const measurement of measurements) {
        const wrong = miscount(measurement);
        if (wrong !== undefined) return `round ${index}, ${quoted(measurement.row)} on ${quoted(arm)}: ${wrong}`;
      }
  return undefined;
}

/** Every call is counted once in each of these, so that error rates and throughput are of the calls whose latency is known. */
function miscount({ outcomes, errors, blocks, samples, histogram }: RecordMeasurement): string | undefined {
  const { ok = 0 } = outcomes;
  const kept = sampleCount(samples);
  const known = histogram?.count ?? kept;
  if (ok !== known) return `${ok} ok replies, but ${known} latencies; expected: one for each`;
  if (kept > known) return `${kept} latencies one by one, but ${known} in all; expected: no more than all`;
  const impossible = blocks.find((block) => block.ok > block.attempted);
  if (impossible)
    return `a block of ${impossible.attempted} calls with ${impossible.ok} ok replies; expected: no more than calls`;
  const inBlocks = blocks.reduce((sum, block) => sum + block.ok, 0);
  if (blocks.length > 0 && inBlocks !== ok)
    return `${ok} ok replies, but ${inBlocks} in its blocks; expected: as many in both`;
  const miscounted = errors.find(({ kind, count }) => count > (outcomes[kind] ?? 0));
  return miscounted === undefined
    ? undefined
    : `${miscounted.count} times ${quoted(miscounted.kind)} with one message, but ${outcomes[miscounted.kind] ?? 0} in all; expected: no more than all`;
}
