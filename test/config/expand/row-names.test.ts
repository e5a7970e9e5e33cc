import { expect, test } from "vitest";
import { planOf } from "../plan-of.ts";

/** Every way in which a row comes by its name, and every kind of operation. */
const configuration = `
server: { command: node, args: [s.js], url: "http://127.0.0.1:\${PORT}/mcp", url_from: { stderr: "on (.+)" } }
defaults: { requests: 20 }
variants: { v1: {}, v2: { reference: v1 } }
benchmarks:
  - { name: "*", tool: a }
  - { tool: swept, concurrency: [1, 4], variants: [v1] }
  - { name: "(server) x", tool: b, rate: [10/s, 0.333333333/s], variants: [v1] }
  - { prompt: p, sessions: [1, 2], variants: [v1] }
  - { name: m, tool: t, arguments: { n: "{{n}}" }, matrix: { n: [1, 10], kind: [x] }, concurrency: [1, 2], variants: [v2] }
  - { name: c, tool: t, cases: [{ concurrency: 1 }, { concurrency: 4 }, { concurrency: 4 }], variants: [v1] }
  - { name: l, tool: t, cases: [{ requests: 10 }, { rate: 5/s }, { duration: 2s }], variants: [v1] }
  - { resource: "demo://1", setup: [{ tool: make }], variants: [v1] }
  - { completion: { prompt: p, argument: a }, variants: [v1] }
  - { mix: [{ tool: a, weight: 3 }, { method: ping }], variants: [v1] }
  - { http: "GET /health", variants: [v1] }
`;

test("ids and hashes of rows are those that records and baselines have", () => {
  const rows = planOf(configuration).rows.map(({ id, configHash }) => `${configHash} ${id}`);
  expect(rows).toMatchInlineSnapshot(`
    [
      "51f75941a3cc9b4e * [v1]",
      "51f75941a3cc9b4e * [v2]",
      "1bde7825f963e8cf swept @1 [v1]",
      "1d75add01302450e swept @4 [v1]",
      "b89735f094bd8c8d row (server) x @10/s [v1]",
      "464ecd3abce8478f row (server) x @0.333333/s [v1]",
      "3fa462fc6d3f8da2 p @1 sessions [v1]",
      "86be2562d0c2d69b p @2 sessions [v1]",
      "523cac10ec21dd4c m n=1 kind=x @1 [v2]",
      "63f44c1bc4758399 m n=1 kind=x @2 [v2]",
      "e793c21dc7bb521b m n=10 kind=x @1 [v2]",
      "2c3dd3db8fa51c61 m n=10 kind=x @2 [v2]",
      "a44b814ed8903662 c @1 [v1]",
      "f3820be68b9b4251 c @4 [v1]",
      "f3820be68b9b4251 c @4 #2 [v1]",
      "048ffef4cd0d7c45 l @1 ×10 [v1]",
      "e58f30c1de9d8a3a l @5/s ×20 [v1]",
      "8eb3c82c2af47596 l @1 for 2s [v1]",
      "9e3321225b7a12eb demo://1 [v1]",
      "11456abcf4d835e5 completion p [v1]",
      "8b9a5839ba80c5e2 mix [v1]",
      "878b3bc4fba208be GET /health [v1]",
    ]
  `);
});
