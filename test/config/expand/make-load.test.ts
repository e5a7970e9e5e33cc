import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/plan/plan.ts";
import { planOf } from "../plan-of.ts";

function rows(benchmark: string, { server = "server: x", defaults = "" } = {}): readonly Row[] {
  const text = `${server}\n${defaults}\nbenchmarks:\n  - ${benchmark}\n`;
  return planOf(text).rows;
}

function row(benchmark: string, given: Parameters<typeof rows>[1] = {}): Row {
  const [first] = rows(benchmark, given);
  if (!first) throw new Error("no row");
  return first;
}

const every = { warmup: 10, timeoutMs: 30_000 };

it.each([
  ["{ tool: a }", "", true],
  ["{ tool: a, concurrency: 4 }", "defaults: { warmup: 0 }", true],
  ["{ tool: a, requests: 100 }", "", undefined],
  ["{ tool: a, duration: 1s }", "", undefined],
  ["{ tool: a }", "defaults: { requests: 100 }", undefined],
  ["{ tool: a }", "defaults: { duration: 1s }", undefined],
])("calls are as many as needed only where nobody says how many: %s, %s", (benchmark, defaults, asNeeded) => {
  expect(row(benchmark, { defaults }).callsAsNeeded).toBe(asNeeded);
  const discovering = defaults === "" ? "server: x" : `server: x\n${defaults}`;
  expect(planOf(discovering).callsAsNeeded).toBe(defaults.match(/requests|duration/) ? undefined : true);
});

