import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/bench-noise.ts");

test.each([
  ["--only", "asleep;nonsense", "no candidate nonsense; there are chosen; asleep; awake"],
  ["--servers", "node", "no server node; there are node-stdio, node-http"],
])("%s that names what does not exist is refused, with what does", async (option, value, found) => {
  const refused = { code: 2, stderr: expect.stringContaining(found) };
  await expect(promisify(execFile)(process.execPath, [script, option, value])).rejects.toMatchObject(refused);
});
