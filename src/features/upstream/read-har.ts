import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { shortLine } from "../../base/untrusted.ts";
import { UserError } from "../../errors.ts";
import { readOnce } from "../../model/quantity.ts";
import type { Exchange } from "./exchange.ts";

/** Largest file of a recording, and most bytes of all bodies in files beside it. */
const mostBytes = { har: 64 * 2 ** 20, bodies: 256 * 2 ** 20 };

const pair = z.object({ name: z.string(), value: z.string() });

const storedBody = z.object({
  text: z.string().optional(),
  /** `base64` where it is no text. */
  encoding: z.string().optional(),
  /** A file beside the recording that holds it. */
  _file: z.string().optional(),
});

export type StoredBody = z.output<typeof storedBody>;

/** The fields of an entry that a replay needs, of whichever program. */
const entry = z.object({
  startedDateTime: z.string().default(""),
  request: z.object({
    method: z.string().regex(/^[A-Za-z]{1,20}$/),
    url: z.string(),
    postData: storedBody
      .omit({ encoding: true })
      .extend({
        mimeType: z.string().default(""),
        params: z.array(z.object({ name: z.string(), value: z.string().default("") })).optional(),
        _encoding: z.string().optional(),
      })
      .nullish(),
  }),
  response: z.object({
    status: z.number(),
    statusText: z.string().default(""),
    headers: z.array(pair).default([]),
    content: storedBody.default({}),
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
  return new HarReader(harFile, shownAs).read();
}

class HarReader {
  readonly #file: string;
  /** Path of the file as messages name it. */
  readonly #shownAs: string;
  /** Bytes of the bodies in files beside it that are read. */
  #bodyBytes = 0;

  constructor(file: string, shownAs: string) {
    this.#file = file;
    this.#shownAs = shownAs;
  }

  read() {
    const { log } = this.#checked(har, this.#parse(this.#text()), "it is not a HAR file");
    const { version, entries, _mcpBench } = log;
    if (!/^1\.[12]$/.test(version))
      throw this.#broken(`it has version ${JSON.stringify(version.slice(0, 20))} of the format`, {
        expected: "version 1.2",
      });
    const exchanges = entries.flatMap((value, index) => {
      const where = `entry ${index + 1} of ${entries.length}`;
      return this.#exchange(this.#checked(entry, value, `${where} cannot be read`), where);
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

  #broken(found: string, { expected, ...more }: UserError["explanation"] = {}): UserError {
    const fix = "record it again with `mcp-bench record`";
    return new UserError(found, { where: this.#shownAs, expected: expected && shortLine(expected), fix, ...more });
  }

  #checked<Schema extends z.ZodType>(schema: Schema, value: unknown, found: string): z.output<Schema> {
    const parsed = schema.safeParse(value, readOnce);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw this.#broken(found, { expected: `\`${issue?.path.join(".")}\`: ${issue?.message}` });
  }

  #text(): string {
    const found = statSync(this.#file, { throwIfNoEntry: false });
    if (!found)
      throw this.#broken("the recording does not exist", { fix: "make it with `mcp-bench record`, and commit it" });
    if (!found.isFile()) throw this.#broken("it is not a plain file");
    if (found.size > mostBytes.har) {
      const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
      throw this.#broken(`the recording is too large (${megabytes(found.size)})`, {
        expected: `at most ${megabytes(mostBytes.har)}, with large bodies in files beside it`,
        fix: "record fewer rows, or record it with `mcp-bench record`, which keeps large bodies in files",
      });
    }
    return readFileSync(this.#file, "utf8").replace(/^\uFEFF/, "");
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      const conflict = text.split("\n").findIndex((line) => /^(<{7}|={7}|>{7})( |$)/.test(line));
      if (conflict !== -1)
        throw this.#broken("a merge left its conflict markers in it", {
          where: `${this.#shownAs}:${conflict + 1}`,
          fix: "resolve the conflict, or record it again with `mcp-bench record`",
        });
      const isCut = text.trim() !== "" && !/\}\s*$/.test(text);
      const found = isCut ? "it is cut off: its end is missing" : "it is not JSON";
      throw this.#broken(found, { expected: (error as Error).message });
    }
  }

  /** Returns none for a request that was not answered. `where`: such as `entry 1 of 3`. */
  #exchange({ startedDateTime, request, response, timings }: z.output<typeof entry>, where: string): Exchange[] {
    const { status, statusText, headers, content } = response;
    if (status < 100 || status > 599) return [];
    const { postData, method, url } = request;
    if (!URL.canParse(url) || !/^https?:/i.test(url))
      throw this.#broken(`${where} has no address of http or https`, { expected: url });
    const form = postData?.params?.map(({ name, value }): [string, string] => [name, value]);
    const sent = postData && {
      ...(form && { text: new URLSearchParams(form).toString() }),
      ...postData,
      encoding: postData._encoding,
    };
    return [
      {
        method: method.toUpperCase(),
        // A server would ask for it so.
        url: new URL(url).href.replace(/#.*$/, ""),
        ...(postData ? { requestType: postData.mimeType } : {}),
        requestBody: this.#body(sent ?? {}, where),
        status,
        statusText,
        headers: headers
          .map(({ name, value }) => [name.toLowerCase(), value] as const)
          .filter(([name]) => !name.startsWith(":")),
        body: this.#body(content, where),
        startedAt: startedDateTime,
        waitMs: Math.max(0, timings.wait),
        receiveMs: Math.max(0, timings.receive),
      },
    ];
  }

  #body({ text, encoding, _file }: StoredBody, where: string): Buffer {
    if (_file === undefined) return Buffer.from(text ?? "", encoding === "base64" ? "base64" : "utf8");
    const folder = realpathSync(path.dirname(this.#file));
    const target = path.resolve(folder, _file);
    const shown = JSON.stringify(_file.slice(0, 200));
    const expected = "a file in the folder of the recording, or below it";
    if (!isBelow(target, folder)) throw this.#broken(`${where} names ${shown} as its body`, { expected });
    const found = statSync(target, { throwIfNoEntry: false });
    if (!found?.isFile())
      throw this.#broken(`${where} has its body in ${shown}, which is not there`, {
        fix: "commit the folder of bodies beside the recording, or record it again with `mcp-bench record`",
      });
    // A link leads where it likes.
    if (!isBelow(realpathSync(target), folder))
      throw this.#broken(`${where} has its body in ${shown}, a link to elsewhere`, { expected });
    this.#bodyBytes += found.size;
    if (this.#bodyBytes > mostBytes.bodies)
      throw this.#broken("the bodies of the recording are too large", {
        expected: `at most ${mostBytes.bodies / 2 ** 20} MB together`,
        fix: "record fewer rows",
      });
    return readFileSync(target);
  }
}

function isBelow(target: string, folder: string): boolean {
  const inside = path.relative(folder, target);
  return inside !== "" && !inside.startsWith("..") && !path.isAbsolute(inside);
}
