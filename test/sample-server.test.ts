import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resourceReader } from "../src/measure/resources/resources.ts";
import { clientInfo } from "../src/server/protocol/connection.ts";
import type { RunningServer, Session } from "../src/server/protocol/session.ts";
import { call, launch, request, resultOf, sampleServer, stdioSpec, textOf } from "./server/support.ts";

const start = (...args: string[]) => launch(stdioSpec(sampleServer, args));
const open = async (...args: string[]) => (await start(...args)).connect();

const work = async (session: Session, units: number) =>
  textOf(await request(session, "tools/call", { name: "work", arguments: { units } }));

/** CPU time of many calls, which does not depend on what else the machine does. */
async function cpuMsOf({ pid = 0, connect }: RunningServer, units: number): Promise<number> {
  const session = await connect();
  const read = async () => (await resourceReader(process.platform).read([pid])).get(pid)?.cpuMs ?? Number.NaN;
  const before = await read();
  for (let i = 0; i < 100; i++) await work(session, units);
  return (await read()) - before;
}

describe("the sample server", () => {
  test("offers what a run without configuration looks for", async () => {
    const session = await open();
    expect(session.capabilities).toEqual(new Set(["tools", "resources", "prompts"]));
    expect((await resultOf(session, "tools/list")).tools).toEqual([
      expect.objectContaining({ name: "echo", inputSchema: expect.objectContaining({ required: ["text"] }) }),
      expect.objectContaining({ name: "work", inputSchema: expect.objectContaining({ required: ["units"] }) }),
      expect.objectContaining({ name: "now", annotations: { readOnlyHint: true, openWorldHint: false } }),
    ]);
    expect(textOf(await call(session, { text: "hi" }, "echo"))).toBe("hi");
    expect(textOf(await call(session, {}, "now"))).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await resultOf(session, "resources/list")).resources).toHaveLength(1);
    expect((await resultOf(session, "resources/read", { uri: "sample://about" })).contents).toHaveLength(1);
    expect((await resultOf(session, "prompts/list")).prompts).toHaveLength(1);
    expect((await resultOf(session, "prompts/get", { name: "greeting" })).messages).toHaveLength(1);
    expect(await request(session, "tools/call", { name: "work", arguments: { units: -1 } })).toMatchObject({
      reply: { error: { message: expect.stringContaining("no tool work") } },
    });
  });

  test("slows `work` down on request and gives the same result", async () => {
    const [plain, slowed] = [await start(), await start("--slowdown-percent", "400")];
    const session = await plain.connect();
    expect(await work(await slowed.connect(), 10)).toBe(await work(session, 10));
    expect(await work(session, 10)).not.toBe(await work(session, 11));
    expect(await cpuMsOf(slowed, 500)).toBeGreaterThan(2 * (await cpuMsOf(plain, 500)));
  });

  test("slows down only calls that ask for so many units, where it is told to", async () => {
    const server = await start("--slowdown-percent", "400", "--only-units", "501");
    expect(await cpuMsOf(server, 501)).toBeGreaterThan(2 * (await cpuMsOf(server, 500)));
  });

  test("fails the asked share of calls", async () => {
    const session = await open("--fail-rate", "0.25");
    const replies = [];
    for (let i = 0; i < 8; i++) replies.push(await call(session, { text: "ok" }, "echo"));
    const four = ["ok", "ok", "ok", "failed on purpose"];
    expect(replies.map(textOf)).toEqual([...four, ...four]);
  });

  test("ends with its stdin", async () => {
    const server = await launch(stdioSpec(sampleServer));
    expect(await server.stop()).toMatchObject({ exitCode: 0, signal: null, killed: false, orphans: 0 });
  });

  test("explains itself and refuses nonsense", () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [sampleServer, ...args], { encoding: "utf8" });
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--slowdown-percent N") });
    expect(run("--fail-rate", "2")).toMatchObject({ status: 2, stderr: expect.stringContaining("from 0 to 1") });
    expect(run("--speed", "2")).toMatchObject({ status: 2, stderr: expect.stringContaining("--speed") });
  });
});

test("the client introduces itself with the version of the package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(clientInfo.version).toBe(version);
});
