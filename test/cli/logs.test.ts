import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { cliHere } from "../support/cli-here.ts";
import { sharedFolder } from "../support/folder.ts";

const folder = sharedFolder();
beforeAll(async () => {
  const decisions = Array.from({ length: 100 }, (_, index) => ({
    event: "decision",
    tool: index % 4 === 0 ? "write" : "read\u001b[31m",
    policy: { eval_ms: index + 1 },
  }));
  const lines = [
    "Server ready",
    ...decisions.map((one) => JSON.stringify(one)),
    '{"event":"stop","policy":{"eval_ms":1e9}}',
  ];
  await writeFile(path.join(folder, "proxy.log"), `${lines.join("\n")}\n`);
  await writeFile(path.join(folder, "prose.log"), "hello\nworld\n");
  await writeFile(path.join(folder, "empty.log"), "");
});

const logs = (...args: string[]) => cliHere(["logs", ...args], folder);

describe("mcp-bench logs", () => {
  it("describes a field of the lines that match", async () => {
    const args = ["logs", "proxy.log", "--field", "policy.eval_ms", "--where", "event=decision", "--json"];
    const { code, stdout } = await cli(args, folder);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file: "proxy.log",
      lines: 102,
      matched: 100,
      unread: 1,
      groups: [
        {
          lines: 100,
          fields: {
            "policy.eval_ms": { count: 100, mean: 50.5, min: 1, max: 100, p50: 50.5, p95: 95.05, p99: 99.01 },
          },
        },
      ],
    });
  });

  it("groups by another field, and writes what a log holds without its escapes", async () => {
    const where = ["--where", "event=decision"];
    const { stdout } = await logs("proxy.log", "--field", "policy.eval_ms", ...where, "--group-by", "tool");
    expect(stdout).not.toContain("\u001b");
    const cells = stdout.split("\n").map((line) => line.trim().split(/\s{2,}/));
    expect(cells.filter(([first]) => first?.startsWith("write"))).toEqual([
      ["write", "policy.eval_ms", "25", "49.0", "1.00", "49.0", "92.2", "96.0", "97.0"],
    ]);
    expect(stdout).toContain("100 of 102 lines matched, 1 line without a JSON object skipped");
  });

  it.each([
    [["missing.log", "--field", "a"], "the log cannot be read"],
    [["prose.log", "--field", "a"], "none of 2 lines is a JSON object"],
    [["empty.log", "--field", "a"], "the log is empty"],
    [["proxy.log", "--field", "eval"], "no matching line holds a number in"],
    [["proxy.log", "--field", "policy.evalms"], "did you mean --field policy.eval_ms?"],
    [["proxy.log", "--field", "policy.eval_ms", "--where", "event=none"], "none of 102 lines matches --where"],
    [["proxy.log", "--field", "policy.eval_ms", "--where", "event"], "name=value is needed"],
    [["proxy.log"], "--field"],
  ])("refuses %j and says why", async (args, message) => {
    const { code, stderr } = await logs(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("has help with an example", async () => {
    const { code, stdout } = await logs("--help");
    expect(code).toBe(0);
    expect(stdout).toContain("mcp-bench logs proxy.log --field policy_eval_ms");
    expect(stdout).not.toContain("{}");
  });

  it("says of a line that is too long what it is, and reads no device", async () => {
    await writeFile(path.join(folder, "long.log"), "x".repeat(200_000));
    const long = await logs("long.log", "--field", "a");
    expect(long).toMatchObject({ code: 2 });
    expect(long.stderr).toContain("none of 1 lines is a JSON object, and 1 is longer than 65536 bytes");
    expect((await logs("/dev/zero", "--field", "a")).stderr).toContain("it is a device, which may never end");
  });
});
