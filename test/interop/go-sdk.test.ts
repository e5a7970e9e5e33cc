import { describe, expect, test } from "vitest";
import type { ClientAnswers, LaunchSpec } from "../../src/plan/plan.ts";
import type { Session } from "../../src/server/protocol/session.ts";
import { call, httpSpec, launch, launchError, stdioSpec, textOf, toolNames } from "../server/support.ts";
import { findTool } from "../support/tool.ts";

const protocol = "2026-07-28";
const ada: ClientAnswers = {
  elicitation: { action: "accept", content: { name: "Ada", ok: true }, delayMs: 0 },
  sampling: { text: "Hello", delayMs: 0 },
  roots: [{ uri: "file:///work", name: "work" }],
};

async function open(spec: LaunchSpec): Promise<Session> {
  return (await launch(spec)).connect();
}

const conformance = findTool("everything-server");

describe.skipIf(conformance === undefined)("the conformance server of the Go SDK", () => {
  const command = conformance ?? "";
  const url = "http://127.0.0.1:${PORT}/";
  const servers = {
    stdio: stdioSpec("", [], { command, args: [], protocol, client: ada }),
    "streamable HTTP": httpSpec("", [], { command, args: ["-http", "127.0.0.1:${PORT}"], url, protocol, client: ada }),
  };

  test.each(Object.entries(servers))("is served over %s", async (_name, spec) => {
    const session = await open(spec);
    expect(session.identity).toMatchObject({ name: "mcp-conformance-test-server", protocol });
    expect(await toolNames(session)).toContain("test_simple_text");
    const text = async (name: string, args = {}) => textOf(await call(session, args, name));
    expect(await text("test_simple_text")).toBe("This is a simple text response for testing.");
    expect(await text("test_x_mcp_header", { region: "Zürich" })).toBe("region=Zürich");
    expect(await text("test_input_required_result_elicitation")).toBe("Hello, Ada!");
    expect(await text("test_input_required_result_sampling")).toBe("Sampling response: Hello");
    expect(await text("test_input_required_result_list_roots")).toBe("Client exposed 1 root(s): file:///work");
    expect(await text("test_input_required_result_request_state")).toContain("state-ok");
    expect(await text("test_input_required_result_multiple_inputs")).toBe("Hello Ada — 1 root(s) visible");
    expect(await text("test_input_required_result_multi_round")).toContain("Multi-round complete: Ada");
    expect(await text("no such tool")).toMatchObject({ error: { code: -32602 } });
    expect(session.warnings()).toEqual([]);
  });

  test("is spoken to in the older line where it keeps sessions", async () => {
    const args = ["-stateless=false", "-http", "127.0.0.1:${PORT}"];
    const stateful = { ...servers["streamable HTTP"], args };
    expect((await launchError(stateful)).message).toContain("it offers 2025-11-25, 2025-06-18");
    const session = await open({ ...stateful, protocol: "auto" });
    expect(session.identity.protocol).toBe("2025-11-25");
    expect(textOf(await call(session, { prompt: "Say hello" }, "test_sampling"))).toBe("LLM response: Hello");
  });
});
