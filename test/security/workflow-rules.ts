import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, visit, type YAMLMap } from "yaml";

/** A rule of the project that a workflow file breaks, and where. */
export interface Violation {
  readonly rule: string;
  readonly where: string;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>> | string;
  readonly "timeout-minutes"?: number;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group?: string } | string;
  readonly jobs: Readonly<Record<string, Job>>;
}

const ownAction = /^(org\/mcp-bench-action@|\.\/)/;

/** Every security rule that the text of one workflow file breaks; empty for a file in order. */
export function violations(text: string): Violation[] {
  const document = parseDocument(text);
  const workflow: Workflow = document.toJS();
  const found = [
    ...triggers(workflow),
    ...mergeQueue(workflow),
    ...concurrency(workflow),
    ...unexplainedPermissions(document.contents),
  ];
  if (!isEmptyMap(workflow.permissions)) found.push({ rule: "top-level permissions are {}", where: "permissions" });
  for (const [name, job] of Object.entries(workflow.jobs)) {
    for (const rule of jobRules(job)) found.push({ rule, where: `jobs.${name}` });
    for (const [index, step] of (job.steps ?? []).entries()) {
      for (const rule of stepRules(step)) found.push({ rule, where: `jobs.${name}.steps[${index}]` });
    }
  }
  return found.concat(unpinned(text));
}

/** The rules that a composite action breaks: those for steps, and for what they use. */
export function actionViolations(text: string): Violation[] {
  const { runs }: { runs: Job } = parseDocument(text).toJS();
  const ofSteps = (runs.steps ?? []).flatMap((step, index) =>
    stepRules(step).map((rule) => ({ rule, where: `runs.steps[${index}]` })),
  );
  return ofSteps.concat(unpinned(text));
}

function isEmptyMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function eventsOf({ on }: Workflow): string[] {
  return typeof on === "string" ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(on ?? {});
}

/** A required check that never reports holds up a merge queue for ever. */
function mergeQueue(workflow: Workflow): Violation[] {
  const events = eventsOf(workflow);
  // A job that only some events start is no check to require.
  if (JSON.stringify(workflow.on).includes('"types":')) return [];
  if (!events.includes("pull_request") || events.includes("push") || events.includes("merge_group")) return [];
  return [{ rule: "what checks pull requests checks a merge queue", where: "on" }];
}

function triggers(workflow: Workflow): Violation[] {
  const names = eventsOf(workflow);
  const runsOurCode = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
  const found: Violation[] = names
    .filter((name) => name === "pull_request_target" || name === "issue_comment")
    .map((name) => ({ rule: "no trigger that hands secrets to a stranger's code", where: `on.${name}` }));
  const checksOut = runsOurCode.some((step) => step.uses?.startsWith("actions/checkout@"));
  if (names.includes("workflow_run") && checksOut) {
    found.push({ rule: "workflow_run checks nothing out", where: "on.workflow_run" });
  }
  return found;
}

/** Inside a called workflow `github.workflow` is the caller's name: equal groups of caller and callee wait for each other. */
function concurrency(workflow: Workflow): Violation[] {
  const group = typeof workflow.concurrency === "string" ? workflow.concurrency : workflow.concurrency?.group;
  if (group === undefined || /^[a-z][a-z-]+/.test(group)) return [];
  return [{ rule: "a concurrency group starts with a literal", where: "concurrency" }];
}

function jobRules(job: Job): string[] {
  const found: string[] = [];
  if (job.permissions === undefined || typeof job.permissions === "string") found.push("a job names its permissions");
  if (job.uses === undefined && job["timeout-minutes"] === undefined) found.push("a job has timeout-minutes");
  if (cancellable(job)) found.push("a run that is cancelled reports nothing");
  found.push(...afterTargetCode(job), ...measuredForBaseline(job));
  if (mayPush(job)) return found.concat(trustedJobRules(job));
  return comments(job) ? found.concat(commentingJobRules(job)) : found;
}

/** Beside another commit a run is judged by that commit, gets other calls, and drops rows: stored runs are all measured alone. */
function measuredForBaseline({ steps = [] }: Job): string[] {
  const isStored = steps.some(({ with: given }) => String(given?.name).startsWith("mcp-bench-baseline"));
  const isAlone = steps.every(({ with: given }) => given?.mode !== "bench" || given["compare-ref"] === "none");
  return isStored && !isAlone ? ["what is stored is measured without another commit"] : [];
}

