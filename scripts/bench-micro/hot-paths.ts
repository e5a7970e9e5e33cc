import { identityClassifier } from "../../src/measure/replies/classifiers.ts";
import { recordSchema } from "../../src/record/record.ts";
import { ResponseReader } from "../../src/server/http/response-reader.ts";
import { Exchange } from "../../src/server/protocol/exchange.ts";
import { FrameReader } from "../../src/server/protocol/frame-reader.ts";
import { evidenceAbove } from "../../src/stats/anytime.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";

/** Says what both revisions are given. */
export interface Inputs {
  /** Replies over stdio, line by line. */
  readonly lines: Buffer;
  /** Responses over HTTP, no two with the same head. */
  readonly responses: readonly Buffer[];
  /** Says how much slower head was, round by round, on a logarithmic scale. */
  readonly differences: readonly number[];
  /** A record as JSON, of a version that every later one reads. */
  readonly record: string;
}

const method = "tools/call";
const encodings = 1000;

/**
 * Returns what the harness does most often, each as one call that takes long enough to be timed. A revision brings this file along,
 * so that sources may move: two revisions are compared in what bears the same name in both.
 */
export const hotPaths: Readonly<Record<string, (inputs: Inputs) => () => void>> = {
  "frame reader": ({ lines }) => {
    const reader = new FrameReader({ onFrame: () => {}, onTooLong: () => {} });
    return () => reader.push(lines);
  },
  "encoder with the same arguments": () => {
    const exchange = new Exchange(() => {});
    const params = { name: "search", arguments: { query: "pears", limit: 10 } };
    return () => {
      for (let call = 0; call < encodings; call++) exchange.encode({ method, params }, "\n");
    };
  },
  "encoder with other arguments": () => {
    const exchange = new Exchange(() => {});
    return () => {
      for (let call = 0; call < encodings; call++)
        exchange.encode({ method, params: { name: "search", arguments: { query: `item ${call}`, limit: 10 } } }, "\n");
    };
  },
  "HTTP responses": ({ responses }) => {
    const reader = new ResponseReader();
    const sink = { onHead: () => {}, onData: () => {} };
    return () => {
      for (const response of responses) {
        reader.expect("POST");
        reader.push(response, sink);
      }
    };
  },
  /** A thousand replies of about 1 KB, each looked through for the names of three others. */
  "1000 replies of several identities": () => {
    const names = ["alice@example.com", "bob@example.com", "carol@example.com", "dave@example.com"];
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "a reply ".repeat(120) } }));
    const classify = identityClassifier(() => ({ kind: "ok" }), { names, identityOf: (id) => id % names.length });
    return () => {
      for (let call = 0; call < encodings; call++) classify(body, call);
    };
  },
  evidence:
    ({ differences }) =>
    () => {
      for (let look = 0; look < 40; look++) evidenceAbove(differences, { theta: 0, scale: 0.0125 });
    },
  "a record read and summarised":
    ({ record }) =>
    () => {
      summarise(tabulate(recordSchema.parse(JSON.parse(record))), "head");
    },
};
