import { asMarkdown, type Markdown, markdown } from "../base/markdown.ts";

/** The run that wrote a comment. Ids of one repository only rise; a re-run keeps the id and raises the attempt. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

/** Facts about a report that its comment carries. */
export interface Reported {
  readonly run: RunNumber;
  readonly head: string;
  /** Time of the first report on this head (ISO 8601); absent: the comment's own time. */
  readonly since?: string | undefined;
  /** True where a report on this head named a regression, which a person can then accept. */
  readonly regressed: boolean;
  /** Time of the first that did; absent: the comment's own time. */
  readonly regressedSince?: string | undefined;
  /** Login of the person who accepted the regression of this head. */
  readonly accepted?: string | undefined;
}

const sha = "[0-9a-f]{40,64}";
const time = "[\\d:TZ.+-]+";
const shape = new RegExp(
  `^<!-- mcp-bench: key=(?<key>\\S+) run=(?<id>\\d+)\\.(?<attempt>\\d+) head=(?<head>${sha})(?: since=(?<since>${time}))?` +
    `(?<regressed> regressed(?:=(?<regressedSince>${time}))?)?(?: accepted=(?<accepted>\\S+)@(?<acceptedHead>${sha}))? -->\\r?\\n?`,
);

/** The hidden first line of a comment of ours. Key and login are encoded so that neither can end the HTML comment. */
export function renderMarker(report: Reported & { readonly key: string }): Markdown {
  const { key, run, head, since, regressed, regressedSince, accepted } = report;
  const at = (time: string | undefined) => (time === undefined ? "" : `=${new Date(time).toISOString()}`);
  const more = [
    ...(since === undefined ? [] : [` since${at(since)}`]),
    ...(regressed ? [` regressed${at(regressedSince)}`] : []),
    ...(accepted === undefined ? [] : [` accepted=${encodeKey(accepted)}@${asCommit(head)}`]),
  ];
  return markdown`<!-- mcp-bench: key=${encodeKey(key)} run=${run.id}.${run.attempt} head=${asCommit(head)}${asMarkdown(more.join(""))} -->\n`;
}

/** Splits a comment into its marker, whose key stays encoded, and the text below it; nothing for other people's comments. */
export function readMarker(body: string): (Reported & { readonly encodedKey: string }) | undefined {
  const match = shape.exec(body);
  if (!match?.groups) return undefined;
  const { key = "", id, attempt, head = "", since, regressed, regressedSince, accepted, acceptedHead } = match.groups;
  return {
    encodedKey: key,
    run: { id: Number(id), attempt: Number(attempt) },
    head,
    since,
    regressed: regressed !== undefined,
    regressedSince,
    accepted: acceptedHead === head && accepted !== undefined ? decoded(accepted) : undefined,
  };
}

export function encodeKey(key: string): Markdown {
  return asMarkdown(encodeURIComponent(key.replace(/\p{Surrogate}/gu, "\uFFFD")).replaceAll("--", "%2D%2D"));
}

function decoded(login: string): string | undefined {
  try {
    return decodeURIComponent(login);
  } catch {
    return undefined;
  }
}

/** Events and answers of GitHub have been checked to hold one. */
function asCommit(id: string): Markdown {
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw new RangeError("not a full commit id");
  return asMarkdown(id);
}

/** Below zero when `a` is the earlier run. */
export function compareRuns(a: RunNumber, b: RunNumber): number {
  return a.id - b.id || a.attempt - b.attempt;
}
