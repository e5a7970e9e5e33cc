import type { Environment } from "../base/host/environment.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../base/host/temporary-directory.ts";
import { UserError } from "../errors.ts";
import { fetchQuietly, type Remote, runGit } from "./git.ts";

interface FileAt {
  /** Full commit id. */
  readonly sha: string;
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly remote: Remote;
  readonly environment: Environment;
}

/** Text of one file of a commit, read without a checkout; undefined where the commit lacks it. Throws UserError. */
export async function readFileAt({ sha, file, remote, environment }: FileAt): Promise<string | undefined> {
  const directory = await temporaryDirectory("mcp-bench-file-");
  const git = async (...args: string[]) => {
    const outcome = await runGit({ args, cwd: directory, gitDir: directory, environment, remote });
    if (outcome.ok) return outcome.stdout.toString();
    throw new UserError(`${file} of commit ${sha} could not be read: ${outcome.message}`, {
      fix: "give the job `contents: read`",
    });
  };
  try {
    await git("init", "--quiet", "--bare", "--template=", directory);
    await git(...fetchQuietly, "--depth=1", "--filter=blob:none", "origin", sha);
    const listed = await git("ls-tree", "-z", "--full-tree", sha, "--", file);
    const [, oid] = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(listed) ?? [];
    return oid === undefined ? undefined : await git("cat-file", "blob", oid);
  } finally {
    await removeTemporaryDirectory(directory);
  }
}