describe("a load", () => {
  it.each([
    ["{ tool: a }", { kind: "closed", concurrency: 1, requests: 100, ...every }],
    ["{ tool: a, duration: 30s, concurrency: 5 }", { kind: "closed", concurrency: 5, durationMs: 30_000, ...every }],
    ["{ tool: a, delay: 120ms }", { kind: "closed", concurrency: 1, requests: 100, delayMs: 120, ...every }],
    ["{ tool: a, delay: 0s, concurrency: 9 }", { kind: "closed", concurrency: 9, requests: 100, ...every }],
    ["{ tool: a, sessions: 4 }", { kind: "closed", concurrency: 4, sessions: 4, requests: 100, ...every }],
    [
      "{ tool: a, sessions: 4, concurrency: 20 }",
      { kind: "closed", concurrency: 20, sessions: 4, requests: 100, ...every },
    ],
    ["{ tool: a, rate: 50/s }", { kind: "open", ratePerSecond: 50, maxInFlight: 1000, requests: 100, ...every }],
    [
      "{ tool: a, rate: 300/min, duration: 1m, max_in_flight: 20, sessions: 2 }",
      { kind: "open", ratePerSecond: 5, maxInFlight: 20, sessions: 2, durationMs: 60_000, ...every },
    ],
    [
      "{ tool: a, capacity: { rate: 10/s..2000/s, while: { p95: 200ms } } }",
      {
        kind: "search",
        lowest: 10,
        highest: 2000,
        stepMs: 1000,
        conditions: [
          { metric: "p95", atMost: 200 },
          { metric: "error_rate", atMost: 0.01 },
        ],
        maxInFlight: 1000,
        durationMs: 18_000,
        ...every,
      },
    ],
    [
      "{ tool: a, batch: { size: 20 } }",
      { kind: "batch", size: 20, dispatch: { kind: "burst" }, requests: 20, ...every },
    ],
    [
      "{ tool: a, batch: { size: 20, dispatch: { waves: 5 } }, requests: 3, delay: 1s }",
      { kind: "batch", size: 20, dispatch: { kind: "waves", size: 5 }, requests: 3, delayMs: 1000, ...every },
    ],
    [
      "{ tool: a, batch: { size: 2, dispatch: sequential } }",
      { kind: "batch", size: 2, dispatch: { kind: "sequential" }, requests: 20, ...every },
    ],
  ])("%s", (benchmark, load) => {
    expect(row(benchmark).load).toEqual(load);
  });

  it("takes what holds for all where a benchmark says nothing, and only then", () => {
    const defaults = "defaults: { duration: 5s, concurrency: 8 }";
    expect(row("{ tool: a }", { defaults }).load).toMatchObject({ concurrency: 8, durationMs: 5000 });
    expect(row("{ tool: a, requests: 9 }", { defaults }).load).toEqual({
      kind: "closed",
      concurrency: 8,
      requests: 9,
      ...every,
    });
    expect(row("{ tool: a, rate: 10/s }", { defaults }).load).toMatchObject({ kind: "open", durationMs: 5000 });
    expect(row("{ tool: a, delay: 1s }", { defaults }).load).toMatchObject({ kind: "closed", concurrency: 1 });
    expect(row("{ tool: a, delay: 0s }", { defaults }).load).toMatchObject({ kind: "closed", concurrency: 8 });
  });

  it.each([
    "sessions: 1, delay: 1s",
    "sessions: [1], delay: 1s",
    "sessions: 4, delay: 0s",
    "sessions: 4, concurrency: 1, delay: 1s",
    "sessions: 4, batch: { size: 4 }, delay: 1s",
  ])("may have %s", (fields) => {
    expect(rows(`{ tool: a, ${fields} }`)).toHaveLength(1);
  });

  it("has a row for each value of a list", () => {
    const swept = (benchmark: string) => rows(benchmark).map(({ id, sweep }) => [id, sweep?.field, sweep?.value]);
    expect(swept("{ tool: a, rate: [10/s, 90/min] }")).toEqual([
      ["a @10/s", "rate", 10],
      ["a @1.5/s", "rate", 1.5],
    ]);
    expect(swept("{ tool: a, sessions: [1, 8], concurrency: 8 }")).toEqual([
      ["a @1 sessions", "sessions", 1],
      ["a @8 sessions", "sessions", 8],
    ]);
    expect(rows("{ tool: a, sessions: [1, 8], concurrency: 8 }").map(({ load }) => load)).toMatchObject([
      { concurrency: 8, sessions: 1 },
      { concurrency: 8, sessions: 8 },
    ]);
  });

  it("counts what a batch holds as items, unless told otherwise", () => {
    expect(row("{ tool: a, batch: { size: 20 } }").items).toBe(20);
    expect(row("{ tool: a, batch: { size: 20 }, items: 3.5 }").items).toBe(3.5);
    expect(row("{ tool: a }").items).toBeUndefined();
  });

  it("is part of what makes two runs comparable; a cooldown is not", () => {
    const hash = (benchmark: string) => row(benchmark).configHash;
    expect(hash("{ tool: a, rate: 10/s }")).not.toBe(hash("{ tool: a, rate: 11/s }"));
    expect(hash("{ tool: a, cooldown: 5s }")).toBe(hash("{ tool: a }"));
    expect(row("{ tool: a, cooldown: 5s }").cooldownMs).toBe(5000);
  });
});

describe("a search", () => {
  const searching = "{ tool: a, capacity: { rate: 10/s..2000/s, while: { p95: 200ms } } }";

  it("is held against the limit on its capacity alone, which no other row has", () => {
    const limits = (benchmark: string) => row(benchmark).thresholds.map(({ metric, text }) => `${metric} ${text}`);
    expect(limits(searching)).toEqual(["capacity -10%"]);
    expect(limits("{ tool: a }").join()).not.toContain("capacity");
  });

  it("makes no pass of its own for memory, which is read under one load", () => {
    expect(row(searching, { defaults: "defaults: { read_memory: true }" }).readsMemory).toBeUndefined();
  });
});

describe("stages", () => {
  const stages =
    "[{ duration: 2s, rate: 50/s }, { duration: 1s, target: 150/s }, { duration: 0s, target: 20/s }, { duration: 1s, target: 10/s }]";

  it("are one open loop, each from the rate at which the one before ended", () => {
    expect(row(`{ tool: a, stages: ${stages} }`).load).toMatchObject({
      kind: "open",
      durationMs: 4000,
      ratePerSecond: (100 + 100 + 15) / 4,
      stages: [
        { durationMs: 2000, from: 50, to: 50 },
        { durationMs: 1000, from: 50, to: 150 },
        { durationMs: 1000, from: 20, to: 10 },
      ],
    });
  });
});

