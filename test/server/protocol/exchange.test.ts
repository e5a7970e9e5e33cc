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
  expect(one.warnings()).toEqual(["6 notifications of progress for no request that asked for it and goes on"]);
});
