import { setTimeout } from "node:timers/promises";
import type { Environment } from "../base/host/environment.ts";
import { BaselineError } from "../errors.ts";
import type { Remote } from "../git/git.ts";
import type { RunRecord } from "../record/record.ts";
import { defaultRetry, type RetryPolicy } from "./backoff.ts";
import { appendEdit } from "./branch/branch-edit.ts";
import { parseRecordPath } from "./branch/branch-layout.ts";
import type { Entry } from "./branch/entry.ts";
import { defaultRetention, type RetentionPolicy } from "./branch/retention.ts";
import { defaultSquash, type SquashLimits } from "./branch/squash.ts";
import { type BranchAccess, type Change, fetchSnapshot, fileReader, pushChange } from "./branch-push.ts";
import { type ReadFiles, readKey, type Snapshot } from "./branch-snapshot.ts";
import { maxRecordBytes, packRecord, unpackRecord } from "./record-blob.ts";
import { openRepository, type Repository } from "./repository.ts";

export interface BranchStoreOptions {
  readonly remote: Remote;
  readonly branch: string;
  /** The environment of this process; see `runGit` for what of it reaches git. */
  readonly environment: Environment;
  /** Folder in which the temporary repository is made; the system's when absent. */
  readonly workDirectory?: string;
  /** Values in [0, 1), for jitter. */
  readonly random?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  /** Milliseconds since 1970, for the dates of commits. */
  readonly now?: () => number;
  /** Told of what a person should know but need not act on at once. */
  readonly log: (message: string) => void;
  readonly retention?: RetentionPolicy;
  readonly retry?: RetryPolicy;
  readonly squash?: SquashLimits;
}

/** Opens the baseline branch of a remote through a temporary repository, which disposing of the store removes. */
export async function openBranchStore(options: BranchStoreOptions): Promise<BranchStore> {
  return new BranchStore(await openRepository(options), options);
}

/** The baseline branch. Every method throws BaselineError, with what to do, and never leaves half a change behind. */
export class BranchStore implements AsyncDisposable {
  readonly retention: RetentionPolicy;
  /** Contents of files of a snapshot. */
  readonly readFiles: ReadFiles;
  readonly #access: BranchAccess;
  #newest: Snapshot | undefined;

  constructor(repository: Repository, options: BranchStoreOptions) {
    this.retention = options.retention ?? defaultRetention;
    this.#access = {
      retry: defaultRetry,
      squash: defaultSquash,
      random: Math.random,
      sleep: setTimeout,
      now: Date.now,
      ...options,
      repository,
      url: options.remote.url,
    };
    this.readFiles = fileReader(this.#access);
  }

  /** The newest state of the branch, from the remote; the month files of `key` are read along with it. */
  async snapshot(key?: string): Promise<Snapshot> {
    this.#newest = await fetchSnapshot(this.#access, { key, readFiles: this.readFiles });
    return this.#newest;
  }

  /** All entries of a key, oldest first, from the remote's newest state, and what all keys are of. */
  async read(
    key: string,
  ): Promise<{ entries: readonly Entry[]; environments: readonly string[]; baselineSha?: string }> {
    const current = await this.snapshot(key);
    const { entries } = await readKey(current, { key, readFiles: this.readFiles });
    const environments = Object.values(current.index.keys).map(({ environment }) => environment);
    return { entries, environments, ...(current.sha === undefined ? {} : { baselineSha: current.sha }) };
  }

  /** The full record of a run, while it is among the newest. */
  async readRecord(key: string, commit: string): Promise<RunRecord | undefined> {
    const { files, describe } = await this.snapshot();
    const file = files.find(({ path }) => {
      const parsed = parseRecordPath(path);
      return parsed?.key === key && parsed.commit === commit;
    });
    if (!file) return undefined;
    const contents = await this.readFiles([file], { maxBytes: maxRecordBytes, describe });
    return unpackRecord(contents.get(file.path) ?? Buffer.alloc(0), describe(file.path));
  }

  /** Files a run under its key and commit and pushes. Returns the branch's commit that holds it. */
  async append(entry: Entry, { record }: { record?: RunRecord } = {}): Promise<{ sha: string }> {
    const { log, now } = this.#access;
    refuseFuture(entry, now());
    const packed = record && packWithin(record, log);
    const message = `Add ${entry.commit.slice(0, 12)} (${entry.status}) to ${entry.key}\n`;
    const edit: Change["edit"] = async (current) => {
      const content = await readKey(current, { key: entry.key, readFiles: this.readFiles });
      warnOfClock(content.entries, { entry, log });
      return appendEdit(content, entry, { record: packed, policy: this.retention });
    };
    const { sha = "" } = await this.change({ message, edit, key: entry.key });
    return { sha };
  }

  /**
   * Makes one commit of an edit and pushes it. The edit is asked anew, with a fresh state, whenever another run pushed
   * first; undefined means that nothing is left to do.
   */
  async change({ key, ...wanted }: Change & { key?: string }): Promise<{ sha?: string }> {
    // The state seen last may still be the newest: the lease finds out.
    const start = this.#newest ?? (await this.snapshot(key));
    this.#newest = await pushChange(this.#access, { ...wanted, start, fetch: () => this.snapshot(key) });
    return this.#newest;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#access.repository[Symbol.asyncDispose]();
  }
}

function packWithin(record: RunRecord, log: (message: string) => void): Uint8Array | undefined {
  const packed = packRecord(record);
  if (packed.length <= maxRecordBytes) return packed;
  log(`The full record of this run is not stored: ${packed.length} bytes compressed, the limit is ${maxRecordBytes}.`);
  return undefined;
}

const dayMs = 86_400_000;

/** A run dated ahead would stay the newest one, which later ones are compared with, until its day has come. */
function refuseFuture({ createdAt }: Entry, now: number): void {
  if (Date.parse(createdAt) - now <= dayMs) return;
  throw new BaselineError(`the run is dated ${createdAt}, more than a day ahead of this machine's clock`, {
    expected: `a time before ${new Date(now + dayMs).toISOString()}`,
    fix: "set the clock of the machine that measured, and measure again; nothing was stored",
  });
}

/** Runs are ordered by their own time: a clock that is far off files a run among others than its neighbours. */
function warnOfClock(
  entries: readonly Entry[],
  { entry, log }: { entry: Entry; log: (message: string) => void },
): void {
  const newest = entries.at(-1)?.createdAt;
  if (newest === undefined || Date.parse(newest) - Date.parse(entry.createdAt) < dayMs) return;
  log(`This run is dated ${entry.createdAt}, but the newest stored run ${newest}: check the clock of this machine.`);
}
