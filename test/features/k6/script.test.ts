import { describe, expect, it } from "vitest";
import { literal } from "../../../src/features/k6/literal.ts";
import { k6Script } from "../../../src/features/k6/script.ts";
import { planOf } from "../../config/plan-of.ts";
import { type Answer, declared, type Request, runScript } from "./run-script.ts";

const at = "server: { url: 'http://127.0.0.1:1/mcp', protocol: '2025-11-25' }";
const stateless = "server: { url: 'http://127.0.0.1:1/mcp', protocol: '2026-07-28' }";

function script(yaml: string, durationMs?: number) {
  const expansion = { environment: { TOKEN: "${TOKEN}" }, allowed: ["TOKEN"] };
  const plan = planOf(yaml, { expansion });
  return k6Script(plan, { from: "mcp-bench.yml", durationMs });
}

function rpc(result: object) {
  return ({ body }: Request): Answer => {
    const { id, method } = body as { id?: number; method: string };
    if (method === "initialize")
      return {
        body: JSON.stringify({ jsonrpc: "2.0", id, result: { protocolVersion: "2025-11-25" } }),
        headers: { "Mcp-Session-Id": "s1" },
      };
    if (id === undefined) return { status: 202 };
    return { body: JSON.stringify({ jsonrpc: "2.0", id, ...result }), ms: 7 };
  };
}

const text = (said: string) => ({ result: { content: [{ type: "text", text: said }] } });

describe("the scenarios of a script", () => {
  it("load as the rows do, one after the other, tagged by row", () => {
    const { options } = declared(
      script(`${at}
benchmarks:
  - { name: search, tool: search, concurrency: [1, 4], duration: 10s }
  - { name: paced, method: ping, rate: 30/min, duration: 1m, max_in_flight: 7 }
  - { name: counted, method: tools/list, requests: 50 }
  - { name: staged, method: ping, stages: [{ duration: 2s, rate: 5/s }, { duration: 1s, target: 10.5/s }, { duration: 1s, rate: 1/s }] }`)
        .text,
    );
    expect(Object.values(options.scenarios)).toMatchObject([
      {
        executor: "constant-vus",
        vus: 1,
        duration: "10000ms",
        startTime: "0ms",
        tags: { row: "search @1", target: "search", timeout_ms: "30000" },
      },
      { executor: "constant-vus", vus: 4, duration: "10000ms", startTime: "15000ms", tags: { row: "search @4" } },
      {
        executor: "constant-arrival-rate",
        rate: 500,
        timeUnit: "1000s",
        duration: "60000ms",
        startTime: "30000ms",
        maxVUs: 7,
      },
      { executor: "constant-vus", vus: 1, duration: "30000ms", startTime: "95000ms", tags: { row: "counted" } },
      {
        executor: "ramping-arrival-rate",
        startRate: 5000,
        timeUnit: "1000s",
        stages: [
          { target: 5000, duration: "2000ms" },
          { target: 10_500, duration: "1000ms" },
          { target: 1000, duration: "0s" },
          { target: 1000, duration: "1000ms" },
        ],
      },
    ]);
    for (const name of Object.keys(options.scenarios)) expect(name).toMatch(/^[0-9A-Za-z_-]+$/);
  });

  it("hold budgets, and say which limits k6 cannot hold", () => {
    const made = script(`${at}
thresholds: { p50: [+10%, 20ms], p95: { warn: 40ms }, p999: 90ms, error_rate: 1%, throughput: '>= 50/s' }
benchmarks: [{ name: a, tool: a }]`);
    expect(declared(made.text).options.thresholds).toEqual({
      "mcp_call_duration{scenario:row1_a}": ["med<=20", "p(99.9)<=90"],
      "mcp_call_failed{scenario:row1_a}": ["rate<=0.01"],
    });
    expect(made.notes).toContain("k6 has no threshold for p95: 40ms (warn), throughput: >= 50/s");
    expect(made.notes.join("\n")).toContain("limits on a change need something to compare with");
  });

  it("leave out what k6 cannot do, and say so in the script too", () => {
    const made = script(`${at}
benchmarks:
  - { name: a, tool: a }
  - { name: groups, tool: a, batch: { size: 5, dispatch: burst } }
  - { name: most, tool: a, capacity: { rate: 10/s..100/s, while: { p95: 1s } } }
  - { name: prepared, tool: a, setup: [{ tool: b }] }
  - { name: long, tool: a, task: true }
  - { name: turn, steps: [{ tool: a, capture: { ids: content } }, { tool: b, arguments: { id: '{{ids[0]}}' } }] }`);
    expect(Object.keys(declared(made.text).rows)).toEqual(["row1_a"]);
    for (const name of ["groups", "most", "prepared", "long", "turn"])
      expect(made.notes.filter((note) => note.startsWith(`left out: "${name}"`))).toHaveLength(1);
    for (const note of made.notes) expect(made.text).toContain(note);
  });

  it("leave out rows whose server is restarted, or knows its callers apart", () => {
    const restarted = "server: { command: node, args: [server.js], url: 'http://127.0.0.1:1/mcp' }";
    const made = script(`${restarted}
benchmarks: [{ tool: a }, { name: deploy, tool: a, restart: { signal: TERM } }]`);
    expect(made.notes).toContain('left out: "deploy", since it restarts its server');
    const callers =
      "server: { url: 'http://127.0.0.1:1/mcp', identities: [{ name: alice, headers: { x: a } }, { name: bob, headers: { x: b } }] }";
    expect(() => script(`${callers}\nbenchmarks: [{ tool: a }]`)).toThrow("its sessions belong to `identities`");
  });

  it("are none for a server over stdio, or without benchmarks", () => {
    expect(() => script("server: node server.js\nbenchmarks: [{ tool: a }]")).toThrow(/over stdio.*\n.*\n.*--url/);
    expect(() =>
      script(
        "server: { command: node, args: ['${PORT}'], url: 'http://127.0.0.1:${PORT}/' }\nbenchmarks: [{ tool: a }]",
      ),
    ).toThrow("no address before mcp-bench starts it");
    expect(() => script(at)).toThrow("no benchmarks");
  });
});