describe("a load that is wrong", () => {
  it.each([
    ["duration: 0s", "`benchmarks[0].duration`: must be longer than zero"],
    ["duration: -5s", '`benchmarks[0].duration`: "-5s" is not a duration'],
    ["delay: -5ms", '`benchmarks[0].delay`: "-5ms" is not a duration'],
    ["stages: [{ duration: 1s }]", "has either a `rate`, which it holds, or a `target`"],
    ["stages: [{ duration: 1s, rate: 5/s, target: 9/s }]", "has either a `rate`, which it holds, or a `target`"],
    ["stages: [{ duration: 0s, target: 5/s }]", "no stage takes any time"],
    ["stages: [{ duration: 1s, rate: 5/s }], rate: 5/s", "`rate` conflicts with `stages`"],
    ["stages: [{ duration: 1s, rate: 5/s }], duration: 5s", "`duration` conflicts with `stages`"],
    ["rate: 0/s", '`benchmarks[0].rate`: "0/s" is not between 0 and 1000000/s'],
    ["rate: 50", '`benchmarks[0].rate`: 50 is not a rate; write a number per s, min or h, for example "50/s"'],
    ["rate: 2000000/s", "is not between 0 and 1000000/s"],
    ["rate: -5/s", '"-5/s" is not a rate'],
    ["rate: 5/s, concurrency: 3", "`concurrency` conflicts with `rate`"],
    ["rate: 5/s, delay: 1s", "`delay` conflicts with `rate`"],
    ["rate: 5/s, batch: { size: 3 }", "`batch` conflicts with `rate`"],
    ["max_in_flight: 3", "`max_in_flight` goes with `rate`"],
    ["duration: 5s, requests: 3", "write one of them"],
    ["delay: 1s, concurrency: 3", "a pause between requests works with one request in flight"],
    [
      "delay: 1s, sessions: 4",
      "`benchmarks[0].delay`: a pause between requests works with one request in flight, and several sessions have one each",
    ],
    ["delay: 1s, sessions: [1, 2]", "write `concurrency: 1` or remove `sessions`"],
    ["batch: { size: 3 }, concurrency: 3", "`concurrency` conflicts with `batch`"],
    ["batch: { size: 3, dispatch: { waves: 4 } }", "waves of 4 are larger than the batch of 3"],
    ["batch: { size: 0 }", "`benchmarks[0].batch.size` is 0; expected a number of at least 1"],
    ["batch: { size: 3, dispatch: all }", '"burst", "sequential" or { waves: how many at once }'],
    ["concurrency: [1, 2], sessions: [1, 2]", "only one of `concurrency` and `sessions` can be a list"],
    ["rate: [5/s, 300/min]", "lists a value twice"],
    ["capacity: { rate: 10/s..2000/s }", "`benchmarks[0].capacity.while`"],
    ["capacity: { rate: 2000/s..10/s, while: { p95: 1s } }", '"2000/s..10/s" is not a range of rates'],
    ["capacity: { rate: 10/s, while: { p95: 1s } }", 'write the lowest and the highest, for example "10/s..2000/s"'],
    ["capacity: { rate: 10/s..20/s, while: { error_rate: 1% } }", "bounds no latency"],
    ["capacity: { rate: 10/s..20/s, while: { p95: +10% } }", '"+10%" is a change; write what p95 may be at most'],
    ["capacity: { rate: 10/s..20/s, while: { p95: 5MB } }", '"5MB" is not in the unit of p95'],
    ["capacity: { rate: 1/s..20/s, while: { p95: 1s } }", "has 1 calls, too few to tell; write `step: 10s`"],
    ["capacity: { rate: 10/s..20/s, while: { p95: 1s } }, rate: 5/s", "`rate` conflicts with `capacity`"],
    ["capacity: { rate: 10/s..20/s, while: { p95: 1s } }, requests: 5", "`requests` conflicts with `capacity`"],
    ["capacity: { rate: 10/s..20/s, while: { p95: 1s } }, read_memory: true", "remove `read_memory`"],
    [
      "capacity: { rate: 10/s..20/s, while: { p95: 1s } }, thresholds: { p50: +5% }",
      "write the limit of p50 under `capacity.while`",
    ],
    ["thresholds: { capacity: -10% }", "capacity is what a search finds; write `capacity: { rate: 10/s..2000/s"],
    ["sessions: 0", "`benchmarks[0].sessions` is 0; expected a number of at least 1"],
    ["items: 0", "`benchmarks[0].items`"],
    ["durations: 5s", 'unknown key "durations", did you mean "duration"?'],
  ])("%s", (fields, message) => {
    expect(() => rows(`{ tool: a, ${fields} }`)).toThrow(message);
  });

  it("is refused where not even as many requests are sent as are to be in flight", () => {
    expect(() => rows("{ tool: a, concurrency: [1, 50], requests: 10 }")).toThrow(
      /^benchmark "a" \(line \d+ of the configuration\): 50 requests cannot be in flight at once where only 10 are sent/,
    );
    expect(() => rows("{ tool: a, sessions: 200 }")).toThrow("write `requests: 800`");
    expect(rows("{ tool: a, concurrency: 10, requests: 10 }")).toHaveLength(1);
    expect(rows("{ tool: a, concurrency: 500, duration: 1s }")).toHaveLength(1);
  });

  it("is refused among the defaults too", () => {
    expect(() => rows("{ tool: a }", { defaults: "defaults: { requests: 3, duration: 5s }" })).toThrow(
      "c.yml:2:36: `defaults.duration`: a benchmark ends after `requests` or after a `duration`",
    );
  });
});

