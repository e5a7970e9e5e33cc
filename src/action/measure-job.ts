import path from "node:path";
import { companionsOf, passesOf } from "../feature.ts";
import { chooseCompareTarget, type Trigger } from "../git/compare-ref.ts";
import { hasLocalChanges, resolveCommit } from "../git/working-copy.ts";
import type { GitHubContext } from "../publish/github-context.ts";
import { pushAccess, pushWarning } from "../publish/push-access.ts";
import { makeResultsFolder, recordName, writeResultFiles } from "../record/files/result-files.ts";
import type { RunRecord } from "../record/record.ts";
import { benchmark } from "../run/benchmark.ts";
import { progressLine } from "../run/progress-line.ts";
import { announceTokens } from "../server/auth/access-token.ts";
import type { MeasuringJob } from "./job.ts";
import { logGroup, logText, logWarning, maskSecret, setOutputs } from "./runner.ts";

/** The modes bench and all: runs the benchmarks and writes the record. */
export async function measure(job: MeasuringJob): Promise<RunRecord> {
  const { inputs, context, environment, directory, remote, workingCopy } = job;
  const { run } = inputs;
  announceTokens(maskSecret);
  // An unwritable place for results fails before an hour is spent on them.
  await makeResultsFolder(job.results);
  const [loaded, named] = await Promise.all([
    job.configuration,
    run.compareRef ? resolveCommit(run.compareRef, { directory, environment }) : undefined,
  ]);
  // Asked only of a person's own working tree, which act runs: elsewhere the checkout's filters must not run.
  const dirty = environment.ACT === "true" && workingCopy && (await hasLocalChanges(workingCopy.root, environment));
  const head = workingCopy?.commit ?? { sha: context.sha, parents: [] };
  const record = await logGroup("Measure", () =>
    benchmark({
      loaded,
      directory,
      workingCopy,
      dirty: dirty === true,
      pullRequestHead: context.event.kind === "pull_request" ? context.event.headSha : undefined,
      compare: chooseCompareTarget(triggerOf(context), { compareRef: named ?? run.compareRef, head }),
      sources: [...(remote ? [remote] : []), { url: workingCopy?.root ?? directory }],
      environment,
      run: { ...run, seed: context.run.id % 2 ** 32 },
      // The server never gets it; a git or a proxy that prints it is not trusted to keep it.
      secrets: inputs.token ? [inputs.token] : [],
      passes: passesOf(job.features).map(({ make, folder }) => ({ make, folder: path.join(job.results, folder.name) })),
      companions: companionsOf(job.features),
      signal: job.signal,
      progress: (event) => {
        const line = progressLine(event);
        if (line !== undefined) logText(line);
      },
    }),
  );
  // Asked now, where it neither holds up the first server nor works beside one.
  if (inputs.token && (await pushAccess(inputs.token, context)) === "yes") logWarning(pushWarning);
  const files = await writeResultFiles(job.results, { [recordName]: JSON.stringify(record) });
  setOutputs({ "results-json": files[recordName] ?? "" });
  return record;
}

function triggerOf({ event, eventName, sha }: GitHubContext): Trigger {
  if (event.kind === "pull_request") return { ...event, mergeSha: sha };
  if (event.kind === "other" || event.kind === "workflow_run") return { kind: "other", name: eventName };
  return event;
}
