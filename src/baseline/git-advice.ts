import { BaselineError } from "../errors.ts";
import type { GitFailure } from "../git/git-outcome.ts";

interface Situation {
  readonly doing: "read" | "write";
  readonly branch: string;
  readonly url: string;
}

/** Turns a git failure into an error with advice for the user. */
export function adviseOn(failed: { failure: GitFailure; message: string }, situation: Situation): BaselineError {
  const { doing, branch, url } = situation;
  const verb = doing === "read" ? "read" : "written";
  const { found, fix } = advice(failed.failure, situation);
  // biome-ignore lint/plugin: git wrote it
  const said = failed.message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-8)
    .join(" | ");
  return new BaselineError(`the baseline branch could not be ${verb}: ${found} (git: ${said})`, {
    where: `branch ${branch} of ${url}`,
    fix,
  });
}

function advice(failure: GitFailure, { doing, branch }: Situation): { found: string; fix: string } {
  const permission = `add \`permissions: contents: ${doing}\` to the job, or pass a github-token that may ${doing} this repository`;
  switch (failure) {
    case "auth":
      return { found: "the remote did not accept the credentials", fix: permission };
    case "forbidden":
      return { found: `the token may not ${doing} this repository`, fix: permission };
    case "not-found":
      return {
        found: "the repository was not found there (it may have moved), or the token may not see it",
        fix: `check the address; if it is right, ${permission}`,
      };
    case "name-taken":
      return {
        found: `the name of another branch conflicts with ${branch}`,
        fix: "choose another name for the branch (input baseline-branch, or --branch)",
      };
    case "unreachable":
      return { found: "the remote could not be reached", fix: "check the network and the address, then run again" };
    case "timeout":
      return { found: "git took too long", fix: "check the network and the size of the branch, then run again" };
    case "race":
      return { found: "other runs kept pushing first", fix: "run again, or let fewer jobs publish at once" };
    case "protected":
      return {
        found: "a rule or a hook of the remote forbids it",
        fix: `let the workflow's token create and update ${branch} in the repository's branch rules`,
      };
    case "no-space":
      return {
        found: "there is no room left, or the push is over a limit",
        fix: "free space or raise the quota of the remote",
      };
    case "too-large":
      return { found: "it is larger than expected", fix: `check that ${branch} is the branch mcp-bench writes` };
    case "no-branch":
    case "failed":
      return { found: "git failed", fix: "see git's message" };
  }
}
