import { statSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isMap, textOf } from "../../../base/json.ts";
import { parseMessage } from "../../../base/json-depth.ts";
import { readLimited } from "../../../record/files/limited-read.ts";
import { ProfileError } from "../profile/profile.ts";
import type { Locate, SourcePlace } from "../profile/v8-profiles.ts";

/** Most bytes of a kind of file of a launch: a profile of a second, or the map of a bundle, has a megabyte or a few. */
const mostBytes = 64 * 2 ** 20;

/** Time limit of reading them, which usually takes milliseconds. */
const longestMs = 10_000;

interface Options {
  /** Most bytes, and the number of processes that share this limit. */
  readonly most?: number;
  readonly processes?: number;
  /** Aborts when reading has taken too long. */
  readonly late?: AbortSignal;
}

/**
 * The text of a file that a process of the server names or wrote, which may have put a pipe there that never ends. Throws
 * ProfileError where it is none, too long or too slow, and Node's error.
 */
export async function readText(
  file: string,
  { most = mostBytes, processes = 1, late = AbortSignal.timeout(longestMs) }: Options = {},
): Promise<string> {
  const found = statSync(file);
  if (!found.isFile()) throw new ProfileError("it is no regular file");
  const share = Math.floor(most / processes);
  try {
    const bytes = found.size > share ? undefined : await readLimited(file, { mostBytes: share, signal: late });
    if (bytes === undefined || bytes.length > share) throw new ProfileError(`it has more than ${share} bytes`);
    return bytes.toString("utf8");
  } catch (error) {
    if (late.aborted) throw new ProfileError("reading it took too long");
    throw error;
  }
}

/** Recognises what is wrong with a file of a server's process: as it is read, and as it is parsed. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof ProfileError || (error instanceof Error && "code" in error);
}

/** Scripts whose maps are read: a server of many small files has them all. */
const mostMaps = 2_000;

interface ScriptMap {
  readonly script: string;
  readonly url: string;
  readonly map: string;
}

/** Reads the list of scripts with a source map that the hook writes. */
export function scriptsIn(list: unknown): ScriptMap[] {
  const scripts = Array.isArray(list) ? list.filter(isMap) : [];
  return scripts.map(({ script, url, map }) => ({ script: textOf(script), url: textOf(url), map: textOf(map) }));
}

/**
 * Looks places up in source maps, by what each script says of its map: inline, or a file beside it. One that cannot be read is as
 * none: the place is reported as it runs. `late` ends the reading.
 */
export async function sourceMaps(
  scripts: readonly ScriptMap[],
  { late = AbortSignal.timeout(longestMs) } = {},
): Promise<Locate> {
  const found = new Map<string, { readonly map: SourceMap; readonly directory: string }>();
  let left = mostBytes;
  for (const { script, url, map } of scripts.slice(0, mostMaps)) {
    const directory = directoryOf(url);
    const text = await mapText(map, directory, { most: left, late });
    left -= text?.length ?? 0;
    if (left < 0 || late.aborted) break;
    const payload = text === undefined ? undefined : parseMessage(text);
    if (isPayload(payload))
      try {
        const sources = path.resolve(directory, isInline(map) ? "." : path.dirname(map), payload.sourceRoot || ".");
        found.set(script, { map: new SourceMap(payload), directory: sources });
      } catch {
        // The file counts as none.
      }
  }
  return ({ script, line, column }) => {
    const known = found.get(script);
    if (!known) return undefined;
    try {
      return sourceOf(known.map.findEntry(line, column), known.directory);
    } catch {
      return undefined;
    }
  };
}

function sourceOf(entry: object, directory: string): SourcePlace | undefined {
  const { originalSource, originalLine } = entry as { originalSource?: unknown; originalLine?: unknown };
  if (typeof originalSource !== "string" || typeof originalLine !== "number") return undefined;
  const isUrl = /^[a-z][a-z\d+.-]+:/i.test(originalSource);
  return { file: isUrl ? originalSource : path.resolve(directory, originalSource), line: originalLine + 1 };
}

function directoryOf(url: string): string {
  try {
    return path.dirname(url.startsWith("file:") ? fileURLToPath(url) : url);
  } catch {
    return ".";
  }
}

function isInline(map: string): boolean {
  return map.startsWith("data:");
}

/** Reads a map, inline or in a file; undefined where that cannot be done. */
async function mapText(map: string, directory: string, limits: Pick<Options, "most" | "late">) {
  try {
    if (!isInline(map)) return await readText(path.resolve(directory, decodeURIComponent(map)), limits);
    const comma = map.indexOf(",");
    if (comma < 0 || map.length > 2 * mostBytes) return undefined;
    const body = map.slice(comma + 1);
    const isBase64 = map.slice(0, comma).endsWith(";base64");
    return isBase64 ? Buffer.from(body, "base64").toString("utf8") : decodeURIComponent(body);
  } catch {
    return undefined;
  }
}

/** Accepts payloads that Node's class takes without an error of its own. */
function isPayload(value: unknown): value is SourceMapPayload {
  return (
    isMap(value) &&
    typeof value.mappings === "string" &&
    ["string", "undefined"].includes(typeof value.sourceRoot) &&
    Array.isArray(value.sources) &&
    value.sources.every((source) => typeof source === "string")
  );
}
