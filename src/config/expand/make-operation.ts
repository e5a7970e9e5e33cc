import { ConfigError } from "../../errors.ts";
import type {
  Expectation,
  HttpOperation,
  MixOperation,
  Operation,
  RpcOperation,
  StepsOperation,
  Think,
} from "../../plan/operation.ts";
import { requestOf, type WrittenRequest } from "../../plan/protocol-operations.ts";
import type { BenchmarkConfig } from "../schema/benchmark-fields.ts";
import type { HttpConfig } from "../schema/http-request-fields.ts";
import { type MixPartConfig, regularExpression } from "../schema/request-fields.ts";
import type { TurnStepConfig } from "../schema/steps.ts";

/** Address that plain HTTP requests may go to, and the place that an error names. */
interface OperationContext {
  /** As configured, `${PORT}` and all; absent over stdio. */
  readonly serverUrl: string | undefined;
  readonly where: string;
}

/**
 * Makes the operation of a benchmark. Throws ConfigError for a plain HTTP request to somewhere else than the server.
 */
export function operationOf(benchmark: BenchmarkConfig, context: OperationContext): Operation {
  if (benchmark.mix) return mixOperation(benchmark.mix);
  if (benchmark.steps) return stepsOperation(benchmark.steps, benchmark.think);
  if (benchmark.http) return httpOperation(benchmark.http, context);
  return rpcOperation(benchmark);
}

function rpcOperation(request: WrittenRequest): RpcOperation {
  const found = requestOf(request);
  if (!found) throw new RangeError("a benchmark says what it measures");
  return found.operation;
}

function mixOperation(parts: readonly MixPartConfig[]): MixOperation {
  const made = parts.map((part) => {
    const expect = expectationOf(part);
    return { operation: rpcOperation(part), weight: part.weight, ...(expect ? { expect } : {}) };
  });
  const target = made.map(({ operation, weight }) => `${operation.target} ×${weight}`).join(", ");
  return { kind: "mix", method: "mix", parts: made, target };
}

function stepsOperation(written: readonly TurnStepConfig[], think: BenchmarkConfig["think"]): StepsOperation {
  const steps = written.map(({ capture = {}, ...step }) => {
    const expect = expectationOf(step);
    return { operation: rpcOperation(step), capture, ...(expect ? { expect } : {}) };
  });
  const target = steps.map(({ operation }) => operation.target).join(" → ");
  const pause = thinkOf(think);
  return { kind: "steps", method: "steps", steps, ...(pause ? { think: pause } : {}), target };
}

/** A pause of zero is no pause. */
function thinkOf(think: BenchmarkConfig["think"]): Think | undefined {
  if (think === undefined || think === 0) return undefined;
  return typeof think === "number"
    ? { meanMs: think, distribution: "fixed" }
    : { meanMs: think.mean, distribution: think.distribution };
}

function httpOperation({ request, headers, body, status }: HttpConfig, context: OperationContext): HttpOperation {
  const path = pathOf(request.target, context);
  return {
    kind: "http",
    method: "http",
    request: {
      verb: request.verb,
      path,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ...(body === undefined ? {} : { body }),
      ...(status === undefined ? {} : { status }),
    },
    target: `${request.verb} ${path}`,
  };
}

/** Requests stay with the server, so that a configuration cannot point its load, and its headers, at another host. */
function pathOf(target: string, { serverUrl, where }: OperationContext): string {
  if (serverUrl === undefined)
    throw new ConfigError("a plain HTTP request needs a server that is reached by `url`", {
      where,
      fix: "measure it with `transport: streamable-http`, or leave it out",
    });
  if (target.startsWith("/")) return target;
  const origin = originOf(serverUrl);
  if (originOf(target) !== origin)
    throw new ConfigError(`${JSON.stringify(target)} is not an address of the server`, {
      where,
      expected: `a path such as "/health", or an address that begins with ${origin}`,
    });
  return target.slice(origin.length) || "/";
}

/** Scheme, host and port as written, since a port may be `${PORT}`. */
function originOf(url: string): string {
  return (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url).toLowerCase().replaceAll("${port}", "${PORT}");
}

export function expectationOf({ expect }: Pick<BenchmarkConfig, "expect">): Expectation | undefined {
  if (!expect) return undefined;
  return {
    error: expect.error,
    ...(expect.text === undefined ? {} : { text: regularExpression(expect.text) ?? expect.text }),
    ...(expect.structured === undefined ? {} : { structured: expect.structured }),
    ...(expect.schema ? { schema: true as const } : {}),
  };
}
