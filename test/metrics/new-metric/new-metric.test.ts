import { execFileSync } from "node:child_process";
import { cpSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";

/** Everything there is to write for a metric that is read from what a record has: one entry in one file. */
const file = "src/metrics/definitions/calls.ts";
const definition = `
  timeouts: {
    ...share,
    label: "timed-out calls",
    perRound: (reading) => reading.sum(({ outcomes }) => outcomes.timeout ?? 0) / reading.attempted,
  },
`;

test("a metric from data of the record is one definition: bounds, gate, exports and the schema follow from it", () => {
  using copy = mkdtempDisposableSync(path.join(tmpdir(), "mcp-bench-metric-"));
  for (const part of ["src", "test/decide/records.ts", "test/metrics/new-metric/outcome.ts", "package.json"])
    cpSync(part, path.join(copy.path, part), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(copy.path, "node_modules"));
  const before = readFileSync(file, "utf8");
  const opening = "export const calls = {\n";
  expect(before).toContain(opening);
  writeFileSync(path.join(copy.path, file), before.replace(opening, `${opening}${definition}`));
  const outcome = execFileSync(execPath, ["test/metrics/new-metric/outcome.ts"], { cwd: copy.path, encoding: "utf8" });
  expect(JSON.parse(outcome)).toEqual({
    regressed: ["timeouts"],
    exported: [expect.stringContaining("timeouts,ratio,0.047")],
    completed: true,
  });
});
