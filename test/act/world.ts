import { join } from "node:path";
import { type GitHubApi, startGitHubApi } from "../support/github/api.ts";
import { Project, type ProjectOptions } from "./project.ts";
import { type ActRun, runAct } from "./run-act.ts";

/** Says what happens to a repository. */
export interface Happening {
  readonly event: string;
  readonly payload?: unknown;
  /** Runs this job alone. */
  readonly job?: string;
  /** None, and no server either: as on one's own machine. */
  readonly token?: "none";
  readonly secrets?: Readonly<Record<string, string>>;
  /** Folder of the artifacts, where a later run is to find them; inside the project's scratch folder. */
  readonly artifacts?: string;
  /** Variables of every job, beside those that name the GitHub. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A project on a GitHub of its own. */
export interface World extends AsyncDisposable {
  readonly api: GitHubApi;
  readonly project: Project;
  /** Runs one of the project's workflows to its end. */
  run(workflow: string, happening: Happening): Promise<ActRun>;
  /** The baseline branch's commit; empty where there is none. */
  baseline(): string;
  /** Opens a pull request, or moves it on, to a commit with this change; gives its number and the event. */
  pullRequest(change: (folder: string) => void): Promise<{ number: number; happening: Happening }>;
}

export async function openWorld(act: string, files: ProjectOptions["files"]): Promise<World> {
  const api = await startGitHubApi();
  const name = `${api.owner}/${api.repo}`;
  const project = new Project({ name, files });
  let number: number | undefined;
  return {
    api,
    project,
    run(workflow, { event, payload, job, token, secrets, artifacts, environment: more }) {
      const kept = artifacts === undefined ? {} : { ARTIFACTS: artifacts };
      const environment = { GITHUB_REPOSITORY: name, GITHUB_API_URL: api.url, ...kept, ...more };
      return runAct({
        act,
        project,
        workflow: join(".github/workflows", workflow),
        event,
        payload,
        ...(job !== undefined && { job }),
        ...(secrets && { secrets }),
        ...(token === "none"
          ? { environment }
          : { token: "token-of-actions", environment: { ...environment, GITHUB_SERVER_URL: project.serverUrl } }),
      });
    },
    baseline: () => project.git("ls-remote", project.remote, "refs/heads/mcp-bench-baseline"),
    async pullRequest(change) {
      number ??= await api.openPullRequest(project.git("rev-parse", "main"));
      const { head, payload } = project.checkOutPullRequest(number, change);
      api.moveHead(number, head);
      return { number, happening: { event: "pull_request", payload } };
    },
    async [Symbol.asyncDispose]() {
      project[Symbol.dispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}
