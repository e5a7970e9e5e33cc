import { expect, test } from "vitest";
import { inOwnCode, inPackages } from "../../../../src/features/why/profile/own-code.ts";
import type { MadeProfile } from "../../../../src/record/profile.ts";

const profile = (frames: MadeProfile["frames"], nodes: MadeProfile["nodes"]): MadeProfile => ({
  arm: "head",
  kind: "time",
  by: "test",
  launches: [{ calls: 1, elapsedMs: 1 }],
  frames,
  nodes,
});

test("libraries count for the function that called them", () => {
  const frames = [
    { name: "dispatch", file: "node_modules/sdk/server.js" },
    { name: "search", file: "src/search.ts" },
    { name: "parse", file: "node_modules/yaml/parse.js" },
    { name: "(native code)" },
    { name: "rank", file: "src/rank.ts" },
  ];
  const { nodes } = inOwnCode(
    profile(frames, [
      [0, -1, 1],
      [1, 0, 2],
      [2, 1, 4],
      [3, 2, 8],
      [4, 2, 16],
      [3, -1, 32],
    ]),
  );
  expect(nodes).toEqual([
    [0, -1, 1],
    [1, 0, 14],
    [2, 1, 0],
    [3, 2, 0],
    [4, 2, 16],
    [3, -1, 32],
  ]);
});

test.each([
  "node:internal/fs",
  "node_modules/a/b.js",
  "…/x/site-packages/a.py",
  "python3.11/json/decoder.py",
  "<frozen importlib._bootstrap>",
  "go/src/encoding/json",
  "libc.so.6",
  "ld-linux-x86-64.so.2",
])("%s is a library", (file) => {
  const frames = [
    { name: "own", file: "src/own.py" },
    { name: "other", file },
  ];
  const { nodes } = inOwnCode(
    profile(frames, [
      [0, -1, 1],
      [1, 0, 2],
    ]),
  );
  expect(nodes).toEqual([
    [0, -1, 3],
    [1, 0, 0],
  ]);
});

test.each([
  "(anonymous)",
  "(anonymous in search)",
  "search.<locals>.<lambda>",
  "<genexpr>",
  "main.search.func1",
  "main.search.func2.1",
])("%s counts for the function that calls it, and for itself where none does", (name) => {
  const frames = [
    { name: "search", file: "a" },
    { name, file: "a" },
    { name: "sort", file: "libc.so.6" },
  ];
  const found = inOwnCode(
    profile(frames, [
      [0, -1, 1],
      [2, 0, 2],
      [1, 1, 4],
      [1, -1, 8],
      [2, 3, 16],
    ]),
  );
  expect(found.nodes.map(([, , self]) => self)).toEqual([7, 0, 0, 24, 0]);
});

test("a server that is installed like a library is looked into as it is", () => {
  const frames = [
    { name: "serve", file: "site-packages/server/a.py" },
    { name: "slow", file: "site-packages/server/b.py" },
  ];
  const { nodes } = inOwnCode(
    profile(frames, [
      [0, -1, 1],
      [1, 0, 2],
    ]),
  );
  expect(nodes).toEqual([
    [0, -1, 1],
    [1, 0, 2],
  ]);
});

test("a start-up is told by the package that is loaded", () => {
  const frames = [
    { name: "<module>", file: "server.py", line: 1 },
    { name: "_find_and_load", file: "<frozen importlib._bootstrap>" },
    { name: "<module>", file: "site-packages/pandas/__init__.py", line: 1 },
    { name: "read", file: "site-packages/pandas/io/read.py", line: 9 },
    { name: "loads", file: "python3.11/json/decoder.py" },
    { name: "get", file: "python3.11/bisect.py" },
    { name: "(anonymous)", file: "node_modules/@scope/name/index.js" },
  ];
  const found = inPackages(
    profile(frames, [
      [0, -1, 1],
      [1, 0, 2],
      [2, 1, 4],
      [1, 2, 8],
      [3, 3, 16],
      [4, 4, 32],
      [5, 0, 64],
      [6, -1, 128],
      [1, -1, 256],
    ]),
  );
  expect(found.nodes.map(([frame, , self]) => [found.frames[frame]?.name, found.frames[frame]?.file, self])).toEqual([
    ["<module>", "server.py", 1],
    ["<module>", "server.py", 2],
    ["pandas", "site-packages/pandas", 4],
    ["pandas", "site-packages/pandas", 8],
    ["pandas", "site-packages/pandas", 16],
    ["json", "python3.11/json", 32],
    ["bisect", "python3.11/bisect", 64],
    ["@scope/name", "node_modules/@scope/name", 128],
    ["_find_and_load", "<frozen importlib._bootstrap>", 256],
  ]);
});
