import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ProfileError } from "../../../../src/features/why/profile/profile.ts";
import { readSampleReport } from "../../../../src/features/why/profile/sample-report.ts";

const recorded = readFileSync(new URL("../../../../fixtures/recorded/macos-sample.txt", import.meta.url), "utf8");

test("the tree is read with what each call took itself, without threads that wait", () => {
  const { frames, nodes } = readSampleReport(recorded);
  const busy = nodes.filter(({ self }) => self > 0).map(({ frame, self }) => ({ ...frames[frame], self }));
  expect(busy).toEqual([
    { name: "handle(std::string const&)", file: "main.cpp", line: 182, self: 100 },
    { name: "parse(char const*)", file: "parse.cpp", line: 115, self: 280 },
    { name: "_platform_memmove", file: "libsystem_platform.dylib", self: 20 },
    { name: "???", file: "server", self: 100 },
  ]);
});

test("a report that was cut off, or whose counts do not add up, is read as far as it goes", () => {
  const graph = recorded.indexOf("Call graph:");
  for (let length = graph + 12; length < recorded.length; length += 31)
    expect(() => readSampleReport(recorded.slice(0, length))).not.toThrow();
  const more = readSampleReport(
    "Call graph:\n    1 Thread_1\n    + 1 a  (in x) + 1  [0x1]\n    +   9 b  (in x) + 1  [0x1]\n",
  );
  expect(more.nodes.map(({ self }) => self)).toEqual([0, 9]);
});

test("hostile lines harm nothing", () => {
  const long = `Call graph:\n    1 Thread_1\n    + 1 ${"  (in ".repeat(20_000)}\n${"+ ".repeat(5000)}1 <b>\n`;
  expect(() => readSampleReport(long)).not.toThrow();
});

test("another text is refused", () => {
  expect(() => readSampleReport("sample cannot examine process 1")).toThrow(ProfileError);
});
