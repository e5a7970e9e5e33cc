import { requirePlatform } from "../base/host/platform.ts";
import { exitCode, isOfTheSystem, ServerError, ServiceError, UserError } from "../errors.ts";
import type { Feature } from "../feature.ts";
import { runsTargetCode } from "../publish/policy.ts";
import { redactText } from "../record/redact.ts";
import { BuildError } from "../run/build.ts";
import { secretsOf } from "../server/auth/access-token.ts";
import { type Job, openJob, type Step } from "./job.ts";
import { measure } from "./measure-job.ts";
import type { MeasuredElsewhere } from "./measured-elsewhere.ts";
import { logFailure, logNotice, logText, logUntrusted, logWarning, setOutputs } from "./runner.ts";

/** The action: measure, compare, report, publish. Never throws; the process's exit code tells how it went. */
export async function runAction(environment: Step["environment"], features: readonly Feature[]): Promise<void> {
  let job: Job | undefined;
  // Node itself would end with the exit code that says "regressed", and say nothing on the pull request.
  process.once("uncaughtException", (error) => void reportFault(error, job).finally(() => process.exit()));
  try {
    requirePlatform(process.platform);
    job = await openJob(environment, features);
    await run(job);
  } catch (error) {
    await reportFault(error, job);
  }
}

async function run(job: Job): Promise<void> {
  if (job.kind !== "idle") for (const sentence of job.labels?.ignored ?? []) logText(sentence);
  switch (job.kind) {
    case "idle":
      return logNotice(`Nothing is reported: ${job.reason}.`);
    case "labels":
      return setOutputs({ skipped: job.labels?.skip?.by ?? "" });
    case "skip":
      return await skip(job);
    case "measure": {
      const record = await measure(job);
      return job.inputs.mode === "bench" ? undefined : await report({ parts: [{ record }] }, job);
    }
    case "read": {
      // Loaded late, as all else that is not needed before the first server is started.
      const { readMeasured } = await import("./measured-elsewhere.ts");
      return await report(await readMeasured(job), job);
    }
  }
}

async function report(measured: MeasuredElsewhere, job: Step): Promise<void> {
  const { reportMeasured } = await import("./report-job.ts");
  for (const failure of await reportMeasured(measured, job)) fail(failure.message, failure.exitCode);
}

/** Nothing is measured, and nothing is judged: the check is green, and says whose word that is. */
async function skip(job: Step & { by: string }): Promise<void> {
  setOutputs({ status: "skipped", skipped: job.by });
  const { publishSkip } = await import("./publish-report.ts");
  await publishSkip(job.by, job);
}

function fail(message: string, code: number): void {
  logFailure(message);
  process.exitCode = code;
}

/** Names the side whose server does not work. A base that does not stops no run: stored runs take over; a service is neither's. */
function whoFailed(error: UserError, job: Step | undefined): string {
  const isServer = error instanceof ServerError && !(error instanceof ServiceError);
  const isHead = isServer && job !== undefined && runsTargetCode.has(job.inputs.mode);
  return isHead ? `head, the commit under test, failed: ${error.message}` : error.message;
}

/** Reports why the run stopped, in the log and on the pull request, where an older comment may still look green. */
async function reportFault(error: unknown, job: Step | undefined): Promise<void> {
  const secrets = job ? [...secretsOf(job.inputs.run, job.environment), job.inputs.token ?? ""] : [];
  if (error instanceof BuildError) logUntrusted(redactText(error.output, secrets));
  const known = error instanceof UserError;
  const ofTheSystem = isOfTheSystem(error);
  const message = known
    ? whoFailed(error, job)
    : ofTheSystem
      ? `the system refuses what is needed: ${error.message}`
      : `a fault of mcp-bench: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
  const shown = redactText(message, secrets);
  fail(shown, known ? error.exitCode : ofTheSystem ? exitCode.usage : exitCode.internal);
  try {
    setOutputs({ status: "errored" });
  } catch {
    // Without a place for outputs there is still the log and the exit code.
  }
  if (!job || job.inputs.mode === "bench") return;
  const { publishFault } = await import("./publish-report.ts");
  await publishFault(shown, job).catch((second: Error) => logWarning(second.message));
}
