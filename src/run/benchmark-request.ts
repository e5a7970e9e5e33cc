import type { Environment } from "../base/host/environment.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { CompareTarget } from "../git/compare-ref.ts";
import type { Remote } from "../git/git.ts";
import type { WorkingCopy } from "../git/working-copy.ts";
import type { MakeCompanion } from "../measure/companion.ts";
import type { MakePass } from "../measure/pass.ts";
import type { Progress } from "../measure/progress.ts";
import type { SeededRun } from "../options/run-options.ts";

/** One run as a front end asks for it. */
export interface BenchmarkRequest {
  readonly loaded: LoadedConfig;
  /** Makes of base's own configuration what was made of head's. */
  readonly adapt?: ((config: LoadedConfig["config"]) => LoadedConfig["config"]) | undefined;
  /** Absolute. */
  readonly directory: string;
  readonly workingCopy?: WorkingCopy | undefined;
  readonly dirty: boolean;
  /** It was built before: only base is. */
  readonly isBuilt?: boolean | undefined;
  /** Head commit of the pull request that is measured, which may be checked out as a merge commit. */
  readonly pullRequestHead?: string | undefined;
  readonly compare: CompareTarget;
  readonly sources: readonly Remote[];
  readonly environment: Environment;
  readonly run: SeededRun;
  /** Secrets that are redacted in the record, beside the values of `pass-env`. */
  readonly secrets?: readonly string[];
  /** Passes of features after the rounds, and the folder for what each keeps; absent: it keeps nothing. */
  readonly passes?: readonly { readonly make: MakePass; readonly folder?: string | undefined }[] | undefined;
  readonly companions?: readonly MakeCompanion[] | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}