/** A job that comments although the run was cancelled holds up the run that takes its place. */
function cancellable(job: Job): boolean {
  return comments(job) && /^(\$\{\{ *)?always\(\)/.test(job.if ?? "");
}

/** Says what may bring in files that an earlier job left in a cache. */
const restoresCaches = /^actions\/(cache|setup-)|\/actions\/prepare@/;

const only = (step: Step) => ["report", "publish", "labels"].includes(String(step.with?.mode));

/** The code under test may have left anything behind: nothing that is believed may follow it in its job. */
function afterTargetCode({ steps = [] }: Job): string[] {
  const first = steps.findIndex((step) => ownAction.test(step.uses ?? "") && !only(step));
  const later = first < 0 ? [] : steps.slice(first + 1);
  return later.every((step) => step.uses?.startsWith("actions/upload-artifact@"))
    ? []
    : ["after the code under test only its results are uploaded"];
}

/** A job that may write comments, and of all our steps runs only those that measure nothing. */
function comments({ permissions, steps = [] }: Job): boolean {
  const own = steps.filter((step) => ownAction.test(step.uses ?? ""));
  const mayComment = typeof permissions === "object" && permissions["pull-requests"] === "write";
  return mayComment && own.length > 0 && own.every(only);
}

function commentingJobRules({ steps = [] }: Job): string[] {
  const uses = steps.map((step) => step.uses ?? "");
  const found: string[] = [];
  if (uses.some((name) => restoresCaches.test(name))) found.push("a job that comments restores no caches");
  if (steps.some((step) => step.run !== undefined) || uses.some((name) => name.startsWith("actions/checkout@")))
    found.push("a job that comments runs no code of the repository");
  return found;
}

function mayPush(job: Job): boolean {
  const { permissions } = job;
  return typeof permissions === "object" && (permissions.contents === "write" || permissions.issues === "write");
}

function trustedJobRules(job: Job): string[] {
  const steps = job.steps ?? [];
  const usesAction = steps.some((step) => ownAction.test(step.uses ?? ""));
  if (!usesAction) return [];
  const found: string[] = [];
  const ownSteps = steps.filter((step) => ownAction.test(step.uses ?? ""));
  if (ownSteps.some((step) => !["report", "publish"].includes(String(step.with?.mode)))) {
    found.push("a job that may push runs the action in mode report or publish only");
  }
  // The action of the checkout is the repository's own: its self-check has nothing else to run.
  const isOwn = ownSteps.every(({ uses }) => uses === "./");
  if (!isOwn && steps.some((step) => step.run !== undefined || step.uses?.startsWith("actions/checkout@"))) {
    found.push("a job that may push runs no code of the repository");
  }
  if (steps.some((step) => restoresCaches.test(step.uses ?? ""))) {
    found.push("a job that may push restores no caches");
  }
  return found;
}

function stepRules(step: Step): string[] {
  const found: string[] = [];
  if (step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false) {
    found.push("checkout has persist-credentials: false");
  }
  if (/\bnpx (-y |--yes )?(@[^/\s]+\/)?[^-@\s][^@\s]*(\s|$)/.test(step.run ?? ""))
    found.push("a downloaded program has a version");
  if (step.run?.includes("${{")) found.push("no expression inside run; pass it through env");
  if (step.uses?.startsWith("actions/upload-artifact@")) found.push(...artifactRules(step.with ?? {}));
  return found;
}

/**
 * Returns what one job measured for another. Names are unique in an attempt of a run only, and of two artifacts of one name
 * download-artifact takes the one with the higher id, which need not be the newer one.
 */
function artifactRules({ name, path, "retention-days": days }: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  if (days === undefined) found.push("an artifact says how long it is kept");
  if (!/^mcp-bench-(results|baseline|report)/.test(String(name))) return found;
  if (!String(name).endsWith(".${{ github.run_attempt }}")) found.push("the name of an artifact ends in the attempt");
  if (!String(name).startsWith("mcp-bench-report") && !String(path).endsWith("/record.json"))
    found.push("a job that measures hands on its record and nothing else");
  return found;
}

/** The comment after a hash says which version it is, for people and for Dependabot. */
function unpinned(text: string): Violation[] {
  return [...text.matchAll(/^\s*(?:- )?uses:\s*(\S+)(.*)$/gm)].flatMap(([, target = "", rest = ""]) => {
    if (ownAction.test(target) || target.startsWith("org/mcp-bench-action/")) return [];
    if (/@[0-9a-f]{40}$/.test(target) && /^ # v\d+\.\d+\.\d+$/.test(rest)) return [];
    return [{ rule: "an action is pinned by hash, with its version as a comment", where: target }];
  });
}

function unexplainedPermissions(contents: unknown): Violation[] {
  const found: Violation[] = [];
  visit(isMap(contents) ? contents : null, {
    Pair(_, pair) {
      if (isScalar(pair.key) && pair.key.value === "permissions" && isMap(pair.value)) {
        found.push(...unexplained(pair.value));
      }
    },
  });
  return found;
}

function unexplained(permissions: YAMLMap): Violation[] {
  return permissions.items.filter(isPair).flatMap((pair: Pair) => {
    const { key, value } = pair;
    if (isSeq(value) || !isScalar(value) || value.comment) return [];
    return [{ rule: "a permission says why in a comment", where: `permissions.${String(key)}` }];
  });
}
