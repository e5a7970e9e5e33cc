import { expect, test } from "vitest";
import { nearest } from "../../src/base/nearest.ts";

const keys = ["tool", "params", "arguments", "arguments_from", "requests", "thresholds"];

test.each([
  ["argument", "arguments"],
  ["treshold", "thresholds"],
  ["args", "arguments"],
  ["reqs", "requests"],
])("%s is taken for %s", (name, meant) => {
  expect(nearest(name, keys)).toBe(meant);
});

test.each(["as", "latency", "note", "sgra"])("%s is taken for nothing", (name) => {
  expect(nearest(name, ["tool", "arguments", "p50"])).toBeUndefined();
});
