import { describe, expect, test } from "vitest";
import { trustBase } from "../../src/plan/trusted.ts";
import { everyRow } from "../../src/record/row-ids.ts";
import { planOf } from "../config/plan-of.ts";

const base = `
server: node server.js
benchmarks:
  - { name: search, tool: search, arguments: { query: a }, thresholds: { p50: +5% } }
  - { name: list, method: tools/list }
`;
const trust = (head: string, other = base) => trustBase(planOf(head), planOf(other));

describe("a configuration that is judged by that of the base commit", () => {
  test("changes nothing where both are the same", () => {
    const { plan, warnings } = trust(base);
    expect(warnings).toEqual([]);
    expect(plan.advisory).toEqual({});
    expect(plan.overruled).toBeUndefined();
    expect(plan.rows).toEqual(planOf(base).rows);
  });

  test("cannot loosen its own thresholds", () => {
    const { plan, warnings } = trust(base.replace("+5%", "+500%"));
    expect(plan.rows[0]?.thresholds.find(({ metric }) => metric === "p50")?.text).toBe("+5%");
    expect(plan.advisory).toEqual({});
    expect(warnings).toEqual([
      "this commit changes thresholds (search); those of the base commit hold until it is merged",
    ]);
    const server = trust(`${base}thresholds: { startup: +900% }`);
    expect(server.plan.serverThresholds).toEqual(planOf(base).serverThresholds);
    expect(server.warnings[0]).toContain("the server");
  });

  test("cannot make everything advisory, or the server's metrics, by the name of a row", () => {
    for (const name of ["*", "(server)", "(server) [a]"]) {
      const { plan } = trust(`${base}  - { name: "${name}", tool: other }\n`);
      expect(plan.rows.map(({ id }) => id)).toEqual(["search", "list", `row ${name}`]);
      expect(plan.advisory).toEqual({ [`row ${name}`]: "this commit adds it to the configuration" });
    }
    expect(trust(`${base}  - { name: "* of all", tool: other }\n`).plan.rows[2]?.id).toBe("* of all");
  });

  test("cannot shorten the run until nothing can be shown", () => {
    for (const defaults of ["rounds: 1", "time_budget: 1s", "leak_check: 0", "leak_check: 9s"]) {
      const { plan, warnings } = trust(`${base}defaults: { ${defaults} }\n`);
      expect(plan).toMatchObject({ rounds: planOf(base).rounds, leakCheck: planOf(base).leakCheck });
      expect(warnings).toEqual([
        "this commit changes rounds, time budget or leak check; those of the base commit hold until it is merged",
      ]);
    }
    const row = (rounds: string) => base.replace("method: tools/list", `method: tools/list, ${rounds}`);
    expect(trust(row("rounds: 2"), row("rounds: 9")).plan.rows[1]?.rounds).toBe(9);
    expect(trust(row("rounds: 2"), base).plan.rows[1]?.rounds).toBeUndefined();
  });

  test("decides nothing where it changes a service that the server needs", () => {
    const service = (port: number) => `${base}services: { db: { command: db, args: [${port}] } }`;
    expect(trust(service(2), service(1)).plan.advisory).toHaveProperty([everyRow]);
    expect(trust(service(1), service(1)).plan.advisory).toEqual({});
  });

  test("makes what it changes or adds advisory, and says what it removes", () => {
    const changed = trust(base.replace("query: a", "query: b").replace("name: list", "name: all"));
    expect(changed.plan.advisory).toEqual({
      search: "this commit changes its configuration",
      all: "this commit adds it to the configuration",
    });
    expect(changed.warnings).toEqual(["this commit no longer measures list, which the base commit does"]);
  });

  test("makes everything advisory where the server is started in another way", () => {
    const { plan } = trust(base.replace("server.js", "server.js --fast"));
    expect(plan.advisory).toEqual({ [everyRow]: "this commit changes how the server is started" });
  });

  test("goes by the defaults where benchmarks are discovered", () => {
    const found = "server: node server.js\n";
    expect(trust(found, found).plan.advisory).toEqual({});
    expect(trust(`${found}defaults: { requests: 5 }\n`, found).plan.advisory).toHaveProperty([everyRow]);
    expect(trust(found, base).plan.advisory).toHaveProperty([everyRow]);
  });
});
