import path from "node:path";
import type { RunRecord } from "./baseline/record.ts";
import { secretsOf } from "./benchmark.ts";
import type { Verdict } from "./compare/verdict.ts";
import { exitCode, UserError } from "./errors.ts";
import { type Job, openJob } from "./job.ts";
import { judge } from "./judge.ts";
import { measure } from "./measure-job.ts";
import { type Measured, readMeasured } from "./measured-elsewhere.ts";
import { mergedAcceptance } from "./merged-acceptance.ts";
import type { Labeller } from "./publish/labels.ts";
import { logFailure, logText, logUntrusted, logWarning } from "./publish/log.ts";
import { setOutputs } from "./publish/outputs.ts";
import { redactText } from "./redact.ts";
import type { NamedReport } from "./report/several.ts";
import { reproduceCommand } from "./reproduce.ts";
import { BuildError } from "./source/build.ts";
import { openStore, readStored } from "./stored-runs.ts";
import { updateBaseline } from "./update-baseline.ts";

/** The action: measure, compare, report, publish. Never throws; the process's exit code tells how it went. */
export async function runAction(environment: Job["environment"]): Promise<void> {
  let job: Job | undefined;
  try {
    job = await openJob(environment);
    if (job.idle !== undefined) return logText(`Nothing is reported: ${job.idle}.`);
    for (const sentence of job.labels?.ignored ?? []) logText(sentence);
    if (job.inputs.mode === "labels") return setOutputs({ skipped: job.labels?.skip?.by ?? "" });
    if (job.labels?.skip) return await skip(job.labels.skip, job);
    const { parts, untrusted }: Measured =
      job.inputs.mode === "bench" || job.inputs.mode === "all"
        ? { parts: [{ record: await measure(job) }] }
        : await readMeasured(job);
    if (job.inputs.mode === "bench") return;

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
        ...aboutRun(record, { job, asked: (untrusted ? undefined : record.asked) ?? job.inputs }),
      });
      judged.push({ name, report, stored });
    }
    const verdict = await publish(judged, job);
    if (job.inputs.updateBaseline || job.inputs.mode === "publish")
      for (const { report, stored } of judged)
        await updateBaseline(store, { report, job, stored: stored.runs, accepted: acceptance });
    for (const { stored } of judged) if (stored.fault) fail(stored.fault.message, stored.fault.exitCode);
    if (verdict.failed) fail(verdict.sentence, exitCode.regressed);
  } catch (error) {
    await reportFault(error, job);
  }
}

/** `asked`: of the job that measured. */
function aboutRun(record: RunRecord, { job, asked }: { job: Job; asked: NonNullable<RunRecord["asked"]> }) {
  const configFile = asked.server
    ? undefined
    : path.posix.join(asked.workingDirectory, asked.config ?? "mcp-bench.yml");
  const compareRef = record.arms.find(({ side }) => side === "base")?.commit;
  return {
    reproduce: reproduceCommand({ ...asked, compareRef, seed: record.seed }),
    runUrl: job.context.run.url,
    configFile,
  };
}

/** Nothing is measured, and nothing is judged: the check is green, and says whose word that is. */
async function skip({ by }: Labeller, job: Job): Promise<void> {
  setOutputs({ status: "skipped", skipped: by });
  const { publishSkip } = await import("./publish-report.ts");
  await publishSkip(by, job);
}

/** Files, summary and outputs first; the comment may fail without anything being lost. */
async function publish(reports: readonly NamedReport[], job: Job): Promise<Verdict> {
  // Loaded late: nothing of it is needed before the first server is started.
  const { publishReport } = await import("./publish-report.ts");
  return publishReport(reports, job);
}

function fail(message: string, code: number): void {
  logFailure(message);
  process.exitCode = code;
}

/** What stopped the run, said in the log and on the pull request, where an older comment may still look green. */
async function reportFault(error: unknown, job: Job | undefined): Promise<void> {
  const secrets = job ? secretsOf({ passEnv: job.inputs.passEnv, environment: job.environment }) : [];
  if (error instanceof BuildError) logUntrusted(redactText(error.output, secrets));
  const known = error instanceof UserError;
  const message = known
    ? error.message
    : `a fault of mcp-bench: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
  const shown = redactText(message, secrets);
  fail(shown, known ? error.exitCode : exitCode.internal);
  try {
    setOutputs({ status: "errored" });
  } catch {
    // Without a place for outputs there is still the log and the exit code.
  }
  if (!job || job.inputs.mode === "bench") return;
  const { publishFault } = await import("./publish-report.ts");
  await publishFault(shown, job).catch((second: Error) => logWarning(second.message));
}
