import { z } from "zod";
import { type HttpVerb, httpVerbs } from "../../plan/operation.ts";
import { text } from "./common-fields.ts";

/** `GET /path?query`, or with a whole address of the server. */
interface RequestLine {
  readonly verb: HttpVerb;
  readonly target: string;
}

const requestLine = text.transform((line, context): RequestLine => {
  const match = /^([A-Z]+)\s+(\/\S*|https?:\/\/\S+)$/.exec(line.trim());
  const verb = httpVerbs.find((name) => name === match?.[1]);
  if (match && verb) return { verb, target: match[2] ?? "" };
  context.addIssue({
    code: "custom",
    message: `${JSON.stringify(line)} is not a request; write one of ${httpVerbs.join(", ")} and a path, for example "GET /health"`,
    input: line,
  });
  return z.NEVER;
});

const header = z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "not the name of a header"), z.string());

const request = z.strictObject({
  request: requestLine.meta({ description: "Verb, and path or address", examples: ["POST /query"] }),
  headers: header
    .default({})
    .meta({ description: "Headers of the request", examples: [{ "content-type": "application/json" }] }),
  body: z
    .string()
    .optional()
    .meta({ description: "Body of the request", examples: ['{"q":"a"}'] }),
  status: z
    .int()
    .min(100)
    .max(599)
    .optional()
    .meta({ description: "Status that counts as ok; without one, 200 to 299", examples: [404] }),
});

/** A plain HTTP request: a line such as `GET /health`, or a map with headers, body and the expected status. */
export const httpField = z.union(
  [requestLine.transform((line) => request.parse({ request: `${line.verb} ${line.target}` })), request],
  'a request such as "GET /health", or a map with `request`',
);

export type HttpConfig = z.output<typeof httpField>;
