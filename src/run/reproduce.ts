import { quote } from "shell-quote";
import { type OptionValues, runOptionWords } from "../options/run-options.ts";
import type { RunRecord } from "../record/record.ts";

/** One line for a POSIX shell that measures the same again, where `workingDirectory` is seen from; without defaults. */
export function reproduceCommand(run: OptionValues & { readonly seed: number }): string {
  return `npx mcp-bench run ${quote(runOptionWords(run))}`;
}

/** One command line that reports on records again, whatever their files are called. */
export function commandOn(command: "compare" | "report", files: readonly string[]): string {
  return `npx mcp-bench ${command} ${quote([...files])}`;
}

/** The command that measures a record again, from what the record says of it; undefined where it does not, as one that k6 measured. */
export function reproduceRecord({ asked, arms, quick, tokenizer, seed }: RunRecord): string | undefined {
  const compareRef = arms.find(({ side }) => side === "base")?.commit;
  return asked && reproduceCommand({ ...asked, compareRef, quick, tokens: tokenizer, seed });
}
