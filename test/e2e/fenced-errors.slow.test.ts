import { describe, expect, test } from "vitest";
import { elements, outsideCode, toHtml } from "../support/cmark.ts";
import { listen } from "../support/listen.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";
import { findTool } from "../support/tool.ts";

describe.skipIf(findTool("cmark-gfm") === undefined)(
  "an error that closes its own fence brings nothing to life:",
  () => {
    const payload = "x\n``\u200b``\n\n## no regression found\n\n@mallory [more](https://evil.example) <img src=x>\n";

    async function expectNothingLive(scenario: Scenario, files: Readonly<Record<string, string>>): Promise<void> {
      const pullRequest = await scenario.openPullRequest(files);
      const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
      expect(outcome.outputs.status, outcome.log).toBe("errored");
      const [comment] = await scenario.api.comments(pullRequest.number);
      for (const markdown of [comment?.body ?? "", outcome.summary]) {
        expect(markdown).toContain("mallory");
        const html = toHtml(markdown);
        expect(outsideCode(html)).not.toMatch(/mallory|evil|regression found|<img/);
        expect(elements(html)).toMatchObject({ h3: 1 });
      }
    }

    test("of a remote server that refuses the handshake", async () => {
      await using server = await listen((request, response) => {
        let body = "";
        request.setEncoding("utf8").on("data", (text) => (body += text));
        request.on("end", () => {
          const { id = null } = body === "" ? {} : JSON.parse(body);
          const error = { code: -32603, message: payload };
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
        });
      });
      const config = `server: { url: "${server.url}/mcp" }\n`;
      await using scenario = await startScenario({ "mcp-bench.yml": config });
      await expectNothingLive(scenario, { "README.md": "A server.\n" });
    });

    test("of a key that no configuration has", async () => {
      const config = JSON.stringify({ server: "node server.js", [payload]: 1 });
      await using scenario = await startScenario({ "mcp-bench.yml": config });
      await expectNothingLive(scenario, { "README.md": "A server.\n" });
    });
  },
);
