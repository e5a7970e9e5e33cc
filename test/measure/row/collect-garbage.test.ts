import { expect, test } from "vitest";
import { GarbageCollection } from "../../../src/measure/row/collect-garbage.ts";

/** Something nobody holds, and whether it is still there. */
function litter(): WeakRef<object> {
  return new WeakRef({ some: "thing" });
}

const laterTurn = () => new Promise((resolve) => setImmediate(resolve));

test("many replies are followed by a collection", async () => {
  const left = litter();
  await laterTurn();
  const garbage = new GarbageCollection();
  garbage.add(30_000);
  await laterTurn();
  expect(left.deref()).toBeDefined();
  await laterTurn();
  garbage.add(30_000);
  expect(left.deref()).toBeUndefined();
});
