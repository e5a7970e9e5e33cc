/** Event that started the job, as far as the choice of the commit to compare with depends on it. */
export type Trigger =
  | {
      readonly kind: "pull_request";
      readonly headSha: string;
      readonly baseSha: string;
      /** Commit that GitHub offers for checking out: head merged into base. */
      readonly mergeSha: string;
    }
  | { readonly kind: "merge_group"; readonly baseSha: string }
  | { readonly kind: "push"; readonly before?: string | undefined }
  | { readonly kind: "other"; readonly name: string };

/** The commit that is checked out and its parents, in order. */
export interface HeadCommit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** Commit to measure beside head. */
export type CompareTarget =
  | { readonly kind: "commit"; readonly sha: string; readonly why: string }
  /** Any name the remote knows: a branch, a tag, a full commit id. */
  | { readonly kind: "ref"; readonly ref: string; readonly why: string }
  | { readonly kind: "merge-base"; readonly of: readonly [string, string]; readonly why: string }
  | { readonly kind: "none"; readonly reason: string };

/**
 * Chooses the commit to compare with. An explicit ref wins. On a pull request GitHub checks out a merge commit whose first
 * parent is the base branch's tip, readable even at depth 1; only when the head commit itself is checked out is the
 * merge base needed. `push` compares with what the branch held before.
 */
export function chooseCompareTarget(
  trigger: Trigger,
  { compareRef, head }: { compareRef?: string | undefined; head: HeadCommit },
): CompareTarget {
  if (compareRef === "none") return { kind: "none", reason: "the input says so" };
  if (compareRef) return { kind: "ref", ref: compareRef, why: "named by compare-ref" };
  switch (trigger.kind) {
    case "pull_request": {
      const { headSha, baseSha, mergeSha } = trigger;
      if (head.sha === headSha)
        return { kind: "merge-base", of: [baseSha, headSha], why: "the merge base of the pull request" };
      const [first, second] = head.parents;
      // Identified by its id: anybody can make a commit with such parents.
      if (head.sha === mergeSha && first && second === headSha)
        return { kind: "commit", sha: first, why: "the base branch, first parent of the merge commit" };
      return {
        kind: "none",
        reason: `the commit checked out, ${head.sha.slice(0, 7)}, is neither the pull request's merge commit nor its head`,
      };
    }
    case "merge_group":
      return { kind: "commit", sha: trigger.baseSha, why: "the merge queue's base" };
    case "push":
      if (trigger.before) return { kind: "commit", sha: trigger.before, why: "the commit before the push" };
      return { kind: "none", reason: "the branch did not exist before this push" };
    case "other":
      return {
        kind: "none",
        reason: `${trigger.name} compares with the stored baseline unless compare-ref says otherwise`,
      };
  }
}
