import { expect } from "vitest";
import { openBranchStore } from "../../src/baseline/branch-store.ts";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { git } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

/**
 * Time for racing pushers on one machine: a wait costs nothing, but who waits longest comes last, and no more than
 * `atOnce` of them are awake together once each has tried. The races among those are real.
 */
function pushersTime(atOnce: number) {
  const waiting: { due: number; wake: () => void }[] = [];
  let now = 0;
  let awake = 0;
  const wakeNext = () => {
    while (awake < atOnce && waiting.length > 0) {
      waiting.sort((a, b) => a.due - b.due);
      const next = waiting.shift();
      now = Math.max(now, next?.due ?? now);
      awake++;
      next?.wake();
    }
  };
  return {
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => {
        waiting.push({ due: now + milliseconds, wake });
        awake--;
        wakeNext();
      }),
    run: async (pusher: () => Promise<unknown>) => {
      awake++;
      await pusher();
      awake--;
      wakeNext();
    },
  };
}

/** Lets pushers race to one remote, each with a run of its own. Returns how often one of them had to wait. */
export async function race(
  url: string,
  { pushers, workDirectory }: { pushers: number; workDirectory: string },
): Promise<number> {
  const time = pushersTime(2);
  let waits = 0;
  const push = async (number: number) => {
    await using store = await openBranchStore({
      remote: { url },
      branch,
      environment: { PATH: process.env.PATH, HOME: "/nonexistent" },
      workDirectory,
      random: seededRandom(number),
      now: Date.now,
      log: () => {},
      sleep: (milliseconds) => {
        waits++;
        return time.sleep(milliseconds);
      },
    });
    const lab = number % 5 === 0 ? { runnerKey: "lab" } : {};
    await store.append(sampleEntry({ commit: commitId(number), environment: lab }));
  };
  await Promise.all(Array.from({ length: pushers }, (_, index) => time.run(() => push(index + 1))));
  return waits;
}

export async function expectAllThere(remote: string, pushers: number): Promise<void> {
  await using store = await openTestStore(remote);
  const commits: string[] = [];
  for (const environment of [{}, { runnerKey: "lab" }]) {
    const { entries } = await store.read(sampleEntry({ environment }).key);
    commits.push(...entries.map(({ commit }) => commit));
  }
  expect(commits.sort()).toEqual(Array.from({ length: pushers }, (_, index) => commitId(index + 1)));
  expect(await verifyBranch(store)).toMatchObject({ entries: pushers, problems: [] });
  expect(git(remote, ["rev-list", "--count", branch])).toBe(String(pushers));
}
