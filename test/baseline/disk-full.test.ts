import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { BaselineError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, tipOf } from "../support/git-run.ts";
import { branch, openTestStore, storeRun } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

/** A git whose disk is full as soon as it is asked for `step`; the real one for everything else. */
function gitOnFullDisk(folder: string, step: string): string {
  const directory = join(folder, "bin");
  mkdirSync(directory);
  const full = `for word in "$@"; do if [ "$word" = ${step} ]; then echo "fatal: write error: No space left on device" >&2; exit 128; fi; done`;
  const real = `PATH=\${PATH#*${delimiter}}\nexec git "$@"`;
  writeFileSync(join(directory, "git"), `#!/bin/sh\n${full}\n${real}\n`);
  chmodSync(join(directory, "git"), 0o755);
  return directory;
}

test.each(["fetch", "fast-import", "push"])(
  "a disk that is full at git %s: nothing is lost or half-written",
  async (step) => {
    using folder = temporaryFolder();
    const remote = bareRepository(folder.path);
    const first = sampleEntry({ commit: commitId(9) });
    await storeRun(remote, first);
    const before = tipOf(remote, branch);
    const workDirectory = join(folder.path, "work");
    mkdirSync(workDirectory);
    {
      const environment = {
        PATH: `${gitOnFullDisk(folder.path, step)}${delimiter}${process.env.PATH}`,
        HOME: "/nonexistent",
      };
      await using store = await openTestStore(remote, { environment, workDirectory });
      const error = await store.append(sampleEntry()).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(BaselineError);
      expect(String(error)).toMatch(/no space left|no room left/i);
      expect(String(error)).toMatch(/free (some disk )?space/);
    }
    expect(readdirSync(workDirectory)).toEqual([]);
    expect(tipOf(remote, branch)).toBe(before);

    await using store = await openTestStore(remote);
    await store.append(sampleEntry());
    expect((await store.read(first.key)).entries).toHaveLength(2);
    expect((await verifyBranch(store)).problems).toEqual([]);
  },
);
