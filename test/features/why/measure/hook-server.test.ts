import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { HookServer } from "../../../../src/features/why/measure/hook-server.ts";

/** Connects and says something. */
async function say(hooks: HookServer, text: string): Promise<Socket> {
  const socket = connect(hooks.address);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Until a hook of a kind has reported. */
async function hookOf(hooks: HookServer, kind: string) {
  for (;;) {
    const [hook] = await hooks.arrived(kind);
    if (hook) return hook;
  }
}

test("a hook that reported just before its server answered is waited for, and none that never came", async () => {
  await using hooks = await HookServer.open();
  const socket = connect(hooks.address);
  socket.write('{"hook":"node","pid":7}\n');
  expect(hooks.of("node")).toEqual([]);
  expect(await hookOf(hooks, "node")).toMatchObject({ pid: 7 });
  expect(await hooks.arrived("python")).toEqual([]);
  socket.destroy();
});

test("a hook that has reported answers what it is asked, until it is gone", async () => {
  await using hooks = await HookServer.open();
  const socket = await say(hooks, '{"hook":"node","pid":7}\n');
  socket.on("data", (chunk) => socket.write(`{"heard":${JSON.stringify(String(chunk).trim())}}\n`));
  const hook = await hookOf(hooks, "node");
  expect(hook.pid).toBe(7);
  expect(await hook.ask({ do: "start" }, { timeoutMs: 10_000 })).toEqual({ heard: '{"do":"start"}' });
  socket.destroy();
  expect(await hook.ask({ do: "stop" }, { timeoutMs: 10_000 })).toBeUndefined();
  expect(hooks.of("node")).toEqual([]);
});

test("a path that is too long for a socket is not taken for one", async () => {
  await using hooks = await HookServer.open(`/${"long".repeat(30)}`);
  const socket = await say(hooks, '{"hook":"node","pid":7}\n');
  expect((await hookOf(hooks, "node")).pid).toBe(7);
  socket.destroy();
});

test("one that is silent is given up", async () => {
  await using hooks = await HookServer.open();
  const socket = await say(hooks, '{"hook":"node","pid":7}\n');
  const hook = await hookOf(hooks, "node");
  expect(await hook.ask({ do: "start" }, { timeoutMs: 1 })).toBeUndefined();
  expect(hook.isGone).toBe(true);
  socket.destroy();
});

test.each([
  ["no JSON", "hello\n"],
  ["no hook", '{"pid":7}\n'],
  ["no number", '{"hook":"node","pid":"7"}\n'],
  ["a line without an end", "x".repeat(100_000)],
])("what connects and is no hook is put down: %s", async (_, text) => {
  await using hooks = await HookServer.open();
  const socket = await say(hooks, text);
  socket.resume();
  await once(socket, "close");
  expect(hooks.of("node")).toEqual([]);
});
