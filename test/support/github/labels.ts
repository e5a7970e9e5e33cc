import { type Call, no, type Reply } from "./call.ts";
import { collaborator, labelEvent } from "./shapes.ts";

/** Permissions in the repository; everybody else may only read, as in a public repository. */
const permissions: Readonly<Record<string, { permission: string; role: string }>> = {
  octo: { permission: "admin", role: "admin" },
  alice: { permission: "write", role: "maintain" },
  trish: { permission: "read", role: "triage" },
};

interface LabelEvent {
  readonly pullRequest: number;
  readonly name: string;
  readonly by: string;
  readonly event: "labeled" | "unlabeled";
  readonly at: string;
}

/** The part of GitHub that knows labels, who set them, who may write, and which merge made a commit. */
export interface Labels {
  set(pullRequest: number, name: string, by: string): void;
  remove(pullRequest: number, name: string, by: string): void;
  /** Says that merging a pull request made this commit. */
  merge(pullRequest: number, sha: string): void;
  /** Undefined: not a question about labels. `pulls` lists the pull requests as GitHub does. */
  answer(call: Call, pulls: () => Promise<Reply>): Promise<Reply | undefined>;
}

/** Keeps labels by their events, as GitHub does. */
export function openLabels(origin: () => string): Labels {
  const events: LabelEvent[] = [];
  const merges = new Map<number, string>();
  const now = () => new Date().toISOString();
  const ok = (body: unknown): Reply => ({ status: 200, headers: {}, body });

  const labelOf = (name: string, id: number) => ({
    id,
    node_id: `LA_${id}`,
    url: `${origin()}/labels/${encodeURIComponent(name)}`,
    name,
    description: null,
    color: "ededed",
    default: false,
  });
  const present = (pullRequest: number) => {
    const last = new Map(events.filter((one) => one.pullRequest === pullRequest).map((one) => [one.name, one.event]));
    return [...last].filter(([, event]) => event === "labeled").map(([name]) => name);
  };

  return {
    set: (pullRequest, name, by) => void events.push({ pullRequest, name, by, event: "labeled", at: now() }),
    remove: (pullRequest, name, by) => void events.push({ pullRequest, name, by, event: "unlabeled", at: now() }),
    merge: (pullRequest, sha) => void merges.set(pullRequest, sha),
    async answer({ method, path }, pulls) {
      if (method !== "GET") return undefined;
      const [, number, what] = /\/issues\/(\d+)\/(labels|events)$/.exec(path) ?? [];
      if (what === "labels") return ok(present(Number(number)).map(labelOf));
      if (what === "events")
        return ok(
          events.flatMap((one, index) =>
            one.pullRequest === Number(number) ? [labelEvent({ ...one, id: index + 1 }, origin())] : [],
          ),
        );
      const login = decodeURIComponent(/\/collaborators\/([^/]+)\/permission$/.exec(path)?.[1] ?? "");
      if (login.endsWith("[bot]")) return no(404, `${login} is not a user`);
      const { permission, role } = permissions[login] ?? { permission: "read", role: "read" };
      if (login) return ok(collaborator({ login, permission, role }, origin()));
      const sha = /\/commits\/([0-9a-f]{40})\/pulls$/.exec(path)?.[1];
      if (sha === undefined) return undefined;
      const listed = (await pulls()).body as { number: number }[];
      const merged = listed.filter((one) => merges.get(one.number) === sha);
      return ok(
        merged.map((one) => ({ ...one, state: "closed", merged_at: "2026-11-20T11:00:00Z", merge_commit_sha: sha })),
      );
    },
  };
}
