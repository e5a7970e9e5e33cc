import { describe, expect, it } from "vitest";
import { redact } from "../../src/redact.ts";

describe("secrets", () => {
  it("are blotted out wherever they stand, the longest first", () => {
    const value = { message: "token s3cret-long and s3cret", deep: [{ "x s3cret": "a s3cret" }], count: 3, none: null };
    expect(redact(value, ["s3cret", "s3cret-long"])).toEqual({
      message: "token *** and ***",
      deep: [{ "x s3cret": "a ***" }],
      count: 3,
      none: null,
    });
  });

  it("do not touch encoded samples, in which any letters may turn up", () => {
    expect(redact({ samples: "AAs3cretAA==" }, ["s3cret"])).toEqual({ samples: "AAs3cretAA==" });
  });

  it("too short to be secrets are left alone, and so is everything when there are none", () => {
    expect(redact("a 1 in 10", ["1", "a", ""])).toBe("a 1 in 10");
    expect(redact("nothing", [])).toBe("nothing");
  });
});
