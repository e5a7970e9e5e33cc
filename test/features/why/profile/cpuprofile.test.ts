import { describe, expect, test } from "vitest";
import { placeName } from "../../../../src/features/why/profile/place-name.ts";
import { pooled } from "../../../../src/features/why/profile/pool.ts";
import { type Profile, ProfileBuilder, ProfileError, totalOf } from "../../../../src/features/why/profile/profile.ts";
import { readCpuProfile } from "../../../../src/features/why/profile/v8-profiles.ts";
import { mostFrames, mostNodes, recordProfile } from "../../../../src/record/profile.ts";
import { redactText } from "../../../../src/record/redact.ts";

interface Place {
  readonly name?: string;
  readonly url?: string;
  readonly children?: readonly number[];
}

/** A profile of V8 with one sample a millisecond, of the places named by their id. */
function cpuProfile(places: Readonly<Record<number, Place>>, samples: readonly number[]): string {
  return JSON.stringify({
    nodes: Object.entries(places).map(([id, { name = `f${id}`, url = "file:///app/a.js", children }]) => ({
      id: Number(id),
      callFrame: { functionName: name, scriptId: "1", url, lineNumber: Number(id), columnNumber: 0 },
      hitCount: 0,
      children,
    })),
    startTime: 1000,
    endTime: 1000 + 1000 * samples.length,
    samples,
    timeDeltas: samples.map(() => 1000),
  });
}

const selfOf = ({ frames, nodes }: Profile) =>
  Object.fromEntries(nodes.map(({ frame, self }) => [frames[frame]?.name, Number(self.toFixed(3))]));

describe("a profile of V8", () => {
  const places: Record<number, Place> = {
    1: { name: "(root)", url: "", children: [2, 5, 6] },
    2: { name: "search", children: [3] },
    3: { name: "map", url: "", children: [4] },
    4: { name: "" },
    5: { name: "(idle)", url: "" },
    6: { name: "(garbage collector)", url: "" },
  };

  test("gives what each function took itself, by its callers, without what was idle", () => {
    const profile = readCpuProfile(cpuProfile(places, [2, 4, 4, 5, 5, 6, 1, 1]));
    expect(selfOf(profile)).toEqual({
      search: 1,
      map: 0,
      "(anonymous in search)": 2,
      "(garbage collection)": 1,
    });
    const { frames, nodes } = profile;
    const anonymous = nodes.find(({ frame }) => frames[frame]?.name === "(anonymous in search)");
    expect(frames[nodes[anonymous?.parent ?? -1]?.frame ?? -1]?.name).toBe("map");
  });

  test("takes no name from the runtime for a function without one", () => {
    const called: Record<number, Place> = {
      1: { name: "(root)", url: "", children: [2] },
      2: { name: "processTicksAndRejections", url: "node:internal/process/task_queues", children: [4] },
      4: { name: "" },
    };
    expect(Object.keys(selfOf(readCpuProfile(cpuProfile(called, [4]))))).toContain("(anonymous)");
  });

  test("calls the beginning of a script what it is", () => {
    const text = cpuProfile({ 0: { name: "", children: [2] }, 2: { name: "" } }, [0, 2, 2]);
    expect(Object.keys(selfOf(readCpuProfile(text)))).toEqual(["(module)", "(anonymous)"]);
  });

  test("names the source where a map leads to it, else the script", () => {
    const text = cpuProfile(places, [2, 4]);
    const { frames } = readCpuProfile(text, ({ line }) =>
      line === 2 ? { file: "/app/src/a.ts", line: 41 } : undefined,
    );
    expect(frames).toContainEqual({ name: "search", file: "/app/src/a.ts", line: 41 });
    expect(frames).toContainEqual({ name: "(anonymous in search)", file: "file:///app/a.js", line: 5 });
  });

  test.each([
    ["what is cut off", cpuProfile(places, [2]).slice(0, 200), "it is not JSON"],
    ["what is no profile", "[]", "it is no profile of V8"],
    ["no places", "{}", "it has no list of places, or an endless one"],
    ["a place without a function", '{"nodes":[{"id":1}]}', "a place in it has no function"],
    ["a circle", cpuProfile({ 1: { children: [2] }, 2: { children: [1] } }, [1]), /circle/],
    ["a place below two", cpuProfile({ 1: { children: [2, 3] }, 2: { children: [3] }, 3: {} }, [1]), /two places/],
    [
      "a place that is not there",
      cpuProfile({ 1: { children: [9] } }, [1]),
      "it calls a place 9 that it does not have",
    ],
    ["deep nesting", `{"nodes":${"[".repeat(10_000)}`, "it is nested too deep"],
  ])("is refused in one line: %s", (_, text, message) => {
    expect(() => readCpuProfile(text)).toThrow(message);
    expect(() => readCpuProfile(text)).toThrow(ProfileError);
  });

  test("leaves out the hook that profiles, with all that it calls", () => {
    const hooked: Record<number, Place> = {
      1: { name: "(root)", url: "", children: [2] },
      2: { name: "emit", url: "node:events", children: [3, 5] },
      3: { name: "", url: "file:///opt/mcp-bench/dist/hooks/node-hook.cjs", children: [4] },
      4: { name: "parse", url: "" },
      5: { name: "search" },
    };
    expect(selfOf(readCpuProfile(cpuProfile(hooked, [2, 3, 3, 4, 5, 5, 2])))).toEqual({ emit: 1, search: 2 });
  });

  test("takes impossible numbers for nothing", () => {
    const text = cpuProfile(places, [2, 2, 2, 2]).replace(
      '"timeDeltas":[1000,1000,1000,1000]',
      '"timeDeltas":[1e308,-5,1e308,null]',
    );
    const total = totalOf(readCpuProfile(text));
    expect(total).toBeGreaterThanOrEqual(0);
    expect(total).toBeLessThanOrEqual(4);
  });

  test("takes recursion of any depth, and twenty thousand places", () => {
    const chain = Array.from({ length: 20_000 }, (_, place) => [place + 1, { children: [place + 2] }] as const);
    const profile = readCpuProfile(cpuProfile({ ...Object.fromEntries(chain), 20001: {} }, [20_001, 20_001]));
    expect(totalOf(profile)).toBe(1);
    expect(profile.nodes.length).toBeLessThanOrEqual(200);
  });
});

