import { type Markdown, markdown } from "../base/markdown.ts";
import { messageOf } from "../errors.ts";
import type { CommentMode } from "../options/read-option.ts";
import { compareRuns, type Reported, renderMarker } from "./comment-marker.ts";
import { type Conversation, type OwnComment, openConversation, type Place } from "./conversation.ts";
import { type NotWritten, notWritten, type Octokit } from "./github.ts";

export interface CommentRequest extends Place, Omit<Reported, "head" | "since" | "regressedSince"> {
  /** The commit that was measured: the head of the pull request, not the merge commit. */
  readonly headSha: string;
  readonly body: Markdown;
  readonly mode: CommentMode;
  /** True where there is something to report; with `on-change` a first comment is only written then. */
  readonly noteworthy: boolean;
}

type CommentResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly url: string }
  | { readonly kind: "skipped"; readonly reason: string }
  | NotWritten;

/** Number of UTF-16 units GitHub accepts in a comment. */
export const commentLimit = 65_536;

const tries = 3;

/** `look-again`: what was found on GitHub may have changed meanwhile; `otherwise` is the result when tries run out. */
type Settled = CommentResult | { readonly kind: "look-again"; readonly otherwise: CommentResult };

/** Writes or updates the one comment of this key. Never throws: a failure must not change the verdict. */
export async function publishComment(octokit: Octokit, request: CommentRequest): Promise<CommentResult> {
  if (request.mode === "never") return { kind: "skipped", reason: "comment-mode is never" };
  const time = new Date(0).toISOString();
  const { length } = withMarker(request, { since: time, regressed: true, regressedSince: time });
  if (length > commentLimit)
    return { kind: "failed", message: `the comment has ${length} characters, GitHub accepts ${commentLimit}` };
  try {
    const conversation = await openConversation(octokit, request);
    for (let attempt = 1; ; attempt++) {
      const result = await upsert(conversation, request);
      if (result.kind !== "look-again") return result;
      if (attempt === tries) return result.otherwise;
    }
  } catch (error) {
    return { kind: "failed", message: messageOf(error) };
  }
}

type Earlier = Pick<Reported, "since" | "regressed" | "regressedSince" | "accepted">;

/** `earlier`: what the comment says of reports on the same head. */
function withMarker(request: CommentRequest, earlier?: Earlier): Markdown {
  const { since, regressed = false, regressedSince } = earlier ?? {};
  const more = { since, regressed: regressed || request.regressed, regressedSince };
  // A report that names no regression takes no acceptance back.
  const accepted = request.regressed ? request.accepted : (request.accepted ?? earlier?.accepted);
  return markdown`${renderMarker({ ...request, head: request.headSha, ...more, accepted })}${request.body}`;
}

async function upsert(conversation: Conversation, request: CommentRequest): Promise<Settled> {
  const head = await conversation.currentHead();
  if (head.kind === "unexpected") return notWritten(head);
  // A token may be allowed to comment and not to read pull requests; then the order of runs decides alone.
  if (head.kind === "ok" && head.value !== request.headSha)
    return { kind: "skipped", reason: `the pull request has moved on to ${head.value.slice(0, 7)}` };

  const existing = await conversation.list();
  if (existing.kind !== "ok") return notWritten(existing);
  if (existing.value.length > 0) return settle(conversation, { ours: existing.value, request });

  if (request.mode === "on-change" && !request.noteworthy)
    return { kind: "skipped", reason: "nothing changed, and comment-mode is on-change" };
  const created = await conversation.create(withMarker(request));
  // It may have been created all the same.
  if (created.kind === "unreachable" || created.kind === "unexpected")
    return { kind: "look-again", otherwise: notWritten(created) };
  if (created.kind !== "ok") return notWritten(created);
  const now = await conversation.list();
  const ours = withComment(now.kind === "ok" ? now.value : [], created.value);
  return settle(conversation, { ours, request, created: created.value });
}

/**
 * Leaves one comment of this key: the oldest, the first of `ours`, holding the text of the newest run. A racing run does the
 * same, so it does not matter who comes last; a run that is not the newest only takes its own superfluous comment away.
 * GitHub has no conditional update: of two runs that write in the very same moment the older text may stay.
 */
async function settle(
  conversation: Conversation,
  { ours, request, created }: { ours: readonly OwnComment[]; request: CommentRequest; created?: OwnComment },
): Promise<Settled> {
  const [keep, ...others] = ours;
  if (!keep) throw new RangeError("there is no comment to settle on");

  const newer = ours.map(({ reported }) => reported.run).find((other) => compareRuns(other, request.run) > 0);
  // Code of a job whose token can comment may have made up a run that is newer than all to come.
  if (newer && (await conversation.knows(newer))) {
    if (created && created.id !== keep.id) await conversation.remove(created.id);
    return { kind: "skipped", reason: `the newer run ${newer.id}.${newer.attempt} has commented already` };
  }
  const { reported, since, regressedSince } = keep;
  const same = plain(keep.body) === plain(withMarker(request, reported));
  if (!same) {
    // A label that was set after a report on this head holds for later ones, whatever one between them said.
    const isOfHead = reported.head === request.headSha;
    const body = withMarker(request, isOfHead ? { ...reported, since, regressedSince } : undefined);
    const answer = await conversation.update(keep.id, body);
    // Either it has just been deleted or the token must not touch it: the next look tells.
    if (answer.kind === "refused" && answer.status === 404)
      return { kind: "look-again", otherwise: notWritten(answer) };
    if (answer.kind !== "ok") return notWritten(answer);
  }
  for (const other of others) await conversation.remove(other.id);
  if (created?.id === keep.id) return { kind: "created", url: keep.url };
  return { kind: same ? "unchanged" : "updated", url: keep.url };
}

/** A list read just after creating may not show the new comment yet. */
function withComment(listed: readonly OwnComment[], created: OwnComment): OwnComment[] {
  const rest = listed.filter((comment) => comment.id !== created.id);
  return [...rest, created].sort((a, b) => a.id - b.id);
}

/** GitHub trims bodies and may turn line ends into CRLF. */
function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** The warning for the log when the comment could not be written, with what to change; nothing when all is well. */
export function commentWarning(result: CommentResult, { fork }: { fork: boolean }): string | undefined {
  if (result.kind === "failed")
    return `The pull-request comment was not written: ${result.message}. The report is in the job summary and the result files.`;
  if (result.kind !== "not-permitted") return undefined;
  const fix = fork
    ? "  fix: pull requests from forks get a read-only token; comment from a workflow_run workflow (see workflows/fork-safe.yml)"
    : "  fix: add to the job in the workflow file\n    permissions:\n      contents: read\n      pull-requests: write";
  return `The pull-request comment was not written (HTTP ${result.status}: ${result.message}). The report is in the job summary and the result files.\n${fix}`;
}
