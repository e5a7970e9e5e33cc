import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository } from "../support/git-run.ts";
import { expectAllThere, race } from "./racing-pushers.ts";

test("fifty concurrent pushers to one folder lose nothing", { timeout: 240_000 }, async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  expect(await race(remote, { pushers: 50, workDirectory: folder.path })).toBeGreaterThan(25);
  await expectAllThere(remote, 50);
});
