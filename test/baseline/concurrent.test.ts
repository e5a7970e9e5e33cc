import { afterEach, beforeEach, expect, test } from "vitest";
import { openBranchStore } from "../../src/baseline/branch-store.ts";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { serveGit } from "../support/git-http.ts";
import { bareRepository, git, temporaryFolder } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  bareRepository(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

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

async function race(url: string, pushers: number): Promise<number> {
  const time = pushersTime(2);
  let waits = 0;
  const push = async (number: number) => {
    await using store = await openBranchStore({
      remote: { url },
      branch,
      environment: { PATH: process.env.PATH, HOME: "/nonexistent" },
      workDirectory: folder.path,
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

async function expectAllThere(remote: string, pushers: number): Promise<void> {
  await using store = await openTestStore(remote);
  const both = await Promise.all(
    [{}, { runnerKey: "lab" }].map(async (environment) => (await store.read(sampleEntry({ environment }).key)).entries),
  );
  const commits = both.flat().map((entry) => entry.commit);
  expect(commits.sort()).toEqual(Array.from({ length: pushers }, (_, index) => commitId(index + 1)));
  expect(await verifyBranch(store)).toMatchObject({ entries: pushers, problems: [] });
  expect(git(remote, ["rev-list", "--count", branch])).toBe(String(pushers));
}

test("fifty concurrent pushers to one folder lose nothing", { timeout: 240_000 }, async () => {
  const remote = `${folder.path}/remote.git`;
  expect(await race(remote, 50)).toBeGreaterThan(25);
  await expectAllThere(remote, 50);
});

// Each push over HTTP is several requests to as many processes of git: a dozen race as well as fifty.
test("a dozen concurrent pushers over HTTP lose nothing", { timeout: 240_000 }, async () => {
  await using server = await serveGit(folder.path);
  expect(await race(`${server.url}/remote.git`, 12)).toBeGreaterThan(6);
  await expectAllThere(`${folder.path}/remote.git`, 12);
});
