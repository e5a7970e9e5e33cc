import { createEmulator } from "emulate";
import type { Call, Reply } from "./call.ts";
import { identities } from "./identities.ts";

/** npm `emulate`, seeded with one repository and everybody who has a token. It does not check tokens. */
export async function startEmulator({ owner, repo }: { owner: string; repo: string }) {
  const logins = [...new Set(Object.values(identities).map(({ login }) => login))];
  const tokens = Object.fromEntries(
    Object.entries(identities).map(([token, { login }]) => [token, { login, scopes: ["repo"] }]),
  );
  const github = { users: logins.map((login) => ({ login })), repos: [{ owner, name: repo, auto_init: true }] };
  const seed = { tokens, github };
  const emulator = await createEmulator({ service: "github", port: 0, seed });
  return {
    /** Carries a call out; addresses in the answer begin with `outside`. */
    async perform({ method, url, body, token }: Call, outside: string): Promise<Reply> {
      const response = await fetch(`${emulator.url}${url}`, {
        method,
        // On a busy machine a connection that is used again may be over: the emulator waits five seconds for the next request.
        headers: { authorization: `token ${token}`, "content-type": "application/json", connection: "close" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const asSeenOutside = (address: string) => address.replaceAll(emulator.url, outside);
      // It forgets to encode the brackets of a bot's name.
      const withRealUrls = (key: string, value: unknown) =>
        typeof value === "string" && key.endsWith("url")
          ? asSeenOutside(value).replaceAll("[", "%5B").replaceAll("]", "%5D")
          : value;
      const text = await response.text();
      const link = response.headers.get("link");
      const headers = link ? { link: asSeenOutside(link) } : {};
      return { status: response.status, headers, body: text === "" ? undefined : JSON.parse(text, withRealUrls) };
    },
    close: () => emulator.close(),
  };
}
