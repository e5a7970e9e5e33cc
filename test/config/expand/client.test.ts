import { describe, expect, test } from "vitest";
import { planOf } from "../plan-of.ts";

function launchOf(server: string) {
  const plan = planOf(`server:\n  command: node\n${server}`);
  return { client: plan.arms[0]?.launch.client, serverHash: plan.serverHash };
}

describe("what the client answers", () => {
  test("comes into the plan with delays in milliseconds", () => {
    const { client } = launchOf(`  client:
    elicitation: { action: accept, content: { name: Ada, ok: true }, delay: 120ms }
    sampling: { text: "Yes." }
    roots: ["file:///work", { uri: "file:///other", name: other }]
`);
    expect(client).toEqual({
      elicitation: { action: "accept", content: { name: "Ada", ok: true }, delayMs: 120 },
      sampling: { text: "Yes.", delayMs: 0 },
      roots: [{ uri: "file:///work" }, { uri: "file:///other", name: "other" }],
    });
  });

  test("is nothing unless configured, and part of what decides whether runs compare", () => {
    const [silent, declining] = [launchOf(""), launchOf("  client: { elicitation: { action: decline } }\n")];
    expect(silent.client).toBeUndefined();
    expect(declining.client).toEqual({ elicitation: { action: "decline", delayMs: 0 } });
    expect(declining.serverHash).not.toBe(silent.serverHash);
  });

  test.each([
    ["client: { elicitation: { action: agree } }", "action"],
    ["client: { elicitation: { action: decline, content: { a: 1 } } }", "`content` goes with `action: accept`"],
    ["client: { elicitation: { action: accept, delay: -1s } }", "delay"],
    ["client: { roots: ['/work'] }", "roots"],
    ["client: { samplings: { text: x } }", "did you mean"],
  ])("is refused where it makes no sense: %s", (line, said) => {
    expect(() => launchOf(`  ${line}\n`)).toThrow(said);
  });
});
