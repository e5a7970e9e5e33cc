import type { Entry } from "./entry.ts";

/** Every entry of the branch, or of one key, as one document. */
export interface BranchExport {
  readonly kind: "mcp-bench-export";
  readonly schema: 1;
  /** Commit of the branch. */
  readonly sha?: string;
  readonly keys: Readonly<Record<string, readonly Entry[]>>;
}
