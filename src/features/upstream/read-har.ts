import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { shortLine } from "../../base/untrusted.ts";
import { UserError } from "../../errors.ts";
import { readOnce } from "../../model/quantity.ts";
import type { Exchange, StoredBody } from "./exchange.ts";

/** Largest file of a recording, and most bytes of all bodies in files beside it. */
const mostBytes = { har: 64 * 2 ** 20, bodies: 256 * 2 ** 20 };

const pair = z.object({ name: z.string(), value: z.string() });

/** The fields of an entry that a replay needs, of whichever program. */
const entry = z.object({
  startedDateTime: z.string().default(""),
  request: z.object({
    method: z.string().regex(/^[A-Za-z]{1,20}$/),
    url: z.string(),
    postData: z
      .object({
        mimeType: z.string().default(""),
        text: z.string().optional(),
        params: z.array(z.object({ name: z.string(), value: z.string().default("") })).optional(),
        _encoding: z.string().optional(),
        _file: z.string().optional(),
      })
      .nullish(),
  }),
  response: z.object({
    status: z.number(),
    statusText: z.string().default(""),
    headers: z.array(pair).default([]),
    content: z
      .object({
        mimeType: z.string().default(""),
        text: z.string().optional(),
        encoding: z.string().optional(),
        _file: z.string().optional(),
      })
      .default({ mimeType: "" }),
  }),
  timings: z.object({ wait: z.number().default(0), receive: z.number().default(0) }).default({ wait: 0, receive: 0 }),
});

const har = z.object({
  log: z.object({
    version: z.string(),
    entries: z.array(z.unknown()),
    _mcpBench: z.object({ addresses: z.record(z.string(), z.string()), recordedAt: z.string().optional() }).optional(),
  }),
});

export type ReadRecording = ReturnType<typeof readHar>;

/** Reads a HAR file, of whichever program, and the bodies in files beside it. Throws UserError that says what is wrong with it, and where. */
export function readHar(harFile: string, shownAs: string = harFile) {
  const text = readText(harFile, shownAs);
  const { log } = checked(har, parse(text, shownAs), { found: "it is not a HAR file", where: shownAs });
  const { version, entries, _mcpBench } = log;
  if (!/^1\.[12]$/.test(version))
    throw broken(`it has version ${JSON.stringify(version.slice(0, 20))} of the format`, shownAs, "version 1.2");
  const bodies = new Bodies(harFile, shownAs);
  const exchanges = entries.flatMap((value, index) => {
    const where = `entry ${index + 1} of ${entries.length}`;
    const one = checked(entry, value, { found: `${where} cannot be read`, where: shownAs });
    return exchangeOf(one, { bodies, where });
  });
  const dates = [...exchanges.map(({ startedAt }) => startedAt), _mcpBench?.recordedAt ?? ""]
    .map((date) => Date.parse(date))
    .filter((ms) => !Number.isNaN(ms));
  return {
    exchanges,
    addresses: _mcpBench?.addresses ?? {},
    /** Entries that hold no response, as of requests that were not answered. */
    unanswered: entries.length - exchanges.length,
    /** Date of its newest exchange, in milliseconds; undefined where it has none. */
    newestMs: dates.length > 0 ? Math.max(...dates) : undefined,
  };
}

const again = "record it again with `mcp-bench record`";

function broken(found: string, where: string, expected?: string, fix = again): UserError {
  return new UserError(found, { where, ...(expected ? { expected: shortLine(expected) } : {}), fix });
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { found, where }: { readonly found: string; readonly where: string },
): z.output<Schema> {
  const parsed = schema.safeParse(value, readOnce);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw broken(found, where, `\`${issue?.path.join(".")}\`: ${issue?.message}`);
}

