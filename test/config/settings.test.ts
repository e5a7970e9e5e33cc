import { expect, test } from "vitest";
import { chooseConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse.ts";

const text = `version: 1
server: { command: node, args: [server.js] }
defaults: { requests: 200, warmup: 10 }
benchmarks:
  - { tool: search }
  - { tool: get, arguments: { id: 1 } }
thresholds: { p50: +5% }
`;

function configWith(...set: string[]) {
  return parseConfig(text, "c.yml", { set }).config;
}

function complaint(...set: string[]): string {
  try {
    configWith(...set);
  } catch (error) {
    return (error as Error).message;
  }
  return "none";
}

test("a key on the command line holds instead of the file's, and leaves the rest alone", () => {
  expect(configWith("defaults.requests=50").defaults).toMatchObject({ requests: 50, warmup: 10 });
  expect(configWith("benchmarks.1.arguments.id=7").benchmarks).toMatchObject([
    { tool: "search" },
    { tool: "get", arguments: { id: 7 } },
  ]);
  expect(configWith("thresholds.p50=off").thresholds).toEqual(
    parseConfig("server: x\nthresholds: { p50: off }", "c").config.thresholds,
  );
});

test("what the file does not have is made, the last of two settings holds, and a value is any YAML", () => {
  const { tokens, server } = configWith("tokens=o200k_base", "server.env.A=a=b", "server.env.A=c=d");
  expect(tokens).toBe("o200k_base");
  expect(server).toMatchObject({ command: "node", env: { A: "c=d" } });
  expect(configWith("server.env.VERSION=1.10").server).toMatchObject({ env: { VERSION: "1.10" } });
  expect(configWith("defaults={ requests: 9 }").defaults).toMatchObject({ requests: 9 });
});

test.each([
  ["defaults.request=5", '--set defaults.request=5: unknown key "request", did you mean "requests"?'],
  ["nothing=5", /^--set nothing=5: unknown key "nothing", known keys: version, title, purpose, services, server/],
  ["nothing.at.all=5", /^--set nothing\.at\.all=5: unknown key "nothing", known keys: version/],
  ["thresholds.p50=loud", /^--set thresholds\.p50=loud: `thresholds\.p50`/],
  ["benchmarks.2.tool=x", /`benchmarks` has no "2"\n.*from 0 to 1/s],
  ["benchmarks.search.tool=x", /`benchmarks` has no "search"/],
  ["thresholds.p50.fail=+9%", /`thresholds\.p50` is "\+5%", which has no keys/],
  ["thresholds.p50", /it is not a key and a value\n.*such as `thresholds\.p50=off`/s],
  ["=off", /it is not a key and a value/],
  ["thresholds..p50=off", /it is not a key and a value/],
  ["defaults={", /--set defaults=\{/],
  ["server.__proto__.a=1", /`__proto__` cannot be used as a key/],
])("--set %s is told by its own words", (set, message) => {
  expect(complaint(set)).toMatch(message);
});

test("what is wrong in the file is told by its line all the same", () => {
  const broken = text.replace("warmup: 10", "warmup: ten");
  expect(() => parseConfig(broken, "c.yml", { set: ["defaults.requests=5"] })).toThrow(
    /^c\.yml:3:\d+: `defaults\.warmup`/,
  );
});

test.each([`a.b=${"[".repeat(9000)}1${"]".repeat(9000)}`, `${"a.".repeat(9000)}b=1`])(
  "a setting of thousands of levels is refused",
  (set) => {
    expect(() => parseConfig(text, "c.yml", { set: [set] })).toThrow("it is nested too deeply");
  },
);

test("a run without a file takes settings too", async () => {
  const { config } = await chooseConfig({ server: "node a.js", set: ["defaults.requests=7"] }, ".");
  expect(config).toMatchObject({ server: "node a.js", defaults: { requests: 7 } });
});
