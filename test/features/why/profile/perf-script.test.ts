import { expect, test } from "vitest";
import { readPerfScript } from "../../../../src/features/why/profile/perf-script.ts";
import { ProfileError } from "../../../../src/features/why/profile/profile.ts";

/** Output of perf 6.1 for a program in Go, and of one without frame pointers. */
const recorded = `my server  1234    1003009 cpu-clock:u: 
\t          4a5b6c encoding/json.(*encodeState).marshal (/srv/app/bin/server)
\t          4a5b00 main.handle (/srv/app/bin/server)
\t          45c0e1 runtime.goexit.abi0 (/srv/app/bin/server)

my server  1235    1003009 cpu-clock:u: 
\t          4a5b00 main.handle (/srv/app/bin/server (deleted))
\t          45c0e1 runtime.goexit.abi0 (/srv/app/bin/server (deleted))

bash  5090    2006018 cpu-clock: 
\t           453c6 [unknown] (/usr/bin/bash)
\t    55fc1f8e0a90 [unknown] ([unknown])
\t           1abcd std::function<void (int)>::operator()(int) const (/usr/lib/libx.so.1)
`;

test("samples become a tree in ms, with programs by their name", () => {
  const { frames, nodes } = readPerfScript(recorded);
  const named = nodes.map(({ frame, parent, self }) => [frames[frame]?.name, parent, Math.round(self * 1000) / 1000]);
  expect(named).toEqual([
    ["runtime.goexit.abi0", -1, 0],
    ["main.handle", 0, 1.003],
    ["encoding/json.(*encodeState).marshal", 1, 1.003],
    ["std::function<void (int)>::operator()(int) const", -1, 0],
    ["[unknown]", 3, 2.006],
  ]);
  expect(frames.map(({ file }) => file)).toEqual([
    "go/src/runtime",
    "server",
    "go/src/encoding/json",
    "std/std",
    "bash",
  ]);
});

test("a text that was cut off is read as far as it goes", () => {
  for (let length = 60; length < recorded.length; length += 7)
    expect(() => readPerfScript(recorded.slice(0, length))).not.toThrow();
});

test("hostile names and long lines harm nothing", () => {
  const hostile = `x 1 1000 cpu-clock:u: \n\t 1 <script>alert(1)</script> (/x)\n\t 2 ${"((".repeat(50_000)}\n\t 3 \n`;
  expect(readPerfScript(hostile).frames.map(({ name }) => name.slice(0, 30))).toContain("<script>alert(1)</script>");
});

test("a recording without samples is refused, as is one of code without names", () => {
  expect(() => readPerfScript("")).toThrow(ProfileError);
  const sample = (name: string) => `java 1 1000 cpu-clock:u: \n\t 7f00 ${name} ([JIT] tid 1)\n\n`;
  expect(() => readPerfScript(sample("[unknown]").repeat(3) + sample("memcpy"))).toThrow("has no names");
  expect(() => readPerfScript(sample("[unknown]") + sample("memcpy"))).not.toThrow();
});

test.each([
  ["runtime.mallocgc", "go/src/runtime"],
  ["encoding/json.(*Decoder).Decode", "go/src/encoding/json"],
  ["main.(*server).search", "server"],
  ["example.com/me/server/internal/rank.Sort[go.shape.int]", "server"],
  ["github.com/other/yaml.v3.Parse", "go/pkg/mod/github.com/other/yaml"],
  ["core::ptr::drop_in_place", "std/core"],
  ["<alloc::vec::Vec<T> as core::clone::Clone>::clone", "std/alloc"],
  ["std::__introsort_loop<int*, long>", "std/std"],
])("%s is in %s", (name, file) => {
  const go = "x 1 1000 cpu-clock:u: \n\t 1 runtime.goexit.abi0 (/a/server)\n\n";
  const { frames } = readPerfScript(`${go}x 1 1000 cpu-clock:u: \n\t 1 ${name} (/a/server)\n`, "example.com/me/server");
  expect(frames.at(-1)).toEqual({ name, file });
});
