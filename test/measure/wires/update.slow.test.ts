import { expect, test } from "vitest";
import { referenceServer } from "../plans.ts";
import { runConfig } from "../run-config.ts";

const node = JSON.stringify(process.execPath);
const everything = JSON.stringify(referenceServer("everything"));

// Most of the time each waits for what does not come.
test.concurrent.each([
  ["stdio", `{ command: ${node}, args: [${everything}, stdio] }`],
  [
    "HTTP",
    `{ command: ${node}, args: [${everything}, streamableHttp], env: { PORT: "\${PORT}" }, url: "http://127.0.0.1:\${PORT}/mcp" }`,
  ],
])(
  "of a real server over %s, the call that turns updates on is told of, the one that turns them off is not",
  async (_, server) => {
    const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, requests: 2, warmup: 0, leak_check: 0 }
benchmarks:
  - { tool: toggle-subscriber-updates, updates: "demo://resource/dynamic/text/1", timeout: 10s }
`);
    expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 1, timeout: 1 });
  },
);
