import { expect, test } from "vitest";
import { ineffectiveVariables } from "../../../src/config/expand/pass-env.ts";
import { parseConfig } from "../../../src/config/parse.ts";

function vain(text: string, environment: Record<string, string>, passEnv = ["KEY"]): string[] {
  return ineffectiveVariables(parseConfig(text, "c.yml").config, { passEnv, environment });
}

test.each([
  ["server: node x", { KEY: "k" }],
  ["server: { command: node, args: ['${KEY}'] }", { KEY: "k" }],
  ["server: { command: node, env: { A: '${KEY_2}' } }", { KEY: "k" }],
])("a variable that nothing uses is told once, with the line that is missing: %s", (text, environment) => {
  expect(vain(text, environment, ["KEY", "KEY"])).toEqual([
    '`pass-env` names KEY, which nothing in the configuration uses: the server gets it by `env: { KEY: "${KEY}" }` under `server`',
  ]);
});

test("one that is not set, or empty, is told to be so", () => {
  expect(vain("server: node x", {})).toEqual([expect.stringContaining("KEY, which is not set, and which nothing in")]);
  expect(vain("server: node x", {}, ["constructor"])).toEqual([expect.stringContaining("which is not set")]);
  const used = "server: { command: node, env: { A: '${KEY}' } }";
  expect(vain(used, { KEY: "" })).toEqual([expect.stringContaining("KEY, which is empty")]);
});

test.each([
  "server: { command: node, env: { A: 'x ${KEY}' } }",
  "server: { url: 'http://127.0.0.1/mcp', headers: { A: '${KEY}' } }",
  "server: { url: 'http://127.0.0.1/mcp', auth: { client_credentials: { issuer: 'https://a.example', client_id: b, client_secret: '${KEY}' } } }",
  "server: node x\nvariants: { one: { env: { A: '${KEY}' } } }",
  "server: node x\nservices: { db: { command: db, env: { A: '${KEY}' } } }",
])("one that is used is not told: %s", (text) => {
  expect(vain(text, { KEY: "k" })).toEqual([]);
});

test("the identity of a job is used without its name", () => {
  const name = "ACTIONS_ID_TOKEN_REQUEST_TOKEN";
  const text = "server: { url: 'http://127.0.0.1/mcp', auth: { github_oidc: { audience: you } } }";
  expect(vain(text, { [name]: "t" }, [name])).toEqual([]);
  expect(vain("server: node x", { [name]: "t" }, [name])).toHaveLength(1);
});
