import { randomUUID } from "node:crypto";
import * as core from "@actions/core";
import { plainLine, plainText, quarantine } from "../text/untrusted.ts";

/** A remark on the run's page, at a line of a file where there is one. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** Path from the root of the repository. */
  readonly file?: string;
  readonly line?: number;
}

/** Prints text of ours. Names of tools and servers in it may be hostile: no line of it can be a command. */
export function logText(text: string): void {
  core.info(plainText(text));
}

/** Runs `work` within a foldable group of the log. */
export function logGroup<T>(title: string, work: () => Promise<T>): Promise<T> {
  return core.group(plainLine(title), work);
}

/** Prints what a server or a build wrote. `token` must be unguessable. */
export function logUntrusted(text: string, { token = randomUUID() }: { token?: string } = {}): void {
  for (const line of quarantine(text, { token })) core.info(line);
}

const print = { error: core.error, warning: core.warning, notice: core.notice };

/** Shows annotations at their places in the files and on the run's page. */
export function logAnnotations(annotations: readonly Annotation[]): void {
  for (const { level, title, message, file, line } of annotations) {
    const place = {
      title: plainLine(title),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { startLine: line }),
    };
    print[level](plainText(message), place);
  }
}

/** A warning on the run's page. */
export function logWarning(message: string): void {
  core.warning(plainText(message));
}

/** The one error that says why the step fails. Sets no exit code. */
export function logFailure(message: string): void {
  core.error(plainText(message));
}
