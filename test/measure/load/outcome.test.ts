import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/errors.ts";
import type { Outcome } from "../../../src/measure/load/outcome.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import type { Expectation } from "../../../src/model/expectation.ts";

function judge(reply: unknown, expectation?: Expectation): Outcome {
  const text = typeof reply === "string" ? reply : JSON.stringify({ jsonrpc: "2.0", id: 1, ...(reply as object) });
  return replyClassifier(expectation)(Buffer.from(text));
}

const fine = {
  result: { content: [{ type: "text", text: "it is ok" }], structuredContent: { a: 1, b: { c: [1, 2] } } },
};
const toolError = { result: { isError: true, content: [{ type: "text", text: "no such item" }] } };
const rpcError = { error: { code: -32602, message: "bad arguments" } };

describe("without an expectation", () => {
  test("a result is ok", () => expect(judge(fine)).toEqual({ kind: "ok" }));

  test("isError false is ok", () => expect(judge({ result: { isError: false } })).toEqual({ kind: "ok" }));

  test("isError is a tool error with the tool's own text", () =>
    expect(judge(toolError)).toEqual({ kind: "tool-error", message: "no such item" }));

  test("a reply that asks for input is no result", () =>
    expect(judge({ result: { resultType: "input_required", requestState: "s" } })).toEqual({
      kind: "unexpected",
      message: "the server asks for input that `server.client` does not answer",
    }));

  test.each([
    ["task", "the server answered with a task that has not ended"],
    ["later", 'the server answered with a result of the unknown type "later"'],
    [7, "the server answered with a result of the unknown type 7"],
  ])("a result of the type %j is none yet", (resultType, message) =>
    expect(judge({ result: { resultType, taskId: "t1", status: "working" } })).toEqual({ kind: "unexpected", message }),
  );

  test("a result that says it is complete is ok", () =>
    expect(judge({ result: { resultType: "complete", content: [] } })).toEqual({ kind: "ok" }));

  test.each([
    ["text", '"notarray"', "is no list"],
    ["null", "null", "is no list"],
    ["a map", '{"type":"text","text":"x"}', "is no list"],
    ["a bare item", '["text"]', "has no type"],
    ["an item without a type", '[{"type":"text","text":"x"},{"text":"x"}]', "has no type"],
    ["an item of a type that is no word", '[{"type":1}]', "has no type"],
  ])("a tool result whose content is no list of typed items is malformed: %s", (_name, content, message) => {
    const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"content":${content}}}`);
    for (const expectation of [undefined, { error: true }, { error: false, text: "x" }])
      expect(replyClassifier(expectation, { method: "tools/call" })(body)).toEqual({
        kind: "malformed",
        message: expect.stringContaining(message),
      });
    // A field of that name in replies to other methods is not ours to judge.
    expect(replyClassifier(undefined, { method: "custom/method" })(body)).toEqual({ kind: "ok" });
  });

  test.each(['{"content":[]}', '{"content":[{"type":"image","data":"","mimeType":"x"}]}', '{"structuredContent":{}}'])(
    "a tool result %s is ok",
    (result) => {
      const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
      expect(replyClassifier(undefined, { method: "tools/call" })(body)).toEqual({ kind: "ok" });
    },
  );

  test("a text that merely speaks of isError is ok", () =>
    expect(judge({ result: { content: [{ type: "text", text: '{"isError":true}' }] } })).toEqual({ kind: "ok" }));

  test("a JSON-RPC error keeps code and message", () =>
    expect(judge(rpcError)).toEqual({ kind: "rpc-error", message: "-32602: bad arguments" }));

  test.each([
    ["half a line", '{"jsonrpc":"2.0","id":1,"resu'],
    ["nothing", ""],
    ["no version", '{"id":1,"result":{}}'],
    ["neither result nor error", '{"jsonrpc":"2.0","id":1}'],
    ["both", '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}'],
    ["a result that is no object", '{"jsonrpc":"2.0","id":1,"result":7}'],
    ["an error without a code", '{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}'],
    ["a result nested too deep", `{"jsonrpc":"2.0","id":1,"result":{"x":${"[".repeat(6000)}${"]".repeat(6000)}}}`],
    ["a list", "[]"],
    ["null", "null"],
  ])("%s is malformed", (_name, text) => expect(judge(text).kind).toBe("malformed"));
});

describe("with an expectation", () => {
  test("text is searched for as it stands", () => {
    expect(judge(fine, { text: "is ok", error: false }).kind).toBe("ok");
    expect(judge(fine, { text: "is.ok", error: false })).toEqual({
      kind: "unexpected",
      message: 'expected the text "is.ok", got: it is ok',
    });
  });

  test("a pattern is matched, again and again even with the flag g", () => {
    const classify = replyClassifier({ text: { pattern: "IS (OK)", flags: "gi" }, error: false });
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, ...fine }));
    expect([classify(body).kind, classify(body).kind]).toEqual(["ok", "ok"]);
    expect(judge(fine, { text: { pattern: "^201 issues", flags: "i" }, error: false })).toEqual({
      kind: "unexpected",
      message: "expected the text `/^201 issues/i`, got: it is ok",
    });
  });

  test("texts of resources and prompts are found too", () => {
    const resource = { result: { contents: [{ uri: "a:b", text: "needle" }] } };
    const prompt = { result: { messages: [{ role: "user", content: { type: "text", text: "needle" } }] } };
    expect(judge(resource, { text: "needle", error: false }).kind).toBe("ok");
    expect(judge(prompt, { text: "needle", error: false }).kind).toBe("ok");
  });

  test("structured content must hold at least what is given", () => {
    expect(judge(fine, { structured: { b: { c: [1, 2] } }, error: false }).kind).toBe("ok");
    expect(judge(fine, { structured: { b: { c: [1] } }, error: false }).kind).toBe("unexpected");
    expect(judge(fine, { structured: { a: "1" }, error: false }).kind).toBe("unexpected");
  });

  test("an expected error is ok, success is not", () => {
    expect(judge(toolError, { error: true }).kind).toBe("ok");
    expect(judge(rpcError, { error: true, text: "bad arguments" }).kind).toBe("ok");
    expect(judge(rpcError, { error: true, text: "forbidden" }).kind).toBe("unexpected");
    expect(judge(fine, { error: true }).kind).toBe("unexpected");
  });

  test("an expected error is not held against the schema of the tool's results", () => {
    const byOwnSchema = (reply: object, error: boolean) => {
      const schema = () => "no structured content";
      const judging = { method: "tools/call", schema };
      const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, ...reply }));
      return replyClassifier({ error, schema: true }, judging)(body).kind;
    };
    expect([byOwnSchema(toolError, true), byOwnSchema(rpcError, true)]).toEqual(["ok", "ok"]);
    expect([byOwnSchema(fine, true), byOwnSchema(fine, false)]).toEqual(["unexpected", "unexpected"]);
  });

  test("an error that was not expected keeps its kind", () =>
    expect(judge(toolError, { text: "no such item", error: false }).kind).toBe("tool-error"));

  test("a pattern that runs away ends within its time limit, with the fix", () => {
    const reply = { result: { content: [{ type: "text", text: `${"a".repeat(60)}!` }] } };
    const pattern = { pattern: "^(a+)+$", flags: "" };
    expect(() => judge(reply, { text: pattern, error: false })).toThrow(ConfigError);
    expect(() => judge(reply, { text: pattern, error: false })).toThrow(/did not finish within 1 s.*61 characters/);
  });
});
