import { setTimeout } from "node:timers/promises";
import { BaselineError } from "../errors.ts";
import { appendEdit, type BranchEdit, editedIndex, type KeyContent, ownFiles, shardsOf } from "./branch/branch-edit.ts";
import { type BranchIndex, emptyIndex, parseIndex } from "./branch/branch-index.ts";
import { markerPath, parseShard, parseTree, type TreeFile } from "./branch/branch-layout.ts";
import type { Entry } from "./branch/entry.ts";
import { byTime, defaultRetention, type RetentionPolicy } from "./branch/retention.ts";
import { defaultSquash, isSquashDue, type SquashLimits } from "./branch/squash.ts";
import { adviseOn } from "./branch-failure.ts";
import { type Failed, openRepository, type Repository, type RepositoryOptions } from "./repository.ts";

export interface BranchStoreOptions extends RepositoryOptions {
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

/** Limits for retrying pushes that lost a race, and faults of the network. */
interface RetryPolicy {
  /** Tries in all. */
  readonly raceTries: number;
  readonly networkTries: number;
  /** Wait before the second try, and the longest wait, in milliseconds. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

const defaultRetry: RetryPolicy = { raceTries: 60, networkTries: 4, firstWaitMs: 100, longestWaitMs: 20_000 };

/** One state of the branch, checked as far as it has been read. */
export interface Snapshot {
  /** Absent while the branch does not exist. */
  readonly sha?: string;
  readonly files: readonly TreeFile[];
  readonly index: BranchIndex;
  /** Contents read along with the tree, by path. */
  readonly loaded: ReadonlyMap<string, Buffer>;
  /** Names a file of this state for messages. */
  readonly describe: (path: string) => string;
}

interface Change {
  readonly message: string;
  /** Undefined: nothing is left to do. */
  readonly edit: (snapshot: Snapshot) => Promise<BranchEdit | undefined>;
  /** Key whose month files are read along with the tree. */
  readonly key?: string;
}

/** Opens the baseline branch of a remote through a temporary repository, which disposing of the store removes. */
export async function openBranchStore(options: BranchStoreOptions): Promise<BranchStore> {
  return new BranchStore(await openRepository(options), options);
}

/** The baseline branch. Every method throws BaselineError, with what to do, and never leaves half a change behind. */
export class BranchStore implements AsyncDisposable {
  readonly retention: RetentionPolicy;
  readonly #repository: Repository;
  readonly #options: Required<Omit<BranchStoreOptions, "workDirectory">>;
  #newest: Snapshot | undefined;

  constructor(repository: Repository, options: BranchStoreOptions) {
    this.#repository = repository;
    this.#options = {
      retention: defaultRetention,
      retry: defaultRetry,
      squash: defaultSquash,
      random: Math.random,
      sleep: setTimeout,
      now: Date.now,
      ...options,
    };
    this.retention = this.#options.retention;
  }

  /**
   * The newest state of the branch, from the remote; the month files of `key` are read along with it. Throws where the
   * branch is not one of ours: then nothing of it may be overwritten.
   */
  async snapshot(key?: string): Promise<Snapshot> {
    this.#newest = await this.#fetch(key);
    return this.#newest;
  }

  async #fetch(key: string | undefined): Promise<Snapshot> {
    const { branch } = this.#options;
    const { sha } = await this.#patiently("read", () => this.#repository.fetchTip());
    if (sha === undefined)
      return { files: [], index: emptyIndex, loaded: new Map(), describe: (path) => `${path} of branch ${branch}` };
    const describe = this.#namesAt(sha);
    const files = parseTree(await this.#repository.listTree(sha), describe);
    const marker = files.find((file) => file.path === markerPath);
    if (!marker)
      throw new BaselineError(`branch ${branch} holds something else: it has no ${markerPath}`, {
        where: `commit ${sha.slice(0, 12)}`,
        fix: "choose another name for the branch (input baseline-branch, or --branch); nothing was overwritten",
      });
    const wanted = [marker, ...(key === undefined ? [] : shardsOf(files, key))];
    const loaded = await this.readFiles({ files: wanted, describe });
    const index = parseIndex(loaded.get(markerPath)?.toString() ?? "", describe(markerPath));
    return { sha, files, index, loaded, describe };
  }

  #namesAt(sha: string): Snapshot["describe"] {
    return (path) => `${path} at commit ${sha.slice(0, 12)} of branch ${this.#options.branch}`;
  }

