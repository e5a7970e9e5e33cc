import { mkdtempDisposableSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder that disposing removes. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  return mkdtempDisposableSync(join(realpathSync(tmpdir()), "mcp-bench-test-"));
}

/** The path of a folder for all tests of a file, or of a `describe`: it is removed after them. */
export function sharedFolder(): string {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  return folder.path;
}
