import { describe, expect, it } from "vitest";
import { hasPlaceholders, renderParams, unknownPlaceholders } from "../../src/plan/template.ts";

describe("placeholders in parameters", () => {
  it("become the number alone, and text inside text", () => {
    const params = {
      id: "{{seq}}",
      query: "item {{ seq }} of {{seq}}",
      deep: [{ x: "{{seq}}" }],
      fixed: true,
      none: null,
    };
    expect(renderParams(params, { seq: 7 })).toEqual({
      id: 7,
      query: "item 7 of 7",
      deep: [{ x: 7 }],
      fixed: true,
      none: null,
    });
  });

  it("stay literal behind a backslash", () => {
    expect(renderParams({ a: "\\{{seq}} {{seq}}" }, { seq: 3 })).toEqual({ a: "{{seq}} 3" });
    expect(unknownPlaceholders({ a: "\\{{name}}" })).toEqual([]);
  });

  it("are found wherever they hide", () => {
    expect(unknownPlaceholders({ a: ["{{seq}}", { b: "x {{nope}}" }] })).toEqual(["nope"]);
    expect(hasPlaceholders({ a: ["x {{seq}}"] })).toBe(true);
    expect(hasPlaceholders({ a: ["x {seq}"] })).toBe(false);
  });
});
