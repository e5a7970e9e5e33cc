import { describe, expect, it } from "vitest";
import { fixedText, hasPlaceholders, literally, renderParams, unknownPlaceholders } from "../../src/model/template.ts";

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

describe("a text that only looks like a template", () => {
  it.each(["{{seq}}", "{{seq}} ${HOME} ${{ github.token }}", "\\{{seq}}", "\\\\{{ids[seq]}}", "{{{{seq}}}}", "plain"])(
    "is itself in every call: %s",
    (name) => {
      const params = literally({ name, deep: [{ name }], count: 1, none: null });
      expect(renderParams(params, { seq: 7 })).toEqual({ name, deep: [{ name }], count: 1, none: null });
      expect(unknownPlaceholders(params)).toEqual([]);
      expect(fixedText(params.name)).toBe(name);
    },
  );

  it("is told from one that differs from call to call", () => {
    expect(["{{seq}}", "a {{ids[seq]}}", "{{nope}}"].map(fixedText)).toEqual([undefined, undefined, undefined]);
  });
});
