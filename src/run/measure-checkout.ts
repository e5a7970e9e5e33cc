import { randomInt } from "node:crypto";
import { requirePlatform } from "../base/host/platform.ts";
import { chooseConfig } from "../config/load-config.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { chooseCompareTarget } from "../git/compare-ref.ts";
import { hasLocalChanges, readWorkingCopy, resolveCommit } from "../git/head-commit.ts";
import { resolveRemote } from "../git/remote.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { RunRecord } from "../record/record.ts";
import { benchmark } from "./benchmark.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";

interface CheckoutResult {
  readonly record: RunRecord;
  readonly loaded: LoadedConfig;
  /** The commit that was asked for, by its whole name where it is known here. */
  readonly compareRef: string | undefined;
}

/** Measures a checkout for the command line, beside the named commit. Throws UserError. */
export async function measureCheckout(
  asked: RunOptions,
  {
    directory,
    environment,
    ...watching
  }: Pick<BenchmarkRequest, "directory" | "environment" | "companions" | "isBuilt" | "passes" | "signal" | "progress">,
): Promise<CheckoutResult> {
  requirePlatform(process.platform);
  const loaded = await chooseConfig(asked, directory);
  const workingCopy = await readWorkingCopy(directory, environment);
  // As the action's input has it; at a desk nothing is compared unasked.
  const ref = asked.compareRef === "none" ? undefined : asked.compareRef;
  const compareRef = ref && ((await resolveCommit(ref, { directory, environment })) ?? ref);
  const head = workingCopy?.commit ?? { sha: "", parents: [] };
  const remote = ref ? await resolveRemote({ directory, environment }).catch(() => undefined) : undefined;
  const record = await benchmark({
    loaded,
    directory,
    workingCopy,
    dirty: workingCopy !== undefined && (await hasLocalChanges(directory, environment)),
    compare: chooseCompareTarget({ kind: "other", name: "a run on the command line" }, { compareRef, head }),
    // What is not pushed yet is in the checkout alone.
    sources: [{ url: workingCopy?.root ?? directory }, ...(remote ? [remote] : [])],
    environment,
    run: { ...asked, seed: asked.seed ?? randomInt(2 ** 32) },
    ...watching,
  });
  return { record, loaded, compareRef };
}
