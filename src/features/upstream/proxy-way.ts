import { UserError } from "../../errors.ts";
import type { Way } from "./upstream.ts";

/** A proxy that servers are led to by their environment, with a certificate authority of its own for HTTPS. */
export const proxyWay: Way = {
  open: async () => {
    throw new UserError("a recording cannot be replayed through a proxy yet", {
      where: "upstream",
      fix: "write `url_env` with the variable from which the server takes the address of its API",
    });
  },
};
