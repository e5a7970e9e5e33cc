import { expect, test } from "vitest";
import { ProfileError } from "../../../../src/features/why/profile/profile.ts";
import { readHeapProfile } from "../../../../src/features/why/profile/v8-profiles.ts";

const node = (
  functionName: string,
  selfSize: unknown,
  children: readonly object[] = [],
  url = "file:///srv/app/server.js",
) => ({
  callFrame: { functionName, scriptId: "7", url, lineNumber: 4, columnNumber: 2 },
  selfSize,
  id: 1,
  children,
});
const read = (head: unknown) => readHeapProfile({ head });

test("bytes that are held are told by the function that allocated them", () => {
  const { frames, nodes } = read(
    node("(root)", 0, [node("remember", 100, [node("", 50)]), node("(V8 API)", 7, [], "")], ""),
  );
  const told = nodes.map(({ frame, parent, self }) => [frames[frame]?.name, frames[frame]?.line, parent, self]);
  expect(told).toEqual([
    ["(V8 API)", undefined, -1, 7],
    ["remember", 5, -1, 100],
    ["(anonymous)", 5, 1, 50],
  ]);
});

test("a source map tells where a function stands", () => {
  const profile = { head: node("(root)", 0, [node("remember", 1)], "") };
  const { frames } = readHeapProfile(profile, ({ line }) => ({ file: "src/server.ts", line: line + 100 }));
  expect(frames).toEqual([{ name: "remember", file: "src/server.ts", line: 104 }]);
});

test("recursion of any depth is read", () => {
  let deep = node("f", 1);
  for (let depth = 0; depth < 20_000; depth++) deep = node("f", 1, [deep]);
  expect(read(deep).nodes.reduce((sum, { self }) => sum + self, 0)).toBe(20_001);
});

test.each([
  ["no profile", {}],
  ["a child that is none", node("f", 1, [{}])],
])("%s is refused", (_name, head) => {
  expect(() => read(head)).toThrow(ProfileError);
});

/** JSON that no text or number can be made of. */
const noText = { toString: 1, valueOf: 1 };

test("a size that is none weighs nothing, and what is no text is none", () => {
  for (const size of ["x", noText]) expect(read(node("f", size)).nodes).toMatchObject([{ self: 0 }]);
  const callFrame = { functionName: noText, scriptId: noText, url: noText, lineNumber: noText };
  expect(read({ callFrame, selfSize: 1 }).frames).toEqual([{ name: "(anonymous)" }]);
});
