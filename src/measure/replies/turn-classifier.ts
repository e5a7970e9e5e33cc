import type { Json } from "../../base/json.ts";
import type { Expectation } from "../../model/expectation.ts";
import { listsUsed } from "../../model/template.ts";
import { type Outcome, replyClassifier } from "../load/outcome.ts";
import { callOfTurn, type TurnState } from "./numbered-calls.ts";
import type { SchemaCheck } from "./output-schema.ts";
import { isOfCall, templateOf } from "./reply-check.ts";

interface StepJudge {
  readonly method: string;
  readonly schema: SchemaCheck | undefined;
  /** Sessions that turns go round. */
  readonly around: Parameters<typeof callOfTurn>[1];
}

/**
 * Makes the classifier for one step of turns. What is searched for in replies is prepared anew only where it has lists that this
 * turn has captured itself.
 */
export function turnClassifier(
  expect: Expectation | undefined,
  { around, ...judging }: StepJudge,
): (body: Uint8Array, turn: TurnState) => Outcome {
  if (!isOfCall(expect)) {
    const judge = replyClassifier(expect, judging);
    return (body) => judge(body);
  }
  const names = listsUsed(templateOf(expect));
  let prepared:
    | { readonly lists: readonly (readonly Json[] | undefined)[]; judge: (body: Uint8Array) => Outcome }
    | undefined;
  let current: TurnState;
  return (body, turn) => {
    current = turn;
    const lists = names.map((name) => turn.captures.get(name));
    if (!prepared || lists.some((list, place) => list !== prepared?.lists[place])) {
      const calls = callOfTurn(() => current, around);
      prepared = { lists, judge: replyClassifier(expect, { ...judging, calls }) };
    }
    return prepared.judge(body);
  };
}
