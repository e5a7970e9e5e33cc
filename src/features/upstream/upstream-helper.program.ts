import { UserError } from "../../errors.ts";
import type { HelperReply, HelperRequest } from "./helper-protocol.ts";
import { Listeners } from "./listeners.ts";

/*
 * The process that stands for the API while servers are measured, started by `helper.ts`. It ends when the measuring process does, and
 * not by signals to all: what is recorded is to be written first.
 */

const listeners = new Listeners();
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);

process.on("message", ({ id, ...request }: HelperRequest & { readonly id: number }) => {
  void listeners.handle(request as HelperRequest).then(
    (result) => reply({ id, result }),
    (error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      const { where, expected, fix } = error.explanation;
      reply({
        id,
        error: { found: error.found, ...(where && { where }), ...(expected && { expected }), ...(fix && { fix }) },
      });
    },
  );
});

process.once("disconnect", () => {
  void listeners.close().finally(() => process.exit());
});

function reply(message: HelperReply): void {
  process.send?.(message);
}
