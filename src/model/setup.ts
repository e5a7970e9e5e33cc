import { z } from "zod";
import type { Json } from "../base/json.ts";
import { type Complain, checked, field, json, positive, text } from "./fields.ts";
import type { TurnStep } from "./operation.ts";
import { positiveDuration } from "./quantity.ts";
import { capture, requestKeys, type WrittenRequest } from "./request.ts";
import { listsUsed, unknownPlaceholders } from "./template.ts";

const step = z
  .strictObject({
    tool: field("Tool to call", text.optional(), "create"),
    arguments: field("Arguments of the tool", z.record(z.string(), json).optional(), { name: "item {{seq}}" }),
    repeat: field("Number of calls", positive.max(1_000_000).optional(), 100),
    capture,
    run: field(
      "Instead of a tool: a line for a shell, with the row's values in $MCP_BENCH_…",
      text.optional(),
      "./clean.sh",
    ),
    per: field("Once for each row, or once for each launch", z.enum(["row", "launch"]).default("row"), "launch"),
    timeout: field("Time limit", positiveDuration.prefault("60s"), "2m"),
  })
  .superRefine(
    checked((value, complain) => {
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
    }),
  )
  .transform(({ tool = "", arguments: args = {}, repeat = 1, capture: paths = {}, run, per, timeout }) => {
    const common = { per, timeoutMs: timeout };
    return run === undefined
      ? { ...common, kind: "call" as const, tool, arguments: args, repeat, capture: paths }
      : { ...common, kind: "run" as const, run };
  });

type WrittenStep = z.output<typeof step>;

/** One step before or after the requests of a row, never timed. */
export type Step = WrittenStep & {
  /** Place of the step in messages, e.g. `setup[0]`. */
  readonly place: string;
};

/** Launches and untimed steps around the requests of a row. */
export interface Setup {
  /** `launch`: arms are launched one after another; `row`: the row has launches of its own. */
  readonly isolate: "none" | "launch" | "row";
  /** Launches of every arm per round. */
  readonly processes: number;
  /** Values of the matrix, for `{{n}}` in the server's launch and for shell steps. */
  readonly values: Readonly<Record<string, string>>;
  /** Steps before its requests. */
  readonly steps: readonly Step[];
  /** Steps after its requests. */
  readonly teardown: readonly Step[];
}

/** Fields of the launches and of the steps around the requests of a benchmark. */
export const setupFields = {
  isolate: field(
    "`row`: launches of its own; `launch`: one version after another, for servers that cannot coexist",
    z.enum(["none", "launch", "row"]).optional(),
    "row",
  ),
  processes: field("Launches of each version per round (default: 1)", positive.max(100).optional(), 2),
  setup: field("Steps before its calls, never timed", z.array(step).optional(), [{ tool: "create", repeat: 100 }]),
  teardown: field("Steps after its calls, never timed", z.array(step).optional(), [{ run: "./clean.sh" }]),
};

/** Parts of a benchmark in which captured lists may be used. */
interface WithSetup extends WrittenRequest {
  readonly setup?: readonly WrittenStep[] | undefined;
  readonly teardown?: readonly WrittenStep[] | undefined;
  readonly mix?: unknown;
  readonly steps?: readonly TurnStep[] | undefined;
  readonly http?: unknown;
  readonly expect?: unknown;
}

/** Finds lists that are used before a step has captured them, and placeholders that name nothing. */
export function checkSetup({ setup = [], teardown = [], ...benchmark }: WithSetup, complain: Complain): void {
  const known = new Set<string>();
  const check = (value: Json | undefined, path: PropertyKey[], captured: ReadonlySet<string> = known): void => {
    for (const name of new Set(listsUsed(value ?? null))) {
      if (captured.has(name)) continue;
      const fix = `a step of \`setup\` has to capture it: capture: { ${name}: structuredContent.id }`;
      complain(`no earlier step captures \`${name}\`; ${fix}`, path);
    }
  };
  const checkSteps = (steps: readonly WrittenStep[], key: string): void => {
    for (const [index, step] of steps.entries()) {
      if (step.kind !== "call") continue;
      const { arguments: args, capture: paths } = step;
      const path = [key, index, "arguments"];
      for (const name of unknownPlaceholders(args)) complain(`unknown placeholder {{${name}}}`, path);
      check(args, path);
      for (const name of Object.keys(paths)) known.add(name);
    }
  };
  checkSteps(setup, "setup");
  for (const key of ["arguments", "params", ...requestKeys, "mix", "http", "expect"] as const)
    check(benchmark[key] as Json | undefined, [key]);
  const inSteps = new Set(known);
  for (const [index, one] of (benchmark.steps ?? []).entries()) {
    check(one as unknown as Json, ["steps", index], inSteps);
    for (const name of Object.keys(one.capture ?? {})) inSteps.add(name);
  }
  checkSteps(teardown, "teardown");
}
