import { expect, test } from "vitest";
import { freePorts } from "../../../src/server/process/port.ts";

test("no two of the free ports are alike", async () => {
  const ports = await freePorts(100);
  expect(new Set(ports).size).toBe(100);
  expect(Math.min(...ports)).toBeGreaterThan(1023);
});
