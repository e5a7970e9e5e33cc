import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { chooseConfig, loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { readServerFile } from "../../src/config/server-file.ts";
import { temporaryFolder } from "../support/folder.ts";
import { complaint } from "./complaint.ts";

describe("a configuration that is right", () => {
  it("needs nothing but a server", () => {
    const { config } = parseConfig("server: node dist/server.js", "mcp-bench.yml");
    expect(config).toMatchObject({ version: 1, server: "node dist/server.js", thresholds: [] });
    expect(config.benchmarks).toBeUndefined();
  });

  it("reads durations as milliseconds and thresholds as typed bounds", () => {
    const { config } = parseConfig(
      "server: { command: node, startup_timeout: 2m }\ndefaults: { timeout: 500ms }\nthresholds: { p50: { warn: +5%, fail: +10% }, p95: [+15%, 200ms] }",
      "c.yml",
    );
    expect(config.server).toMatchObject({ startup_timeout: 120_000 });
    expect(config.defaults.timeout).toBe(500);
    expect(config.thresholds).toEqual([
      { metric: "p50", level: "warn", limit: { kind: "relative", change: 0.05 }, text: "+5%" },
      { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" },
      { metric: "p95", level: "fail", limit: { kind: "relative", change: 0.15 }, text: "+15%" },
      { metric: "p95", level: "fail", limit: { kind: "absolute", value: 200 }, text: "200ms" },
    ]);
  });

  it("may leave the unit of zero out", () => {
    expect(parseConfig("server: x\ndefaults: { leak_check: 0, cooldown: 0 }", "c.yml").config.defaults).toMatchObject({
      leak_check: 0,
      cooldown: 0,
    });
    expect(complaint("server: x\ndefaults: { timeout: 0 }")).toContain("must be longer than zero");
  });

  it("may be JSON, indented with tabs", () => {
    const { config } = parseConfig(
      '{\n\t"server": {"command": "node"},\n\t"benchmarks": [\n\t\t{"tool": "echo"}\n\t]\n}',
      "mcp-bench.json",
    );
    expect(config.benchmarks).toHaveLength(1);
  });

  it("knows the line of each benchmark", () => {
    const { benchmarkLines } = parseConfig("server: x\nbenchmarks:\n  - tool: a\n\n  - tool: b\n", "c.yml");
    expect(benchmarkLines).toEqual([3, 5]);
  });

  it("takes http as another name of streamable-http, and ${PORT} in the URL", () => {
    const { config } = parseConfig(
      "server: { command: node, url: 'http://127.0.0.1:${PORT}/mcp', transport: http }",
      "c.yml",
    );
    expect(config.server).toMatchObject({ transport: "streamable-http" });
  });
});

describe("a configuration that is wrong", () => {
  it.each([
    [
      "an unknown key",
      "server: x\nbenchmarks:\n  - tool: a\n    warmpu: 3\n",
      'mcp-bench.yml:4:5: unknown key "warmpu", did you mean "warmup"?',
    ],
    [
      "two unknown keys of one benchmark, each told",
      "server: x\nbenchmarks:\n  - tool: a\n    warmpu: 3\n    reqests: 4\n",
      'mcp-bench.yml:4:5: unknown key "warmpu", did you mean "warmup"?\nmcp-bench.yml:5:5: unknown key "reqests", did you mean "requests"?',
    ],
    [
      "a misspelt key that is needed, told once",
      "servr: node server.js\n",
      'mcp-bench.yml:1:1: unknown key "servr", did you mean "server"?',
    ],
    [
      "an unknown key at the top",
      "server: x\nbenchmark: []\n",
      'mcp-bench.yml:2:1: unknown key "benchmark", did you mean "benchmarks"?',
    ],
    [
      "a default at the top",
      "server: x\ntime_budget: 3m\n",
      'mcp-bench.yml:2:1: unknown key "time_budget", write it under `defaults`',
    ],
    [
      "a wrong type",
      "server: x\nbenchmarks:\n  - tool: a\n    concurrency: fast\n",
      'mcp-bench.yml:4:18: `benchmarks[0].concurrency` is "fast"; expected a whole number, or a list of them',
    ],
    [
      "a sweep of nothing",
      "server: x\ndefaults: { concurrency: [1, 10] }\n",
      "mcp-bench.yml:2:26: `defaults.concurrency`: lists rows for `benchmarks`, and there are none; write one number",
    ],
    [
      "no requests",
      "server: x\nbenchmarks:\n  - tool: a\n    requests: 0\n",
      "mcp-bench.yml:4:15: `benchmarks[0].requests` is 0; expected a number of at least 1",
    ],
    [
      "an empty list",
      "server: x\nbenchmarks: []\n",
      "mcp-bench.yml:2:13: `benchmarks`: lists no benchmark; remove the key to measure everything the server offers",
    ],
    [
      "no server",
      "benchmarks:\n  - tool: a\n",
      "mcp-bench.yml:1:1: `server`: is missing; expected a command line, a map with `command` or `url`, or `server_config` with the name of a file",
    ],
    [
      "no command",
      "server: { env: { A: b } }",
      "mcp-bench.yml:1:9: `server`: needs `command` (and `args`), or `url`, for example `command: node` with `args: [dist/server.js]`",
    ],
    [
      "a threshold over 100 %",
      "server: x\nthresholds: { p50: 110% }",
      'mcp-bench.yml:2:20: `thresholds.p50`: "110%" does not say of what; a threshold is a change in the bad direction, write "+10%"',
    ],
    [
      "a threshold that is a word",
      "server: x\nthresholds: { p50: fast }",
      'mcp-bench.yml:2:20: `thresholds.p50`: "fast" is not a threshold; write "+10%" or "200ms"',
    ],
    [
      "a bare number as duration",
      "server: x\ndefaults: { timeout: 30 }",
      'mcp-bench.yml:2:22: `defaults.timeout`: 30 is not a duration; write a number with ms, s, m or h, for example "30s"',
    ],
    [
      "two operations",
      "server: x\nbenchmarks:\n  - tool: a\n    method: ping\n",
      "mcp-bench.yml:4:13: `benchmarks[0].method`: has `tool` and `method`; one benchmark measures one operation",
    ],
    [
      "two of one name",
      "server: x\nbenchmarks:\n  - tool: a\n  - tool: a\n",
      'mcp-bench.yml:4:11: `benchmarks[1].tool`: duplicate name "a"; give each benchmark its own `name`',
    ],
    [
      "a regular expression that does not compile",
      "server: x\nbenchmarks:\n  - tool: a\n    expect: { text: /(/ }\n",
      "mcp-bench.yml:4:21: `benchmarks[0].expect.text`: not a regular expression: Invalid regular expression: /(/: Unterminated group",
    ],
    [
      "a placeholder nobody fills",
      "server: x\nbenchmarks:\n  - tool: a\n    arguments: { q: '{{sqe}}' }\n",
      "mcp-bench.yml:4:16: `benchmarks[0].arguments`: unknown placeholder {{sqe}}; {{seq}}, {{session}}, {{identity}}, names of `matrix` and captured lists such as {{ids[seq]}} are known (write \\{{sqe}} for the literal text)",
    ],
    [
      "a future version",
      "version: 2\nserver: x\n",
      "mcp-bench.yml:1:10: `version` is 2; expected 1 (this release reads version 1)",
    ],
    [
      "a launch metric on a benchmark",
      "server: x\nbenchmarks:\n  - tool: a\n    thresholds: { startup: +20% }\n",
      "mcp-bench.yml:4:28: `benchmarks[0].thresholds.startup`: startup is measured once per launch of the server; write its threshold at the top level",
    ],
    [
      "a key written twice",
      "server: x\nserver: y\n",
      "mcp-bench.yml:2:1: Map keys must be unique\n  expected: YAML or JSON",
    ],
  ])("names the place and the fix for %s", (_what, text, message) => {
    expect(complaint(text)).toBe(message);
  });

  it("names the place of nesting without an end", () => {
    const text = `server: x\nenvironment: ${"[".repeat(20_000)}`;
    expect(complaint(text)).toMatch(/^mcp-bench\.yml:2:\d+: it is nested too deep/);
  });

  it("lists several problems in the order of the file", () => {
    const lines = complaint("server: x\nbenchmarks:\n  - tool: a\n    warmup: -1\nthresholds: { p59: +10% }\n").split(
      "\n",
    );
    expect(lines).toEqual([
      "mcp-bench.yml:4:13: `benchmarks[0].warmup` is -1; expected a number of at least 0",
      'mcp-bench.yml:5:20: `thresholds.p59`: unknown metric "p59", did you mean "p50"?',
    ]);
  });

  it("stops at ten problems", () => {
    const lines = complaint(`server: x\nbenchmarks:\n${"  - nothing: 1\n".repeat(30)}`).split("\n");
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("and 50 more");
  });

  it.each([
    ["command", "server: { command: 'no\\0de' }"],
    ["args", "server: { command: node, args: ['a\\0b'] }"],
    ["env", "server: { command: node, env: { A: 'a\\0b' } }"],
  ])("refuses what cannot be passed to a program, in %s", (key, text) => {
    expect(complaint(text.replaceAll("'", '"'))).toContain(`\`server.${key}\`: contains a NUL character`);
  });

  it("refuses a header that HTTP cannot carry", () => {
    const text = 'server: { url: "http://127.0.0.1/mcp", headers: { X-Ok: a, "X bad": b } }';
    expect(complaint(text)).toContain('`server.headers."X bad"`: not a name of an HTTP header');
  });

  describe("a secret that would go out in the clear", () => {
    const token = "headers: { Authorization: 'Bearer ${TOKEN}' }";
    const identity = "auth: { github_oidc: { audience: a } }";
    const client = "auth: { client_credentials: { issuer: https://a.example, client_id: a, client_secret: '${S}' } }";

    it.each([token, identity, client])("is refused: %s", (secret) => {
      const text = (url: string, more = "") => `server: { url: "${url}", ${secret}${more} }`;
      expect(complaint(text("http://mcp.example.com/mcp"))).toContain("`server.url`: would carry the secret");
      expect(complaint(text("https://mcp.example.com/mcp", ", tls: { verify: false }"))).toContain(
        "`server.tls.verify`: would give the secret",
      );
      for (const url of ["https://mcp.example.com/mcp", "http://localhost:1/mcp", "http://[::1]:1/mcp"])
        expect(() => parseConfig(text(url), "c.yml")).not.toThrow();
      const own = `server: { command: a, url: "http://127.0.0.1:\${PORT}/mcp", ${secret} }`;
      expect(() => parseConfig(own, "c.yml")).not.toThrow();
    });

    it("is not sent beside a header Authorization that an identity has from its server", () => {
      const text = `server: { url: "https://a.example", ${token}, identities: [{ name: a, ${identity} }] }`;
      expect(complaint(text)).toContain("has `auth` and a header Authorization");
    });

    it("is none in a header that holds a port or a word", () => {
      for (const header of ["Origin: 'http://x:${PORT}'", "X-Mode: bench"])
        expect(() =>
          parseConfig(`server: { url: "http://a.example/", headers: { ${header} } }`, "c.yml"),
        ).not.toThrow();
    });
  });

  it("refuses a password in an address, and does not repeat it", () => {
    const message = complaint('server: { url: "http://me:geheim@127.0.0.1/mcp" }');
    expect(message).toContain("`server.url`: holds a user or password, which would be shown and is not sent");
    expect(message).not.toContain("geheim");
  });

  it("refuses an alias inside of itself", () => {
    const text = "server: x\nbenchmarks:\n  - tool: a\n    arguments: &all { again: *all }\n";
    expect(complaint(text)).toContain("mcp-bench.yml: an alias refers to something that contains it");
    expect(
      parseConfig(
        "server: x\nbenchmarks:\n  - { tool: a, arguments: &one { q: 1 } }\n  - { name: b, tool: a, arguments: *one }\n",
        "c.yml",
      ).config.benchmarks,
    ).toHaveLength(2);
  });

  it("refuses a file that is too large, and a flood of aliases", () => {
    expect(complaint(`server: ${"x".repeat(300_000)}`)).toContain("expected: at most 262144 bytes");
    const flood = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdef".split("").map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdef"[index]}`)}]`),
    ];
    expect(complaint(flood.join("\n"))).toContain("with fewer aliases");
  });
});

