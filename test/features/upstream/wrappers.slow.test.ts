import path from "node:path";
import { expect, test } from "vitest";
import { sharedFolder } from "../../support/folder.ts";
import { findTool } from "../../support/tool.ts";
import { tryWrapper } from "./wrappers/try-wrapper.ts";
import { wrappers } from "./wrappers/wrappers.ts";

const folder = sharedFolder();
const installed = wrappers
  .filter(({ name }) => ["notion", "tavily", "fetch"].includes(name))
  .map((wrapper) => ({ ...wrapper, command: findTool(wrapper.program) }));

test.each(installed.flatMap(({ command, ...wrapper }) => (command === undefined ? [] : { command, wrapper })))(
  "each tool of $wrapper.name that only reads is called without key and network",
  async ({ wrapper, command }) => {
    const { before, after, recorded } = await tryWrapper(wrapper, { folder: path.join(folder, wrapper.name), command });
    expect(after.fails).toEqual({});
    expect(after.works).toEqual(Object.keys(wrapper.tools));
    expect(before.works).toEqual([]);
    expect(recorded).toBeGreaterThanOrEqual(after.works.length);
  },
  180_000,
);
