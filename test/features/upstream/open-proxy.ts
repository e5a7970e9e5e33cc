import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openProxy as openWay } from "../../../src/features/upstream/proxy/proxy.ts";
import type { OpenWay, UpstreamRequest, UpstreamResponse } from "../../../src/features/upstream/upstream.ts";

export interface OpenProxy extends AsyncDisposable {
  readonly env: OpenWay["env"];
  readonly port: number;
  /** Requests that arrived. */
  readonly seen: UpstreamRequest[];
  readonly complaints: string[];
}

/** Opens the proxy in front of an upstream that tells each request what was asked, unless `answer` says otherwise. */
export async function openProxy(answer: (request: UpstreamRequest) => UpstreamResponse = echo): Promise<OpenProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-bench proxy-"));
  const seen: UpstreamRequest[] = [];
  const complaints: string[] = [];
  const open = await openWay({
    upstream: {
      answer: (request) => {
        seen.push(request);
        return answer(request);
      },
    },
    addresses: {},
    folder,
    complain: (message) => complaints.push(message),
  });
  return {
    env: open.env,
    port: Number(open.env.MCP_BENCH_UPSTREAM_PORT),
    seen,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await open.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export function echo({ method, url, body }: UpstreamRequest): UpstreamResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ method, url, body: String(body) })),
  };
}
