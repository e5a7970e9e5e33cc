import type { MetricId } from "../../metrics/metric.ts";
import type { RecordTool } from "../../record/tools.ts";
import { isMap } from "../../text/json.ts";
import type { CountTokens } from "./tokenizer.ts";

/** More tools than this are counted in the sums only. */
const mostTools = 1_000;
const longestName = 200;

export interface ContextCost {
  readonly metrics: Partial<Record<MetricId, number>>;
  readonly tools: readonly RecordTool[];
}

/** What a model has to read before it can call a tool: the pages of tools/list, in bytes and, where asked for, tokens. */
export function contextCost(
  pages: readonly Record<string, unknown>[],
  { instructions = "", countTokens }: { instructions?: string | undefined; countTokens?: CountTokens | undefined },
): ContextCost {
  const listed = pages.flatMap(({ tools }) => (Array.isArray(tools) ? tools : [])).filter(isMap);
  const tools = listed.map((tool): RecordTool => {
    const text = JSON.stringify(tool);
    const tokens = countTokens?.(text);
    const name = String(tool.name).slice(0, longestName);
    return { name, bytes: Buffer.byteLength(text), ...(tokens === undefined ? {} : { tokens }) };
  });
  const counted = countTokens && tools.every(({ tokens }) => tokens !== undefined);
  const own = countTokens?.(instructions);
  return {
    metrics: {
      instructions_bytes: Buffer.byteLength(instructions),
      ...(own === undefined ? {} : { instructions_tokens: own }),
      ...(counted ? { tools_list_tokens: tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0) } : {}),
    },
    tools: tools.slice(0, mostTools),
  };
}
