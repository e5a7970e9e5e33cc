import { mkdtempDisposableSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder that disposing removes. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  return mkdtempDisposableSync(join(realpathSync(tmpdir()), "mcp-bench-test-"));
}

/** Makes the temporary folder of this process one of the file's own while its tests run, and returns its path. */
export function ownTmpdir(): string {
  const folder = sharedFolder();
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  afterAll(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  return folder;
}

/** The path of a folder for all tests of a file, or of a `describe`: it is removed after them. */
export function sharedFolder(): string {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  return folder.path;
}
