import { expect, test } from "vitest";
import { freePorts } from "../../../src/server/process/port.ts";

test("no two of the free ports are alike", async () => {
  const ports = await freePorts(100);
  expect(new Set(ports).size).toBe(100);
  // None that the system may give to another program a moment later.
  expect(Math.min(...ports)).toBeGreaterThan(1_023);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