describe("a file that is", () => {
  it("not UTF-8 is refused, not read as something else", async () => {
    using folder = temporaryFolder();
    writeFileSync(
      path.join(folder.path, "c.yml"),
      Buffer.from('server: x\nbenchmarks: [{ tool: a, name: "caf\xe9" }]', "latin1"),
    );
    await expect(loadConfig("c.yml", folder.path)).rejects.toThrow("c.yml: it is not UTF-8 text");
  });

  it("a link to itself is there, and told", async () => {
    using folder = temporaryFolder();
    symlinkSync("mcp-bench.yml", path.join(folder.path, "mcp-bench.yml"));
    await expect(chooseConfig({}, folder.path)).rejects.toThrow(/mcp-bench\.yml: .* cannot be read: ELOOP/);
  });

  it.runIf(existsSync("/dev/zero"))("without an end is not read to it", async () => {
    using folder = temporaryFolder();
    symlinkSync("/dev/zero", path.join(folder.path, "c.yml"));
    await expect(loadConfig("c.yml", folder.path)).rejects.toThrow("c.yml: the file is too long");
  });
});

describe("a server that is named twice is refused, with what to do", () => {
  it.each([
    [
      { server: "node a.js", url: "http://127.0.0.1:1/mcp" },
      /leave out --server for a running server; .*mcp-bench init/,
    ],
    [{ server: "node a.js", config: "mcp-bench.yml" }, /move the server into the file, as `server:`/],
    [{ url: "http://127.0.0.1:1/mcp", config: "mcp-bench.yml" }, /move the server into the file/],
  ])("%j", async (asked, fix) => {
    await expect(chooseConfig(asked, ".")).rejects.toThrow(fix);
  });
});

describe("what client files write for variables", () => {
  const argumentsOf = (arg: string) => {
    using folder = temporaryFolder();
    const servers = { mcpServers: { own: { command: "x", args: [arg] } } };
    writeFileSync(path.join(folder.path, "clients.json"), JSON.stringify(servers));
    const loaded = readServerFile("clients.json", {
      name: undefined,
      workingDirectory: folder.path,
      checkout: folder.path,
      where: "mcp-bench.yml",
    });
    return loaded.args;
  };

  it.each([
    ["${env:API_KEY}", "${API_KEY}"],
    ["${LEVEL:-info}", "info"],
    ["${API_KEY}", "${API_KEY}"],
  ])("%s becomes %s", (written, meant) => {
    expect(argumentsOf(written)).toEqual([meant]);
  });

  it("is refused where it asks a person", () => {
    expect(() => argumentsOf("--key=${input:api-key}")).toThrow(
      /asks a person[\s\S]*fix: write the server under `server:`/,
    );
  });
});
