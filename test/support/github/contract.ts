import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

/** One exchange as far as GitHub's description of its API speaks about it. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, object>;
  readonly request: object | null;
  readonly responses: Record<string, object | null>;
}

const file = new URL("../../../fixtures/github/openapi.json", import.meta.url);

let contract: ((exchange: Exchange) => string[]) | undefined;

/** Answers with everything in an exchange that GitHub's OpenAPI description does not allow. */
export function openContract(): (exchange: Exchange) => string[] {
  // Compiling a schema takes longer than most tests that speak to GitHub.
  contract ??= makeContract();
  return contract;
}

function makeContract(): (exchange: Exchange) => string[] {
  const { operations, schemas } = JSON.parse(readFileSync(file, "utf8")) as {
    operations: Operation[];
    schemas: object;
  };
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "https://github.test/openapi", schemas });
  const compiled = new Map<object, ValidateFunction>();
  const problems = (schema: object, value: unknown): string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/schemas/', '"https://github.test/openapi#/schemas/');
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath || "/"} ${error.message}`);
  };

  return ({ method, path, query, requestBody, status, responseBody }) => {
    const place = `${method} ${path}`;
    const operation = operations.find((known) => known.method === method.toLowerCase() && matches(known.path, path));
    if (!operation) return [`${place}: not in fixtures/github/openapi.json`];
    const found: string[] = [];
    for (const [name, value] of query) {
      const schema = operation.query[name];
      if (!schema) found.push(`${place}: unknown query parameter ${name}`);
      else if (problems(schema, value).length > 0 && problems(schema, Number(value)).length > 0)
        found.push(`${place}: bad query parameter ${name}=${value}`);
    }
    if (operation.request)
      found.push(...problems(operation.request, requestBody).map((problem) => `${place} request: ${problem}`));
    const response = operation.responses[status];
    if (response) found.push(...problems(response, responseBody).map((problem) => `${place} ${status}: ${problem}`));
    return found;
  };
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}
