import { exitCode } from "../errors.ts";

/**
 * Ends no command because nobody takes what it prints: its files and its verdict are worth having all the same. A reader who
 * stopped, as `head` does, is no fault; a full disk under standard output is told, and is in the exit code.
 */
export function outliveBrokenOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`mcp-bench: standard output cannot be written: ${error.message}\n`);
    // Whatever the command comes to in the meantime, its report is lost.
    process.once("exit", () => {
      process.exitCode = exitCode.usage;
    });
  });
}
