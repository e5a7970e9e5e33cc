import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../src/host/clock.ts";
import { withBundle } from "../../../src/server/bundle/bundle.ts";
import { commandOf } from "../../../src/server/bundle/manifest.ts";
import { launchServer } from "../../../src/server/open.ts";
import { stdioSpec } from "../../measure/plans.ts";
import { sharedFolder } from "../../support/folder.ts";
import { type Entry, makeZip } from "./make-zip.ts";

const folder = sharedFolder();
// What is unpacked goes when a process ends by itself: workers of tests are killed.
vi.stubEnv("TMPDIR", folder);
afterAll(() => void vi.unstubAllEnvs());

const server = readFileSync("fixtures/servers/ceiling.js");

function manifestOf(config: object, more: object = {}): Entry {
  const manifest = { manifest_version: "0.3", name: "ceiling", version: "1.0.0", ...more };
  return {
    name: "manifest.json",
    content: JSON.stringify({
      ...manifest,
      server: { type: "node", entry_point: "server/index.js", mcp_config: config },
    }),
  };
}

let count = 0;
async function bundle(entries: readonly Entry[]) {
  const name = `b${count++}.mcpb`;
  await writeFile(path.join(folder, name), makeZip(entries));
  return stdioSpec([], { command: name, cwd: folder });
}

const script: Entry = { name: "server/index.js", content: server };
const usual = { command: process.execPath, args: ["${__dirname}/server/index.js", "2", "1"] };

describe("a bundle", () => {
  test("is unpacked once, and started from there", async () => {
    const spec = await bundle([
      manifestOf(usual),
      { name: "server/package.json", content: '{"type":"module"}' },
      script,
    ]);
    const [first, again] = [await withBundle(spec), await withBundle(spec)];
    expect(again.cwd).toBe(first.cwd);
    expect(first.args[0]).toBe(path.join(first.cwd, "server/index.js"));
    const running = await launchServer(spec, { clock: systemClock });
    try {
      const session = await running.connect();
      expect(session.identity.name).toBe("ceiling");
      await session.close();
    } finally {
      await running.stop();
    }
  });

  test("may be made anew", async () => {
    const spec = await bundle([manifestOf(usual), script]);
    const before = await withBundle(spec);
    await writeFile(
      path.join(folder, spec.command ?? ""),
      makeZip([manifestOf({ ...usual, args: ["server/index.js", "other"] }), script]),
    );
    const after = await withBundle(spec);
    expect(after.cwd).not.toBe(before.cwd);
    expect(after.args).toEqual(["server/index.js", "other"]);
  });

  test.each<[string, readonly Entry[], RegExp]>([
    ["without a manifest", [script], /it has no manifest\.json/],
    ["whose entry point was not packed", [manifestOf(usual)], /its entry point "server\/index\.js" is not in it/],
    [
      "whose command was not packed",
      [manifestOf({ command: "${__dirname}/bin/server" }), script],
      /b\d+\.mcpb: the bundle cannot be started: its command "bin\/server" is not in it$/,
    ],
    ["whose manifest is no JSON", [{ name: "manifest.json", content: "{" }], /cannot be started: .*JSON/],
    ["with a path outside", [manifestOf(usual), script, { name: "../x" }], /"\.\.\/x" is no path inside of it/],
    ["with a file where a folder is", [manifestOf(usual), script, { name: "server/index.js/x" }], /cannot be started/],
  ])("%s is refused in words", async (_, entries, message) => {
    await expect(withBundle(await bundle(entries))).rejects.toThrow(message);
  });

  test("that was not made is said to be missing, with what makes it", async () => {
    const spec = stdioSpec([], { command: "dist/none.mcpb", cwd: folder });
    await expect(withBundle(spec)).rejects.toThrow(
      /none\.mcpb: the bundle does not exist\n {2}fix: let `build` make it/,
    );
  });

  test("is no other command", async () => {
    const spec = stdioSpec(["server.mcpb"]);
    expect(await withBundle(spec)).toBe(spec);
  });
});

describe("a manifest", () => {
  const place = { directory: "/b", platform: "linux", home: "/home/p", userConfig: {} };
  const command = (server: object, more: object = {}, given: object = {}) =>
    commandOf({ server, ...more }, { ...place, ...given });

  test("names its program, by its path in the bundle or by its name", () => {
    expect(command({ mcp_config: { command: "node", args: ["${__dirname}/a.js"] } })).toEqual({
      command: "node",
      args: ["/b/a.js"],
      env: {},
    });
    expect(command({ mcp_config: { command: "server/run" } }).command).toBe("/b/server/run");
    expect(command({ mcp_config: { command: "${__dirname}/run" } }).command).toBe("/b/run");
  });

  test("has other words for other platforms, and environment beside", () => {
    const mcp_config = {
      command: "a",
      args: ["1"],
      env: { A: "${__dirname}${/}a", B: "1" },
      platform_overrides: { linux: { args: ["2"], env: { B: "2" } }, win32: { command: "b.exe" } },
    };
    expect(command({ mcp_config })).toEqual({ command: "a", args: ["2"], env: { A: "/b/a", B: "2" } });
    expect(command({ mcp_config }, {}, { platform: "win32" }).command).toBe("b.exe");
  });

  test("takes settings: those given, else their defaults, several as several arguments", () => {
    const mcp_config = {
      command: "a",
      args: ["${user_config.dirs}", "--n=${user_config.n}"],
      env: { K: "${user_config.key}" },
    };
    const user_config = {
      dirs: { type: "directory", multiple: true, default: ["${HOME}/a", "${DESKTOP}"] },
      n: { type: "number", default: 3 },
      key: { type: "string", required: true },
    };
    const filled = command({ mcp_config }, { user_config }, { userConfig: { key: "k" } });
    expect(filled).toEqual({ command: "a", args: ["/home/p/a", "/home/p/Desktop", "--n=3"], env: { K: "k" } });
    expect(() => command({ mcp_config }, { user_config })).toThrow(
      'its setting "key" has no value; write `user_config: { key: … }`',
    );
    expect(() => command({ mcp_config }, { user_config }, { userConfig: { kye: "k" } })).toThrow(
      'it has no setting "kye"; `user_config` may name dirs, n, key',
    );
  });

  test.each<[string, unknown, RegExp]>([
    ["nothing", null, /no map "server"/],
    ["no server", {}, /no map "server"/],
    ["no command", { server: { mcp_config: {} } }, /has no `command`/],
    ["arguments that are no list", { server: { mcp_config: { command: "a", args: "b" } } }, /are no list/],
    ["a host's own start", { server: { type: "uv" } }, /"uv" has no `mcp_config`/],
    [
      "another platform",
      { server: {}, compatibility: { platforms: ["darwin"] } },
      /it is for darwin, and this is linux/,
    ],
  ])("with %s is refused in words", (_, manifest, message) => {
    expect(() => commandOf(manifest, place)).toThrow(message);
  });
});
