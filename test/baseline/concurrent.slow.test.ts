import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { serveGit } from "../support/git-http.ts";
import { bareRepository } from "../support/git-run.ts";
import { expectAllThere, race } from "./racing-pushers.ts";

// Fifty race in fifty-pushers.slow.test.ts.
test("a dozen concurrent pushers over HTTP lose nothing", async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  await using server = await serveGit(folder.path);
  const waits = await race(`${server.url}/remote.git`, { pushers: 12, workDirectory: folder.path });
  expect(waits).toBeGreaterThan(6);
  await expectAllThere(remote, 12);
});
