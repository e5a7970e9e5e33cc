/** Words by which git's messages (in the C locale) tell the cause of a failure; the first that fit decide. */
const signs = {
  /** A branch of that name would have to be a folder of another one. */
  "name-taken": /exists; cannot create/i,
  "no-branch": /couldn't find remote ref/i,
  /** Another run pushed first. */
  race: /\(stale info\)|\(fetch first\)|cannot lock ref|failed to update ref|incorrect old value|reference already exists|remote ref updated since checkout/i,
  /** A rule or a hook of the remote forbids this push. */
  protected:
    /GH006|GH013|protected branch|rule violations|hook declined|\(non-fast-forward\)|denying non-fast-forward|prohibited by|deny(ing)? (updating|creating|ref)/i,
  "no-space":
    /no space left|quota|exceeds maximum allowed size|over its size limit|disk full|unpacker error|unpack failed/i,
  /** 403: known, but not allowed. */
  forbidden:
    /returned error: 403|write access to repository not granted|permission to .* denied|not permitted|read[- ]only/i,
  /** 401, or no way to prove who we are. */
  auth: /returned error: 401|authentication failed|could not read (username|password)|terminal prompts disabled|invalid username|permission denied \(|host key verification failed/i,
  "not-found":
    /repository not found|returned error: (30\d|404)|does not appear to be a git repository|repository '.*' not found|no such file or directory/i,
  unreachable:
    /could not resolve|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|timed out|returned error: (429|5\d\d)|empty reply|rpc failed|hung up|unexpected disconnect|early eof|network is unreachable|certificate|ssl|gnutls|tls/i,
};

/** Cause of a failure of git. */
export type GitFailure = keyof typeof signs | "timeout" | "too-large" | "failed";

/** Matches what is quoted, paths, addresses and hosts: a repository may be named `quota-mcp`. */
const names = /(?<!\w)(['"])[^\n]*?\1|(?<!\S)[^\s/@]*[/@]\S*|(?<![\w-])[\w-]+(?:\.[\w-]+)+/g;

/** Reads the failure off git's stderr and, for a push, its porcelain output. */
export function classifyFailure(text: string): GitFailure {
  const causes = Object.keys(signs) as (keyof typeof signs)[];
  const words = text.replace(names, "''");
  return causes.find((cause) => signs[cause].test(words)) ?? "failed";
}
