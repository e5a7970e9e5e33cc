import path from "node:path";
import { expect, test } from "vitest";
import { onlyServer, searchServer } from "../../src/config/find-server/find-server.ts";
import { chooseConfig } from "../../src/config/load-config.ts";
import { checkout, layouts } from "./layouts.ts";

test("there are at least 30 layouts", () => {
  expect(layouts.length).toBeGreaterThanOrEqual(30);
});

test.each(layouts)("$layout, like $like: the right server, or a clear refusal", async (layout) => {
  using folder = checkout(layout);
  const directory = path.join(folder.path, layout.in ?? "");
  const { found, passedOver } = searchServer(directory);
  expect(Object.fromEntries(passedOver.map(({ from, why }) => [from, why]))).toEqual(layout.passed_over ?? {});
  if (layout.refused !== undefined) {
    expect(found).toBeUndefined();
    expect(() => onlyServer(directory)).toThrow(layout.refused);
    return;
  }
  expect(found).toMatchObject({ lines: layout.client ?? { server: layout.server } });
  expect(found?.build).toBe(layout.build);
  if (layout.why !== undefined) expect(found?.source.why).toBe(layout.why);
  const loaded = await chooseConfig({}, directory);
  expect(loaded.config.build?.run).toBe(layout.build);
});
