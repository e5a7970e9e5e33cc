/**
 * Names of artifacts with a record, as the workflows give them: a key, the number of the job that measured, that of its
 * run where a commit is measured several times, and the attempt of the workflow run. An artifact of an earlier attempt stays beside the one of a job that was run again.
 */
const shape =
  /^(?<job>mcp-bench-(?:results|baseline)-(?<key>[\w-]+)\.\d+(?:-(?<run>\d{1,2}))?)(?:\.(?<attempt>\d{1,6}))?$/;

/** Tells the servers of one run apart; empty for a name that nothing of ours gives. */
export function keyOf(artifact: string): string {
  return shape.exec(artifact)?.groups?.key ?? "";
}

/** Returns which of several runs of the commit it holds a part of; undefined where there is one. */
export function runOf(artifact: string): number | undefined {
  const run = shape.exec(artifact)?.groups?.run;
  return run === undefined ? undefined : Number(run);
}

/** Reads the attempt of the run in which it was measured; undefined for a name that states none, and for no name. */
export function attemptOf(artifact: string): number | undefined {
  const attempt = shape.exec(artifact)?.groups?.attempt;
  return attempt === undefined ? undefined : Number(attempt);
}

/**
 * Returns the artifact of each job's last attempt, of those that the run has had: `latest` is the number of the newest. Names
 * of another shape stay as they are.
 */
export function lastAttempts(artifacts: readonly string[], latest = Number.POSITIVE_INFINITY): string[] {
  const last = new Map<string, { readonly artifact: string; readonly attempt: number }>();
  for (const artifact of artifacts) {
    const { job = artifact, attempt = "0" } = shape.exec(artifact)?.groups ?? {};
    if (Number(attempt) > latest) continue;
    const other = last.get(job);
    if (!other || Number(attempt) > other.attempt) last.set(job, { artifact, attempt: Number(attempt) });
  }
  return [...last.values()].map(({ artifact }) => artifact);
}
