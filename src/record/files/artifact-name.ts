/**
 * Names of artifacts with a record, as the workflows give them: a key, the number of the job that measured, that of its run
 * where a commit is measured several times, and the attempt of the workflow run. An artifact of an earlier attempt stays beside
 * the one of a job that was run again.
 */
const shape =
  /^(?<job>mcp-bench-(?:results|baseline)-(?<key>[\w-]+)\.\d+(?:-(?<run>\d{1,2}))?)(?:\.(?<attempt>\d{1,6}))?$/;

/**
 * Reads the name of an artifact. `job`: the name without the attempt. `key` tells the servers of one run apart; empty for a name
 * that nothing of ours gives. `run`: which of several runs of the commit it holds a part of; undefined where there is one.
 * `attempt`: that of the run in which it was measured; undefined where the name states none.
 */
export function readArtifactName(artifact: string) {
  const { job = artifact, key = "", run, attempt } = shape.exec(artifact)?.groups ?? {};
  const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { job, key, run: numberOf(run), attempt: numberOf(attempt) };
}

/**
 * Returns the artifact of each job's last attempt, of those that the run has had: `latest` is the number of the newest. Names
 * of another shape stay as they are.
 */
export function lastAttempts(artifacts: readonly string[], latest = Number.POSITIVE_INFINITY): string[] {
  const last = new Map<string, { readonly artifact: string; readonly attempt: number }>();
  for (const artifact of artifacts) {
    const { job, attempt = 0 } = readArtifactName(artifact);
    if (attempt > latest) continue;
    const other = last.get(job);
    if (!other || attempt > other.attempt) last.set(job, { artifact, attempt });
  }
  return [...last.values()].map(({ artifact }) => artifact);
}
