import { describe, expect, test } from "vitest";
import { replyId } from "../../../src/server/protocol/reply-id.ts";

const idOf = (text: string) => replyId(Buffer.from(text));

describe("replyId", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"result":{"a":1}}', 7],
    ['{"id":7,"jsonrpc":"2.0","result":{}}', 7],
    ['{"id":7,"result":{},"jsonrpc":"2.0"}', 7],
    ['{"result":{},"jsonrpc":"2.0","id":7}', 7],
    ['{"result":{},"id":7,"jsonrpc":"2.0"}', 7],
    ['{"jsonrpc":"2.0","result":{},"id":7}', 7],
    ['{"jsonrpc": "2.0", "id": 7, "result": {}}', 7],
    ['{ "result" : {} , "jsonrpc" : "2.0" , "id" : 1000000001 }', 1_000_000_001],
    ['{"error":{"code":-1,"message":"x"},"jsonrpc":"2.0","id":7}', 7],
    ['{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"x"}}', 7],
  ])("reads %s", (text, id) => {
    expect(idOf(text)).toBe(id);
  });

  test.each([
    ["a request of the server", '{"jsonrpc":"2.0","id":7,"method":"ping"}'],
    ["a request with its id last", '{"method":"ping","jsonrpc":"2.0","id":7}'],
    ["a nested id at the end", '{"result":{"x":1,"id":7}}'],
    ["an id within a string at the end", String.raw`{"result":"x,\"id\":7}"}`],
    ["a key that ends like id", String.raw`{"result":{},"x,\"id":7}`],
    ["an id that is text", '{"result":{},"jsonrpc":"2.0","id":"7"}'],
    ["an id that is a fraction", '{"result":{},"jsonrpc":"2.0","id":7.5}'],
    ["a line that breaks off", '{"jsonrpc":"2.0","id":7,"result":{'],
    ["no JSON", 'done,"id":7}'],
    ["nothing", ""],
  ])("leaves %s to JSON.parse", (_what, text) => {
    expect(idOf(text)).toBeUndefined();
  });

  test("agrees with JSON.parse on every message it decides, and decides most", () => {
    const random = generator(20_261_120);
    let decided = 0;
    const trials = 20_000;
    for (let i = 0; i < trials; i++) {
      const text = randomMessage(random);
      const message = JSON.parse(text) as { id?: unknown; result?: unknown; error?: unknown; method?: unknown };
      const id = idOf(text);
      if (id === undefined) continue;
      decided++;
      expect(id, text).toBe(message.id);
      expect("result" in message || "error" in message, text).toBe(true);
    }
    expect(decided / trials).toBeGreaterThan(0.3);
  });
});

type Random = () => number;

/** Mulberry32 by Tommy Ettinger: a small generator whose seed makes the test repeatable. */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/** Text made of what could be mistaken for structure. */
function nasty(random: Random): string {
  const parts = [
    ',"id":7}',
    '"id":9,"result":',
    '{"jsonrpc":"2.0","id":3',
    "\\",
    '"',
    "}",
    "\n",
    ",",
    "é",
    " ",
  ] as const;
  return Array.from({ length: Math.floor(random() * 4) }, () => pick(random, parts)).join("");
}

function value(random: Random, depth: number): unknown {
  const kind = depth > 2 ? 0 : Math.floor(random() * 5);
  if (kind === 0) return nasty(random);
  if (kind === 1) return Math.floor(random() * 100);
  if (kind === 2) return [value(random, depth + 1), value(random, depth + 1)];
  const entries = [["id", value(random, depth + 1)] as const, [nasty(random), value(random, depth + 1)] as const];
  return Object.fromEntries(kind === 3 ? entries : entries.reverse());
}

function randomMessage(random: Random): string {
  const id = pick<unknown>(random, [Math.floor(random() * 2e9), Math.floor(random() * 100), "7", 1.5, null]);
  const body: [string, unknown] = [pick(random, ["result", "error", "result", "method", "params"]), value(random, 0)];
  const fields: [string, unknown][] = [["jsonrpc", "2.0"], ["id", id], body];
  if (random() < 0.2) fields.push([nasty(random), value(random, 1)]);
  fields.sort(() => random() - 0.5);
  const [gap, colon] = pick<readonly [string, string]>(random, [
    [",", ":"],
    [", ", ": "],
    [" ,\t", " : "],
  ]);
  return `{${fields.map(([key, entry]) => `${JSON.stringify(key)}${colon}${JSON.stringify(entry)}`).join(gap)}}`;
}
