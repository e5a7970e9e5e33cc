import { expect, test } from "vitest";
import { Exchange, noRequest } from "../../../src/server/protocol/exchange.ts";

function exchange() {
  const heard: string[] = [];
  const delivered: unknown[] = [];
  const one = new Exchange((message) => delivered.push(message));
  const ask = (progress: boolean) => {
    const { id, bytes } = one.encode({ method: "tools/call", params: { _meta: { own: 1 } }, progress }, "");
    one.expect(id, {
      onReply: () => heard.push(`reply ${id}`),
      onFailure: () => {},
      ...(progress ? { onProgress: (of: number, at: number) => heard.push(`progress ${of} ${at}`) } : {}),
    });
    return { id, sent: JSON.parse(Buffer.from(bytes).toString("utf8")) };
  };
  const tell = (progressToken: unknown, request?: number) => {
    const message = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1 } };
    one.receive(Buffer.from(JSON.stringify(message)), 7, request);
  };
  const answer = (id: number) => one.receive(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result: {} })), 8);
  return { one, heard, delivered, ask, tell, answer };
}

test("progress reaches the call that asked for it, under its id and beside its own _meta", () => {
  const { one, heard, ask, tell, answer } = exchange();
  const { id, sent } = ask(true);
  expect(sent.params._meta).toEqual({ own: 1, progressToken: id });
  tell(id);
  tell(id, id);
  tell(id, noRequest);
  answer(id);
  expect(heard).toEqual([`progress ${id} 7`, `progress ${id} 7`, `progress ${id} 7`, `reply ${id}`]);
  expect(one.warnings()).toEqual([]);
});

test("progress after the reply, of a call that did not ask, of nobody, or on another call's stream reaches none and is told", () => {
  const { one, heard, delivered, ask, tell, answer } = exchange();
  const [first, second, unasked] = [ask(true).id, ask(true).id, ask(false).id];
  answer(first);
  heard.length = 0;
  tell(first);
  tell(unasked);
  tell(17);
  tell(String(second));
  tell(undefined);
  tell(second, first);
  expect([heard, delivered]).toEqual([[], []]);
  expect(one.warnings()).toEqual(["6 notifications of progress for no unanswered request that asked for it"]);
});

test("a reply whose id is a text fails its call at once; one with keys that no reply has is a reply", () => {
  const { one, ask, heard } = exchange();
  const { id } = ask(false);
  const failures: unknown[] = [];
  one.expect(id + 1, { onReply: () => {}, onFailure: (_, failure) => failures.push(failure) });
  one.receive(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: String(id + 1), result: {} })), 8);
  expect(failures).toEqual([expect.objectContaining({ kind: "malformed" })]);
  one.receive(Buffer.from(JSON.stringify({ method: "x", jsonrpc: "2.0", id, result: {} })), 8);
  expect(heard).toEqual([`reply ${id}`]);
  expect(one.warnings()).toEqual(["1 reply with an id that was never sent"]);
});

test("a reply to a call that was given up is told with its lateness, the same reply again as a repetition", () => {
  const { one, heard, ask, answer } = exchange();
  const [late, silent, answered] = [ask(false).id, ask(false).id, ask(false).id];
  expect([late, silent, late].map((id) => one.forget(id, 3))).toEqual([true, true, false]);
  answer(answered);
  expect(one.warnings()).toEqual([]);
  answer(late);
  const told = "1 reply came up to 5 ms after cancellation, which the server ignores";
  expect(one.warnings()).toEqual([told]);
  answer(late);
  expect(one.warnings()).toEqual(["1 reply to requests already answered", told]);
  expect(heard).toEqual([`reply ${answered}`]);
});

test("an updated resource that no call waited for is told where somebody listens, and only there", () => {
  const { one, delivered } = exchange();
  const update = (uri: string) => {
    const message = { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } };
    one.receive(Buffer.from(JSON.stringify(message)), 7);
  };
  update("a:1");
  const stop = one.hear(({ params, at }) => params.uri === "a:1" && at === 7);
  update("a:1");
  expect(one.warnings()).toEqual([]);
  update("a:2");
  stop();
  update("a:2");
  expect(one.warnings()).toEqual([
    "1 notification of an updated resource came while no call was waiting: update_latency may include unrelated changes",
  ]);
  expect(delivered).toEqual([]);
});

test("of the notifications the SDK's client gets those that cancel what it was asked", () => {
  const { one, delivered } = exchange();
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "q" } };
  for (const message of [{ jsonrpc: "2.0", method: "notifications/message", params: {} }, cancelled])
    one.receive(Buffer.from(JSON.stringify(message)), 7);
  expect(delivered).toEqual([cancelled]);
});

test("a capability that a server in PHP writes as an empty list is the map it stands for, a list of tools is none", () => {
  const { one, delivered } = exchange();
  const reply = (capabilities: object) => ({ jsonrpc: "2.0", id: 0, result: { capabilities } });
  one.receive(Buffer.from(JSON.stringify(reply({ logging: [], completions: [], tools: [] }))), 7);
  expect(delivered).toEqual([reply({ logging: {}, completions: {}, tools: [] })]);
});

test.each(["", "\n", "\r\n\t "])(
  "a message behind white space (%j), as an HTTP response may hold it, is read",
  (space) => {
    const { one, heard, delivered, ask } = exchange();
    const { id } = ask(false);
    one.receive(Buffer.from(`${space}{"jsonrpc":"2.0","id":0,"result":{}}\n`), 7);
    one.receive(Buffer.from(`${space}{"result":{},"x":1,"id":${id}}\n`), 7, id);
    one.receive(Buffer.from(space), 7);
    expect(delivered).toEqual([{ jsonrpc: "2.0", id: 0, result: {} }]);
    expect(heard).toEqual([`reply ${id}`]);
    expect(one.warnings()).toEqual([]);
  },
);
