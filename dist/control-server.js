import { a as mergeCapabilities, c as safeParse, i as Protocol, n as assertToolsCallTaskCapability, o as getLiteralValue, r as AjvJsonSchemaValidator, s as getObjectShape, t as assertClientRequestTaskCapability } from "./helpers.js";
import { C as JSONRPCMessageSchema, E as ListPromptsRequestSchema, F as ListToolsRequestSchema, K as SUPPORTED_PROTOCOL_VERSIONS, L as LoggingLevelSchema, M as ListRootsResultSchema, R as McpError, S as InitializedNotificationSchema, U as ReadResourceRequestSchema, b as InitializeRequestSchema, c as CreateMessageResultSchema, f as ElicitResultSchema, h as GetPromptRequestSchema, k as ListResourcesRequestSchema, l as CreateMessageResultWithToolsSchema, m as ErrorCode, n as CallToolResultSchema, p as EmptyResultSchema, q as SetLevelRequestSchema, t as CallToolRequestSchema, u as CreateTaskResultSchema, w as LATEST_PROTOCOL_VERSION } from "./types.js";
import { parseArgs } from "node:util";
import process$1 from "node:process";
// node_modules/@modelcontextprotocol/sdk/dist/esm/experimental/tasks/server.js
var ExperimentalServerTasks = class {
	constructor(_server) {
		this._server = _server;
	}
	requestStream(request, resultSchema, options) {
		return this._server.requestStream(request, resultSchema, options);
	}
	createMessageStream(params, options) {
		const clientCapabilities = this._server.getClientCapabilities();
		if ((params.tools || params.toolChoice) && !clientCapabilities?.sampling?.tools) throw new Error("Client does not support sampling tools capability.");
		if (params.messages.length > 0) {
			const lastMessage = params.messages[params.messages.length - 1];
			const lastContent = Array.isArray(lastMessage.content) ? lastMessage.content : [lastMessage.content];
			const hasToolResults = lastContent.some((c) => c.type === "tool_result");
			const previousMessage = params.messages.length > 1 ? params.messages[params.messages.length - 2] : void 0;
			const previousContent = previousMessage ? Array.isArray(previousMessage.content) ? previousMessage.content : [previousMessage.content] : [];
			const hasPreviousToolUse = previousContent.some((c) => c.type === "tool_use");
			if (hasToolResults) {
				if (lastContent.some((c) => c.type !== "tool_result")) throw new Error("The last message must contain only tool_result content if any is present");
				if (!hasPreviousToolUse) throw new Error("tool_result blocks are not matching any tool_use from the previous message");
			}
			if (hasPreviousToolUse) {
				const toolUseIds = new Set(previousContent.filter((c) => c.type === "tool_use").map((c) => c.id));
				const toolResultIds = new Set(lastContent.filter((c) => c.type === "tool_result").map((c) => c.toolUseId));
				if (toolUseIds.size !== toolResultIds.size || ![...toolUseIds].every((id) => toolResultIds.has(id))) throw new Error("ids of tool_result blocks and tool_use blocks from previous message do not match");
			}
		}
		return this.requestStream({
			method: "sampling/createMessage",
			params
		}, CreateMessageResultSchema, options);
	}
	elicitInputStream(params, options) {
		const clientCapabilities = this._server.getClientCapabilities();
		const mode = params.mode ?? "form";
		switch (mode) {
			case "url":
				if (!clientCapabilities?.elicitation?.url) throw new Error("Client does not support url elicitation.");
				break;
			case "form": if (!clientCapabilities?.elicitation?.form) throw new Error("Client does not support form elicitation.");
		}
		const normalizedParams = mode === "form" && params.mode === void 0 ? {
			...params,
			mode: "form"
		} : params;
		return this.requestStream({
			method: "elicitation/create",
			params: normalizedParams
		}, ElicitResultSchema, options);
	}
	async getTask(taskId, options) {
		return this._server.getTask({ taskId }, options);
	}
	async getTaskResult(taskId, resultSchema, options) {
		return this._server.getTaskResult({ taskId }, resultSchema, options);
	}
	async listTasks(cursor, options) {
		return this._server.listTasks(cursor ? { cursor } : void 0, options);
	}
	async cancelTask(taskId, options) {
		return this._server.cancelTask({ taskId }, options);
	}
};
// node_modules/@modelcontextprotocol/sdk/dist/esm/server/index.js
var Server = class extends Protocol {
	constructor(_serverInfo, options) {
		super(options);
		this._serverInfo = _serverInfo;
		this._loggingLevels = new Map();
		this.LOG_LEVEL_SEVERITY = new Map(LoggingLevelSchema.options.map((level, index) => [level, index]));
		this.isMessageIgnored = (level, sessionId) => {
			const currentLevel = this._loggingLevels.get(sessionId);
			return currentLevel ? this.LOG_LEVEL_SEVERITY.get(level) < this.LOG_LEVEL_SEVERITY.get(currentLevel) : false;
		};
		this._capabilities = options?.capabilities ?? {};
		this._instructions = options?.instructions;
		this._jsonSchemaValidator = options?.jsonSchemaValidator ?? new AjvJsonSchemaValidator();
		this.setRequestHandler(InitializeRequestSchema, (request) => this._oninitialize(request));
		this.setNotificationHandler(InitializedNotificationSchema, () => this.oninitialized?.());
		if (this._capabilities.logging) this.setRequestHandler(SetLevelRequestSchema, async (request, extra) => {
			const transportSessionId = extra.sessionId || extra.requestInfo?.headers["mcp-session-id"] || void 0;
			const { level } = request.params;
			const parseResult = LoggingLevelSchema.safeParse(level);
			if (parseResult.success) this._loggingLevels.set(transportSessionId, parseResult.data);
			return {};
		});
	}
	get experimental() {
		if (!this._experimental) this._experimental = { tasks: new ExperimentalServerTasks(this) };
		return this._experimental;
	}
	registerCapabilities(capabilities) {
		if (this.transport) throw new Error("Cannot register capabilities after connecting to transport");
		this._capabilities = mergeCapabilities(this._capabilities, capabilities);
	}
	setRequestHandler(requestSchema, handler) {
		const methodSchema = getObjectShape(requestSchema)?.method;
		if (!methodSchema) throw new Error("Schema is missing a method literal");
		const methodValue = getLiteralValue(methodSchema);
		if (typeof methodValue !== "string") throw new Error("Schema method literal must be a string");
		if (methodValue === "tools/call") {
			const wrappedHandler = async (request, extra) => {
				const validatedRequest = safeParse(CallToolRequestSchema, request);
				if (!validatedRequest.success) {
					const errorMessage = validatedRequest.error instanceof Error ? validatedRequest.error.message : String(validatedRequest.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid tools/call request: ${errorMessage}`);
				}
				const { params } = validatedRequest.data;
				const result = await Promise.resolve(handler(request, extra));
				if (params.task) {
					const taskValidationResult = safeParse(CreateTaskResultSchema, result);
					if (!taskValidationResult.success) {
						const errorMessage = taskValidationResult.error instanceof Error ? taskValidationResult.error.message : String(taskValidationResult.error);
						throw new McpError(ErrorCode.InvalidParams, `Invalid task creation result: ${errorMessage}`);
					}
					return taskValidationResult.data;
				}
				const validationResult = safeParse(CallToolResultSchema, result);
				if (!validationResult.success) {
					const errorMessage = validationResult.error instanceof Error ? validationResult.error.message : String(validationResult.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid tools/call result: ${errorMessage}`);
				}
				return validationResult.data;
			};
			return super.setRequestHandler(requestSchema, wrappedHandler);
		}
		return super.setRequestHandler(requestSchema, handler);
	}
	assertCapabilityForMethod(method) {
		switch (method) {
			case "sampling/createMessage":
				if (!this._clientCapabilities?.sampling) throw new Error(`Client does not support sampling (required for ${method})`);
				break;
			case "elicitation/create":
				if (!this._clientCapabilities?.elicitation) throw new Error(`Client does not support elicitation (required for ${method})`);
				break;
			case "roots/list": if (!this._clientCapabilities?.roots) throw new Error(`Client does not support listing roots (required for ${method})`);
		}
	}
	assertNotificationCapability(method) {
		switch (method) {
			case "notifications/message":
				if (!this._capabilities.logging) throw new Error(`Server does not support logging (required for ${method})`);
				break;
			case "notifications/resources/updated":
			case "notifications/resources/list_changed":
				if (!this._capabilities.resources) throw new Error(`Server does not support notifying about resources (required for ${method})`);
				break;
			case "notifications/tools/list_changed":
				if (!this._capabilities.tools) throw new Error(`Server does not support notifying of tool list changes (required for ${method})`);
				break;
			case "notifications/prompts/list_changed":
				if (!this._capabilities.prompts) throw new Error(`Server does not support notifying of prompt list changes (required for ${method})`);
				break;
			case "notifications/elicitation/complete": if (!this._clientCapabilities?.elicitation?.url) throw new Error(`Client does not support URL elicitation (required for ${method})`);
		}
	}
	assertRequestHandlerCapability(method) {
		if (!this._capabilities) return;
		switch (method) {
			case "completion/complete":
				if (!this._capabilities.completions) throw new Error(`Server does not support completions (required for ${method})`);
				break;
			case "logging/setLevel":
				if (!this._capabilities.logging) throw new Error(`Server does not support logging (required for ${method})`);
				break;
			case "prompts/get":
			case "prompts/list":
				if (!this._capabilities.prompts) throw new Error(`Server does not support prompts (required for ${method})`);
				break;
			case "resources/list":
			case "resources/templates/list":
			case "resources/read":
				if (!this._capabilities.resources) throw new Error(`Server does not support resources (required for ${method})`);
				break;
			case "tools/call":
			case "tools/list":
				if (!this._capabilities.tools) throw new Error(`Server does not support tools (required for ${method})`);
				break;
			case "tasks/get":
			case "tasks/list":
			case "tasks/result":
			case "tasks/cancel": if (!this._capabilities.tasks) throw new Error(`Server does not support tasks capability (required for ${method})`);
		}
	}
	assertTaskCapability(method) {
		assertClientRequestTaskCapability(this._clientCapabilities?.tasks?.requests, method, "Client");
	}
	assertTaskHandlerCapability(method) {
		if (!this._capabilities) return;
		assertToolsCallTaskCapability(this._capabilities.tasks?.requests, method, "Server");
	}
	async _oninitialize(request) {
		const requestedVersion = request.params.protocolVersion;
		this._clientCapabilities = request.params.capabilities;
		this._clientVersion = request.params.clientInfo;
		return {
			protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(requestedVersion) ? requestedVersion : LATEST_PROTOCOL_VERSION,
			capabilities: this.getCapabilities(),
			serverInfo: this._serverInfo,
			...this._instructions && { instructions: this._instructions }
		};
	}
	getClientCapabilities() {
		return this._clientCapabilities;
	}
	getClientVersion() {
		return this._clientVersion;
	}
	getCapabilities() {
		return this._capabilities;
	}
	async ping() {
		return this.request({ method: "ping" }, EmptyResultSchema);
	}
	async createMessage(params, options) {
		if (params.tools || params.toolChoice) {
			if (!this._clientCapabilities?.sampling?.tools) throw new Error("Client does not support sampling tools capability.");
		}
		if (params.messages.length > 0) {
			const lastMessage = params.messages[params.messages.length - 1];
			const lastContent = Array.isArray(lastMessage.content) ? lastMessage.content : [lastMessage.content];
			const hasToolResults = lastContent.some((c) => c.type === "tool_result");
			const previousMessage = params.messages.length > 1 ? params.messages[params.messages.length - 2] : void 0;
			const previousContent = previousMessage ? Array.isArray(previousMessage.content) ? previousMessage.content : [previousMessage.content] : [];
			const hasPreviousToolUse = previousContent.some((c) => c.type === "tool_use");
			if (hasToolResults) {
				if (lastContent.some((c) => c.type !== "tool_result")) throw new Error("The last message must contain only tool_result content if any is present");
				if (!hasPreviousToolUse) throw new Error("tool_result blocks are not matching any tool_use from the previous message");
			}
			if (hasPreviousToolUse) {
				const toolUseIds = new Set(previousContent.filter((c) => c.type === "tool_use").map((c) => c.id));
				const toolResultIds = new Set(lastContent.filter((c) => c.type === "tool_result").map((c) => c.toolUseId));
				if (toolUseIds.size !== toolResultIds.size || ![...toolUseIds].every((id) => toolResultIds.has(id))) throw new Error("ids of tool_result blocks and tool_use blocks from previous message do not match");
			}
		}
		if (params.tools) return this.request({
			method: "sampling/createMessage",
			params
		}, CreateMessageResultWithToolsSchema, options);
		return this.request({
			method: "sampling/createMessage",
			params
		}, CreateMessageResultSchema, options);
	}
	async elicitInput(params, options) {
		switch (params.mode ?? "form") {
			case "url": {
				if (!this._clientCapabilities?.elicitation?.url) throw new Error("Client does not support url elicitation.");
				const urlParams = params;
				return this.request({
					method: "elicitation/create",
					params: urlParams
				}, ElicitResultSchema, options);
			}
			case "form": {
				if (!this._clientCapabilities?.elicitation?.form) throw new Error("Client does not support form elicitation.");
				const formParams = params.mode === "form" ? params : {
					...params,
					mode: "form"
				};
				const result = await this.request({
					method: "elicitation/create",
					params: formParams
				}, ElicitResultSchema, options);
				if (result.action === "accept" && result.content && formParams.requestedSchema) try {
					const validationResult = this._jsonSchemaValidator.getValidator(formParams.requestedSchema)(result.content);
					if (!validationResult.valid) throw new McpError(ErrorCode.InvalidParams, `Elicitation response content does not match requested schema: ${validationResult.errorMessage}`);
				} catch (error) {
					if (error instanceof McpError) throw error;
					throw new McpError(ErrorCode.InternalError, `Error validating elicitation response: ${error instanceof Error ? error.message : String(error)}`);
				}
				return result;
			}
		}
	}
	createElicitationCompletionNotifier(elicitationId, options) {
		if (!this._clientCapabilities?.elicitation?.url) throw new Error("Client does not support URL elicitation (required for notifications/elicitation/complete)");
		return () => this.notification({
			method: "notifications/elicitation/complete",
			params: { elicitationId }
		}, options);
	}
	async listRoots(params, options) {
		return this.request({
			method: "roots/list",
			params
		}, ListRootsResultSchema, options);
	}
	async sendLoggingMessage(params, sessionId) {
		if (this._capabilities.logging) {
			if (!this.isMessageIgnored(params.level, sessionId)) return this.notification({
				method: "notifications/message",
				params
			});
		}
	}
	async sendResourceUpdated(params) {
		return this.notification({
			method: "notifications/resources/updated",
			params
		});
	}
	async sendResourceListChanged() {
		return this.notification({ method: "notifications/resources/list_changed" });
	}
	async sendToolListChanged() {
		return this.notification({ method: "notifications/tools/list_changed" });
	}
	async sendPromptListChanged() {
		return this.notification({ method: "notifications/prompts/list_changed" });
	}
};
var ReadBuffer = class {
	constructor(options) {
		this._maxBufferSize = options?.maxBufferSize ?? 10485760;
	}
	append(chunk) {
		if ((this._buffer?.length ?? 0) + chunk.length > this._maxBufferSize) {
			this.clear();
			throw new Error(`ReadBuffer exceeded maximum size of ${this._maxBufferSize} bytes`);
		}
		this._buffer = this._buffer ? Buffer.concat([this._buffer, chunk]) : chunk;
	}
	readMessage() {
		if (!this._buffer) return null;
		const index = this._buffer.indexOf("\n");
		if (index === -1) return null;
		const line = this._buffer.toString("utf8", 0, index).replace(/\r$/, "");
		this._buffer = this._buffer.subarray(index + 1);
		return deserializeMessage(line);
	}
	clear() {
		this._buffer = void 0;
	}
};
function deserializeMessage(line) {
	return JSONRPCMessageSchema.parse(JSON.parse(line));
}
function serializeMessage(message) {
	return JSON.stringify(message) + "\n";
}
// node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js
var StdioServerTransport = class {
	constructor(_stdin = process$1.stdin, _stdout = process$1.stdout, options) {
		this._stdin = _stdin;
		this._stdout = _stdout;
		this._started = false;
		this._ondata = (chunk) => {
			try {
				this._readBuffer.append(chunk);
				this.processReadBuffer();
			} catch (error) {
				this.onerror?.(error);
				this.close().catch(() => {});
			}
		};
		this._onerror = (error) => {
			this.onerror?.(error);
		};
		this._readBuffer = new ReadBuffer({ maxBufferSize: options?.maxBufferSize });
	}
	async start() {
		if (this._started) throw new Error("StdioServerTransport already started! If using Server class, note that connect() calls start() automatically.");
		this._started = true;
		this._stdin.on("data", this._ondata);
		this._stdin.on("error", this._onerror);
	}
	processReadBuffer() {
		while (true) try {
			const message = this._readBuffer.readMessage();
			if (message === null) break;
			this.onmessage?.(message);
		} catch (error) {
			this.onerror?.(error);
		}
	}
	async close() {
		this._stdin.off("data", this._ondata);
		this._stdin.off("error", this._onerror);
		if (this._stdin.listenerCount("data") === 0) this._stdin.pause();
		this._readBuffer.clear();
		this.onclose?.();
	}
	send(message) {
		return new Promise((resolve) => {
			const json = serializeMessage(message);
			if (this._stdout.write(json)) resolve();
			else this._stdout.once("drain", resolve);
		});
	}
};
// src/server/control-work.ts
const stepsPerUnit = 5e3;
function doWork(units) {
	let state = 2654435769;
	for (let step = Math.round(units * stepsPerUnit); step > 0; step--) {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
	}
	return state >>> 0;
}
// src/server/control-server.ts
const help = `control-server: a small MCP server over stdio that does a fixed amount of work

Usage: node control-server.js [options]

  --slowdown-percent N  do N percent more work in every call of the tool \`work\` than asked for (default 0)
  --slow-path N         do twice the work in every Nth call of \`work\` (default 0: never)
  --pause-ms T          stand still for T milliseconds in every --pause-every-th call of \`work\` (default 0)
  --pause-every N       how often to pause, in calls of \`work\` (default 200)
  --leak-bytes N        keep N bytes more in memory with every call (default 0)
  --idle-cpu-percent P  burn this share of one core while nobody asks (0 to 90, default 0)
  --fail-rate R         answer this share of the calls of \`work\` and \`echo\` with a tool error, evenly spread (0 to 1, default 0)
  --help                print this

Tools: \`echo\` (text), \`work\` (units), \`uptime\` (no arguments); one resource and one prompt.
Ends when stdin ends and on SIGTERM.

Example: node control-server.js --slowdown-percent 20
`;
const readOnly = {
	readOnlyHint: true,
	openWorldHint: false
};
const tools = [
	{
		name: "echo",
		description: "Gives the text back",
		inputSchema: {
			type: "object",
			properties: { text: { type: "string" } },
			required: ["text"]
		},
		annotations: readOnly
	},
	{
		name: "work",
		description: "Does a fixed amount of computing per unit and gives a checksum",
		inputSchema: {
			type: "object",
			properties: { units: {
				type: "integer",
				minimum: 0,
				maximum: 1e6
			} },
			required: ["units"]
		},
		annotations: readOnly
	},
	{
		name: "now",
		description: "The time of day",
		inputSchema: {
			type: "object",
			properties: {}
		},
		annotations: readOnly
	}
];
const failure = {
	content: [{
		type: "text",
		text: "failed on purpose"
	}],
	isError: true
};
const resource = {
	uri: "control://about",
	name: "about",
	mimeType: "text/plain"
};
const prompt = {
	name: "greeting",
	description: "A greeting"
};
const options = readOptions();
const server = new Server({
	name: "mcp-bench-control",
	version: "1.0.0"
}, {
	capabilities: {
		tools: {},
		resources: {},
		prompts: {}
	},
	instructions: "A server with known behaviour."
});
let owedFailures = 0;
let workCalls = 0;
const leaked = [];
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(params.name, params.arguments ?? {}));
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [resource] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
	if (params.uri !== resource.uri) throw new McpError(ErrorCode.InvalidParams, `no resource ${params.uri}`);
	return { contents: [{
		...resource,
		text: "The control server of mcp-bench."
	}] };
});
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [prompt] }));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
	if (params.name !== prompt.name) throw new McpError(ErrorCode.InvalidParams, `no prompt ${params.name}`);
	return { messages: [{
		role: "user",
		content: {
			type: "text",
			text: "Hello."
		}
	}] };
});
process.stdin.once("end", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
if (options.idleCpuPercent > 0) burnIdly(options.idleCpuPercent);
await server.connect(new StdioServerTransport());
function callTool(name, args) {
	if (options.leakBytes > 0) leaked.push(Buffer.alloc(options.leakBytes, 1));
	if (name === "now") return text(new Date().toISOString());
	if (name === "echo" && typeof args.text === "string") return fails() ? failure : text(args.text);
	if (name === "work" && isUnits(args.units)) return fails() ? failure : text(work(args.units));
	throw new McpError(ErrorCode.InvalidParams, `no tool ${name} with these arguments`);
}
function work(units) {
	const checksum = doWork(units);
	doWork(units * options.slowdownPercent / 100);
	workCalls += 1;
	if (options.slowPath > 0 && workCalls % options.slowPath === 0) doWork(units);
	if (options.pauseMs > 0 && workCalls % options.pauseEvery === 0) standStill(options.pauseMs);
	return String(checksum);
}
function standStill(ms) {
	const until = performance.now() + ms;
	while (performance.now() < until);
}
function burnIdly(percent) {
	setInterval(() => standStill(50 * percent / 100), 50);
}
function fails() {
	owedFailures += options.failRate;
	if (owedFailures < 1) return false;
	owedFailures -= 1;
	return true;
}
function isUnits(value) {
	return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e6;
}
function text(value) {
	return { content: [{
		type: "text",
		text: value
	}] };
}
function readOptions() {
	const number = {
		type: "string",
		default: "0"
	};
	try {
		const { values } = parseArgs({ options: {
			"slowdown-percent": number,
			"slow-path": number,
			"pause-ms": number,
			"pause-every": {
				type: "string",
				default: "200"
			},
			"leak-bytes": number,
			"idle-cpu-percent": number,
			"fail-rate": number,
			help: { type: "boolean" }
		} });
		if (values.help) {
			process.stdout.write(help);
			process.exit(0);
		}
		const read = (name, max) => numberBetween(values[name], {
			name: `--${name}`,
			max
		});
		return {
			slowdownPercent: read("slowdown-percent", 1e4),
			slowPath: read("slow-path", 1e6),
			pauseMs: read("pause-ms", 1e4),
			pauseEvery: Math.max(1, read("pause-every", 1e6)),
			leakBytes: read("leak-bytes", 1048576),
			idleCpuPercent: read("idle-cpu-percent", 90),
			failRate: read("fail-rate", 1)
		};
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`);
		process.exit(2);
	}
}
function numberBetween(given, { name, max }) {
	const value = Number(given);
	if (given.trim() !== "" && value >= 0 && value <= max) return value;
	throw new RangeError(`${name} takes a number from 0 to ${max}, not ${JSON.stringify(given)}`);
}
export {};
