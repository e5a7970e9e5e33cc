import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { positiveDuration } from "../../model/quantity.ts";
import { requestKeys, type WrittenRequest } from "../../plan/protocol-operations.ts";
import { listsUsed, unknownPlaceholders } from "../../plan/template.ts";
import { json, positive, text } from "./common-fields.ts";
import { capture } from "./request-fields.ts";
import type { TurnStepConfig } from "./steps.ts";

const step = z
  .strictObject({
    tool: text.optional().meta({ description: "Tool to call", examples: ["create"] }),
    arguments: z
      .record(z.string(), json)
      .optional()
      .meta({ description: "Arguments of the tool", examples: [{ name: "item {{seq}}" }] }),
    repeat: positive
      .max(1_000_000)
      .optional()
      .meta({ description: "Number of calls", examples: [100] }),
    capture,
    run: text.optional().meta({
      description: "Instead of a tool: a line for a shell, with the row's values in $MCP_BENCH_…",
      examples: ["./clean.sh"],
    }),
    per: z
      .enum(["row", "launch"])
      .default("row")
      .meta({ description: "Once for each row, or once for each launch", examples: ["launch"] }),
    timeout: positiveDuration.prefault("60s").meta({ description: "Time limit", examples: ["2m"] }),
  })
  .superRefine((value, context) => {
    const complain = (message: string, path: PropertyKey[] = []) =>
      context.addIssue({ code: "custom", message, path, input: value });
    if ((value.tool === undefined) === (value.run === undefined))
      complain("takes either `tool` (a call) or `run` (a shell command)");
    if (value.run === undefined) return;
    for (const key of ["arguments", "repeat", "capture"] as const)
      if (value[key] !== undefined) complain(`\`${key}\` goes with \`tool\``, [key]);
    if (value.run.includes("{{"))
      complain(
        "a shell command has no placeholders; read the values from the environment: $MCP_BENCH_N is `n` of the matrix",
        ["run"],
      );
  });

export type StepConfig = z.output<typeof step>;

/** Fields of the launches and of the steps around the requests of a benchmark. */
export const setupFields = {
  isolate: z
    .enum(["none", "launch", "row"])
    .optional()
    .meta({
      description: "`row`: launches of its own; `launch`: one version after another, for servers that cannot coexist",
      examples: ["row"],
    }),
  processes: positive
    .max(100)
    .optional()
    .meta({ description: "Launches of each version per round (default: 1)", examples: [2] }),
  setup: z
    .array(step)
    .optional()
    .meta({ description: "Steps before its calls, never timed", examples: [[{ tool: "create", repeat: 100 }]] }),
  teardown: z
    .array(step)
    .optional()
    .meta({ description: "Steps after its calls, never timed", examples: [[{ run: "./clean.sh" }]] }),
};

interface Staged extends WrittenRequest {
  readonly setup?: readonly StepConfig[] | undefined;
  readonly teardown?: readonly StepConfig[] | undefined;
  readonly mix?: unknown;
  readonly steps?: readonly TurnStepConfig[] | undefined;
  readonly http?: unknown;
  readonly expect?: unknown;
}

/** Lists that are used before a step has captured them, and placeholders that name nothing. */
export function setupProblems({ setup = [], teardown = [], ...benchmark }: Staged) {
  const found: { message: string; path: PropertyKey[] }[] = [];
  const known = new Set<string>();
  const check = (value: Json | undefined, path: PropertyKey[]): void => {
    for (const name of new Set(listsUsed(value ?? null))) {
      if (known.has(name)) continue;
      const fix = `a step of \`setup\` has to capture it: capture: { ${name}: structuredContent.id }`;
      found.push({ message: `no earlier step captures \`${name}\`; ${fix}`, path });
    }
  };
  const checkSteps = (steps: readonly StepConfig[], key: string): void => {
    for (const [index, { arguments: args, capture }] of steps.entries()) {
      const path = [key, index, "arguments"];
      for (const name of unknownPlaceholders(args ?? null))
        found.push({ message: `unknown placeholder {{${name}}}`, path });
      check(args, path);
      for (const name of Object.keys(capture ?? {})) known.add(name);
    }
  };
  checkSteps(setup, "setup");
  for (const key of ["arguments", "params", ...requestKeys, "mix", "http", "expect"] as const)
    check(benchmark[key] as Json | undefined, [key]);
  const before = new Set(known);
  for (const [index, { capture: own = {}, ...request }] of (benchmark.steps ?? []).entries()) {
    for (const key of ["arguments", "params", ...requestKeys, "expect"] as const)
      check(request[key] as Json | undefined, ["steps", index, key]);
    for (const name of Object.keys(own)) known.add(name);
  }
  known.clear();
  for (const name of before) known.add(name);
  checkSteps(teardown, "teardown");
  return found;
}
