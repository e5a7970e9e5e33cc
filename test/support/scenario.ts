import { expect } from "vitest";
import { type ActionOutcome, runAction } from "./action-process.ts";
import { pullRequestEvent, pushEvent, type RunnerEvent } from "./events.ts";
import { type GitHubApi, startGitHubApi } from "./github/api.ts";
import type { Token } from "./github/identities.ts";
import { createRepository, type TestRepository } from "./repository.ts";

type Files = Readonly<Record<string, string>>;

interface RunOptions {
  readonly token?: Token;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cancelAt?: RegExp;
}

/** A repository on a GitHub of its own, and the action to run in it. */
export interface Scenario extends AsyncDisposable {
  readonly api: GitHubApi;
  readonly repository: TestRepository;
  /** Runs the action; every run has a higher number than the one before. */
  run(event: RunnerEvent, options?: RunOptions): Promise<ActionOutcome>;
  /** Commits to main and runs the action as the push event's workflow would, with the baseline to be updated. */
  pushToMain(files: Files): Promise<ActionOutcome>;
  /** Opens a pull request that changes files, and checks out its merge commit. */
  openPullRequest(files: Files): Promise<OpenPullRequest>;
}

export interface OpenPullRequest {
  readonly number: number;
  readonly opened: RunnerEvent;
  /** Adds a commit to the pull request and checks out the new merge commit. */
  push(files: Files): RunnerEvent;
  /** The event of a label that `alice` sets now. */
  labelled(label: string): RunnerEvent;
}

export async function startScenario(files: Files): Promise<Scenario> {
  const repository = createRepository(files);
  const api = await startGitHubApi({ remotes: repository.remotes });
  let id = 100;
  let branches = 0;

  const run: Scenario["run"] = async (
    event,
    { token = "token-of-actions", inputs = {}, environment = {}, ...more } = {},
  ) => {
    id++;
    const workspace = repository.directory;
    const job = { event, workspace, github: api.url, token, inputs, environment, run: { id, attempt: 1 }, ...more };
    const outcome = await runAction(job);
    expect(outcome.leftovers).toEqual([]);
    expect(api.violations).toEqual([]);
    return outcome;
  };
  return {
    api,
    repository,
    run,
    async pushToMain(changed) {
      repository.switch("main");
      const before = repository.git("rev-parse", "HEAD");
      const after = repository.commit("Change main", changed);
      repository.push("main");
      return run(pushEvent({ before, after }), {
        token: "token-that-pushes",
        inputs: { "update-baseline": "true", "compare-ref": "none" },
      });
    },
    async openPullRequest(changed) {
      const baseSha = repository.git("rev-parse", "main");
      repository.switch("main");
      const branch = `feature-${++branches}`;
      repository.switch(branch);
      const headSha = repository.commit("Change", changed);
      repository.push(branch);
      const number = await api.openPullRequest(headSha);
      const mergeSha = repository.checkOutMerge("main", branch);
      let now = { number, headSha, baseSha, mergeSha };
      return {
        number,
        opened: pullRequestEvent({ action: "opened", ...now }),
        labelled: (label) => pullRequestEvent({ action: "labeled", label, ...now }),
        push(more) {
          repository.switch(branch);
          const nextSha = repository.commit("Change again", more);
          repository.push(branch);
          api.moveHead(number, nextSha);
          now = { ...now, headSha: nextSha, mergeSha: repository.checkOutMerge("main", branch) };
          return pullRequestEvent({ action: "synchronize", ...now });
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      repository[Symbol.dispose]();
    },
  };
}
