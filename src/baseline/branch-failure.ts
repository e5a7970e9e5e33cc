import { BaselineError } from "../errors.ts";
import type { GitFailure } from "../git/git-outcome.ts";
import type { Failed } from "./repository.ts";

/** Turns a git failure into an error with advice for the user. */
export function adviseOn(
  failed: Failed,
  { doing, branch, url }: { doing: "read" | "write"; branch: string; url: string },
): BaselineError {
  const permission = `add \`permissions: contents: ${doing}\` to the job, or pass a github-token that may ${doing} this repository`;
  const unknown: Advice = ["git failed", "see git's message"];
  const advice: Record<GitFailure, Advice> = {
    auth: ["the remote did not accept the credentials", permission],
    forbidden: [`the token may not ${doing} this repository`, permission],
    "not-found": [
      "the repository was not found there (it may have moved), or the token may not see it",
      `check the address; if it is right, ${permission}`,
    ],
    "name-taken": [
      `the name of another branch conflicts with ${branch}`,
      "choose another name for the branch (input baseline-branch, or --branch)",
    ],
    unreachable: ["the remote could not be reached", "check the network and the address, then run again"],
    timeout: ["git took too long", "check the network and the size of the branch, then run again"],
    race: ["other runs kept pushing first", "run again, or let fewer jobs publish at once"],
    protected: [
      "a rule or a hook of the remote forbids it",
      `let the workflow's token create and update ${branch} in the repository's branch rules`,
    ],
    "no-space": ["there is no room left, or the push is over a limit", "free space or raise the quota of the remote"],
    "too-large": ["it is larger than expected", `check that ${branch} is the branch mcp-bench writes`],
    "no-branch": unknown,
    failed: unknown,
  };
  const [found, fix] = advice[failed.failure];
  // biome-ignore lint/plugin: git wrote it
  const said = failed.message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-8)
    .join(" | ");
  const verb = doing === "read" ? "read" : "written";
  return new BaselineError(`the baseline branch could not be ${verb}: ${found} (git: ${said})`, {
    where: `branch ${branch} of ${url}`,
    fix,
  });
}

type Advice = readonly [found: string, fix: string];
