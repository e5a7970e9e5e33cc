import { expect, test } from "vitest";
import { ProfileError } from "../../../../src/features/why/profile/profile.ts";
import { readSpeedscope } from "../../../../src/features/why/profile/speedscope.ts";

const file = (over: object = {}, frames: unknown = [{ name: "serve", file: "a.py", line: 1 }, { name: "<b>" }]) =>
  JSON.stringify({
    shared: { frames },
    profiles: [
      { type: "sampled", unit: "microseconds", samples: [[0], [0, 1], [0, 1]], weights: [500, 1000, 2000], ...over },
    ],
  });

test("stacks and their weights become a tree in ms", () => {
  expect(readSpeedscope(file())).toEqual({
    frames: [{ name: "serve", file: "a.py", line: 1 }, { name: "<b>" }],
    nodes: [
      { frame: 0, parent: -1, self: 0.5 },
      { frame: 1, parent: 0, self: 3 },
    ],
  });
  expect(readSpeedscope(file({ unit: "bytes" })).nodes[1]?.self).toBe(3000);
});

test("what is no number weighs nothing, and what is no function has no name", () => {
  const noText = { toString: 1, valueOf: 1 };
  const found = readSpeedscope(file({ weights: ["x", noText] }, [7, { name: noText, file: [], line: "x" }]));
  expect(found.frames).toEqual([{ name: "" }]);
  expect(found.nodes.map(({ self }) => self)).toEqual([0, 0]);
});

test.each([
  ["no JSON", file().slice(0, -9)],
  ["another document", '{"profiles": 1}'],
  ["another unit", file({ unit: "furlongs" })],
  ["a unit that every object has", file({ unit: "constructor" })],
  ["a unit that is no text", file({ unit: { toString: 1 } })],
  ["a sample that is no list", file({ samples: [0] })],
  ["a function that is not there", file({ samples: [[9]] })],
  ["a function of no number", file({ samples: [["length"]] })],
  ["depths without end", `{"shared":{"frames":${"[".repeat(5000)}`],
])("%s is refused", (_name, text) => {
  expect(() => readSpeedscope(text)).toThrow(ProfileError);
});