  async readFiles({ files, describe }: Pick<Snapshot, "files" | "describe">): Promise<ReadonlyMap<string, Buffer>> {
    return (await this.#patiently("read", () => this.#repository.readBlobs(files, describe))).blobs;
  }

  /** Reads all entries of one key, and no other file. The error names the file that is damaged. */
  async readKey(snapshot: Snapshot, key: string): Promise<KeyContent> {
    const { files, loaded, describe } = snapshot;
    const wanted = shardsOf(files, key);
    const missing = wanted.filter(({ path }) => !loaded.has(path));
    const read = await this.readFiles({ files: missing, describe });
    const shards = new Map(wanted.map(({ path }) => [path, (loaded.get(path) ?? read.get(path) ?? "").toString()]));
    const entries = [...shards].flatMap(([path, text]) => parseShard(text, { path, where: describe(path) }));
    return { shards, entries: entries.sort(byTime) };
  }

  /** All entries of a key, oldest first, from the remote's newest state, and what all keys are of. */
  async read(
    key: string,
  ): Promise<{ entries: readonly Entry[]; environments: readonly string[]; baselineSha?: string }> {
    const current = await this.snapshot(key);
    const { entries } = await this.readKey(current, key);
    const environments = Object.values(current.index.keys).map(({ environment }) => environment);
    return { entries, environments, ...(current.sha === undefined ? {} : { baselineSha: current.sha }) };
  }

  /** Files a run under its key and commit and pushes. Returns the branch's commit that holds it. */
  async append(entry: Entry): Promise<{ sha: string }> {
    const { log, now } = this.#options;
    refuseFuture(entry, now());
    const message = `Add ${entry.commit.slice(0, 12)} (${entry.status}) to ${entry.key}\n`;
    const edit: Change["edit"] = async (current) => {
      const content = await this.readKey(current, entry.key);
      warnOfClock(content.entries, { entry, log });
      return appendEdit(content, entry, this.retention);
    };
    const { sha = "" } = await this.change({ message, edit, key: entry.key });
    return { sha };
  }

  /**
   * Makes one commit of an edit and pushes it. The edit is asked anew, with a fresh state, whenever another run pushed
   * first. Returns the state that holds it. What cannot be pushed leaves the remote as it was.
   */
  async change({ key, message, edit }: Change): Promise<Snapshot> {
    // The state seen last may still be the newest: the lease finds out.
    let seen = this.#newest;
    const { snapshot } = await this.#patiently("write", async () => {
      const base = seen ?? (await this.snapshot(key));
      seen = undefined;
      const edited = await edit(base);
      return edited ? this.#commitAndPush(base, edited, message) : { ok: true as const, snapshot: base };
    });
    this.#newest = snapshot;
    return snapshot;
  }

  /**
   * Repeats a step that lost a race or met a fault of the network, after waits that grow exponentially, with full jitter
   * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
   */
  async #patiently<T extends { ok: true }>(doing: "read" | "write", step: () => Promise<T | Failed>): Promise<T> {
    const { retry, random, sleep, branch, remote } = this.#options;
    let races = 0;
    let faults = 0;
    for (;;) {
      const outcome = await step();
      if (outcome.ok) return outcome;
      if (outcome.failure === "race") races++;
      if (outcome.failure === "unreachable") faults++;
      const mayPass = outcome.failure === "race" || outcome.failure === "unreachable";
      if (!mayPass || races >= retry.raceTries || faults >= retry.networkTries)
        throw adviseOn(outcome, { doing, branch, url: remote.url });
      await sleep(random() * Math.min(retry.longestWaitMs, retry.firstWaitMs * 2 ** (races + faults - 1)));
    }
  }

  async #commitAndPush(base: Snapshot, edit: BranchEdit, message: string): Promise<Pushed> {
    const { log, squash, branch } = this.#options;
    const before = base.index.history;
    const after = { commits: before.commits + 1, bytes: before.bytes + edit.bytes };
    const step = { base, edit, message };
    if (base.sha !== undefined && isSquashDue({ before, after }, squash)) {
      const squashed = await this.#pushCommit({ ...step, history: { commits: 1, bytes: 0 }, isRoot: true });
      if (squashed.ok || squashed.failure === "race" || squashed.failure === "unreachable") return squashed;
      log(
        `The history of branch ${branch} could not be squashed (${squashed.failure}) and keeps growing: to keep it small, allow force pushes on it.`,
      );
    }
    return this.#pushCommit({ ...step, history: after, isRoot: base.sha === undefined });
  }

  async #pushCommit({ base, edit, message, history, isRoot }: PushStep): Promise<Pushed> {
    const index = editedIndex(base.index, edit, history);
    const writes = new Map([...edit.writes, ...ownFiles(index)]);
    const change = { base: base.sha, isRoot, writes, deletes: edit.deletes, message, time: this.#options.now() };
    const { sha, files } = await this.#repository.commit(change);
    const outcome = await this.#repository.push(sha, base.sha);
    if (!outcome.ok) return outcome;
    return { ok: true, snapshot: { sha, files, index, loaded: new Map(), describe: this.#namesAt(sha) } };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#repository[Symbol.asyncDispose]();
  }
}

type Pushed = { ok: true; snapshot: Snapshot } | Failed;

interface PushStep {
  readonly base: Snapshot;
  readonly edit: BranchEdit;
  readonly message: string;
  readonly history: BranchIndex["history"];
  readonly isRoot: boolean;
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