const http = { server: "server: { command: x, args: ['${PORT}'], url: 'http://127.0.0.1:${PORT}/mcp' }" };

describe("an operation", () => {
  it.each([
    [
      "{ method: resources/templates/list }",
      { method: "resources/templates/list", target: "resources/templates/list" },
    ],
    [
      "{ completion: { prompt: greeting, argument: name, value: A } }",
      {
        method: "completion/complete",
        params: { ref: { type: "ref/prompt", name: "greeting" }, argument: { name: "name", value: "A" } },
        target: "greeting",
      },
    ],
    [
      "{ completion: { resource: 'file:///{path}', argument: path, context: { a: b } } }",
      {
        method: "completion/complete",
        params: {
          ref: { type: "ref/resource", uri: "file:///{path}" },
          argument: { name: "path", value: "" },
          context: { arguments: { a: "b" } },
        },
        target: "file:///{path}",
      },
    ],
  ])("%s", (benchmark, operation) => {
    expect(row(benchmark).operation).toEqual(operation);
  });

  it("mixes requests by weight", () => {
    const { id, operation } = row(
      "{ mix: [ { tool: get, arguments: { id: '{{seq}}' }, weight: 8 }, { method: ping, expect: { error: true } } ] }",
    );
    expect(id).toBe("mix");
    expect(operation).toEqual({
      kind: "mix",
      method: "mix",
      target: "get ×8, ping ×1",
      parts: [
        {
          operation: { method: "tools/call", params: { name: "get", arguments: { id: "{{seq}}" } }, target: "get" },
          weight: 8,
        },
        { operation: { method: "ping", target: "ping" }, weight: 1, expect: { error: true } },
      ],
    });
  });

  it.each([
    ["{ http: GET /health }", { verb: "GET", path: "/health", headers: {} }],
    ["{ http: 'GET http://127.0.0.1:${PORT}/a?b=c' }", { verb: "GET", path: "/a?b=c", headers: {} }],
    ["{ http: 'GET http://127.0.0.1:${PORT}' }", { verb: "GET", path: "/", headers: {} }],
    ["{ http: 'GET http://127.0.0.1:${PORT}?b=c' }", { verb: "GET", path: "/?b=c", headers: {} }],
    [
      "{ http: { request: POST /items, headers: { Content-Type: text/plain }, body: '{{seq}}', status: 201 } }",
      { verb: "POST", path: "/items", headers: { "content-type": "text/plain" }, body: "{{seq}}", status: 201 },
    ],
  ])("%s", (benchmark, request) => {
    expect(row(benchmark, http).operation).toMatchObject({ kind: "http", request });
  });
});

