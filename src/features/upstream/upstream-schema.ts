import { z } from "zod";
import { identifier, text } from "../../model/fields.ts";

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, "not an address that begins with http:// or https://");

/** The key `upstream` of `mcp-bench.yml`. */
export const upstreamSchema = z
  .strictObject({
    replay: text.meta({
      description: "The recording, a HAR file; `mcp-bench record` writes it",
      examples: ["mcp-bench.har"],
    }),
    url_env: z
      .union([identifier, z.record(identifier, address)], "a name of a variable, or a map of names to addresses")
      .optional()
      .meta({
        description:
          "Variable from which the server takes the address of its API, or a map of such to their real addresses; without it the server is led there by a proxy",
        examples: ["NOTION_BASE_URL", { GITHUB_API_URL: "https://api.github.com" }],
      }),
  })
  .optional()
  .meta({
    description: "Replays the API behind the server: no network, no key",
    examples: [{ replay: "mcp-bench.har", url_env: "NOTION_BASE_URL" }],
  });

export type UpstreamConfig = NonNullable<z.output<typeof upstreamSchema>>;

/** Returns the key `upstream` of a configuration; undefined where it does not have it. */
export function upstreamOf(config: object): UpstreamConfig | undefined {
  return (config as { readonly upstream?: UpstreamConfig }).upstream;
}
