import path from "node:path";
import type { RunRecord } from "./baseline/record.ts";
import { defaultConfigFile, parseConfig } from "./config/load.ts";
import { UserError } from "./errors.ts";
import type { Job } from "./job.ts";
import { setOutputs } from "./publish/outputs.ts";
import { writeResultFiles } from "./publish/result-files.ts";
import { recordName } from "./record-file.ts";
import { readResults } from "./run-results.ts";
import { readFileAt } from "./source/read-file.ts";
import { withThresholdsOf } from "./trusted-thresholds.ts";

/**
 * What other jobs measured. After a workflow run that may have been a stranger's, the thresholds are those of the base
 * branch: the record holds those of the pull request.
 */
export async function readMeasured(job: Job): Promise<{ record: RunRecord; untrusted?: { thresholds: string } }> {
  const { results, context, inputs } = job;
  const { event } = context;
  const commit = event.kind === "workflow_run" ? event.headSha : context.sha;
  const pooled = await readResults(results, { commit, count: inputs.records });
  const { record, ...more } = event.kind === "workflow_run" ? await judgedByBase(pooled, job) : { record: pooled };
  const written = await writeResultFiles(results, { [recordName]: JSON.stringify(record) });
  setOutputs({ resultsJson: written[recordName] ?? "" });
  return { record, ...more };
}

async function judgedByBase(record: RunRecord, { inputs, remote, pullRequest, environment }: Job) {
  const file = path.posix.normalize(path.posix.join(inputs.workingDirectory, inputs.config ?? defaultConfigFile));
  if (!remote || !pullRequest) throw new UserError("there is no remote to read the base branch's configuration from");
  const sha = pullRequest.baseSha;
  const text = await readFileAt({ sha, file, remote, environment });
  const config = text === undefined ? undefined : parseConfig(text, file).config;
  const base = `base commit ${sha.slice(0, 7)}`;
  const thresholds = config ? `${file} of ${base}` : `the standard ones, as ${base} has no ${file}`;
  return { record: withThresholdsOf(record, config), untrusted: { thresholds } };
}
