import { expect, test } from "vitest";

import { LostConnections } from "../../../src/measure/load/responsiveness.ts";

test("three lost connections in a row are final where each request has its own", () => {
  const losses = new LostConnections({ isParallel: true });
  losses.onLoss("gone");
  losses.onLoss("gone");
  expect(losses.gone).toBeUndefined();
  losses.onLoss("gone");
  expect(losses.gone).toBe("gone");
});

test("a lost connection is final where all requests share it", () => {
  const losses = new LostConnections({ isParallel: false });
  expect(losses.gone).toBeUndefined();
  losses.onLoss("gone");
  expect(losses.gone).toBe("gone");
});

test("an answer between them says that the server is there", () => {
  const losses = new LostConnections({ isParallel: true });
  for (let round = 0; round < 3; round++) {
    losses.onLoss("gone");
    losses.onLoss("gone");
    losses.onAnswer();
  }
  expect(losses.gone).toBeUndefined();
});
