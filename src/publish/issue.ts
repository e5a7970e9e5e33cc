import { z } from "zod";
import { type Markdown, markdown } from "../base/markdown.ts";
import { messageOf } from "../errors.ts";
import { encodeKey } from "./comment-marker.ts";
import { ownLogins } from "./conversation.ts";
import { type Answer, ask, type NotWritten, notWritten, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { everyPage, readAnswer } from "./read-answer.ts";

/** Content that the one tracking issue of a key should have. */
export type Tracking =
  | {
      readonly kind: "shifted";
      readonly title: string;
      readonly body: Markdown;
      /** Start of the newest shift (ISO 8601): an issue that a person closed later settles it for good. */
      readonly since: string;
    }
  | { readonly kind: "settled"; readonly body: Markdown };

type IssueResult =
  | { readonly kind: "opened" | "updated" | "unchanged" | "closed"; readonly url: string }
  | { readonly kind: "none"; readonly reason: string }
  | NotWritten;

interface Place {
  readonly repository: RepositoryName;
  /** Tells the issues of several environments apart. */
  readonly key: string;
}

/**
 * Opens, updates or closes the issue of a key, found over all pages by our marker and our own identity. Never throws: an
 * issue must not fail the night.
 */
export async function publishIssue(octokit: Octokit, place: Place, tracking: Tracking): Promise<IssueResult> {
  try {
    return await settle(octokit, place, tracking);
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

async function settle(octokit: Octokit, place: Place, tracking: Tracking): Promise<IssueResult> {
  const { issues } = octokit.rest;
  const { repository, key } = place;
  const note = tracking.kind === "settled" ? markdown`${settledMarker}\n` : markdown``;
  const body = markdown`<!-- mcp-bench-drift: key=${encodeKey(key)} -->\n${note}${tracking.body}`;
  const open = await find(octokit, place, { state: "open" });
  if (open.kind !== "ok") return notWritten(open);
  const [issue] = open.value;
  if (issue) {
    const { html_url: url } = issue;
    const at = { ...repository, issue_number: issue.number };
    const change =
      tracking.kind === "settled"
        ? ({ ...at, body, state: "closed", state_reason: "completed" } as const)
        : { ...at, body, title: tracking.title };
    const same = tracking.kind === "shifted" && issue.title === tracking.title && issue.body?.trim() === body.trim();
    if (same) return { kind: "unchanged", url };
    const answer = await ask(async () => readAnswer(await issues.update(change), writtenIssue));
    return answer.kind === "ok"
      ? { kind: tracking.kind === "settled" ? "closed" : "updated", url }
      : notWritten(answer);
  }
  if (tracking.kind === "settled") return { kind: "none", reason: "nothing shifted" };
  const closed = await find(octokit, place, { state: "closed", since: tracking.since });
  if (closed.kind !== "ok") return notWritten(closed);
  const answered = closed.value.find(
    // An issue that we closed was not answered by a person. Gitea reports times in its own zone.
    ({ closed_at, body }) =>
      !body?.includes(settledMarker) && Date.parse(closed_at ?? "") >= Date.parse(tracking.since),
  );
  if (answered) return { kind: "none", reason: `${answered.html_url} was closed after the shift began` };
  const created = await ask(
    async () => readAnswer(await issues.create({ ...repository, title: tracking.title, body }), writtenIssue).html_url,
  );
  return created.kind === "ok" ? { kind: "opened", url: created.value } : notWritten(created);
}

/** The hidden first line of a tracking issue of ours. */
const marker = /^<!-- mcp-bench-drift: key=(\S+) -->\r?\n?/;

/** Stands below it once we have closed the issue ourselves. */
const settledMarker = markdown`<!-- mcp-bench-drift: settled -->`;

const rawIssue = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  closed_at: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  pull_request: z.object({}).nullish(),
});
const rawIssueList = z.array(rawIssue).describe("a list of issues");
const writtenIssue = rawIssue.describe("an issue");

/** Oldest first: a racing run settles on the same one. */
async function find(
  octokit: Octokit,
  { repository, key }: Place,
  filter: { state: "open" | "closed"; since?: string },
): Promise<Answer<z.infer<typeof rawIssueList>>> {
  const authors = await ownLogins(octokit);
  return ask(async () => {
    const wanted = { ...repository, ...filter, sort: "created", direction: "asc" } as const;
    const isOurs = ({ body, user, pull_request }: z.infer<typeof rawIssue>) =>
      !pull_request && authors.has(user?.login ?? "") && marker.exec(body ?? "")?.[1] === encodeKey(key);
    const all = await everyPage((page) => octokit.rest.issues.listForRepo({ ...wanted, ...page }), rawIssueList);
    return all.filter(isOurs);
  });
}

/** The warning for the log when the issue could not be written, with what to change; nothing when all is well. */
export function issueWarning(result: IssueResult): string | undefined {
  if (result.kind === "failed") return `The tracking issue was not written: ${result.message}.`;
  if (result.kind !== "not-permitted") return undefined;
  const fix =
    result.status === 410
      ? "  fix: the repository has issues turned off; turn them on, or read the job summary"
      : "  fix: add to the job in the workflow file\n    permissions:\n      contents: write\n      issues: write";
  return `The tracking issue was not written (HTTP ${result.status}: ${result.message}).\n${fix}`;
}
