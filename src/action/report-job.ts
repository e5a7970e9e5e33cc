import path from "node:path";
import { exitCode } from "../errors.ts";
import { defaultConfigFile } from "../record/config-file.ts";
import type { RunRecord } from "../record/record.ts";
import { judge } from "../run/judge.ts";
import { reproduceCommand } from "../run/reproduce.ts";
import type { Step } from "./job.ts";
import type { MeasuredElsewhere } from "./measured-elsewhere.ts";
import { mergedAcceptance } from "./merged-acceptance.ts";
import { publishReport } from "./publish-report.ts";
import { openStore, readStored } from "./stored-runs.ts";
import { updateBaseline } from "./update-baseline.ts";

/** Why the step fails. */
export interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

/** The modes report, publish and all: judges what was measured, publishes that, and stores it where that is asked for. */
export async function reportMeasured({ parts, untrusted }: MeasuredElsewhere, job: Step): Promise<Failure[]> {
  await using store = await openStore(job);
  const acceptance = await mergedAcceptance(job);
  const judged = [];
  for (const { name = "", record } of parts) {
    const stored = await readStored(store, { record, job });
    const report = judge(record, {
      stored: stored.runs,
      failOn: job.inputs.failOn,
      untrusted,
      accepted: job.labels?.accept ?? acceptance,
      remarks: job.labels?.ignored,
      ...aboutRun(record, { job, asked: (untrusted ? undefined : record.asked) ?? job.inputs.run }),
    });
    judged.push({ name, report, stored });
  }
  const verdict = await publishReport(judged, job);
  if (job.inputs.updateBaseline || job.inputs.mode === "publish")
    for (const { report, stored } of judged)
      await updateBaseline(store, { report, job, stored: stored.runs, accepted: acceptance });
  const faults = judged.flatMap(({ stored }) => stored.fault ?? []);
  return verdict.failed ? [...faults, { message: verdict.sentence, exitCode: exitCode.regressed }] : faults;
}

/** `asked`: of the job that measured. */
function aboutRun(record: RunRecord, { job, asked }: { job: Step; asked: NonNullable<RunRecord["asked"]> }) {
  const configFile = asked.server
    ? undefined
    : path.posix.join(asked.workingDirectory, asked.config ?? defaultConfigFile);
  const compareRef = record.arms.find(({ side }) => side === "base")?.commit;
  return {
    reproduce: reproduceCommand({ ...asked, compareRef, seed: record.seed }),
    runUrl: job.context.run.url,
    configFile,
  };
}
