import { Option } from "commander";
import { exitOnSignal } from "../base/host/interrupt.ts";
import { type BranchStore, openBranchStore } from "../baseline/branch-store.ts";
import { BaselineError } from "../errors.ts";
import type { Remote } from "../git/git.ts";
import { resolveRemote } from "../git/remote.ts";
import { defaultBaselineBranch } from "../options/read-option.ts";
import { note } from "./output.ts";

export interface BranchOptions {
  readonly remote?: string;
  readonly branch: string;
}

export const remoteOption = new Option(
  "--remote <url>",
  "repository of the baseline branch (default: origin of the checkout)",
);

export const branchOption = new Option("--branch <name>", "name of the baseline branch").default(defaultBaselineBranch);

type Work<Result> = (store: BranchStore) => Promise<Result>;

/** Opens the baseline branch for all that a command does; a signal ends it without a trace. Throws BaselineError. */
export async function withStore<Result>(options: BranchOptions, work: Work<Result>): Promise<Result> {
  exitOnSignal();
  return await withOpenStore({ ...options, remote: await remoteOf(options) }, work);
}

/** Finds the repository of the baseline branch: before code of the checkout runs, which could change what its origin is. */
export async function remoteOf({ remote }: Pick<BranchOptions, "remote">, directory = process.cwd()): Promise<Remote> {
  const token = process.env.GITHUB_TOKEN;
  return resolveRemote({
    directory,
    environment: process.env,
    warn: note,
    ...(remote ? { explicit: remote } : {}),
    ...(token ? { token } : {}),
  });
}

/** Opens the baseline branch for some work of a command that handles signals itself. Throws BaselineError. */
export async function withOpenStore<Result>(
  { branch, remote }: { readonly branch: string; readonly remote: Remote },
  work: Work<Result>,
): Promise<Result> {
  await using store = await openBranchStore({
    remote,
    branch,
    environment: process.env,
    // It may hold text of the remote.
    log: note,
  });
  return await work(store);
}

/** Throws BaselineError where the remote has no such branch: a name that is mistyped must not look sound. */
export async function requireBranch(store: BranchStore, branch: string): Promise<void> {
  if ((await store.snapshot()).sha !== undefined) return;
  throw new BaselineError(`there is no branch ${branch}`, {
    where: "--branch",
    fix: "check the name; `mcp-bench baseline push` and the publish workflow create the branch",
  });
}
