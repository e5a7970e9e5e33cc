import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const help = `sample-server: a small MCP server over stdio that does a fixed amount of work

Usage: node sample-server.js [options]

  --slowdown-percent N  do N percent more work in every call of the tool \`work\` than asked for (default 0)
  --slow-path N         do twice the work in every Nth call of \`work\` (default 0: never)
  --pause-ms T          stand still for T milliseconds in every --pause-every-th call of \`work\` (default 0)
  --pause-every N       how often to pause, in calls of \`work\` (default 200)
  --leak-bytes N        keep N bytes more in memory with every call (default 0)
  --only-units N        slow down, and leak, only in calls of \`work\` that ask for N units (default 0: in all)
  --launch-scatter P    launches scatter by P percent: each does about half as much work again, and so much more or less (default 0)
  --fail-rate R         answer this share of the calls of \`work\` and \`echo\` with a tool error, evenly spread (0 to 1, default 0)
  --help                print this

Tools: \`echo\` (text), \`work\` (units), \`now\` (no arguments); one resource and one prompt.
Ends when stdin ends and on SIGTERM.

Example: node sample-server.js --slowdown-percent 20
`;

const stepsPerUnit = 5_000;

const readOnly = { readOnlyHint: true, openWorldHint: false };
const tools = [
  {
    name: "echo",
    description: "Gives the text back",
    inputSchema: { type: "object" as const, properties: { text: { type: "string" } }, required: ["text"] },
    annotations: readOnly,
  },
  {
    name: "work",
    description: "Does a fixed amount of computing per unit and gives a checksum",
    inputSchema: {
      type: "object" as const,
      properties: { units: { type: "integer", minimum: 0, maximum: 1_000_000 } },
      required: ["units"],
    },
    annotations: readOnly,
  },
  {
    name: "now",
    description: "The time of day",
    inputSchema: { type: "object" as const, properties: {} },
    annotations: readOnly,
  },
];

const failure: CallToolResult = { content: [{ type: "text", text: "failed on purpose" }], isError: true };
const resource = { uri: "sample://about", name: "about", mimeType: "text/plain" };
const prompt = { name: "greeting", description: "A greeting" };

const options = readOptions();
const server = new Server(
  { name: "mcp-bench-sample", version: "1.0.0" },
  { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: "A server with known behaviour." },
);
let owedFailures = 0;
let workCalls = 0;
const ofLaunch = drawLaunch(options.launchScatter);
const leaked: Buffer[] = [];

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(params.name, params.arguments ?? {}));
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [resource] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
  if (params.uri !== resource.uri) throw new McpError(ErrorCode.InvalidParams, `no resource ${params.uri}`);
  return { contents: [{ ...resource, text: "The sample server of mcp-bench." }] };
});
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [prompt] }));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
  if (params.name !== prompt.name) throw new McpError(ErrorCode.InvalidParams, `no prompt ${params.name}`);
  return { messages: [{ role: "user", content: { type: "text", text: "Hello." } }] };
});
process.stdin.once("end", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
await server.connect(new StdioServerTransport());

function callTool(name: string, args: Record<string, unknown>): CallToolResult {
  // Filled, since pages that were never touched are not resident.
  if (options.leakBytes > 0 && isMeant(args.units)) leaked.push(Buffer.alloc(options.leakBytes, 1));
  if (name === "now") return text(new Date().toISOString());
  if (name === "echo" && typeof args.text === "string") return fails() ? failure : text(args.text);
  if (name === "work" && isUnits(args.units)) return fails() ? failure : text(work(args.units));
  throw new McpError(ErrorCode.InvalidParams, `no tool ${name} with these arguments`);
}

/**
 * Computes for `units` (fractions allowed) times about ten microseconds and gives a checksum, the same for the same
 * units on every machine. Source of the generator: Marsaglia, Xorshift RNGs (2003), the 32-bit triple 13, 17, 5.
 */
function doWork(units: number): number {
  let state = 0x9e3779b9;
  for (let step = Math.round(units * stepsPerUnit); step > 0; step--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state >>> 0;
}

/** The checksum covers the asked-for work only, so that a slowed server gives the same replies. */
function work(units: number): string {
  const checksum = doWork(units);
  const slower = isMeant(units) ? 1 + options.slowdownPercent / 100 : 1;
  doWork(units * (slower * ofLaunch - 1));
  workCalls += 1;
  if (options.slowPath > 0 && workCalls % options.slowPath === 0) doWork(units);
  if (options.pauseMs > 0 && workCalls % options.pauseEvery === 0) standStill(options.pauseMs);
  return String(checksum);
}

/** Selects the calls that are made worse. */
function isMeant(units: unknown): boolean {
  return options.onlyUnits === 0 || units === options.onlyUnits;
}

/** Factor on the work of this launch: log-normal about a half more than is asked for, so that there is always work to add. */
function drawLaunch(scatterPercent: number): number {
  if (scatterPercent === 0) return 1;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return Math.max(1, 1.5 * Math.exp((scatterPercent / 100) * normal));
}

/** Stops the process as a garbage collector does: it is busy and answers no call. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Spreads failures evenly: with a rate of 0.25 every fourth call fails. */
function fails(): boolean {
  owedFailures += options.failRate;
  if (owedFailures < 1) return false;
  owedFailures -= 1;
  return true;
}

function isUnits(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1_000_000;
}

function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

function readOptions() {
  const number = { type: "string", default: "0" } as const;
  try {
    const { values } = parseArgs({
      options: {
        "slowdown-percent": number,
        "slow-path": number,
        "pause-ms": number,
        "pause-every": { type: "string", default: "200" },
        "leak-bytes": number,
        "only-units": number,
        "launch-scatter": number,
        "fail-rate": number,
        help: { type: "boolean" },
      },
    });
    if (values.help) {
      process.stdout.write(help);
      process.exit(0);
    }
    const read = (name: Exclude<keyof typeof values, "help">, max: number) =>
      numberBetween(values[name], { name: `--${name}`, max });
    return {
      slowdownPercent: read("slowdown-percent", 10_000),
      slowPath: read("slow-path", 1_000_000),
      pauseMs: read("pause-ms", 10_000),
      pauseEvery: Math.max(1, read("pause-every", 1_000_000)),
      leakBytes: read("leak-bytes", 1_048_576),
      onlyUnits: read("only-units", 1_000_000),
      launchScatter: read("launch-scatter", 100),
      failRate: read("fail-rate", 1),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

function numberBetween(given: string, { name, max }: { name: string; max: number }): number {
  const value = Number(given);
  if (given.trim() !== "" && value >= 0 && value <= max) return value;
  throw new RangeError(`${name} takes a number from 0 to ${max}, not ${JSON.stringify(given)}`);
}
