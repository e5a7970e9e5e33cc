/** Answers in GitHub's own form, of what stand-ins for it know. `origin` is where the API lies. */

function person(login: string, origin: string) {
  return {
    login,
    id: 7,
    node_id: "U_7",
    avatar_url: `${origin}/avatars/7`,
    gravatar_id: "",
    url: `${origin}/users/${encodeURIComponent(login)}`,
    html_url: `${origin}/${encodeURIComponent(login)}`,
    followers_url: `${origin}/users/x/followers`,
    following_url: `${origin}/users/x/following`,
    gists_url: `${origin}/users/x/gists`,
    starred_url: `${origin}/users/x/starred`,
    subscriptions_url: `${origin}/users/x/subscriptions`,
    organizations_url: `${origin}/users/x/orgs`,
    repos_url: `${origin}/users/x/repos`,
    events_url: `${origin}/users/x/events`,
    received_events_url: `${origin}/users/x/received_events`,
    type: "User",
    site_admin: false,
  };
}

export interface LabelChange {
  readonly id: number;
  readonly name: string;
  readonly by: string;
  readonly event: "labeled" | "unlabeled";
  /** ISO 8601. */
  readonly at: string;
}

/** One entry of `GET /repos/{owner}/{repo}/issues/{number}/events`. */
export function labelEvent({ id, name, by, event, at }: LabelChange, origin: string) {
  return {
    id,
    node_id: `LE_${id}`,
    url: `${origin}/events/${id}`,
    actor: person(by, origin),
    event,
    commit_id: null,
    commit_url: null,
    created_at: at,
    performed_via_github_app: null,
    label: { name, color: "ededed" },
  };
}

/** `GET /repos/{owner}/{repo}/collaborators/{login}/permission` */
export function collaborator(
  { login, permission, role }: { login: string; permission: string; role: string },
  origin: string,
) {
  return { permission, role_name: role, user: { ...person(login, origin), role_name: role } };
}