describe("hostile texts", () => {
  const nasty = "*/ \n`${process}` ' \" </script> \u2028 alert(1) // \\ {{seq}} :: x,y:z}";
  const yaml = `${at}
benchmarks:
  - name: ${JSON.stringify(nasty)}
    tool: ${JSON.stringify(nasty)}
    arguments: { deep: { constructor: [1, null, ${JSON.stringify(nasty)}] } }
    expect: { text: ${JSON.stringify(nasty)} }
  - { name: ${JSON.stringify(`stdio ${nasty}`)}, tool: a, task: true }`;

  it("stay data: the script declares what was written, and nothing else is in its comments", () => {
    const made = script(yaml);
    expect(made.text).not.toMatch(/[\u2028\u2029]/);
    const { rows, options } = declared(made.text);
    expect(Object.values(rows)).toMatchObject([
      { row: nasty, requests: [{ params: { name: nasty, arguments: { deep: { constructor: [1, null, nasty] } } } }] },
    ]);
    expect(Object.values(options.scenarios)[0]).toMatchObject({ tags: { row: nasty } });
    const beforeCode = made.text.slice(0, made.text.indexOf("import "));
    for (const line of beforeCode.trimEnd().split("\n")) expect(line).toMatch(/^\/\//);
  });

  it("are values of their own, a key called `__proto__` too", () => {
    const text = JSON.stringify({
      ["__proto__"]: { a: 1 },
      b: ['"__proto__": x', '\n  "__proto__": 1', "\ud800"],
      c: { ["__proto__"]: [2] },
    });
    const value = new Function(`return ${literal(JSON.parse(text))};`)();
    expect(Object.hasOwn(value, "__proto__")).toBe(true);
    expect(JSON.stringify(value)).toBe(text);
  });

  it("are sent, filled in, as mcp-bench sends them", () => {
    const { requests, checks } = runScript(script(yaml).text, { answer: rpc(text(nasty.replace("{{seq}}", "0"))) });
    expect(requests.at(-1)?.body).toMatchObject({ params: { name: nasty.replace("{{seq}}", "0") } });
    expect(Object.values(checks)).toEqual([true]);
    expect(Object.keys(checks)[0]).not.toContain("::");
  });
});

describe("a call of a script", () => {
  const one = `${at}\nbenchmarks: [{ name: a, tool: a, arguments: { n: '{{seq}}', s: 'call {{seq}}' }, warmup: 0 }]`;

  it("has a session of its virtual user, opened once, and the number of its iteration", () => {
    const { requests, added } = runScript(script(one).text, { answer: rpc(text("fine")), iterations: 3 });
    expect(requests.map(({ body }) => (body as { method: string }).method)).toEqual([
      "initialize",
      "notifications/initialized",
      ...Array(3).fill("tools/call"),
    ]);
    expect(requests[4]).toMatchObject({
      headers: { "Mcp-Session-Id": "s1", "Mcp-Protocol-Version": "2025-11-25" },
      body: { params: { name: "a", arguments: { n: 2, s: "call 2" } } },
    });
    expect(added).toMatchObject({ mcp_call_duration: [7, 7, 7], mcp_call_failed: [false, false, false] });
  });

  it("counts in no figure while it warms up", () => {
    const { added } = runScript(script(one.replace("warmup: 0", "warmup: 2")).text, {
      answer: rpc(text("fine")),
      iterations: 3,
    });
    expect(added.mcp_call_duration).toEqual([7]);
  });

  it("is read out of server-sent events, whatever comes before its reply", () => {
    const answer = (request: Request): Answer => {
      const plain = rpc(text("fine"))(request);
      if ((request.body as { method: string }).method !== "tools/call") return plain;
      const event = `\ufeff: hello\r\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\r\n\r\ndata: ${plain.body}\n\n`;
      return { ...plain, body: event, headers: { "Content-Type": "text/event-stream; charset=utf-8" } };
    };
    expect(runScript(script(one).text, { answer }).added.mcp_call_failed).toEqual([false]);
  });

  it.each<[string, (request: Request) => Answer]>([
    ["tool-error", rpc({ result: { content: [{ type: "text", text: "no" }], isError: true } })],
    ["rpc-error", rpc({ error: { code: -32000, message: "no" } })],
    ["malformed", rpc({})],
    ["unexpected", rpc({ result: { resultType: "task" } })],
    ["malformed", broken({ body: "<html>" })],
    ["rpc-error", broken({ status: 500, body: "database is down" })],
    ["timeout", broken({ status: 0, error_code: 1050 })],
    ["disconnected", broken({ status: 0, error_code: 1212 })],
  ])("that ends as a %s is a failure, and in no latency", (kind, answer) => {
    const { added, warnings } = runScript(script(one).text, { answer });
    expect(added.mcp_call_failed).toEqual([[true, { kind }]]);
    expect(added.mcp_call_duration).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  function broken(how: Answer): (request: Request) => Answer {
    return (request) => ((request.body as { method: string }).method === "tools/call" ? how : rpc({})(request));
  }

  it("without the session it needs is a failure, and the next opens one", () => {
    const answer = (request: Request): Answer =>
      (request.body as { method: string }).method === "initialize" ? { status: 503 } : {};
    const { added, requests } = runScript(script(one).text, { answer, iterations: 2 });
    expect(added.mcp_call_failed).toEqual(Array(2).fill([true, { kind: "rpc-error" }]));
    expect(requests).toHaveLength(2);
  });

  it.each([
    ["{ text: 'item {{seq}}' }", text("item 0"), true],
    ["{ text: 'item {{seq}}' }", text("item 1"), false],
    ["{ text: '/^it.m \\d+$/i' }", text("ITEM 12"), true],
    [
      "{ structured: { a: [{ b: '{{seq}}' }] } }",
      { result: { structuredContent: { a: [{ b: 0, c: 1 }], d: 2 } } },
      true,
    ],
    ["{ structured: { a: [1] } }", { result: { structuredContent: { a: [1, 2] } } }, false],
    ["{ error: true, text: 'no' }", { error: { code: 1, message: "no way" } }, true],
    ["{ error: true }", text("fine"), false],
  ])("is held against `expect`: %s", (expected, reply, isOk) => {
    const { added, checks } = runScript(script(one.replace("warmup: 0", `expect: ${expected}, warmup: 0`)).text, {
      answer: rpc(reply),
    });
    expect(Object.values(checks)).toEqual([isOk]);
    expect(added.mcp_call_failed).toEqual([isOk ? false : [true, { kind: "unexpected" }]]);
  });

  it("of the stateless line says all about itself, and repeats in headers what the list of tools asks for", () => {
    const tools = [{ name: "ü", inputSchema: { properties: { region: { "x-mcp-header": "Region" } } } }];
    const { requests } = runScript(
      script(`${stateless}\nbenchmarks: [{ tool: ü, arguments: { region: ' eu' }, warmup: 0 }]`).text,
      {
        answer: (request) =>
          rpc((request.body as { method: string }).method === "tools/list" ? { result: { tools } } : text("x"))(
            request,
          ),
      },
    );
    expect(requests.map(({ body }) => (body as { method: string }).method)).toEqual(["tools/list", "tools/call"]);
    expect(requests[1]).toMatchObject({
      headers: {
        "Mcp-Method": "tools/call",
        "Mcp-Name": "=?base64?w7w=?=",
        "Mcp-Param-Region": "=?base64?IGV1?=",
        "Mcp-Protocol-Version": "2026-07-28",
      },
      body: { params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } },
    });
    expect(requests[1]?.headers).not.toHaveProperty("Mcp-Session-Id");
  });

  it.each([
    ["opens a session", { result: {} }, ["server/discover", "initialize", "notifications/initialized", "ping"]],
    ["opens none", { result: { supportedVersions: ["2026-07-28"] } }, ["server/discover", "ping"]],
  ])(
    "%s where nobody says which line of the protocol is spoken and the server answers %j",
    (_, discovered, expected) => {
      const answer = (request: Request) =>
        rpc((request.body as { method: string }).method === "server/discover" ? discovered : text("x"))(request);
      const { requests } = runScript(
        script("server: { url: 'http://127.0.0.1:1/mcp' }\nbenchmarks: [{ method: ping }]").text,
        {
          answer,
        },
      );
      expect(requests.map(({ body }) => (body as { method: string }).method)).toEqual(expected);
      // Refused or not, the question is no call that failed.
      expect(requests.map(({ isCounted }) => isCounted)).toEqual(
        expected.map((method) => method !== "server/discover"),
      );
    },
  );

  it("goes where k6's environment says, with what it holds in place of `${TOKEN}`", () => {
    const { text: written } = script(
      "server: { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } }\nbenchmarks: [{ tool: a }]",
    );
    const environment = { TOKEN: "abc", MCP_URL: "http://127.0.0.1:2/mcp" };
    const { requests } = runScript(written, { answer: rpc(text("x")), environment });
    expect(requests[0]).toMatchObject({ url: "http://127.0.0.1:2/mcp", headers: { Authorization: "Bearer abc" } });
    expect(() => declared(written)).toThrow("TOKEN is not set");
  });

  it("may be one of a mix by its weight, a turn of several, or plain HTTP", () => {
    const run = (benchmark: string, answer = rpc(text("x"))) =>
      runScript(script(`${at}\nbenchmarks: [{ ${benchmark}, warmup: 0 }]`).text, { answer, iterations: 40 });
    const mix = run("name: m, mix: [{ tool: a, weight: 3 }, { method: ping }]");
    const methods = new Set(mix.requests.map(({ body }) => (body as { method: string }).method));
    expect([...methods].toSorted()).toEqual(["initialize", "notifications/initialized", "ping", "tools/call"]);
    expect(run("name: t, steps: [{ tool: a }, { tool: b }], think: 1s").added.mcp_call_duration).toContain(14);
    const plain = run("name: h, http: 'GET /health?n={{seq}}'", () => ({ status: 200, body: "ok" }));
    expect(plain.requests[3]).toMatchObject({ verb: "GET", url: "http://127.0.0.1:1/health?n=3" });
  });
});
