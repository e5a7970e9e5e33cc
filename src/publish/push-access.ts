import type { GitHubContext } from "./github-context.ts";

type PushAccess = "yes" | "no" | "unknown";

const timeoutMs = 5000;

/**
 * Tests whether a token could push. The REST API does not tell (for the Actions token `permissions.push` is always
 * false), but the first step of a push does: it only reads the list of refs, and GitHub answers 403 where pushing is
 * not granted. Gitea and Forgejo, whose API is version 1, only refuse the push itself: there it stays unknown.
 */
export async function pushAccess(
  token: string,
  { apiUrl, serverUrl, repository }: Pick<GitHubContext, "apiUrl" | "serverUrl" | "repository">,
): Promise<PushAccess> {
  if (apiUrl.endsWith("/api/v1")) return "unknown";
  const url = `${serverUrl}/${repository.owner}/${repository.repo}.git/info/refs?service=git-receive-pack`;
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  try {
    // Node's own does not go through a proxy.
    const { defaults } = await import("@actions/github/lib/utils");
    const fetch = defaults.request?.fetch ?? globalThis.fetch;
    const response = await fetch(url, {
      headers: { authorization },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return "yes";
    return response.status < 500 ? "no" : "unknown";
  } catch {
    return "unknown";
  }
}

/** Said where target code runs beside a token that could push. */
export const pushWarning = `The token of this job could push to the repository, and the code under test could read it.
  fix: give the job only what it needs
    permissions:
      contents: read
      pull-requests: write
  and update the baseline from a workflow that runs on push only.`;
