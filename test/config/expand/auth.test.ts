import { describe, expect, test } from "vitest";
import { planOf } from "../plan-of.ts";

const url = "http://127.0.0.1:1/mcp";
const client = "issuer: https://auth.example.com, client_id: bench";
const secret = "client_secret: '${SECRET}'";
const oidc = "ACTIONS_ID_TOKEN_REQUEST_TOKEN";

function planned(auth: string, { passed = ["SECRET"], server = `url: ${url}`, SECRET = "s3cret" } = {}) {
  const text = `server: { ${server}, auth: { ${auth} } }\nbenchmarks: [{ tool: t }]`;
  const environment = { SECRET, [oidc]: "of-the-runner" };
  return planOf(text, { directory: "/checkout", expansion: { environment, allowed: passed } });
}

describe("what a client proves itself with", () => {
  test("is a secret that the job passes on", () => {
    expect(planned(`client_credentials: { ${client}, ${secret}, scope: mcp }`).arms[0]?.launch.auth).toEqual({
      kind: "client_credentials",
      issuer: "https://auth.example.com",
      clientId: "bench",
      scope: "mcp",
      secret: "s3cret",
    });
  });

  test("is a key", () => {
    const { auth } = planned(`client_credentials: { ${client}, private_key: '\${SECRET}' }`).arms[0]?.launch ?? {};
    expect(auth).toMatchObject({ privateKey: "s3cret" });
  });

  test("is the identity of the job, where the workflow lets it be asked for", () => {
    const plan = planned("github_oidc: { audience: you }", { passed: [oidc] });
    expect(plan.arms[0]?.launch.auth).toEqual({ kind: "github_oidc", audience: "you" });
  });

  test("is the identity of the workload, by a variable or as the job has it", () => {
    const registered = { kind: "workload_identity", issuer: "https://auth.example.com", clientId: "bench" };
    const named = planned(`workload_identity: { ${client}, assertion: '\${SECRET}' }`);
    expect(named.arms[0]?.launch.auth).toEqual({ ...registered, assertion: "s3cret" });
    const ofJob = planned(`workload_identity: { ${client}, scope: mcp }`, { passed: [oidc] });
    expect(ofJob.arms[0]?.launch.auth).toEqual({ ...registered, scope: "mcp", assertion: undefined });
  });

  test.each([
    [`client_credentials: { ${client}, client_secret: s3cret }`, "do not write a secret into the file"],
    [`client_credentials: { ${client} }`, "needs one of `client_secret` and `private_key`"],
    [`client_credentials: { ${client}, ${secret}, private_key: '\${SECRET}' }`, "needs one of"],
    [`client_credentials: { issuer: somewhere, client_id: bench, ${secret} }`, "issuer"],
    [`client_credentials: { issuer: http://auth.example.com, client_id: bench, ${secret} }`, "in the clear"],
    [`client_credentials: { issuer: http://127.0.0.1.example.com, client_id: bench, ${secret} }`, "in the clear"],
    ["", "needs one of `client_credentials`, `workload_identity` and `github_oidc`"],
    [`workload_identity: { ${client}, assertion: s3cret }`, "do not write a secret into the file"],
    [`workload_identity: { ${client} }, github_oidc: { audience: you }`, "needs one of"],
    [`workload_identity: { ${client} }`, "the identity of the job may not be used"],
    ["github_oidc: { audience: you }", "the identity of the job may not be used"],
  ])("is refused as { %s }", (auth, message) => {
    expect(() => planned(auth)).toThrow(message);
  });

  test("is no secret that the job does not have", () => {
    for (const auth of [secret, "private_key: '${SECRET}'"])
      expect(() => planned(`client_credentials: { ${client}, ${auth} }`, { SECRET: "" })).toThrow("${SECRET} is empty");
    expect(() => planned(`workload_identity: { ${client}, assertion: '\${SECRET}' }`, { SECRET: " " })).toThrow(
      "${SECRET} is empty",
    );
  });

  test("is nothing for a server over stdio, and not said twice", () => {
    const auth = `client_credentials: { ${client}, ${secret} }`;
    expect(() => planned(auth, { server: "command: node" })).toThrow("`auth` is for transport streamable-http");
    const server = `url: ${url}, headers: { authorization: x }`;
    expect(() => planned(auth, { server })).toThrow("has `auth` and a header Authorization");
  });

  test("stays out of the hash that tells one configuration from another", () => {
    const hash = (value: string) =>
      planOf(
        `server: { url: ${url}, auth: { client_credentials: { ${client}, ${secret} } } }\nbenchmarks: [{ tool: t }]`,
        {
          directory: "/checkout",
          expansion: { environment: { SECRET: value }, allowed: ["SECRET"] },
        },
      ).serverHash;
    expect(hash("one")).toBe(hash("two"));
  });
});

describe("identities", () => {
  const of = (identities: string, server = `url: ${url}`) =>
    planOf(`server: { ${server}, identities: [${identities}] }\nbenchmarks: [{ tool: t }]`, {
      directory: "/checkout",
      expansion: { environment: { ALICE: "a-token" }, allowed: ["ALICE"] },
    });
  const alice = "{ name: alice, headers: { Authorization: 'Bearer ${ALICE}' } }";

  test("have their own headers beside those of the server, and a session each", () => {
    const { arms, rows } = of(`${alice}, { name: bob }`, `url: ${url}, headers: { x: y }`);
    expect(arms[0]?.launch.identities).toEqual([
      { name: "alice", headers: { x: "y", Authorization: "Bearer a-token" } },
      { name: "bob", headers: { x: "y" } },
    ]);
    expect(rows[0]?.load).toMatchObject({ sessions: 2, concurrency: 2 });
  });

  const rowsOf = (benchmark: string, identities = `, identities: [${alice}, { name: bob }]`) =>
    planOf(`server: { url: ${url}${identities} }\nbenchmarks: [${benchmark}]`, {
      directory: "/checkout",
      expansion: { environment: { ALICE: "a-token" }, allowed: ["ALICE"] },
    }).rows;

  test("share no task: it is known to the session that began it", () => {
    expect(rowsOf("{ tool: t, task: true }")[0]?.load).not.toHaveProperty("sessions");
  });

  test("are named by {{identity}}, which without them stands for nobody", () => {
    const benchmark = "{ name: inbox, steps: [{ tool: t }, { resource: 'user://{{identity}}/inbox' }] }";
    expect(rowsOf(benchmark)).toHaveLength(1);
    expect(() => rowsOf(benchmark, "")).toThrow("{{identity}} stands for nobody");
  });

  test.each([
    [alice, "names fewer than two"],
    ["{ name: al }, { name: bob }", "too short to be found"],
    ["{ name: alice }, { name: alice2 }", "part of the name of another identity"],
    ["{ name: alice }, { name: alice }", "part of the name of another identity"],
    ["{ name: alice, headers: { 'a b': c } }, { name: bob }", "not a name of an HTTP header"],
  ])("are refused as [%s]", (identities, message) => {
    expect(() => of(identities)).toThrow(message);
  });

  test("are for servers over HTTP, and secrets of theirs go over the network encrypted", () => {
    expect(() => of(`${alice}, { name: bob }`, "command: node")).toThrow("for transport streamable-http");
    expect(() => of(`${alice}, { name: bob }`, "url: http://mcp.example.com/mcp")).toThrow("in the clear");
  });
});
