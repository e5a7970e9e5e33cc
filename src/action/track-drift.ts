import type { BranchIndex } from "../baseline/branch/branch-index.ts";
import type { Entry } from "../baseline/branch/entry.ts";
import { findDrift, type HistoryEntry, type Shift } from "../decide/stored/drift.ts";
import { thresholdsOf } from "../decide/thresholds.ts";
import { openGitHub } from "../publish/github.ts";
import type { GitHubContext } from "../publish/github-context.ts";
import { issueWarning, publishIssue } from "../publish/issue.ts";
import type { RunRecord } from "../record/record.ts";
import { renderAbandoned, renderDrift, renderSettled } from "../report/markdown/drift.ts";
import { seededRandom } from "../stats/random.ts";
import { tabulate } from "../table/table.ts";
import { logText, logWarning } from "./runner.ts";

/** An environment without a run for so long, while others have some, is measured no more: a runner image or a runtime changed. */
const abandonedMs = 14 * 86_400_000;

/** Issues of so many abandoned environments are looked for, the newest first. */
const mostAbandoned = 5;

/** Closes the issues of environments that are measured no more: no night would look at them again. */
export async function closeAbandoned(
  keys: BranchIndex["keys"],
  { now, job }: { now: string; job: DriftJob },
): Promise<void> {
  const abandoned = Object.entries(keys)
    .filter(([, { createdAt }]) => Date.parse(now) - Date.parse(createdAt) > abandonedMs)
    .sort(([, one], [, other]) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, mostAbandoned);
  if (abandoned.length === 0) return;
  const { repository, apiUrl } = job.context;
  const octokit = await openGitHub(job.token, { apiUrl });
  for (const [key, figures] of abandoned) {
    const place = { repository, key: `${job.branch} ${key}` };
    const result = await publishIssue(octokit, place, { kind: "settled", body: renderAbandoned(figures) });
    if (result.kind === "closed")
      logText(`Tracking issue: closed ${result.url}, as its environment is measured no more`);
  }
}

interface DriftJob {
  readonly context: GitHubContext;
  readonly token: string;
  readonly branch: string;
}

/** Looks for a lasting change in the stored history of one environment, and keeps the one issue about it up to date. */
export async function trackDrift(
  entries: readonly Entry[],
  { record, job }: { record: RunRecord; job: DriftJob },
): Promise<void> {
  const newest = entries.at(-1);
  if (!newest) return;
  const { context, token, branch } = job;
  const { repository, serverUrl, apiUrl } = context;
  const history = entries
    .filter(({ status }) => status !== "errored")
    .map(
      ({ commit, createdAt, head, tools, accepted }): HistoryEntry => ({
        commit,
        createdAt,
        summary: head,
        ...(tools ? { tools } : {}),
        ...(accepted ? { accepted } : {}),
      }),
    );
  const drift = findDrift(history, { thresholds: thresholdsOf(tabulate(record)), random: seededRandom(1) });
  const since = lastStart(drift.shifts);
  const tracking =
    since === undefined
      ? ({ kind: "settled", body: renderSettled(drift.accepted) } as const)
      : ({
          kind: "shifted",
          since,
          ...renderDrift(drift.shifts, {
            entries: history,
            environment: newest.environment.description,
            repositoryUrl: `${serverUrl}/${repository.owner}/${repository.repo}`,
            branch,
          }),
        } as const);
  const octokit = await openGitHub(token, { apiUrl });
  const result = await publishIssue(octokit, { repository, key: `${branch} ${newest.key}` }, tracking);
  const detail = "url" in result ? ` ${result.url}` : "reason" in result ? `, ${result.reason}` : "";
  logText(`Tracking issue: ${result.kind}${detail}`);
  const warning = issueWarning(result);
  if (warning) logWarning(warning);
}

/** Returns the start of the newest shift: an issue that was closed before does not settle it. */
export function lastStart(shifts: readonly Pick<Shift, "firstAfter">[]): string | undefined {
  return shifts
    .map(({ firstAfter }) => firstAfter.createdAt)
    .toSorted()
    .at(-1);
}
