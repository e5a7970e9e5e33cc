import { isMap, jsonOf, numberOf, textOf } from "../../../base/json.ts";
import { isDeeperThan } from "../../../base/json-depth.ts";
import { mostRead, type Profile, ProfileBuilder, ProfileError } from "./profile.ts";

/** A place in a script as it runs, lines and columns from 0 as V8 counts them. */
interface ScriptPlace {
  readonly script: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** A place in a source, its line from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Maps a place of a script by its source map; undefined: it stays. */
export type Locate = (place: ScriptPlace) => SourcePlace | undefined;

/** A profile has five. */
const deepestJson = 16;

/** V8's own frames: `(root)` holds all, and in `(idle)` nothing runs. */
const passedOver = ["(root)", "(idle)"];

/** Hook that mcp-bench itself loads into a server to profile it, wherever it is installed: no work of the server. */
const hook = /\/hooks\/node-hook\.cjs$/;

/** Names that V8 gives to what is no function, as people read them. */
const ownNames: ReadonlyMap<string, string> = new Map([
  ["(program)", "(native code)"],
  ["(garbage collector)", "(garbage collection)"],
]);

/**
 * Reads a `.cpuprofile` of V8, as `node --cpu-prof` and its inspector write it, in ms, without what the profiling itself took. A
 * function without a name is called after the one around it. Throws ProfileError where it is none.
 */
export function readCpuProfile(text: string, locate: Locate = () => undefined): Profile {
  const value = parsed(text);
  const entries = entriesOf(value.nodes);
  const selfMs = selfTimesOf(value);
  const builder = new ProfileBuilder();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const callees = new Set(entries.flatMap(({ children }) => children));
  const roots = entries.filter(({ id }) => !callees.has(id));
  const seen = new Set<number>();
  const open = roots.map(({ id }) => ({ id, parent: -1, around: "", inHook: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const entry = byId.get(next.id);
    if (!entry) throw new ProfileError(`it calls a place ${next.id} that it does not have`);
    if (seen.has(entry.id)) throw new ProfileError("a place in it is called from two places");
    seen.add(entry.id);
    const inHook = next.inHook || hook.test(entry.place.url);
    const isOwn = inHook || passedOver.includes(entry.name);
    const name = ownNames.get(entry.name) ?? (entry.name || nameless(entry.place, next.around));
    const node = isOwn
      ? next.parent
      : builder.node(builder.frame({ name, ...sourceOf(entry.place, locate) }), next.parent);
    if (!isOwn) builder.add(node, selfMs.get(entry.id) ?? 0);
    // Names of the runtime's own functions tell nothing about the server.
    const isRuntime = entry.place.url === "" || entry.place.url.startsWith("node:");
    const around = entry.name === "" || isRuntime ? next.around : entry.name;
    for (const id of entry.children) open.push({ id, parent: node, around: isOwn ? "" : around, inHook });
  }
  if (seen.size < entries.length) throw new ProfileError("places in it call each other in a circle");
  return builder.build();
}

/** Names a function without a name: at the beginning of a script it is the script itself. */
function nameless({ line, column }: ScriptPlace, around: string): string {
  if (line === 0 && column === 0) return "(module)";
  return around === "" ? "(anonymous)" : `(anonymous in ${around})`;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  if (isDeeperThan(text, deepestJson)) throw new ProfileError("it is nested too deep");
  const value = jsonOf(text);
  if (value === undefined) throw new ProfileError("it is not JSON");
  if (!isMap(value)) throw new ProfileError("it is no profile of V8");
  return value;
}

function entriesOf(nodes: unknown) {
  if (!Array.isArray(nodes) || nodes.length > mostRead)
    throw new ProfileError("it has no list of places, or an endless one");
  return nodes.map((node: unknown) => {
    if (!isMap(node) || !isMap(node.callFrame) || typeof node.id !== "number")
      throw new ProfileError("a place in it has no function");
    return {
      id: node.id,
      name: textOf(node.callFrame.functionName),
      place: placeIn(node.callFrame),
      children: Array.isArray(node.children) ? node.children.filter((id: unknown) => typeof id === "number") : [],
    };
  });
}

/** Each sample lasts until the next. */
function selfTimesOf({ samples, timeDeltas, startTime, endTime }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(samples) || !Array.isArray(timeDeltas)) throw new ProfileError("it has no samples");
  const times = new Map<number, number>();
  let left = Math.max(0, numberOf(endTime) - numberOf(startTime)) / 1000;
  for (const [place, id] of samples.entries()) {
    // A clock that jumped is no time that passed.
    const ms = Math.min(left, Math.max(0, numberOf(timeDeltas[place + 1]) / 1000));
    left -= ms;
    times.set(id, (times.get(id) ?? 0) + ms);
  }
  return times;
}

/** Reads a `.heapprofile` of V8: the bytes that are still held, by the functions that allocated them. Throws ProfileError where it is none. */
export function readHeapProfile(profile: unknown, locate: Locate = () => undefined): Profile {
  const builder = new ProfileBuilder();
  const open: { node: unknown; above: number }[] = [{ node: isMap(profile) ? profile.head : undefined, above: -1 }];
  let places = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, above } = next;
    if (!isMap(node) || !isMap(node.callFrame)) throw new ProfileError("a place in it has no function");
    places++;
    if (places > mostRead) throw new ProfileError(`it has more than ${mostRead} places`);
    // V8 calls what is no function by a name in parentheses, such as `(V8 API)`.
    const name = textOf(node.callFrame.functionName) || "(anonymous)";
    const source = sourceOf(placeIn(node.callFrame), locate);
    const place = name === "(root)" ? above : builder.node(builder.frame({ name, ...source }), above);
    builder.add(place, numberOf(node.selfSize));
    for (const child of Array.isArray(node.children) ? node.children : []) open.push({ node: child, above: place });
  }
  return builder.build();
}

function placeIn({ scriptId, url, lineNumber, columnNumber }: Readonly<Record<string, unknown>>): ScriptPlace {
  return { script: textOf(scriptId), url: textOf(url), line: numberOf(lineNumber), column: numberOf(columnNumber) };
}

function sourceOf(place: ScriptPlace, locate: Locate): { file?: string; line?: number } {
  if (place.url === "") return {};
  return locate(place) ?? { file: place.url, line: place.line + 1 };
}
