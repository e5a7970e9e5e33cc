import { describe, expect, test } from "vitest";
import { planOfBoth } from "../../src/plan/both-commits.ts";
import { planOf } from "../config/plan-of.ts";

const base = `
server: node server.js
thresholds: { p50: +20% }
benchmarks:
  - { name: search, tool: search, arguments: { query: a }, thresholds: { p50: +5% } }
  - { name: list, method: tools/list }
`;

function both(head: string, before = base) {
  const directories = { head: "/project", base: "/base" };
  const plan = planOfBoth({ head: planOf(head), base: planOf(before, { directory: "/base" }), directories });
  const { configuration } = plan;
  const changes = configuration?.decides === "base" ? configuration.changes : [];
  return { plan, changes: Object.fromEntries(changes.map(({ what, of, names }) => [of ?? what, names])) };
}

const p50 = (plan: ReturnType<typeof both>["plan"], id: string) =>
  plan.rows.find((row) => row.id === id)?.thresholds.find(({ metric }) => metric === "p50")?.text;

describe("the configuration of base decides", () => {
  test("what both have is measured once, without a note", () => {
    const { plan, changes } = both(base);
    expect(changes).toEqual({});
    expect(plan.configuration).toBeUndefined();
    expect(plan.rows).toEqual(planOf(base).rows);
    expect(plan.arms.map(({ id, side, launch }) => [id, side, launch.cwd])).toEqual([
      ["head", "head", "/project"],
      ["base", "base", "/base"],
    ]);
  });

  test("each commit is started as its own configuration says", () => {
    const { plan, changes } = both(base.replace("node server.js", "{ command: node, args: [main.js], env: { A: b } }"));
    expect(plan.arms.map(({ launch }) => launch.args)).toEqual([["main.js"], ["server.js"]]);
    expect(plan.arms.map(({ launch }) => launch.env)).toEqual([{ A: "b" }, {}]);
    expect(changes).toEqual({});
    expect(plan.rows.map(({ onlyIn }) => onlyIn)).toEqual([undefined, undefined]);
  });

  test("head cannot loosen its own thresholds", () => {
    const { plan, changes } = both(base.replace("+5%", "+500%"));
    expect(p50(plan, "search")).toBe("+5%");
    expect(changes).toEqual({ thresholds: ["search"] });
    const server = both(base.replace("p50: +20%", "p50: +20%, startup: +900%"));
    expect(server.plan.serverThresholds).toEqual(planOf(base).serverThresholds);
    expect(server.changes).toEqual({ server: [] });
  });

  test("changed bounds between variants and of rows that are found are told apart from those of rows by that name", () => {
    const variants = (limit: string) =>
      `${base}variants: { the server: {}, b: { reference: the server, thresholds: { p50: ${limit} } } }\n`;
    expect(both(variants("+50%"), variants("+10%")).changes).toEqual({ variants: ["b"] });
    const found = (limit: string) => `server: node server.js\nthresholds: { p50: ${limit} }\n`;
    expect(both(found("+50%"), found("+10%")).changes).toEqual({ defaults: [] });
    const named = base.replace("name: search", "name: the server");
    expect(both(named.replace("+5%", "+500%"), named).changes).toEqual({ thresholds: ["the server"] });
  });

  test("head cannot shorten the run until nothing can be shown", () => {
    for (const defaults of ["rounds: 1", "time_budget: 1s", "leak_check: 0", "leak_check: 9s"]) {
      const { plan, changes } = both(`${base}defaults: { ${defaults} }\n`);
      expect(plan).toMatchObject({ rounds: planOf(base).rounds, leakCheck: planOf(base).leakCheck });
      expect(changes).toEqual({ length: [] });
    }
    const row = (more: string) => base.replace("method: tools/list", `method: tools/list, ${more}`);
    expect(both(row("rounds: 2"), row("rounds: 9")).plan.rows[1]?.rounds).toBe(9);
    expect(both(row("rounds: 2"), base).plan.rows[1]?.rounds).toBeUndefined();
  });

  test("a load that head changes is base's, with a note", () => {
    const { plan, changes } = both(base.replace("tool: search,", "tool: search, requests: 1, warmup: 0,"));
    expect(plan.rows).toEqual(planOf(base).rows);
    expect(changes).toEqual({ load: ["search"] });
  });

  test("what head adds is measured under base's general thresholds, whatever it is called", () => {
    for (const name of ["*", "ping", "(server)", "(server) [a]"]) {
      const { plan, changes } = both(`${base}  - { name: "${name}", tool: other, thresholds: { p50: +900% } }\n`);
      const id = name.startsWith("(server)") ? `row ${name}` : name;
      expect(plan.rows.map((row) => [row.id, row.onlyIn])).toEqual([
        ["search", undefined],
        ["list", undefined],
        [id, "head"],
      ]);
      expect(p50(plan, id)).toBe("+20%");
      expect(changes).toEqual({ added: [id] });
    }
  });

  test("what head takes out is measured all the same", () => {
    const { plan, changes } = both(base.replace(/ {2}- \{ name: list.*\n/, ""));
    expect(plan.rows.map(({ id, onlyIn }) => [id, onlyIn])).toEqual([
      ["search", undefined],
      ["list", "base"],
    ]);
    expect(changes).toEqual({ removed: ["list"] });
  });

  test.each([
    ["arguments", "query: a", "query: b"],
    ["expectation", "tool: search,", "tool: search, expect: { error: true },"],
  ])("a row whose %s head changes is measured in both versions", (_, from, to) => {
    const { plan, changes } = both(base.replace(from, to));
    expect(plan.rows.map(({ id, onlyIn, nameInHead }) => [id, onlyIn, nameInHead])).toEqual([
      ["search", "base", undefined],
      ["list", undefined, undefined],
      ["search (new)", "head", "search"],
    ]);
    expect(plan.rows[0]?.operation).toEqual(planOf(base).rows[0]?.operation);
    expect([p50(plan, "search"), p50(plan, "search (new)")]).toEqual(["+5%", "+20%"]);
    expect(changes).toEqual({ changed: ["search"] });
  });

  test("a row that head only renames is measured once, under base's name", () => {
    const { plan, changes } = both(base.replace("name: search", "name: find"));
    expect(plan.rows.map(({ id, onlyIn, nameInHead }) => [id, onlyIn, nameInHead])).toEqual([
      ["search", undefined, "find"],
      ["list", undefined, undefined],
    ]);
    expect(changes).toMatchObject({ renamed: ["find"] });
  });

  test("names never collide", () => {
    const { plan } = both(`${base.replace("query: a", "query: b")}  - { name: search (new), tool: other }\n`);
    expect(plan.rows.map(({ id }) => id)).toEqual(["search", "list", "search (new)_", "search (new)"]);
  });

  test("a service that both describe alike runs once, one that head changes runs for each", () => {
    const service = (port: string) =>
      `${base.replace("node server.js", "{ command: node, args: ['${PORT_db}'] }")}services: { db: { command: db, args: [${port}] } }`;
    expect(both(service("1"), service("1")).plan.services).toHaveLength(1);
    const { plan } = both(service("2"), service("1"));
    expect(plan.services?.map(({ name, side, args, cwd }) => [name, side, args, cwd])).toEqual([
      ["db", undefined, ["2"], "/project"],
      ["db_base", "base", ["1"], "/base"],
    ]);
    expect(plan.arms.map(({ launch }) => launch.args)).toEqual([["${PORT_db}"], ["${PORT_db_base}"]]);
  });

  test("where base finds its benchmarks by itself, head's are added", () => {
    const found = "server: node server.js\n";
    const { plan, changes } = both(`${found}benchmarks: [{ tool: ping }]`, found);
    expect(plan).toMatchObject({ discover: true, rows: [{ id: "ping", onlyIn: "head" }] });
    expect(changes).toEqual({ added: ["ping"] });
    expect(both(found, base).plan).toMatchObject({ discover: false, rows: [{ id: "search" }, { id: "list" }] });
    expect(both(`${found}defaults: { requests: 5 }\n`, found).changes).toEqual({ length: [] });
  });
});