describe("an operation that is wrong", () => {
  it.each([
    ["{ http: GET health }", http, '"GET health" is not a request; write one of GET, HEAD'],
    ["{ http: FETCH /health }", http, '"FETCH /health" is not a request'],
    ["{ http: 'GET http://127.0.0.1:9000/a' }", http, "is not an address of the server"],
    ["{ http: 'GET http://127.0.0.1:${PORT}.example.test/' }", http, "is not an address of the server"],
    ["{ http: 'GET http://127.0.0.1:${PORT}@example.test/' }", http, "is not an address of the server"],
    ["{ http: 'GET https://127.0.0.1:${PORT}/' }", http, "is not an address of the server"],
    ["{ http: GET /health }", {}, "needs a server that is reached by `url`"],
    ["{ http: GET /, sessions: 2 }", http, "plain HTTP requests have no session; remove `sessions`"],
    ["{ http: GET /, expect: { error: true } }", http, "takes a status to expect"],
    ["{ http: 'GET /{{sqe}}' }", http, "unknown placeholder {{sqe}}"],
    ["{ http: { request: GET /, status: 99 } }", http, "at least 100"],
    ["{ completion: { argument: a } }", {}, "completes an argument of a `prompt` or of a `resource` template"],
    ["{ completion: { prompt: p, argument: a, value: '{{sqe}}' } }", {}, "unknown placeholder {{sqe}}"],
    ["{ mix: [ { tool: a } ] }", {}, "a mix has at least two parts"],
    ["{ mix: [ { tool: a, weight: 0 }, { tool: b } ] }", {}, "`benchmarks[0].mix[0].weight` is 0"],
    ["{ mix: [ { tool: a, weight: -1 }, { tool: b } ] }", {}, "`benchmarks[0].mix[0].weight` is -1"],
    ["{ mix: [ { tool: a, method: ping }, { tool: b } ] }", {}, "one benchmark measures one operation"],
    ["{ mix: [ { weight: 2 }, { tool: b } ] }", {}, "does not say what to measure"],
    ["{ mix: [ { tool: a }, { tool: b } ], tool: c }", {}, "has `tool` and `mix`"],
    ["{ mix: [ { tool: a }, { tool: b } ], batch: { size: 4 } }", {}, "`benchmarks[0].batch`: a batch is timed as one"],
    [
      "{ mix: [ { tool: a }, { tool: b } ], stages: [{ duration: 1s, rate: 1/s }] }",
      {},
      "`stages` needs a single request",
    ],
    ["{ tool: {} }", {}, "`benchmarks[0].tool` is a map; expected text"],
    ["{ tool: a, variants: {} }", {}, "`benchmarks[0].variants`: names no variant"],
    ["{ method: ping, expect: { schema: true } }", {}, "`schema` needs `tool`"],
    ["{ tool: 'a{{seq}}', expect: { schema: true } }", {}, "`schema` takes a `tool` of the same name in every call"],
    ["{ tool: a, expect: { schema: true, error: true } }", {}, "an error is bound to no schema"],
    ["{ mix: [ { tool: a }, { resource: 'a:b', expect: { schema: true } } ] }", {}, "`schema` needs `tool`"],
    ["{ mix: [ { tool: a }, { tool: b } ], expect: {} }", {}, "write `expect` in its part"],
  ])("%s", (benchmark, given, message) => {
    expect(() => rows(benchmark, given)).toThrow(message);
  });
});
