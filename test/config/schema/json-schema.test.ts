import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, test } from "vitest";
import { schemaForEditors } from "../../../scripts/schema-for-editors.ts";
import { isMap } from "../../../src/base/json.ts";
import { configSchema } from "../../../src/config/schema/schema.ts";
import { limitPattern } from "../../../src/model/limit.ts";
import "../../../src/features/index.ts";
import { metric, metricIds } from "../../../src/metrics/metric.ts";
import { parseLimit } from "../../../src/plan/threshold.ts";

/** The file for editors. */
const text = readFileSync("mcp-bench.schema.json", "utf8");
const schema: Readonly<Record<string, unknown>> = JSON.parse(text);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
const validate = ajv.compile(schema);

/** Every key of a map, with where it is; what is `not: {}` is there only to be told that it must not be. */
function keys(of: unknown, path: string): { path: string; field: Readonly<Record<string, unknown>> }[] {
  if (Array.isArray(of)) return of.flatMap((one, index) => keys(one, `${path}/${index}`));
  if (!isMap(of)) return [];
  return Object.entries(of).flatMap(([name, value]) => {
    if (name !== "properties" || !isMap(value)) return name === "examples" ? [] : keys(value, `${path}/${name}`);
    return Object.entries(value).flatMap(([key, field]) => {
      const at = `${path}/properties/${key}`;
      const isForbidden = isMap(field) && isMap(field.not) && Object.keys(field.not).length === 0;
      return isForbidden
        ? []
        : [{ path: at, field: { ...targetOf(field), ...(isMap(field) ? field : {}) } }, ...keys(field, at)];
    });
  });
}

/** The definition that a field refers to. */
function targetOf(field: unknown): Readonly<Record<string, unknown>> {
  const name = isMap(field) && typeof field.$ref === "string" ? field.$ref.slice("#/$defs/".length) : "";
  const target = isMap(schema.$defs) ? schema.$defs[name] : undefined;
  return isMap(target) ? target : {};
}

const all = keys(schema, "#").filter(({ path }) => !/\/(warn|fail)$/.test(path));

describe("the JSON schema of the configuration", () => {
  it("is what the file for editors holds, which is small enough for one to load", () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(schemaForEditors())));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(80_500);
  });

  it("describes every key, with an example that is valid", () => {
    const bare = all.filter(({ field }) => typeof field.description !== "string" || !Array.isArray(field.examples));
    expect(bare.map(({ path }) => path)).toEqual([]);
    // Many keys are the same wherever they stand: compiled once, they take a fraction of the time.
    const different = new Map(all.map((one) => [JSON.stringify(one.field), one]));
    const wrong = [...different.values()].flatMap(({ path, field }) => {
      const check = ajv.getSchema(`${schema.$id}${path.replaceAll("$", "%24")}`);
      return (field.examples as unknown[]).filter((example) => !check?.(example)).map((example) => [path, example]);
    });
    expect(wrong).toEqual([]);
  });

  it("is told key by key in the documentation", () => {
    const page = readFileSync("docs/configuration.md", "utf8");
    const named = new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, path = ""]) => path.split(".").at(-1)));
    const missing = all.map(({ path }) => path.split("/").at(-1) ?? "").filter((key) => !named.has(key));
    expect(missing.filter((key) => !(metricIds as readonly string[]).includes(key))).toEqual([]);
  });

  const server = "node server.js";
  it.each([
    ["a command line", { server }],
    [
      "a sweep, a placeholder and cases",
      {
        server,
        benchmarks: [
          { tool: "a", requests: "{{n}}", timeout: "{{n}}ms", matrix: { n: [1, 2] }, cases: [{ concurrency: 2 }] },
        ],
      },
    ],
    [
      "setup steps, tools by variant",
      {
        server,
        variants: { one: {}, two: { reference: "one" } },
        benchmarks: [
          {
            variants: { one: { tool: "a" }, two: { tool: "b" } },
            setup: [{ tool: "c", arguments: { deep: [{ a: null }] } }],
          },
        ],
      },
    ],
    [
      "limits",
      { server, thresholds: { p50: { warn: "+5%", fail: ["+10%", "200ms"] }, throughput: "off", threads: 12 } },
    ],
  ])("takes %s, as a run does", (_what, document) => {
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(configSchema().safeParse(document).error).toBeUndefined();
  });

  it.each([
    ["a metric that is none", { server, thresholds: { p51: "+5%" } }],
    ["a limit that does not say of what", { server, thresholds: { p50: "5%" } }],
    ["a metric without a limit of its own", { server, thresholds: { cpu_to_p50: "+5%" } }],
    ["a unit that is none", { server, defaults: { timeout: "30sec" } }],
    ["a number without a unit", { server, defaults: { timeout: 30 } }],
    ["no time at all", { server, defaults: { timeout: 0 } }],
    ["a rate that is none", { server, benchmarks: [{ tool: "a", rate: "fast" }] }],
    ["a key that is none", { server, benchmarks: [{ tool: "a", argument: {} }] }],
    ["a key that is none, in a case", { server, benchmarks: [{ tool: "a", cases: [{ conc: 1 }] }] }],
  ])("refuses %s, as a run does", (_what, document) => {
    expect(validate(document)).toBe(false);
    expect(configSchema().safeParse(document).success).toBe(false);
  });
});

test("editors and a run take the same limits of every metric", () => {
  const numbers = ["+10%", "-10%", "+0.5pp", "-0.5pp", "10%", "200ms", "+200ms", "<=1.5s", "<1s", ">=1s", "50MB"];
  const texts = [...numbers, "+50KiB", "<= 3", "7", "+7", ">=50/s", "50/s", ">=5MB/s", "p", "", " +5 % ", "1e3", "5µs"];
  const apart = metricIds.flatMap((id) => {
    if (/is judged beside p50/.test(JSON.stringify(parseLimit("+10%", id)))) return [];
    const pattern = new RegExp(limitPattern({ id, ...metric(id) }), "u");
    return texts.filter((text) => pattern.test(text) === "problem" in parseLimit(text, id)).map((text) => [id, text]);
  });
  expect(apart).toEqual([]);
});
