import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/errors.ts";
import { planOf } from "../plan-of.ts";

const inherited = ["constructor", "toString", "hasOwnProperty"];

describe.each(inherited)("%s, which every object inherits", (name) => {
  test("is a name like any other", () => {
    const { arms, rows } = planOf(
      `server: { command: x, args: ["{{${name}}}"] }
variants: { ${name}: { env: { ${name}: a } }, b: {} }
benchmarks: [{ variants: { ${name}: { tool: t }, b: { tool: u } }, matrix: { ${name}: [1] }, cases: [{ arguments: { ${name}: 1 } }] }]`,
    );
    expect(arms.map(({ id }) => id)).toEqual([`head/${name}`, "head/b"]);
    expect(arms[0]?.launch.env).toEqual({ [name]: "a" });
    expect(rows.map(({ id }) => id)).toEqual([`t ${name}=1 [${name}]`, `t ${name}=1 [b]`]);
    expect(rows[0]?.operation).toMatchObject({ params: { name: "t", arguments: { [name]: 1 } } });
  });

  test.each([
    [
      "a tool",
      `variants: { ${name}: {}, b: {} }\nbenchmarks: [{ variants: { ${name}: {}, b: { tool: u } } }]`,
      "does not say what to measure",
    ],
    ["a value of a matrix", "benchmarks: [{ tool: t, matrix: { n: [1] } }]", `has no value`],
  ])("does not stand for %s that nobody named", (_what, rest, message) => {
    const plan = () => planOf(`server: { command: x, args: ["{{${name}}}"] }\n${rest}`);
    expect(plan).toThrow(ConfigError);
    expect(plan).toThrow(message);
  });

  test("does not stand for a variable of the environment", () => {
    const plan = (environment: Record<string, string>) =>
      planOf(`server: { command: x, env: { A: "\${${name}}" } }`, { expansion: { environment, allowed: [name] } });
    expect(() => plan({})).toThrow("is not set in the environment");
    expect(plan({ [name]: "value" }).arms[0]?.launch.env).toEqual({ A: "value" });
  });
});

test.each([
  ["variants: { __proto__: {}, b: {} }", 13],
  ["benchmarks: [{ tool: t, arguments: { deep: [{ __proto__: 1 }] } }]", 47],
  ["thresholds: { __proto__: +5% }", 15],
])("__proto__, which JavaScript loses, is refused where it stands: %s", (text, column) => {
  const plan = () => planOf(`server: x\n${text}\n`);
  expect(plan).toThrow(ConfigError);
  expect(plan).toThrow(`c.yml:2:${column}: \`__proto__\` cannot be used as a key`);
});

test("__proto__ as a text is left alone", () => {
  const { rows } = planOf("server: x\nbenchmarks: [{ name: __proto__, tool: t, arguments: { a: __proto__ } }]");
  expect(rows[0]).toMatchObject({ id: "__proto__", operation: { params: { arguments: { a: "__proto__" } } } });
});
