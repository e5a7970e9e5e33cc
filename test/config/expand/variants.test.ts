import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type PlanOptions, whyNoBaseArm } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { ConfigError } from "../../../src/errors.ts";
import { type Load, pauseOf } from "../../../src/model/load.ts";
import type { Operation } from "../../../src/model/operation.ts";
import type { RpcOperation } from "../../../src/model/request.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import { planOfBoth } from "../../../src/plan/both-commits.ts";
import { sharedFolder } from "../../support/folder.ts";
import { planOf } from "../plan-of.ts";

const directory = sharedFolder();

function plan(text: string, more: Partial<PlanOptions> = {}) {
  return planOf(text, { directory, ...more });
}

function requestOf(operation: Operation): RpcOperation {
  if (operation.kind !== undefined) throw new Error(`a single request, not ${operation.kind}`);
  return operation;
}

function inFlight(load: Load): number | undefined {
  return load.kind === "closed" ? load.concurrency : undefined;
}

function complaint(text: string): string {
  try {
    plan(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the configuration was expected to be refused");
}

const two = "server: { command: a, args: [x], env: { K: '1', L: '2' } }\nvariants:\n  direct: {}\n";

describe("variants", () => {
  test("lay their fields over the server's", () => {
    const { arms } = plan(
      `${two}  proxied: { command: p, env: { K: '3' }, reference: direct, thresholds: { p50: +50% } }`,
      { commit: "h" },
    );
    expect(arms.map(({ id, launch, commit }) => [id, launch.command, launch.args[0], launch.env, commit])).toEqual([
      ["head/direct", "a", "x", { K: "1", L: "2" }, "h"],
      ["head/proxied", "p", "x", { K: "3", L: "2" }, "h"],
    ]);
    expect(arms[1]).toMatchObject({ reference: "direct", thresholds: [{ metric: "p50", text: "+50%" }] });
    expect(arms[0]?.reference).toBeUndefined();
  });

  test("may change the transport", () => {
    const { arms } = plan(`${two}  web: { args: ["\${PORT}"], url: "http://127.0.0.1:\${PORT}/mcp" }`);
    expect(arms.map(({ launch }) => launch.transport)).toEqual(["stdio", "streamable-http"]);
  });

  test.each(["requests: 5", "concurrency: 2", "duration: 1s", "rate: 5/s", "sessions: 2", "batch: { size: 2 }"])(
    "cannot change %s, which would break their turns",
    (field) => {
      const own = `${two}  other: {}\nbenchmarks:\n  - { tool: t, variants: { direct: {}, other: { ${field} } } }`;
      expect(complaint(own)).toMatch(/the load of "t" is not the same on every variant/);
    },
  );

  test("may pause between requests each for itself, as pauses are in no figure", () => {
    const limited = "limited: {}\nbenchmarks: [{ tool: t, variants: { direct: {}, limited: { delay: 120ms } } }]";
    const { rows } = plan(`${two}  ${limited}`);
    expect(rows.map(({ variant, load }) => [variant, pauseOf(load)])).toEqual([
      ["direct", 0],
      ["limited", 120],
    ]);
  });

  test("cannot add a pause to a load that it does not go with", () => {
    const own = "variants: { direct: {}, limited: { delay: 1ms } }";
    const limited = `${two}  limited: {}\nbenchmarks: [{ tool: t, concurrency: 5, ${own} }]`;
    expect(complaint(limited)).toMatch(/a pause between requests works with one request in flight/);
  });

  test("hold the bounds that the base commit sets", () => {
    const bound = (fields: string) => plan(`${two}  other: { ${fields} }`);
    const both = (head: ReturnType<typeof plan>, base: ReturnType<typeof plan>) =>
      planOfBoth({ head, base, directories: { head: "/project", base: "/base" } });
    const strict = bound("args: [y], reference: direct, thresholds: { p50: +5% }");
    const boundsOf = ({ arms }: { arms: typeof strict.arms }) =>
      arms.filter(({ side }) => side === "head").map(({ reference, thresholds }) => [reference, thresholds?.[0]?.text]);
    for (const loose of ["args: [y], reference: direct, thresholds: { p50: +500% }", "args: [y]"]) {
      const made = both(bound(loose), strict);
      expect(boundsOf(made)).toEqual(boundsOf(strict));
      expect(made.configuration).toEqual({
        decides: "base",
        changes: [{ what: "thresholds", of: "variants", names: ["other"] }],
      });
    }
    expect(both(strict, strict).configuration).toBeUndefined();
    expect(boundsOf(both(strict, bound("args: [y]")))).toEqual(boundsOf(bound("args: [y]")));
  });

  test("give every row a name of its own and share its key; load and tool may differ", () => {
    const { rows } = plan(`${two}  proxied: {}
benchmarks:
  - { name: read, variants: { direct: { tool: read }, proxied: { tool: proxy_read, warmup: 3 } }, concurrency: [1, 2] }
  - { tool: list, variants: [proxied] }
  - { tool: get, arguments: { a: 1 }, variants: { direct: {}, proxied: { arguments: { b: 2 } } } }`);
    expect(rows.map(({ id, key, operation, load }) => [id, key, requestOf(operation).params, load.warmup])).toEqual([
      ["read @1 [direct]", "read @1", { name: "read", arguments: {} }, 10],
      ["read @1 [proxied]", "read @1", { name: "proxy_read", arguments: {} }, 3],
      ["read @2 [direct]", "read @2", { name: "read", arguments: {} }, 10],
      ["read @2 [proxied]", "read @2", { name: "proxy_read", arguments: {} }, 3],
      ["list [proxied]", "list", { name: "list", arguments: {} }, 10],
      ["get [direct]", "get", { name: "get", arguments: { a: 1 } }, 10],
      ["get [proxied]", "get", { name: "get", arguments: { b: 2 } }, 10],
    ]);
    expect(new Set(rows.map(({ configHash }) => configHash)).size).toBe(rows.length);
  });

  test.each([
    [
      "a reference to itself",
      `${two}  b: { reference: b }`,
      "c.yml:4:19: `variants.b.reference`: a variant cannot be its own reference; name another one",
    ],
    [
      "an unknown reference",
      `${two}  b: { reference: direkt }`,
      'c.yml:4:19: `variants.b.reference`: there is no variant "direkt", did you mean "direct"?',
    ],
    [
      "an unknown variant of a benchmark",
      `${two}benchmarks:\n  - { tool: t, variants: [proxy] }`,
      'c.yml:5:26: `benchmarks[0].variants`: there is no variant "proxy", only "direct"',
    ],
    [
      "variants nobody defined",
      "server: a\nbenchmarks:\n  - { tool: t, variants: [x] }",
      'there is no variant "x"; list it under the top-level `variants`',
    ],
    ["a load for all benchmarks", `${two}  b: { load: { warmup: 3 } }`, 'c.yml:4:8: unknown key "load", known keys: '],
    [
      "thresholds without a reference",
      `${two}  b: { thresholds: { p50: +5% } }`,
      "need a `reference` to compare with; name one",
    ],
    [
      "a mistake in the fields of one",
      `${two}benchmarks:\n  - { tool: t, variants: { direct: { warmpu: 3 } } }`,
      'c.yml:5:38: unknown key "warmpu", did you mean "warmup"?',
    ],
    [
      "a transport its fields do not fit",
      `${two}  b: { transport: stdio, tls: { verify: false } }`,
      "variants.b.tls: with the server's own fields, `tls` is for transport streamable-http",
    ],
  ])("refuse %s", (_what, text, message) => {
    expect(complaint(text)).toContain(message);
  });
});

const hundred = Array.from({ length: 100 }, (_, n) => n);

describe("a matrix", () => {
  test("fills every field, keeps numbers numbers, and names its rows by their values", () => {
    const { rows } = plan(`server: a
benchmarks:
  - tool: list
    matrix: { n: [10, 100], kind: [a] }
    arguments: { limit: "{{n}}", query: "{{kind}} {{seq}}", literal: "\\\\{{n}}" }
    requests: "{{n}}"
    concurrency: [1, 2]`);
    expect(rows.map(({ id, load, sweep }) => [id, load.requests, sweep])).toEqual([
      ["list n=10 kind=a @1", 10, { field: "concurrency", value: 1, within: "n=10 kind=a" }],
      ["list n=10 kind=a @2", 10, { field: "concurrency", value: 2, within: "n=10 kind=a" }],
      ["list n=100 kind=a @1", 100, { field: "concurrency", value: 1, within: "n=100 kind=a" }],
      ["list n=100 kind=a @2", 100, { field: "concurrency", value: 2, within: "n=100 kind=a" }],
    ]);
    expect(rows[0] && requestOf(rows[0].operation).params).toEqual({
      name: "list",
      arguments: { limit: 10, query: "a {{seq}}", literal: "\\{{n}}" },
    });
  });

  test("is swept along its numbers", () => {
    const { rows } = plan("server: a\nbenchmarks:\n  - { tool: t, matrix: { n: [1, 2] }, arguments: { n: '{{n}}' } }");
    expect(rows.map(({ sweep }) => sweep)).toEqual([
      { field: "n", value: 1 },
      { field: "n", value: 2 },
    ]);
  });

  test.each([
    [
      "10,000 cells",
      `matrix: { a: [${hundred}], b: [${hundred}] }`,
      "`benchmarks[0].matrix`: has 10,000 cells; at most 1,000 are measured",
    ],
    [
      "too many rows by concurrency",
      `matrix: { a: [${Array.from({ length: 400 }, (_, n) => n)}] }, concurrency: [1, 2, 3]`,
      "has 1200 rows",
    ],
    ["the name seq", "matrix: { seq: [1] }", "`seq` is the number of the call"],
    ["no values", "matrix: { n: [] }", "lists no value"],
    [
      "a value that does not fit its field",
      "matrix: { n: [0] }, requests: '{{n}}'",
      "c.yml:3:46: `benchmarks[0].requests`",
    ],
  ])("with %s is refused", (_what, fields, message) => {
    expect(complaint(`server: a\nbenchmarks:\n  - { tool: t, ${fields} }`)).toContain(message);
  });

  test("reaches the server's launch, and every row has to have the value", () => {
    const server = "server: { command: a, args: ['--size', '{{n}}'] }\nbenchmarks:\n";
    const { rows } = plan(`${server}  - { tool: t, matrix: { n: [1, 2] } }`);
    expect(rows.map(({ setup }) => setup?.values)).toEqual([{ n: "1" }, { n: "2" }]);
    expect(complaint(`${server}  - { tool: t }`)).toContain(
      'benchmark "t": the server\'s launch has {{n}}, for which the benchmark has no value',
    );
  });
});

describe("cases", () => {
  const cases = "server: a\nbenchmarks:\n  - tool: search\n    cases:\n";

  test("are told apart by their rate and duration too", () => {
    const { rows } = plan(`${cases}      - { rate: 5/s, duration: 2s }\n      - { rate: 10/s, duration: 3s }`);
    expect(rows.map(({ id, sweep }) => [id, sweep])).toEqual([
      ["search @5/s for 2s", { field: "rate", value: 5 }],
      ["search @10/s for 3s", { field: "rate", value: 10 }],
    ]);
  });

  test("are rows of their own, told apart by what differs", () => {
    const { rows } = plan(
      `${cases}      - { concurrency: 5, requests: 30, note: first }\n      - { concurrency: 5, requests: 50 }\n      - { concurrency: 10, requests: 50 }\n      - { concurrency: 10, requests: 50 }`,
    );
    expect(rows.map(({ id, load, note, sweep }) => [id, inFlight(load), load.requests, note, sweep?.value])).toEqual([
      ["search @5 ×30", 5, 30, "first", 5],
      ["search @5 ×50", 5, 50, undefined, 5],
      ["search @10 ×50", 10, 50, undefined, 10],
      ["search @10 ×50 #2", 10, 50, undefined, 10],
    ]);
  });

  test("are checked where they stand", () => {
    expect(complaint(`${cases}      - { requests: 3 }\n      - { requets: 3 }`)).toBe(
      'c.yml:6:11: unknown key "requets", did you mean "requests"?',
    );
    expect(complaint(`${cases}      - { requests: 0 }`)).toMatch(/^c\.yml:5:21: /);
  });
});

describe("steps", () => {
  const entry = (fields: string) => `server: a\nbenchmarks:\n  - { tool: t, ${fields} }`;

  test("come into the plan and decide what is comparable", () => {
    const text = entry(
      "setup: [{ tool: create, repeat: 3, capture: { ids: structuredContent.id } }], arguments: { id: '{{ids[seq]}}' }",
    );
    const [row] = plan(text).rows;
    expect(row?.setup?.steps).toEqual([
      {
        kind: "call",
        place: "setup[0]",
        per: "row",
        timeoutMs: 60_000,
        tool: "create",
        arguments: {},
        repeat: 3,
        capture: { ids: "structuredContent.id" },
      },
    ]);
    expect(plan(text.replace("repeat: 3", "repeat: 4")).rows[0]?.configHash).not.toBe(row?.configHash);
    // Stored runs hold this one: another text of the same setup would have nothing to compare with.
    expect(row?.configHash).toBe("5cbec90faab490bc");
  });

  test.each([
    ["a list nobody captured", "arguments: { id: '{{ids[seq]}}' }", "no earlier step captures `ids`"],
    [
      "a list captured too late",
      "setup: [{ tool: a, arguments: { x: '{{ids[0]}}' } }, { tool: b, capture: { ids: x } }]",
      "no earlier step captures `ids`",
    ],
    ["a path that is none", "setup: [{ tool: a, capture: { ids: 'a..b' } }]", "not a path"],
    ["a step that is two", "setup: [{ tool: a, run: b }]", "takes either `tool` (a call) or `run` (a shell command)"],
    ["a call to a server that is gone", "restart: true, teardown: [{ tool: clear }]", "leaves no server to call"],
    ["a value spliced into a command", "setup: [{ run: './seed.sh {{n}}' }]", "a shell command has no placeholders"],
  ])("refuse %s", (_what, fields, message) => {
    expect(complaint(entry(fields))).toContain(message);
  });
});

describe("rounds, launches and isolation", () => {
  test("of benchmarks raise those of the run, unless the run is given a number", () => {
    const text = "server: a\nbenchmarks:\n  - { tool: t, rounds: 9 }\n  - { tool: u, rounds: 3 }";
    expect(plan(text).rounds).toMatchObject({ kind: "fixed", min: 9, max: 9 });
    expect(plan(text).rows.map(({ rounds }) => rounds)).toEqual([9, 3]);
    const run = { ...standardRun, rounds: 2, seed: 1 };
    expect(plan(text, { run })).toMatchObject({ rounds: { kind: "fixed", min: 2 }, rows: [{}, {}] });
    expect(plan(text, { run }).rows.some(({ rounds }) => rounds !== undefined)).toBe(false);
    expect(plan(`${text}\n  - { tool: v }`).rounds).toMatchObject({ kind: "auto", min: 9, max: 60 });
    const given = plan(`${text.replace("server: a", "server: a\ndefaults: { rounds: 5 }")}\n  - { tool: v }`);
    expect(given.rounds).toMatchObject({ kind: "fixed", min: 9, max: 9 });
    expect(given.rows.map(({ rounds }) => rounds)).toEqual([9, 3, 5]);
    const longer = { ...standardRun, rounds: 12, seed: 1 };
    expect(plan(text.replace("server: a", "server: a\ndefaults: { rounds: 5 }"), { run: longer }).rows).toMatchObject([
      { rounds: undefined },
      { rounds: undefined },
    ]);
  });

  test("defaults hold where a benchmark says nothing", () => {
    const { rows } = plan(
      "server: a\ndefaults: { isolate: launch, processes: 2 }\nbenchmarks:\n  - { tool: t }\n  - { tool: u, isolate: row }",
    );
    expect(rows.map(({ setup }) => [setup?.isolate, setup?.processes])).toEqual([
      ["launch", 2],
      ["row", 2],
    ]);
  });

  test("launched one after another, two servers can share a port", () => {
    const fixed = "server: { command: a, url: 'http://127.0.0.1:3000/mcp' }";
    const why = (text: string, head = text) =>
      whyNoBaseArm(parseConfig(text, "c.yml"), { directory, head: parseConfig(head, "c.yml") });
    expect(why(fixed)).toMatch(/fixed port.* write \$\{PORT\} there and in `env` or `args`/);
    expect(why(`${fixed}\ndefaults: { isolate: launch }`)).toBeUndefined();
    expect(why(fixed, fixed.replace("3000", "${PORT}"))).toBeUndefined();
  });

  test("what base is launched by is looked at in every variant", () => {
    const head = parseConfig("server: node h.js", "c.yml");
    const why = (text: string) => whyNoBaseArm(parseConfig(text, "c.yml"), { directory: "/project", head });
    expect(why(`${two}  own: { args: [/project/x.js] }`)).toMatch(
      /^variant "own": "\/project\/x.js" names this checkout/,
    );
    expect(why(`${two}  own: { args: [x.js] }`)).toBeUndefined();
    const reached = "server: { url: 'http://127.0.0.1:${PORT}/mcp' }\nvariants:\n  a: { command: a }\n";
    expect(why(reached)).toBeUndefined();
    expect(why(`${reached}  b: {}`)).toMatch(/^variant "b": a server reached by URL alone/);
  });
});

describe("files beside the configuration", () => {
  test("mcpServers files give the server", async () => {
    await writeFile(
      path.join(directory, ".mcp.json"),
      JSON.stringify({
        mcpServers: {
          one: { command: "a", args: ["b"], disabled: true },
          two: { type: "http", url: "http://127.0.0.1/mcp" },
          far: { url: "https://x/mcp" },
        },
      }),
    );
    const launch = (name: string) => plan(`server_config: .mcp.json\nserver_name: ${name}`).arms[0]?.launch;
    expect(launch("one")).toMatchObject({ command: "a", args: ["b"], transport: "stdio" });
    expect(launch("two")).toMatchObject({ url: "http://127.0.0.1/mcp", transport: "streamable-http" });
    expect(complaint("server_config: .mcp.json")).toContain(".mcp.json has 3 servers");
    expect(complaint("server_config: .mcp.json\nserver_name: tow")).toMatch(/no server "tow"[\s\S]*fix: write two/);
    expect(complaint("server_config: .mcp.json\nserver_name: far")).toMatch(
      /far: it is an address[\s\S]*"https:\/\/x\/mcp"/,
    );
    expect(complaint("server_config: nope.json")).toContain("cannot be read");
    expect(complaint("server: a\nserver_config: .mcp.json")).toContain("conflicts with `server_config`");
  });

  test("arguments come from a file of lines, which decide what is comparable", async () => {
    const file = path.join(directory, "rows.jsonl");
    const text = "server: a\nbenchmarks:\n  - { tool: t, arguments: { a: 0 }, arguments_from: rows.jsonl }";
    await writeFile(file, '{"q": 1}\n\n{"q": 2}\n');
    const [row] = plan(text).rows;
    expect(row && requestOf(row.operation).argumentRows).toEqual([{ q: 1 }, { q: 2 }]);
    await writeFile(file, '{"q": 1}\n{"q": 3}\n');
    expect(plan(text).rows[0]?.configHash).not.toBe(row?.configHash);
    await writeFile(file, '{"q": 1}\n[2]\n');
    expect(complaint(text)).toContain("rows.jsonl:2: not a JSON object");
    await writeFile(file, "");
    expect(complaint(text)).toContain("the file of `arguments_from` is empty");
  });
});

describe("a port of each launch", () => {
  const address = "url: 'http://127.0.0.1:${PORT}/mcp'";

  test.each([
    [`server: { command: a, args: [x], env: { PORT: '\${PORT_db}' }, ${address} }`, "server"],
    [`${two}  web: { ${address} }`, "variants.web"],
    [`server: { command: a, args: ['\${PORT}'], ${address} }\nvariants:\n  own: { args: [x] }`, "variants.own"],
  ])("is refused where the server is not given it: %s", (text, where) => {
    expect(complaint(`services: { db: { command: d, args: ['\${PORT}'] } }\n${text}`)).toMatch(
      new RegExp(`^${where}: .* the server does not know its port\n  fix: .*env: \\{ PORT`),
    );
  });

  test.each([
    `server: { command: a, args: ['--port=\${PORT}'], ${address} }`,
    `server: { command: a, ${address} }\nvariants:\n  one: { env: { PORT: '\${PORT}' } }\n  two: { args: ['\${PORT}'] }`,
    `server: { command: a, url_from: { stderr: 'on (\\d+)' }, ${address} }`,
    `server: { command: a, ${address} }\nvariants:\n  pipe: { transport: stdio }`,
    `server: { command: a, args: ['{{flag}}'], ${address} }\nbenchmarks: [{ tool: t, matrix: { flag: ['--port=\${PORT}'] } }]`,
    "server: { command: a, url: 'http://127.0.0.1:3000/mcp' }",
  ])("is left alone where the server is given it, or has no need of it: %s", (text) => {
    expect(() => plan(text)).not.toThrow();
  });
});

describe("services", () => {
  test("are part of the plan, and their ports may stand in launches", () => {
    const text =
      "services: { db: { command: d, args: ['${PORT_db}'], ready: { stderr: listening } } }\nserver: { command: a, args: ['${PORT_db}'] }";
    expect(plan(text).services).toMatchObject([{ name: "db", ready: { stream: "stderr", pattern: "listening" } }]);
    const renamed = "services: { dd: { command: d } }\nserver: { command: a, args: ['${PORT_db}'] }";
    expect(complaint(renamed)).toContain("server: ${PORT_db} names no service");
    expect(complaint(text.replace("listening", "'('"))).toContain("not a regular expression");
  });

  test("get the folder of the checkout wherever they name it", () => {
    const text =
      "services: { db: { command: '${CHECKOUT}/d', args: ['${CHECKOUT}/x'], env: { A: '${CHECKOUT}' }, cwd: '${CHECKOUT}/y' } }\nserver: x";
    const [service] = plan(text).services ?? [];
    const texts = [service?.command, ...(service?.args ?? []), service?.env.A, service?.cwd];
    expect(texts.join()).not.toContain("${");
    for (const one of texts) expect(path.isAbsolute(one ?? "")).toBe(true);
  });
});
