import { exitCode, UserError } from "../errors.ts";
import type { Labeller } from "../publish/labels.ts";
import { logFailure, logText, logUntrusted, logWarning } from "../publish/log.ts";
import { setOutputs } from "../publish/outputs.ts";
import { redactText } from "../record/redact.ts";
import { secretsOf } from "../run/benchmark.ts";
import { BuildError } from "../run/build.ts";
import { type Job, openJob } from "./job.ts";
import { measure } from "./measure-job.ts";
import type { MeasuredElsewhere } from "./measured-elsewhere.ts";

/** The action: measure, compare, report, publish. Never throws; the process's exit code tells how it went. */
export async function runAction(environment: Job["environment"]): Promise<void> {
  let job: Job | undefined;
  try {
    job = await openJob(environment);
    if (job.idle !== undefined) return logText(`Nothing is reported: ${job.idle}.`);
    for (const sentence of job.labels?.ignored ?? []) logText(sentence);
    if (job.inputs.mode === "labels") return setOutputs({ skipped: job.labels?.skip?.by ?? "" });
    if (job.labels?.skip) return await skip(job.labels.skip, job);
    const measured = await measureOrRead(job);
    if (job.inputs.mode === "bench") return;
    // Loaded late, as all else that is not needed before the first server is started.
    const { reportMeasured } = await import("./report-job.ts");
    for (const failure of await reportMeasured(measured, job)) fail(failure.message, failure.exitCode);
  } catch (error) {
    await reportFault(error, job);
  }
}

async function measureOrRead(job: Job): Promise<MeasuredElsewhere> {
  const { mode } = job.inputs;
  if (mode === "bench" || mode === "all") return { parts: [{ record: await measure(job) }] };
  const { readMeasured } = await import("./measured-elsewhere.ts");
  return readMeasured(job);
}

/** Nothing is measured, and nothing is judged: the check is green, and says whose word that is. */
async function skip({ by }: Labeller, job: Job): Promise<void> {
  setOutputs({ status: "skipped", skipped: by });
  const { publishSkip } = await import("./publish-report.ts");
  await publishSkip(by, job);
}

function fail(message: string, code: number): void {
  logFailure(message);
  process.exitCode = code;
}

/** What stopped the run, said in the log and on the pull request, where an older comment may still look green. */
async function reportFault(error: unknown, job: Job | undefined): Promise<void> {
  const secrets = job ? secretsOf(job.inputs.run, job.environment) : [];
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
