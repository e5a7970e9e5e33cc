import { exitCode } from "../errors.ts";
import type { RunRecord } from "../record/record.ts";
import { judge } from "../run/judge.ts";
import { reproduceCommand } from "../run/reproduce.ts";
import { configPath } from "./config-path.ts";
import type { Step } from "./job.ts";
import type { MeasuredElsewhere } from "./measured-elsewhere.ts";
import { mergedAcceptance } from "./merged-acceptance.ts";
import { publishReport } from "./publish-report.ts";
import { type Failure, logWarning } from "./runner.ts";
import { openStore, readStored } from "./stored-runs.ts";
import { updateBaseline } from "./update-baseline.ts";

/** The modes report, publish and all: judges what was measured, publishes that, and stores it where that is asked for. */
export async function reportMeasured({ parts, untrusted }: MeasuredElsewhere, job: Step): Promise<Failure[]> {
  await using store = await openStore(job);
  const acceptance = await mergedAcceptance(job);
  const judged = [];
  for (const { name = "", record } of parts) {
    const measuredBase = record.arms.find(({ side }) => side === "base");
    const stored = await readStored(store, { record, job });
    const report = judge(record, {
      stored: stored.runs,
      failOn: job.inputs.failOn,
      untrusted,
      accepted: job.labels?.accept ?? acceptance,
      // Where a label could not be read once, it is no way out.
      acceptable: job.labels !== undefined && job.labels.ignored.length === 0,
      remarks: job.labels?.ignored,
      ...(untrusted
        ? aboutRun(record, { job, asked: job.inputs.run, base: job.pullRequest?.baseSha })
        : aboutRun(record, { job, asked: record.asked ?? job.inputs.run, base: measuredBase?.commit })),
    });
    judged.push({ name, report, stored });
  }
  const { failed, status, sentence } = await publishReport(judged, job);
  const faults: Failure[] = [];
  if (job.inputs.updateBaseline || job.inputs.mode === "publish")
    for (const { report, stored } of judged)
      faults.push(...(await updateBaseline(store, { report, job, stored: stored.runs, accepted: acceptance })));
  const unread = judged.flatMap(({ report, stored }) => {
    if (!stored.fault || report.comparison.reference.kind !== "paired") return stored.fault ?? [];
    logWarning(`The stored baseline could not be read; base was measured beside head instead. ${stored.fault.message}`);
    return [];
  });
  faults.unshift(...unread);
  if (!failed) return faults;
  const broke = unread.length > 0 ? exitCode.usage : exitCode.server;
  return [...faults, { message: sentence, exitCode: status === "errored" ? broke : exitCode.regressed }];
}

interface Asked {
  readonly job: Step;
  /** Of the job that measured. */
  readonly asked: NonNullable<RunRecord["asked"]>;
  /** What a reader is told to build and start at the desk: of an untrusted record never the commit that it names. */
  readonly base: string | undefined;
}

function aboutRun(record: RunRecord, { job, asked, base }: Asked) {
  const configFile = asked.server ? undefined : configPath(asked, job.context.workspace);
  const compareRef = record.arms.some(({ side }) => side === "base") ? base : undefined;
  return {
    // What k6 did, no command of ours repeats.
    reproduce: record.imported ? "" : reproduceCommand({ ...asked, compareRef, seed: record.seed }),
    runUrl: job.context.run.url,
    configFile,
  };
}
