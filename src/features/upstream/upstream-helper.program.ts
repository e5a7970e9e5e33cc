import { messageOf, UserError } from "../../errors.ts";
import { type HelperMethods, type HelperReply, Listeners } from "./listeners.ts";

// The process that stands for the API while servers are measured, started by `helper.ts`. It ends when the measuring process does, and
// not by signals to all: what is recorded is to be written first.

const listeners = new Listeners();
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

process.on("message", async ({ id, kind, ...request }: { readonly id: number; readonly kind: keyof HelperMethods }) => {
  try {
    reply({ id, result: await listeners[kind](request as never) });
  } catch (error) {
    // A full disk ends the command with that message, not this process.
    if (!(error instanceof UserError)) return reply({ id, error: { found: messageOf(error) } });
    const { cause: _cause, ...explanation } = error.explanation;
    reply({ id, error: { found: error.found, ...explanation } });
  }
});

process.once("disconnect", () => {
  void listeners.close().finally(() => process.exit());
});

function reply(message: HelperReply): void {
  process.send?.(message);
}
