import { z } from "zod";
import { ask, type Octokit, whyNone } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { everyPage, readAnswer } from "./read-answer.ts";

/** The labels of a pull request that change what a run does. */
export const benchLabels = { skip: "mcp-bench:skip", accept: "mcp-bench:accept" } as const;

/** Who set a label, and when (ISO 8601). */
export interface Labeller {
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

type Asked = { readonly kind: "set"; readonly labeller: Labeller } | { readonly kind: "ignored"; readonly why: string };

interface Asking {
  readonly repository: RepositoryName;
  readonly pullRequest: number;
  /** When the commit was pushed that is judged (ISO 8601): nobody has seen figures of it before. */
  readonly pushedAt?: string | undefined;
}

/**
 * Reads our labels of a pull request as they are now; a re-run brings the payload of the first run. A label counts when
 * whoever set it last may write to the repository: setting one takes less. One that accepts counts for what was there to be
 * seen when it was set, and not for later pushes. Never throws for an answer of GitHub's.
 */
export async function readLabels(octokit: Octokit, { repository, pullRequest, pushedAt }: Asking): Promise<Labels> {
  const thread = { ...repository, issue_number: pullRequest };
  const { issues } = octokit.rest;
  const present = await ask(() => everyPage((page) => issues.listLabelsOnIssue({ ...thread, ...page }), labelList));
  if (present.kind !== "ok")
    return { ignored: [`The labels of the pull request cannot be read: ${whyNone(present)}.`] };

  const wanted = (["skip", "accept"] as const).filter((name) =>
    present.value.some((label) => label.name === benchLabels[name]),
  );
  const found: { skip?: Labeller; accept?: Labeller } = {};
  const ignored: string[] = [];
  for (const name of wanted) {
    const asked = await whoSet(octokit, { repository, thread, label: benchLabels[name] });
    if (asked.kind === "set" && name === "accept" && isOutdated(asked.labeller, pushedAt))
      ignored.push(
        `The label ${benchLabels[name]} is ignored: @${asked.labeller.by} set it before the last push; take it off and set it again to accept what was pushed since.`,
      );
    else if (asked.kind === "set") found[name] = asked.labeller;
    else ignored.push(`The label ${benchLabels[name]} is ignored: ${asked.why}.`);
  }
  return { ...found, ignored };
}

function isOutdated({ at }: Labeller, pushedAt: string | undefined): boolean {
  return pushedAt !== undefined && Date.parse(at) < Date.parse(pushedAt);
}

async function whoSet(
  octokit: Octokit,
  at: { repository: RepositoryName; thread: RepositoryName & { issue_number: number }; label: string },
): Promise<Asked> {
  const { repository, thread, label } = at;
  const events = await ask(() =>
    everyPage((page) => octokit.rest.issues.listEvents({ ...thread, ...page }), eventList),
  );
  if (events.kind !== "ok") return { kind: "ignored", why: `who set it cannot be read (${whyNone(events)})` };
  const last = events.value.findLast((event) => event.event === "labeled" && event.label?.name === label);
  const login = last?.actor?.login;
  if (!last || !login) return { kind: "ignored", why: "the pull request's events do not say who set it" };

  const level = await ask(async () => {
    const reply = await octokit.rest.repos.getCollaboratorPermissionLevel({ ...repository, username: login });
    return readAnswer(reply, collaborator).permission;
  });
  if (level.kind !== "ok" && !(level.kind === "refused" && level.status === 404))
    return { kind: "ignored", why: `whether @${login} may write to the repository cannot be read (${whyNone(level)})` };
  if (level.kind !== "ok" || !["admin", "write"].includes(level.value))
    return { kind: "ignored", why: `@${login}, who set it, may not write to the repository` };
  return { kind: "set", labeller: { by: login, at: last.created_at } };
}