function readText(harFile: string, shownAs: string): string {
  const size = statSync(harFile, { throwIfNoEntry: false });
  if (!size)
    throw broken("the recording does not exist", shownAs, undefined, "make it with `mcp-bench record`, and commit it");
  if (!size.isFile()) throw broken("it is not a plain file", shownAs);
  if (size.size > mostBytes.har) {
    const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
    throw broken(
      `the recording is too large (${megabytes(size.size)})`,
      shownAs,
      `at most ${megabytes(mostBytes.har)}, with large bodies in files beside it`,
      "record fewer rows, or record it with `mcp-bench record`, which keeps large bodies in files",
    );
  }
  return readFileSync(harFile, "utf8").replace(/^\uFEFF/, "");
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const conflict = text.split("\n").findIndex((line) => /^(<{7}|={7}|>{7})( |$)/.test(line));
    if (conflict !== -1)
      throw broken(
        "a merge left its conflict markers in it",
        `${where}:${conflict + 1}`,
        undefined,
        "resolve the conflict, or record it again with `mcp-bench record`",
      );
    const isCut = text.trim() !== "" && !/\}\s*$/.test(text);
    throw broken(isCut ? "it is cut off: its end is missing" : "it is not JSON", where, (error as Error).message);
  }
}

/** `where`: such as `entry 1 of 3`. */
function exchangeOf(
  { startedDateTime, request, response, timings }: z.output<typeof entry>,
  { bodies, where }: { readonly bodies: Bodies; readonly where: string },
): Exchange[] {
  const { status } = response;
  if (status < 100 || status > 599) return [];
  if (!URL.canParse(request.url) || !/^https?:/i.test(request.url))
    throw broken(`${where} has no address of http or https`, bodies.shownAs, shortLine(request.url));
  const { postData, method, url } = request;
  const form =
    postData?.params &&
    new URLSearchParams(postData.params.map(({ name, value }): [string, string] => [name, value])).toString();
  const { content } = response;
  return [
    {
      method: method.toUpperCase(),
      // As a server would ask for it.
      url: new URL(url).href.replace(/#.*$/, ""),
      ...(postData ? { requestType: postData.mimeType } : {}),
      requestBody: postData
        ? bodies.read({ text: form, ...postData, encoding: postData._encoding }, where)
        : Buffer.alloc(0),
      status,
      statusText: response.statusText,
      headers: response.headers
        .map(({ name, value }) => [name.toLowerCase(), value] as const)
        .filter(([name]) => !name.startsWith(":")),
      body: bodies.read(content, where),
      startedAt: startedDateTime,
      waitMs: Math.max(0, timings.wait),
      receiveMs: Math.max(0, timings.receive),
    },
  ];
}

/** Bodies within the recording and in files beside it. */
class Bodies {
  readonly shownAs: string;
  readonly #folder: string;
  #bytes = 0;

  constructor(harFile: string, shownAs: string) {
    this.shownAs = shownAs;
    this.#folder = realpathSync(path.dirname(harFile));
  }

  read({ text, encoding, _file }: StoredBody, where: string): Buffer {
    if (_file !== undefined) return this.#readFile(_file, where);
    return Buffer.from(text ?? "", encoding === "base64" ? "base64" : "utf8");
  }

  #readFile(name: string, where: string): Buffer {
    const { shownAs } = this;
    const target = path.resolve(this.#folder, name);
    const shown = JSON.stringify(name.slice(0, 200));
    const inside = "a file in the folder of the recording, or below it";
    if (!isBelow(target, this.#folder)) throw broken(`${where} names ${shown} as its body`, shownAs, inside);
    const found = statSync(target, { throwIfNoEntry: false });
    if (!found?.isFile())
      throw broken(
        `${where} has its body in ${shown}, which is not there`,
        shownAs,
        undefined,
        "commit the folder of bodies beside the recording, or record it again with `mcp-bench record`",
      );
    // A link leads where it likes.
    if (!isBelow(realpathSync(target), this.#folder))
      throw broken(`${where} has its body in ${shown}, a link to elsewhere`, shownAs, inside);
    this.#bytes += found.size;
    if (this.#bytes > mostBytes.bodies)
      throw broken(
        "the bodies of the recording are too large",
        shownAs,
        `at most ${mostBytes.bodies / 2 ** 20} MB together`,
        "record fewer rows",
      );
    return readFileSync(target);
  }
}

function isBelow(target: string, folder: string): boolean {
  const inside = path.relative(folder, target);
  return inside !== "" && !inside.startsWith("..") && !path.isAbsolute(inside);
}
