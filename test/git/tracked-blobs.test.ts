import { expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import { trackedBlobs } from "../../src/git/working-copy.ts";
import { temporaryFolder } from "../support/folder.ts";
import { gitEnvironment } from "../support/git-run.ts";
import { createRepository } from "../support/repository.ts";

const options = { environment: gitEnvironment, signal: new AbortController().signal };

test("the files of a checkout are those that git tracks", async () => {
  using repository = createRepository({ "a.txt": "", "b/c.txt": "" });
  expect([...(await trackedBlobs(repository.directory, options)).keys()]).toEqual(["a.txt", "b/c.txt"]);
});

test("where git cannot say, that is an error", async () => {
  using folder = temporaryFolder();
  await expect(trackedBlobs(folder.path, options)).rejects.toThrow(UserError);
});
