import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { seededRandom } from "../../src/stats/random.ts";
import type { Inputs } from "./hot-paths.ts";

const firstId = 1_000_000_000;
const recorded = new URL("../../fixtures/recorded/schema-1/record.json.gz", import.meta.url);

/** The same every time. */
export function makeInputs(): Inputs {
  const random = seededRandom(1);
  const reply = (index: number) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: firstId + index,
      result: { content: [{ type: "text", text: "pears ".repeat(20 + Math.floor(40 * random())) }] },
    });
  const head = (index: number, { length }: string) =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nX-Request-Id: ${index}\r\nDate: Sun, 22 Nov 2026 12:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n`;
  const replies = Array.from({ length: 1000 }, (_, index) => reply(index));
  return {
    lines: Buffer.from(`${replies.join("\n")}\n`),
    responses: replies.slice(0, 200).map((text, index) => Buffer.from(head(index, text) + text)),
    differences: Array.from({ length: 40 }, () => 0.1 * (random() - 0.4)),
    record: gunzipSync(readFileSync(recorded)).toString(),
  };
}
