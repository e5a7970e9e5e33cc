import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { temporaryFolder } from "../support/folder.ts";
import { serveGit } from "../support/git-http.ts";
import { bareRepository, git, tipOf } from "../support/git-run.ts";
import { branch, openTestStore, storeRun } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

test.each([
  ["before the push has begun", "git-receive-pack?"],
  ["while the push is on its way", "/git-receive-pack"],
])("a process killed %s leaves the remote as it was, and the next one goes on", async (_, moment) => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  const first = sampleEntry({ commit: commitId(9) });
  await storeRun(remote, first);
  const before = tipOf(remote, branch);
  let kill = () => {};
  const isMoment = (path: string) =>
    path.replace("info/refs?service=git-receive-pack", "git-receive-pack?").endsWith(moment);
  await using server = await serveGit(folder.path, {
    fault: (path) => {
      if (!isMoment(path)) return undefined;
      kill();
      return "drop";
    },
  });
  const script = fileURLToPath(new URL("./append-child.ts", import.meta.url));
  const child = spawn(process.execPath, [script, `${server.url}/remote.git`, folder.path], { stdio: "ignore" });
  kill = () => child.kill("SIGKILL");
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  expect(tipOf(remote, branch)).toBe(before);
  expect(git(remote, ["fsck", "--strict"])).toBe("");

  await using store = await openTestStore(remote);
  await store.append(sampleEntry());
  expect((await store.read(first.key)).entries).toHaveLength(2);
  expect((await verifyBranch(store)).problems).toEqual([]);
});
