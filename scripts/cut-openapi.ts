/**
 * Cuts GitHub's OpenAPI description down to the operations this project uses and turns it into plain JSON Schema:
 *
 *     npm install --prefix DIR @octokit/openapi@23.0.2
 *     node scripts/cut-openapi.ts DIR/node_modules/@octokit/openapi/generated/api.github.com.json > fixtures/github/openapi.json
 */
import { readFileSync } from "node:fs";

const operations = [
  ["get", "/user"],
  ["get", "/repos/{owner}/{repo}"],
  ["get", "/repos/{owner}/{repo}/pulls"],
  ["get", "/repos/{owner}/{repo}/pulls/{pull_number}"],
  ["get", "/repos/{owner}/{repo}/actions/runs/{run_id}"],
  ["get", "/repos/{owner}/{repo}/issues"],
  ["post", "/repos/{owner}/{repo}/issues"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}"],
  ["patch", "/repos/{owner}/{repo}/issues/{issue_number}"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/labels"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/events"],
  ["get", "/repos/{owner}/{repo}/collaborators/{username}/permission"],
  ["get", "/repos/{owner}/{repo}/commits/{commit_sha}/pulls"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["post", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["patch", "/repos/{owner}/{repo}/issues/comments/{comment_id}"],
  ["delete", "/repos/{owner}/{repo}/issues/comments/{comment_id}"],
] as const;

type Node = Record<string, unknown>;

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: node scripts/cut-openapi.ts api.github.com.json");
const source = JSON.parse(readFileSync(file, "utf8"));
const needed = new Set<string>();

function lookUp(reference: string): Node {
  return reference
    .slice(2)
    .split("/")
    .reduce((node, key) => node[key] as Node, source);
}

function resolve(node: Node): Node {
  return typeof node.$ref === "string" ? lookUp(node.$ref) : node;
}

/** Only the keywords that decide validity; `nullable` becomes an alternative; references are remembered. */
function schema(node: Node): Node {
  if (typeof node.$ref === "string") {
    const name = node.$ref.replace("#/components/schemas/", "");
    needed.add(name);
    return { $ref: `#/schemas/${name}` };
  }
  const kept: Node = {};
  for (const key of ["type", "enum", "format", "required", "minimum", "maximum", "minItems", "maxItems", "maxLength"])
    if (node[key] !== undefined) kept[key] = node[key];
  if (node.properties) kept.properties = mapValues(node.properties as Node, (value) => schema(value as Node));
  if (node.items) kept.items = schema(node.items as Node);
  for (const key of ["oneOf", "anyOf", "allOf"])
    if (Array.isArray(node[key])) kept[key] = node[key].map((value: Node) => schema(value));
  if (typeof node.additionalProperties === "object")
    kept.additionalProperties = schema(node.additionalProperties as Node);
  if (node.additionalProperties === false) kept.additionalProperties = false;
  // GitHub describes alternatives that overlap, such as a string and a nullable string.
  if (kept.oneOf) {
    kept.anyOf = kept.oneOf;
    delete kept.oneOf;
  }
  return node.nullable ? { anyOf: [kept, { type: "null" }] } : kept;
}

function mapValues<T>(object: Node, map: (value: unknown, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

function bodySchema(node: Node | undefined): Node | null {
  const content = node?.content as Record<string, Node> | undefined;
  const media = content?.["application/json"] ?? Object.values(content ?? {})[0];
  return media?.schema ? schema(media.schema as Node) : null;
}

function operation(method: string, path: string) {
  const found = source.paths[path][method] as Node;
  const parameters = ((found.parameters ?? []) as Node[]).map(resolve).filter((parameter) => parameter.in === "query");
  return {
    method,
    path,
    query: Object.fromEntries(parameters.map(({ name, schema: type }) => [name, schema(type as Node)])),
    request: bodySchema(found.requestBody as Node | undefined),
    responses: mapValues(found.responses as Node, (response) => bodySchema(resolve(response as Node))),
  };
}

const cut = operations.map(([method, path]) => operation(method, path));
const schemas: Record<string, Node> = {};
for (const name of needed) schemas[name] = schema(source.components.schemas[name]);
const lines = (entries: string[]) => entries.join(",\n");
console.log(`{"api":${JSON.stringify(source.info.version)},"operations":[
${lines(cut.map((entry) => JSON.stringify(entry)))}
],"schemas":{
${lines(Object.entries(schemas).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`))}
}}`);
