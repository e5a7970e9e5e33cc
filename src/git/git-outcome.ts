/** Cause of a failure of git, as far as its messages (in the C locale) tell. */
export type GitFailure =
  /** 401, or no way to prove who we are. */
  | "auth"
  /** 403: known, but not allowed. */
  | "forbidden"
  | "not-found"
  | "no-branch"
  /** A branch of that name would have to be a folder of another one. */
  | "name-taken"
  | "unreachable"
  /** Another run pushed first. */
  | "race"
  /** A rule or a hook of the remote forbids this push. */
  | "protected"
  | "no-space"
  | "timeout"
  | "too-large"
  | "failed";

const signs: readonly [GitFailure, RegExp][] = [
  ["name-taken", /exists; cannot create/i],
  ["no-branch", /couldn't find remote ref/i],
  [
    "race",
    /\(stale info\)|\(fetch first\)|cannot lock ref|failed to update ref|incorrect old value|reference already exists|remote ref updated since checkout/i,
  ],
  [
    "protected",
    /GH006|GH013|protected branch|rule violations|hook declined|\(non-fast-forward\)|denying non-fast-forward|prohibited by|deny(ing)? (updating|creating|ref)/i,
  ],
  [
    "no-space",
    /no space left|quota|exceeds maximum allowed size|over its size limit|disk full|unpacker error|unpack failed/i,
  ],
  [
    "forbidden",
    /returned error: 403|write access to repository not granted|permission to .* denied|not permitted|read[- ]only/i,
  ],
  [
    "auth",
    /returned error: 401|authentication failed|could not read (username|password)|terminal prompts disabled|invalid username|permission denied \(|host key verification failed/i,
  ],
  [
    "not-found",
    /repository not found|returned error: (30\d|404)|does not appear to be a git repository|repository '.*' not found|no such file or directory/i,
  ],
  [
    "unreachable",
    /could not resolve|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|timed out|returned error: (429|5\d\d)|empty reply|rpc failed|hung up|unexpected disconnect|early eof|network is unreachable|ssl|gnutls|tls/i,
  ],
];

/** Reads the failure off git's stderr and, for a push, its porcelain output. The first sign that fits decides. */
export function classifyFailure(text: string): GitFailure {
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? "failed";
}
