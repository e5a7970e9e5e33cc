import { unescape as decoded } from "node:querystring";
import type { Environment } from "../base/host/environment.ts";
import { BaselineError } from "../errors.ts";
import { type Remote, runGit } from "./git.ts";

interface RemoteOptions {
  /** Named by the user: an address or a path, relative to `directory`. */
  readonly explicit?: string;
  /** A token of GitHub's, for the hosts it can be for. */
  readonly token?: string | undefined;
  /** Told when the token is not used, and why. */
  readonly warn?: (message: string) => void;
  /** The checkout whose `origin` is taken otherwise. */
  readonly directory: string;
  readonly environment: Environment;
}

/**
 * Finds the remote that holds the baseline branch: the one named, else the repository of the workflow when there is a
 * token for it, else `origin` of the checkout. To be called before target code runs. Nothing of the checkout is
 * executed, and its `insteadOf` rules do not apply. Throws BaselineError when there is none or it cannot be used.
 */
export async function resolveRemote(options: RemoteOptions): Promise<Remote> {
  const { explicit, token, directory, environment } = options;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  const ofWorkflow = token && server && repository && `${server}/${repository}`;
  const address = explicit || ofWorkflow || (await originOf(directory, environment));
  return withToken(parseRemote(address, directory), options);
}

/** The author of an address, of a repository cloned from elsewhere for one, must not choose who gets the token. */
function withToken(remote: Remote, { token, environment, warn }: RemoteOptions): Remote {
  if (!token || !/^https?:/.test(remote.url)) return remote;
  const { host, origin, protocol } = new URL(remote.url);
  const server = environment.GITHUB_SERVER_URL ?? "";
  const ours = URL.canParse(server) ? new URL(server) : undefined;
  const isKnown = [ours?.host, environment.GH_HOST?.toLowerCase(), "github.com"].includes(host);
  // A GitHub Enterprise Server without https is the workflow's own: there is no other way to it.
  if (origin === ours?.origin || (isKnown && protocol === "https:"))
    return { url: remote.url, credentials: `x-access-token:${token}` };
  warn?.(
    isKnown
      ? `GITHUB_TOKEN is not sent to ${host}: the remote's address is not https`
      : `GITHUB_TOKEN is not sent to ${host}: it is neither github.com nor the host of GITHUB_SERVER_URL or GH_HOST; if the token is for ${host}, set GH_HOST=${host}`,
  );
  return remote;
}

async function originOf(directory: string, environment: RemoteOptions["environment"]): Promise<string> {
  const args = ["config", "--local", "--no-includes", "--get", "remote.origin.url"];
  const outcome = await runGit({ args, cwd: directory, environment });
  const url = outcome.ok ? outcome.stdout.toString().trim() : "";
  if (url !== "") return url;
  throw new BaselineError("no remote for the baseline branch: this is no git checkout with a remote named origin", {
    where: directory,
    fix: "add one with `git remote add origin URL`, or name it by `--remote` of `mcp-bench baseline` and `mcp-bench report`",
  });
}

/** Splits credentials off an address and makes a path absolute. Throws BaselineError on what git must not be given. */
export function parseRemote(text: string, directory: string): Remote {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return httpRemote(text);
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
  const isWhole = /^[^/]+:/.test(text) || text.startsWith("/");
  return { url: isWhole ? text : `${directory.replace(/\/$/, "")}/${text}` };
}

function httpRemote(text: string): Remote {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new BaselineError("the remote's address is not a URL", { fix: "name another remote" });
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url: url.href };
  // A percent sign that encodes nothing stands for itself, as for git.
  return { url: url.href, credentials: `${decoded(username)}:${decoded(password)}` };
}