test("what a record keeps is bounded, and no time is lost", () => {
  const builder = new ProfileBuilder();
  for (let n = 0; n < 5000; n++) {
    const caller = builder.stack([{ name: "main" }, { name: `<b>${n % 50}</b>` }]);
    builder.add(builder.node(builder.frame({ name: `f${n}` }), caller), n);
  }
  const profile = builder.build();
  const kept = pooled([
    { profile, calls: 10, elapsedMs: 5 },
    { profile, calls: 20, elapsedMs: 5 },
  ]);
  expect(kept.frames.length).toBeLessThanOrEqual(mostFrames);
  expect(kept.nodes.length).toBeLessThanOrEqual(mostNodes);
  expect(recordProfile.safeParse({ row: "r", arm: "head", kind: "time", by: "test", ...kept }).success).toBe(true);
  const sum = kept.nodes.reduce((all, [, , first = 0]) => all + first, 0);
  expect(sum / (totalOf(profile) / 10)).toBeCloseTo(1, 2);
});

test.each([
  ["file:///repo/src/a%20b.ts", "src/a b.ts"],
  ["/repo/node_modules/x/y.js", "node_modules/x/y.js"],
  ["/repository/a.js", "repository/a.js"],
  ["/home/somebody/.npm/_npx/1/node_modules/@a/b/c.js", "node_modules/@a/b/c.js"],
  ["/usr/lib/python3.12/json/decoder.py", "python3.12/json/decoder.py"],
  ["/home/somebody/secret/project/lib/x.js", "…/project/lib/x.js"],
  ["C:\\Users\\somebody\\a\\b\\c.js", "…/a/b/c.js"],
  ["node:internal/fs", "node:internal/fs"],
  ["file:///%E0%A4%A", "%E0%A4%A"],
])("a file is named without the way to it: %s", (file, name) => {
  expect(placeName(file, "/repo")).toBe(name);
});

test("figures that no launch can have are left out, so that their sums are numbers", () => {
  const builder = new ProfileBuilder();
  const place = builder.stack([{ name: "huge" }]);
  for (const self of [1e308, 1e308, Number.NaN, 2, 1e15]) builder.add(place, self);
  expect(totalOf(builder.build())).toBe(2);
});

test("a name or path that is cut shows no part of a secret", () => {
  const secret = "hunter2hunter2hunter2";
  const builder = new ProfileBuilder();
  builder.frame({ name: `${"x".repeat(285)}${secret}`, file: `/home/${secret}/${"deep/".repeat(57)}a.js` });
  builder.frame({ name: "short", file: "a".repeat(400) });
  const [cut, other] = builder.build().frames;
  expect(redactText(cut?.name ?? "", [secret])).toBe(`${"x".repeat(285)}***…`);
  expect(cut?.file).toMatch(/^…\/(?:deep\/)+a\.js$/);
  expect(other).toEqual({ name: "short", file: "…" });
});
