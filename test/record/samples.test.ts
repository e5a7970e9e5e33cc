import { describe, expect, test } from "vitest";
import { decodeSamples, encodeSamples, samples } from "../../src/record/samples.ts";

describe("latencies of a record", () => {
  test.each([[[]], [[1]], [[0.25, 3]], [[1, 2, 3, 4.5, 0]]])("%j are read as they were written", (latencies) => {
    const text = encodeSamples(latencies);
    expect(samples.parse(text)).toBe(text);
    expect([...decodeSamples(text)]).toEqual(latencies);
  });

  test.each([
    ["what is no base64", `${encodeSamples([1, 2, 3]).slice(0, -1)}!`],
    ["blanks between the digits", encodeSamples([1, 2, 3]).replace(/^..../, "$& ")],
    ["text behind its end", `${encodeSamples([1])}AAAA`],
    ["half of a value", encodeSamples([1, 2, 3]).slice(0, 8)],
    ["no number", encodeSamples([Number.NaN])],
    ["no finite one", encodeSamples([Number.POSITIVE_INFINITY])],
    ["one below zero", encodeSamples([-1])],
  ])("with %s are refused", (_, text) => {
    expect(samples.safeParse(text).success).toBe(false);
  });
});
