import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { Clock } from "../../base/host/clock.ts";
import { inTime, TookTooLong } from "../../base/host/pattern-search.ts";
import { isMap, ownValue } from "../../base/json.ts";
import { messageOf } from "../../errors.ts";

/** Checks the structured content of a tool's result by the tool's own schema; returns the fault, or undefined. */
export type SchemaCheck = (result: Readonly<Record<string, unknown>>) => string | undefined;

/** Drafts by `$schema`, without a `#` at the end. */
const dialects: Readonly<Record<string, SchemaDraft>> = {
  "http://json-schema.org/draft-04/schema": "4",
  "http://json-schema.org/draft-06/schema": "7",
  "http://json-schema.org/draft-07/schema": "7",
  "https://json-schema.org/draft/2019-09/schema": "2019-09",
  "https://json-schema.org/draft/2020-12/schema": "2020-12",
};

/** Dialect that the protocol names. */
const standardDialect = "https://json-schema.org/draft/2020-12/schema";

/** A schema can be made to take any time, as can a pattern in it. */
interface SchemaLimits {
  /** For one reply. */
  readonly replyMs: number;
  /** For all of them, beyond what a long list of many fields takes. */
  readonly allMs: number;
}

const schemaLimits: SchemaLimits = { replyMs: 1_000, allMs: 5_000 };

/** Limits for rows without a configuration: a hundred tools may be checked in each round. */
export const unaskedLimits: SchemaLimits = { replyMs: 1_000, allMs: 1_000 };

/** Time limit of a reply of a megabyte or so. */
const usualMs = 20;

/**
 * Prepares a schema of a server for many replies. It fetches nothing: a reference to somewhere else stays open. A schema that
 * cannot be applied, or not in time, is what is wrong with a reply.
 */
export function schemaCheck(
  schema: unknown,
  { clock, limits = schemaLimits }: { readonly clock: Clock; readonly limits?: SchemaLimits | undefined },
): SchemaCheck {
  const { replyMs, allMs } = limits;
  let validator: Validator | undefined;
  let leftMs = allMs;
  /** Fault of the schema, after which no further check is tried. */
  let fault: string | undefined;
  return ({ structuredContent }) => {
    if (structuredContent === undefined)
      return "no structured content, which a tool with an `outputSchema` has to give";
    if (fault !== undefined) return fault;
    const from = clock.now();
    try {
      return inTime(() => {
        validator ??= validatorOf(schema);
        const { valid, errors } = validator.validate(structuredContent);
        // The last one is the innermost.
        const { instanceLocation = "#", error = "" } = errors.at(-1) ?? {};
        return valid
          ? undefined
          : `structured content that the tool's \`outputSchema\` forbids, at ${instanceLocation}: ${error}`;
      }, replyMs);
    } catch (error) {
      const [reason = ""] = messageOf(error).split("\n");
      const said = `the tool's \`outputSchema\` cannot be applied: ${reason}`;
      if (error instanceof TookTooLong) fault = said;
      return said;
    } finally {
      leftMs -= Math.max(0, clock.now() - from - usualMs);
      if (leftMs <= 0)
        fault ??= `the tool's \`outputSchema\` takes more than ${usualMs} ms to apply, reply after reply`;
    }
  };
}

function validatorOf(schema: unknown): Validator {
  if (!isMap(schema)) throw new TypeError("it is no JSON object");
  const { $schema = standardDialect } = schema;
  const dialect = String($schema).replace(/#$/, "");
  const draft = ownValue(dialects, dialect);
  if (draft === undefined) throw new TypeError(`the dialect ${JSON.stringify($schema)} is unknown`);
  // It writes into the schema, which others read from the list.
  return new Validator(structuredClone(schema) as Schema, draft);
}
