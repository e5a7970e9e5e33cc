import { isMap, numberOf, textOf } from "../../../base/json.ts";
import { type Locate, placeIn, sourceOf } from "./cpuprofile.ts";
import { mostRead, type Profile, ProfileBuilder, ProfileError } from "./profile.ts";

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
