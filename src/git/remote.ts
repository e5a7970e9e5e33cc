import { BaselineError } from "../errors.ts";
import { type Remote, runGit } from "./git.ts";

export interface RemoteOptions {
  /** Named by the user: an address or a path, relative to `directory`. */
  readonly explicit?: string;
  readonly token?: string;
  /** The checkout whose `origin` is taken otherwise. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the remote that holds the baseline branch: the one named, else the repository of the workflow when there is a
 * token for it, else `origin` of the checkout. To be called before target code runs. Nothing of the checkout is
 * executed, and its `insteadOf` rules do not apply. Throws BaselineError when there is none or it cannot be used.
 */
export async function resolveRemote({ explicit, token, directory, environment }: RemoteOptions): Promise<Remote> {
  if (explicit) return parseRemote(explicit, { directory, token });
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  if (token && server && repository) return parseRemote(`${server}/${repository}`, { directory, token });
  return parseRemote(await originOf(directory, environment), { directory, token });
}

async function originOf(directory: string, environment: RemoteOptions["environment"]): Promise<string> {
  const args = ["config", "--local", "--no-includes", "--get", "remote.origin.url"];
  const outcome = await runGit({ args, cwd: directory, environment });
  const url = outcome.ok ? outcome.stdout.toString().trim() : "";
  if (url !== "") return url;
  throw new BaselineError("no remote for the baseline branch: this is no git checkout with a remote named origin", {
    where: directory,
    fix: "add one with `git remote add origin URL`, or name the remote",
  });
}

/** Splits credentials off an address and makes a path absolute. Throws BaselineError on what git must not be given. */
export function parseRemote(
  text: string,
  { directory, token }: { directory: string; token?: string | undefined },
): Remote {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return httpRemote(text, token);
  const unusable = (found: string) =>
    new BaselineError(found, {
      expected: "a path, or an address by https, http, ssh or file",
      fix: "name another remote",
    });
  if (text.startsWith("-") || /[\0\r\n]/.test(text))
    throw unusable("the remote's address looks like an option or holds control characters");
  if (/^[a-z0-9+.-]*::/i.test(text))
    throw unusable(`the remote's address names a helper program: ${JSON.stringify(text.split("::")[0])}`);
  if (scheme === "ssh" || scheme === "file") return { url: text };
  if (scheme !== undefined) throw unusable(`the remote's address uses ${scheme}`);
  const isScp = /^[^/]+:/.test(text);
  return { url: isScp ? text : absolute(text, directory) };
}

function httpRemote(text: string, token: string | undefined): Remote {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new BaselineError("the remote's address is not a URL", { fix: "name another remote" });
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (token) return { url: url.href, credentials: `x-access-token:${token}` };
  if (username === "" && password === "") return { url: url.href };
  return { url: url.href, credentials: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` };
}

function absolute(path: string, directory: string): string {
  return path.startsWith("/") ? path : `${directory.replace(/\/$/, "")}/${path}`;
}
