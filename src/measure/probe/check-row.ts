import { nearest } from "../../base/nearest.ts";
import { quoted } from "../../base/untrusted.ts";
import { ConfigError } from "../../errors.ts";
import { requestsOf } from "../../model/operation.ts";
import { fixedName, methods, type RpcOperation } from "../../model/request.ts";
import type { Offer, OfferedPrompt, OfferedTool } from "../../plan/discover.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import { definesMethod, isStateless, tasksExtension } from "../../plan/protocol.ts";

/** Most names of a server that an error lists. */
const mostNames = 10;

/** Returns why a server lacks something that a row needs; undefined when it does not. Such a row is skipped. */
export function skipReason(row: Row, { protocol, capabilities }: Offer): string | undefined {
  for (const { operation } of requestsOf(row)) {
    if (!definesMethod(protocol, operation.method)) return `protocol ${protocol} has no ${operation.method}`;
    const capability = methods.get(operation.method)?.capability;
    if (capability !== undefined && !capabilities.has(capability))
      return `the server does not offer ${operation.method} (no capability \`${capability}\`)`;
    const tasks = isStateless(protocol) ? tasksExtension : "tasks";
    if (operation.task && !capabilities.has(tasks))
      return `the server does not offer tasks (no capability \`${tasks}\`)`;
    if (operation.freshSession && isStateless(protocol)) return `protocol ${protocol} has no sessions`;
    if (operation.updates !== undefined && !capabilities.has("resources.subscribe"))
      return "the server offers no subscriptions to resources (no capability `resources.subscribe`)";
  }
  return undefined;
}

/** Returns the error of a missing tool, prompt or required argument, unless the row expects an error. */
export function lackedBy(row: Row, offer: Offer): ConfigError | undefined {
  for (const { operation, expect } of requestsOf(row)) {
    const called = calledBy(operation, offer);
    const lack = called && !expect?.error ? lackOf(operation, called, row) : undefined;
    if (lack) return lack;
  }
  return undefined;
}

/** Tests whether a row can be called more often than configured: all its calls are known to change nothing. */
export function onlyReads(row: Row, offer: Pick<Offer, "tools">): boolean {
  if (row.operation.kind === "http") return row.operation.request.verb === "GET";
  return requestsOf(row).every(({ operation }) => isReading(operation, offer));
}

function isReading(operation: RpcOperation, { tools }: Pick<Offer, "tools">): boolean {
  const { reads } = methods.get(operation.method) ?? { reads: false };
  if (reads !== "declared") return reads;
  const fixed = fixedName(operation);
  const called = tools.filter(({ name }) => name === fixed);
  return called.length > 0 && called.every(({ readOnly }) => readOnly);
}

/** Warns about arguments that a tool or prompt does not name: a server may refuse, drop or take them. */
export function oddArguments(row: Row, offer: Offer): string[] {
  return requestsOf(row).flatMap(({ operation, expect }) => {
    const called = calledBy(operation, offer);
    if (expect?.error || !called) return [];
    const { what, name } = called;
    return unnamed(operation, called).map((odd) => `${placeOf(row)}: the ${what} ${quoted(name)} names ${odd}`);
  });
}

interface CallTarget {
  readonly name: string;
  readonly what: "prompt" | "tool";
  readonly offered: readonly (OfferedTool | OfferedPrompt)[];
}

function calledBy(operation: RpcOperation, offer: Offer): CallTarget | undefined {
  const name = fixedName(operation);
  const list = methods.get(operation.method)?.list;
  if (!list || name === undefined) return undefined;
  return { name, what: list === "tools" ? "tool" : "prompt", offered: offer[list] };
}

function lackOf(operation: RpcOperation, called: CallTarget, row: Row): ConfigError | undefined {
  const { name, what, offered } = called;
  const names = offered.map((one) => one.name);
  const found = offered.find((one) => one.name === name);
  if (!found) {
    const hint = nearest(name, names);
    return new ConfigError(`the server has no ${what} ${quoted(name)}`, {
      where: placeOf(row),
      expected: names.length > 0 ? `one of ${listed(names)}` : `nothing, it offers no ${what}s`,
      ...(hint === undefined ? {} : { fix: `did you mean ${quoted(hint)}?` }),
    });
  }
  const { required } = found;
  const given = givenArguments(operation);
  const missing = required.filter((argument) => !given.always.includes(argument));
  if (missing.length === 0) return undefined;
  const odd = unnamed(operation, called);
  const fix = odd.length > 0 ? `it names ${odd.join("; ")}` : "add them under `arguments`";
  return new ConfigError(`the ${what} ${quoted(name)} is called without ${listed(missing)}`, {
    where: placeOf(row),
    expected: `arguments ${listed(required)}, as the server requires`,
    fix: `${fix}, or set \`expect: { error: true }\` if the refusal is what you measure`,
  });
}

/** Describes each argument that is not among those named, with the likely spelling. */
function unnamed(operation: RpcOperation, { name, offered }: CallTarget): string[] {
  const named = offered.find((one) => one.name === name)?.named;
  if (!named) return [];
  const odd = givenArguments(operation).some.filter((argument) => !named.includes(argument));
  return odd.map((argument) => {
    const hint = nearest(argument, named);
    const instead = hint === undefined ? `, only ${listed(named)}` : `, did you mean ${quoted(hint)}?`;
    return `no argument ${quoted(argument)}${named.length === 0 ? " and no other" : instead}`;
  });
}

/** Names that every call has an argument for, and those that some call has. */
function givenArguments({ params, argumentRows = [] }: RpcOperation): { always: string[]; some: string[] } {
  const fixed = Object.keys(params?.arguments ?? {});
  const [first = {}, ...others] = argumentRows;
  const inAll = Object.keys(first).filter((name) => others.every((row) => Object.hasOwn(row, name)));
  const inAny = argumentRows.flatMap((row) => Object.keys(row));
  return { always: [...fixed, ...inAll], some: [...new Set([...fixed, ...inAny])] };
}

/** A server may offer thousands. */
function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).map(quoted).join(", ") + (more > 0 ? `, and ${more} more` : "");
}
