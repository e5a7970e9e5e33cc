import { Option } from "commander";
import { exitOnSignal } from "../base/host/interrupt.ts";
import { type BranchStore, openBranchStore } from "../baseline/branch-store.ts";
import { BaselineError } from "../errors.ts";
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
  return await withOpenStore(options, work);
}

/** Opens the baseline branch for some work of a command that handles signals itself. Throws BaselineError. */
export async function withOpenStore<Result>(options: BranchOptions, work: Work<Result>): Promise<Result> {
  const token = process.env.GITHUB_TOKEN;
  const remote = await resolveRemote({
    directory: process.cwd(),
    environment: process.env,
    warn: note,
    ...(options.remote ? { explicit: options.remote } : {}),
    ...(token ? { token } : {}),
  });
  await using store = await openBranchStore({
    remote,
    branch: options.branch,
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
