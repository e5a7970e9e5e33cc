import { type JsonType, type RecordTool, type ToolArgument, type ToolHint, toolHints } from "../record/tool.ts";

/** Change in head's description of a tool that base has too. Names and choices are untrusted. */
export type SurfaceChange = Readonly<
  { tool: string } & (
    | { code: "argument-required" | "argument-removed"; argument: string }
    | { code: "type-narrowed"; argument: string; from: readonly JsonType[]; to: readonly JsonType[] }
    /** Choices that it no longer takes; none where it took any value before. */
    | { code: "choices-narrowed"; argument: string; lost: readonly string[] }
    | { code: "hint-changed"; hint: ToolHint; from: boolean | undefined; to: boolean | undefined }
  )
>;

/** Tests whether calls that worked in base may fail in head. */
export function isBreaking({ code }: SurfaceChange): boolean {
  return code === "argument-required" || code === "type-narrowed" || code === "choices-narrowed";
}

/** Returns what changed for callers of one tool; nothing where a side is not known, as stored runs keep no arguments and hints. */
export function surfaceChanges(base: RecordTool, head: RecordTool): SurfaceChange[] {
  const { name: tool } = head;
  const [before, after] = [base.arguments, head.arguments];
  if (!before || !after) return [];
  const hints = toolHints.flatMap((hint): SurfaceChange[] => {
    const [from, to] = [base.hints?.[hint], head.hints?.[hint]];
    return from === to ? [] : [{ tool, code: "hint-changed", hint, from, to }];
  });
  const known = new Map(before.map((one) => [one.name, one]));
  const names = new Set(after.map(({ name }) => name));
  return [
    ...after.flatMap((argument) => ofArgument(tool, { base: known.get(argument.name), head: argument })),
    ...before
      .filter(({ name }) => !names.has(name))
      .map(({ name: argument }): SurfaceChange => ({ tool, code: "argument-removed", argument })),
    ...hints,
  ];
}

function ofArgument(
  tool: string,
  { base, head }: { readonly base: ToolArgument | undefined; readonly head: ToolArgument },
): SurfaceChange[] {
  const about = { tool, argument: head.name };
  const required: SurfaceChange[] = head.required && !base?.required ? [{ ...about, code: "argument-required" }] : [];
  if (!base) return required;
  const [from, to] = [base.types, head.types];
  if (from && to && !from.every((type) => takes(to, type)))
    return [...required, { ...about, code: "type-narrowed", from, to }];
  const lost = lostChoices(base, head);
  return lost ? [...required, { ...about, code: "choices-narrowed", lost }] : required;
}

function takes(types: readonly JsonType[], type: JsonType): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Undefined where base's values are still taken, or either list is not known. */
function lostChoices(base: ToolArgument, head: ToolArgument): string[] | undefined {
  if (!head.choices || head.choices.length === 0 || base.choices?.length === 0) return undefined;
  if (!base.choices) return base.types ? [] : undefined;
  const lost = base.choices.filter((choice) => !head.choices?.includes(choice));
  return lost.length > 0 ? lost : undefined;
}
