import { z } from "zod";
import { openConversation, type Place } from "./conversation.ts";
import { ask, type Octokit, whyNone } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { everyPage, readAnswer } from "./read-answer.ts";

/** The labels of a pull request that change what a run does. */
export const benchLabels = { skip: "mcp-bench:skip", accept: "mcp-bench:accept" } as const;

/** The person who set a label, and when (ISO 8601). */
interface Labeller {
  readonly by: string;
  readonly at: string;
}

/** The labels that hold, and a sentence for each that is there and does not. */
export interface Labels {
  readonly skip?: Labeller;
  readonly accept?: Labeller;
  readonly ignored: readonly string[];
}

const labelList = z.array(z.object({ name: z.string() })).describe("a list of labels");
const eventList = z
  .array(
    z.object({
      event: z.string(),
      actor: z.object({ login: z.string() }).nullish(),
      created_at: z.iso.datetime({ offset: true }),
      label: z.object({ name: z.string() }).nullish(),
    }),
  )
  .describe("a list of events");
const collaborator = z.object({ permission: z.string() }).describe("a person's permission");

interface Asking extends Place {
  /** Head of the pull request that is judged. */
  readonly headSha: string;
  /** The label whose setting brought this event, while the head was the one that is judged. */
  readonly labelled?: { readonly name: string; readonly by: string } | undefined;
  /** True where the report of this key writes no comment: that of another key, on all servers, stands for it. */
  readonly isSilent?: boolean | undefined;
  /** True after a run on this head that ended well and measured nothing: it obeyed the label that means skip. */
  readonly isObeyed?: boolean | undefined;
}

/**
 * Reads our labels of a pull request as they are now; a re-run brings the payload of the first run. A label counts if the
 * person who set it last may write to the repository, and for one commit: the one that our comment reported on when the label
 * was set or, where there is no comment, the head that GitHub named in the event of the label. Never throws for an answer of
 * GitHub's.
 */
export async function readLabels(octokit: Octokit, asking: Asking): Promise<Labels> {
  const { repository, pullRequest, headSha } = asking;
  const thread = { ...repository, issue_number: pullRequest };
  const { issues } = octokit.rest;
  const present = await ask(() => everyPage((page) => issues.listLabelsOnIssue({ ...thread, ...page }), labelList));
  if (present.kind !== "ok")
    return { ignored: [`The labels of the pull request cannot be read: ${whyNone(present)}.`] };

  const found: { skip?: Labeller; accept?: Labeller } = {};
  const ignored: string[] = [];
  for (const name of ["skip", "accept"] as const) {
    const label = benchLabels[name];
    if (!present.value.some((one) => one.name === label)) continue;
    const labeller = await whoSet(octokit, { repository, thread, label });
    if ("unknown" in labeller) ignored.push(`The label ${label} is ignored: ${labeller.unknown}.`);
    else if (await holds(name, { octokit, labeller, asking })) found[name] = labeller;
    else
      ignored.push(
        `The label ${label} is ignored: @${labeller.by} set it before ${awaited[name]} ${headSha.slice(0, 7)}; take it off and set it again, then run the workflow again.`,
      );
  }
  return { ...found, ignored };
}

const awaited = { skip: "there was a report on", accept: "there was a regression in a report on" } as const;

/** Tells whether the person who set a label can have meant the commit that is judged. */
async function holds(
  name: "skip" | "accept",
  { octokit, labeller, asking }: { octokit: Octokit; labeller: Labeller; asking: Asking },
): Promise<boolean> {
  const { headSha, labelled, isObeyed, isSilent } = asking;
  const isOfEvent = labelled?.name === benchLabels[name] && labelled.by === labeller.by;
  // Skipping takes no report.
  if (isOfEvent && name === "skip") return true;
  const conversation = await openConversation(octokit, asking);
  const isOfAnyKey = name === "skip" || isSilent;
  const comments = await (isOfAnyKey ? conversation.listRead() : conversation.list());
  if (comments.kind !== "ok") return false;
  const setAt = Date.parse(labeller.at);
  // A fork may end a run without a record: a label older than a report on another head was meant for that one.
  const isOlder = comments.value.some(
    ({ reported, updatedAt }) => reported.head !== headSha && Date.parse(updatedAt) >= setAt,
  );
  if (name === "skip" && isObeyed && !isOlder) return true;
  if (comments.value.length === 0) return isOfEvent;
  return comments.value.some(({ reported, since, regressedSince }) => {
    const seen = name === "accept" ? regressedSince : since;
    return reported.head === headSha && seen !== undefined && Date.parse(seen) <= setAt;
  });
}

async function whoSet(
  octokit: Octokit,
  at: { repository: RepositoryName; thread: RepositoryName & { issue_number: number }; label: string },
): Promise<Labeller | { readonly unknown: string }> {
  const { repository, thread, label } = at;
  const events = await ask(() =>
    everyPage((page) => octokit.rest.issues.listEvents({ ...thread, ...page }), eventList),
  );
  if (events.kind !== "ok") return { unknown: `who set it cannot be read (${whyNone(events)})` };
  const last = events.value.findLast((event) => event.event === "labeled" && event.label?.name === label);
  const login = last?.actor?.login;
  if (!last || !login) return { unknown: "the pull request's events do not say who set it" };

  const level = await ask(async () => {
    const reply = await octokit.rest.repos.getCollaboratorPermissionLevel({ ...repository, username: login });
    return readAnswer(reply, collaborator).permission;
  });
  if (level.kind !== "ok" && !(level.kind === "refused" && level.status === 404))
    return { unknown: `whether @${login} may write to the repository cannot be read (${whyNone(level)})` };
  if (level.kind !== "ok" || !["admin", "write"].includes(level.value))
    return { unknown: `@${login}, who set it, may not write to the repository` };
  return { by: login, at: last.created_at };
}
