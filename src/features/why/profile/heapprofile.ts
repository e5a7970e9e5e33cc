import { isMap, numberOf, textOf } from "../../../base/json.ts";
import type { Locate } from "./cpuprofile.ts";
import { mostRead, type Profile, ProfileBuilder, ProfileError } from "./profile.ts";

/** A place of a script in a heap profile, as V8 tells it. */
export interface HeapPlace {
  readonly callFrame: Readonly<Record<string, unknown>>;
  readonly selfSize: number;
  /** Index of its caller, before it; -1: none. */
  readonly parent: number;
}

/** All places of a `.heapprofile` of V8, callers before what they call. Throws ProfileError where it is none. */
export function heapPlaces(profile: unknown): HeapPlace[] {
  const places: HeapPlace[] = [];
  const open: { node: unknown; parent: number }[] = [{ node: isMap(profile) ? profile.head : undefined, parent: -1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, parent } = next;
    if (!isMap(node) || !isMap(node.callFrame)) throw new ProfileError("a place in it has no function");
    const place = places.push({ callFrame: node.callFrame, selfSize: numberOf(node.selfSize), parent }) - 1;
    if (places.length > mostRead) throw new ProfileError(`it has more than ${mostRead} places`);
    for (const child of Array.isArray(node.children) ? node.children : []) open.push({ node: child, parent: place });
  }
  return places;
}

/** The bytes that are still held, by the functions that allocated them. */
export function readHeapPlaces(places: readonly HeapPlace[], locate: Locate = () => undefined): Profile {
  const builder = new ProfileBuilder();
  const nodes: number[] = [];
  for (const { callFrame, selfSize, parent } of places) {
    const above = nodes[parent] ?? -1;
    const name = textOf(callFrame.functionName);
    const node =
      name === "(root)"
        ? above
        : builder.node(builder.frame({ name: nameOf(name), ...sourceOf(callFrame, locate) }), above);
    nodes.push(node);
    builder.add(node, selfSize);
  }
  return builder.build();
}

/** V8 calls what is no function by a name in parentheses, such as `(V8 API)`. */
function nameOf(name: string): string {
  return name === "" ? "(anonymous)" : name;
}

function sourceOf(callFrame: HeapPlace["callFrame"], locate: Locate) {
  const url = textOf(callFrame.url);
  if (url === "") return {};
  const [line, column] = [numberOf(callFrame.lineNumber), numberOf(callFrame.columnNumber)];
  return locate({ script: textOf(callFrame.scriptId), url, line, column }) ?? { file: url, line: line + 1 };
}
