import { describe, expect, test } from "vitest";
import { childEnvironment } from "../../src/base/host/environment.ts";
import type { ClientAnswers, LaunchSpec } from "../../src/plan/plan.ts";
import type { Session } from "../../src/server/protocol/session.ts";
import { compileCache } from "../support/compile-cache.ts";
import { call, everything, fixture, httpSpec, launch, stdioSpec, textOf, toolNames } from "./support.ts";

const answers: ClientAnswers = {
  elicitation: { action: "accept", content: { name: "Ada", check: true }, delayMs: 120 },
  sampling: { text: "Bonjour", delayMs: 0 },
  roots: [{ uri: "file:///work", name: "work" }, { uri: "file:///other" }],
};

const transports: [string, LaunchSpec][] = [
  ["stdio", stdioSpec(everything, ["stdio"])],
  [
    "streamable HTTP",
    httpSpec(everything, ["streamableHttp"], {
      env: childEnvironment(process.env, { PORT: "${PORT}", ...compileCache }),
    }),
  ],
];

/** This server offers the tools that ask the client only to a client that declares it can be asked, a little later. */
async function open(spec: LaunchSpec): Promise<Session> {
  const session = await (await launch(spec)).connect();
  await expect.poll(() => toolNames(session)).toContain("get-env");
  return session;
}

/** All text of the reply to one tool call. */
async function said(session: Session, name: string, args: Record<string, string> = {}): Promise<string> {
  const outcome = await call(session, args, name);
  return "reply" in outcome ? JSON.stringify(outcome.reply.result) : JSON.stringify(outcome);
}

describe.each(transports)("a server of the older line that asks over %s", (_name, spec) => {
  test("gets the configured answers, an elicitation after its delay", async () => {
    const session = await open({ ...spec, client: answers });
    await expect.poll(() => toolNames(session)).toContain("trigger-elicitation-request");
    const from = performance.now();
    const filled = await said(session, "trigger-elicitation-request");
    expect(performance.now() - from).toBeGreaterThanOrEqual(119);
    expect(filled).toContain("- Name: Ada");
    expect(filled).toContain("- Agreed to terms: true");
    expect(await said(session, "trigger-sampling-request", { prompt: "Greet" })).toContain("Bonjour");
    expect(await said(session, "get-roots-list")).toContain("file:///other");
    expect(session.warnings()).toEqual([]);
  });

  test("is told that the person declined", async () => {
    const session = await open({ ...spec, client: { elicitation: { action: "decline", delayMs: 0 } } });
    await expect.poll(() => toolNames(session)).toContain("trigger-elicitation-request");
    expect(await said(session, "trigger-elicitation-request")).toContain("User declined");
    expect(await toolNames(session)).not.toContain("trigger-sampling-request");
  });

  test("sees no capability that is not configured", async () => {
    const names = await toolNames(await open(spec));
    expect(names.filter((name) => /elicitation|sampling|roots/.test(name))).toEqual([]);
  });
});

test("a request outside of what was declared is refused, beside what was", async () => {
  const spec = stdioSpec(fixture("misbehave.js"), ["asks-client"], { client: { roots: [] } });
  const session = await (await launch(spec)).connect();
  expect(JSON.parse(String(textOf(await call(session))))).toEqual([
    ["q-ping", "answered"],
    ["q-roots/list", "answered"],
    ["q-sampling/createMessage", -32601],
    ["q-elicitation/create", -32601],
  ]);
});
